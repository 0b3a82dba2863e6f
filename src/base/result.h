// Result<T>: a value, or the problem that a healthy machine can meet while getting it.
#pragma once

#include <skillcat/skill.h>

#include <tl/expected.hpp>

namespace skillcat {

template <class T>
using Result = tl::expected<T, Problem>;

}  // namespace skillcat
