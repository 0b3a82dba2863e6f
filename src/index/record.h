// Records: fingerprints of all that is visible of a copy, so that "did anything change" is one
// comparison.
#pragma once

#include <skillcat/skill.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/utf8.h"

namespace skillcat::index {

/// Collects fields; each is prefixed by its size, so that no two lists of fields read the same.
class RecordText {
 public:
  RecordText& add(std::string_view field) {
    text_ += std::to_string(field.size());
    text_ += ':';
    text_ += field;
    return *this;
  }
  RecordText& add(const std::vector<std::string>& list) {
    add(std::to_string(list.size()));
    for (const std::string& item : list) add(item);
    return *this;
  }
  RecordText& add(const std::vector<Problem>& problems) {
    for (const Problem& p : problems) {
      add(p.code).add(p.message).add(p.path).add(std::to_string(p.line));
      add(std::to_string(p.column));
    }
    return *this;
  }
  std::int64_t record() const { return fingerprint(sha256(text_)); }

 private:
  std::string text_;
};

/// `text` as the catalog stores it: the names of files may be any bytes, its text is UTF-8. Only
/// `file.path`, which no view shows, keeps the bytes by which a file is opened.
inline std::string stored_text(std::string text) {
  return is_valid_utf8(text) ? std::move(text) : mend_utf8(text).text;
}

}  // namespace skillcat::index
