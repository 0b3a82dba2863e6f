#include "parse/manifest_json.h"

#include "base/problem.h"
#include "base/utf8.h"
#include "parse/json.h"
#include "parse/lines.h"
#include "parse/plugin_manifest.h"

namespace skillcat::parse {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

std::optional<nlohmann::json> read_object(std::string_view bytes, std::vector<Problem>& problems) {
  const auto refuse = [&](std::string message) -> std::optional<nlohmann::json> {
    problems.push_back(make_problem("manifest_invalid", std::move(message)));
    return std::nullopt;
  };
  if (bytes.size() > kMaxManifestBytes) return refuse("it is larger than 4 MiB");
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (is_blank(bytes)) return refuse("it holds nothing but blanks");
  auto value = parse_json(mend_utf8(bytes).text);
  if (!value) return refuse("it is not JSON, or nests deeper than 64");
  if (!value->is_object()) return refuse("it is JSON, but not an object");
  return value;
}

const nlohmann::json* ManifestFields::find(const char* key) const {
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void ManifestFields::report(const std::string& key, const std::string& wanted) {
  problems_.push_back(
      make_problem("manifest_field_invalid", "'" + place_ + key + "' is not " + wanted));
}

std::string ManifestFields::text(const char* key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  report(key, "a text");
  return {};
}

bool ManifestFields::flag(const char* key, bool otherwise) {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  report(key, "true or false");
  return otherwise;
}

std::vector<std::string> ManifestFields::texts(const char* key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  std::vector<std::string> out;
  bool wrong = !value->is_array();
  if (!wrong) {
    for (const auto& item : *value) {
      if (out.size() == kMaxPathsOfField) {
        report(key, "a list of at most 1,000");
        break;
      }
      if (item.is_string()) {
        out.push_back(item.get<std::string>());
      } else {
        wrong = true;
      }
    }
  }
  if (wrong) report(key, "a text or a list of texts");
  return out;
}

}  // namespace skillcat::parse
