// A folder of its own for a test: makes files, links and modes, and is gone at the end.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace skillcat::test {

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "skillcat-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    path_ = std::filesystem::canonical(pattern).string();
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string path(std::string_view below) const { return path_ + "/" + std::string(below); }

  /// Writes a file in place; makes the folders above it.
  void write(std::string_view below, std::string_view bytes) const {
    const std::string file = path(below);
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
  }
  void make_folder(std::string_view below) const {
    std::filesystem::create_directories(path(below));
  }
  void make_fifo(std::string_view below) const {
    if (::mkfifo(path(below).c_str(), 0600) != 0) throw std::runtime_error("cannot make a FIFO");
  }
  /// `target` as it stands in the link: absolute, or relative to the link's folder.
  void link(const std::string& target, std::string_view below) const {
    std::filesystem::create_directories(std::filesystem::path(path(below)).parent_path());
    std::filesystem::create_symlink(target, path(below));
  }
  void set_mode(std::string_view below, mode_t mode) const {
    if (::chmod(path(below).c_str(), mode) != 0) throw std::runtime_error("cannot set a mode");
  }
  void remove(std::string_view below) const { std::filesystem::remove_all(path(below)); }
  void rename(std::string_view from, std::string_view to) const {
    std::filesystem::create_directories(std::filesystem::path(path(to)).parent_path());
    std::filesystem::rename(path(from), path(to));
  }

 private:
  std::string path_;
};

}  // namespace skillcat::test
