#include "cli/json_file.h"

#include <skillcat/error.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/fs.h"
#include "base/problem.h"
#include "base/utf8.h"
#include "parse/toml.h"

namespace skillcat::cli {
namespace {

constexpr std::size_t kMaxConfigBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxDepth = 64;

[[noreturn]] void refuse(const std::string& path, const std::string& what, std::string hint) {
  throw Error(ErrorCode::config, "cannot use " + path + ": " + what, std::move(hint));
}

bool is_absent(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/// Tells how deep a text nests without building it: to copy or free a deep value overflows the
/// stack.
class DepthMeter : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kMaxDepth; }
  bool start_array(std::size_t) override { return ++depth_ <= kMaxDepth; }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool leave() {
    --depth_;
    return true;
  }
  std::size_t depth_ = 0;
};

void create_folders(const std::string& folder) {
  for (std::size_t slash = folder.find('/', 1); true; slash = folder.find('/', slash + 1)) {
    const std::string path = folder.substr(0, slash);
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
      throw Error(ErrorCode::config, errno_text("create folder", path, errno),
                  "choose another place with --config");
    }
    if (slash == std::string::npos) return;
  }
}

/// What is in somebody else's file, or what is wrong with it.
struct Foreign {
  std::optional<Json> object;
  std::string wrong;
};

template <class Parse>
Result<Json> read_foreign(const std::string& path, Parse&& parse) {
  const auto wrong = [&](const std::string& what) {
    Problem problem = make_problem("mcp_file_unreadable", path + ": " + what);
    problem.path = path;
    return tl::unexpected(std::move(problem));
  };
  if (is_absent(path)) return Json::object();
  const auto file = read_file(path, kMaxConfigBytes);
  if (!file) return wrong(file.error().message);
  if (file->bytes.size() > kMaxConfigBytes) return wrong("it is larger than 16 MiB");
  Foreign found = parse(file->bytes);
  if (!found.object) return wrong(found.wrong);
  return *std::move(found.object);
}

}  // namespace

Json load_object(const std::string& path) {
  if (is_absent(path)) return Json::object();
  const auto file = read_file(path, kMaxConfigBytes);
  if (!file) refuse(path, file.error().message, "make it a file that you may read");
  try {
    Json json = Json::parse(file->bytes, nullptr, true, true);
    if (!json.is_object()) refuse(path, "it holds no JSON object", "write {\"roots\": [...]}");
    return json;
  } catch (const Json::parse_error& e) {
    std::string what = e.what();  // "[json.exception.…] parse error at line 2, column 3: …"
    if (const auto end = what.find("] "); end != std::string::npos) what.erase(0, end + 2);
    refuse(path, what, "correct the file; comments are allowed, trailing commas are not");
  }
}

Result<Json> read_object(const std::string& path) {
  return read_foreign(path, [](const std::string& bytes) -> Foreign {
    DepthMeter meter;
    if (!Json::sax_parse(bytes, &meter, Json::input_format_t::json, true, true)) {
      return {{}, "it is not JSON, or nests deeper than 64"};
    }
    Json json = Json::parse(bytes, nullptr, false, true);
    if (!json.is_object()) return {{}, "it holds no JSON object"};
    return {std::move(json), {}};
  });
}

Result<Json> read_toml_object(const std::string& path) {
  return read_foreign(path, [](const std::string& bytes) -> Foreign {
    auto toml = parse::parse_toml(mend_utf8(bytes).text);
    if (toml.table) return {Json(*toml.table), {}};
    const std::string line = toml.line > 0 ? "line " + std::to_string(toml.line) + ": " : "";
    return {{}, "it is not TOML: " + line + toml.message};
  });
}

void save_object(const std::string& path, const Json& json) {
  create_folders(std::string(parent_path(path)));
  write_file_atomically(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n",
                        0600);
}

}  // namespace skillcat::cli
