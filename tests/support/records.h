// The files that refreshing MCP servers leaves, and what a test looks at besides.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "support/peers.h"
#include "support/temp_folder.h"

namespace skillcat::test {

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class StillClock final : public Clock {
 public:
  std::int64_t now_ns() const override { return now_ns_; }
  void advance(std::chrono::nanoseconds by) { now_ns_ += by.count(); }

 private:
  std::int64_t now_ns_ = 1'700'000'000'000'000'000;
};

/// Records below a folder that does not exist yet, and a clock that stands still.
struct Records {
  std::string path(const std::string& file) const { return folder + "/" + file; }
  nlohmann::json state(const std::string& name) const {
    return nlohmann::json::parse(bytes_of(path(name + ".state.json")));
  }
  std::vector<std::string> tools(const std::string& name) const {
    return tool_names(bytes_of(path(name + ".json")));
  }

  TempFolder temporary;
  std::string folder = temporary.path("data/mcp");
  StillClock clock;
};

/// Of this process.
inline std::size_t thread_count() {
  // With the first thread a sanitizer starts one of its own, which stays.
  [[maybe_unused]] static const bool first = (std::thread([] {}).join(), true);
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/self/task")) {
    ++count;
  }
  return count;
}

}  // namespace skillcat::test
