// Catalogs for whichever thread has a request: one thread at a time uses each, and the last one
// given back, whose pages are warm, is taken first.
#pragma once

#include <skillcat/catalog.h>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace skillcat::serve {

class CatalogPool {
 public:
  explicit CatalogPool(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  /// Runs `use` on a catalog. What throws leaves none behind: the next one is opened anew. Throws
  /// Error(catalog).
  template <class Use>
  auto with(Use&& use) {
    Catalog catalog = take();
    auto result = use(catalog);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(catalog));
    return result;
  }

 private:
  Catalog take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        Catalog catalog = std::move(free_.back());
        free_.pop_back();
        return catalog;
      }
    }
    return Catalog::open(path_);
  }

  std::string path_;
  std::mutex mutex_;
  std::vector<Catalog> free_;
};

}  // namespace skillcat::serve
