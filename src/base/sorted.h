// A vector as a sorted set.
#pragma once

#include <algorithm>
#include <vector>

namespace skillcat {

/// Sorts `values` and drops repeats.
template <class T>
void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace skillcat
