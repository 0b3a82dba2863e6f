// JSON objects that describe plugins: reading one, and its fields of known types. Pure.
#pragma once

#include <skillcat/skill.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

/// The object in a file; absent, with the problem `manifest_invalid`, when there is none.
std::optional<nlohmann::json> read_object(std::string_view bytes, std::vector<Problem>& problems);

/// Reads the fields of one object. A field of another type is a `manifest_field_invalid` and as if
/// it were not there.
class ManifestFields {
 public:
  /// `place` goes before the field's name in messages: "plugins[2].".
  ManifestFields(const nlohmann::json& object, std::string place, std::vector<Problem>& problems)
      : object_(object), place_(std::move(place)), problems_(problems) {}

  std::string text(const char* key);
  bool flag(const char* key, bool otherwise);
  /// A text or a list of texts.
  std::vector<std::string> texts(const char* key);
  /// The value; nullptr when it is absent or null.
  const nlohmann::json* find(const char* key) const;
  void report(const std::string& key, const std::string& wanted);

 private:
  const nlohmann::json& object_;
  std::string place_;
  std::vector<Problem>& problems_;
};

}  // namespace skillcat::parse
