// Files compiled into the binary (see cmake/Embed.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace skillcat {

struct EmbeddedFile {
  std::string_view path;  ///< as in the source tree, below its folder
  std::string_view bytes;
};

const std::vector<EmbeddedFile>& embedded_migrations();      ///< migrations/NNNN_*.sql, by number
const std::vector<EmbeddedFile>& embedded_page();            ///< src/serve/page/: the web page
const std::vector<EmbeddedFile>& embedded_bundled_skills();  ///< skills/: bundled.json, */SKILL.md

}  // namespace skillcat
