#include "dump.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/index_terms.h"
#include "base/text.h"
#include "query/terms.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uint32_t kFilesOfAFolder = 1000;

std::ofstream open(const std::string& path) {
  std::ofstream file;
  file.exceptions(std::ios::failbit | std::ios::badbit);
  file.open(path);
  return file;
}

/// A line of YAML that no text of the corpus breaks.
std::string quoted(const std::string& text) {
  return Json(text).dump();
}

}  // namespace

Dump::Dump(std::string folder) : folder_(std::move(folder)) {
  fs::remove_all(folder_);
  fs::create_directories(folder_ + "/files");
  rows_ = open(folder_ + "/rows.jsonl");
}

void Dump::add(std::uint32_t doc, const Declaration& skill) {
  std::string triggers;
  for (const std::string& trigger : skill.triggers) triggers += segment(trigger) + " ";
  rows_ << Json{{"doc", doc},
                {"name", segment(skill.name)},
                {"triggers", triggers},
                {"description", segment(skill.description)},
                {"body", segment(first_characters(skill.instructions, kBodyCharacters))}}
               .dump()
        << '\n';

  const std::string folder = folder_ + "/files/" + std::to_string(doc / kFilesOfAFolder);
  if (!fs::exists(folder)) fs::create_directory(folder);
  std::ofstream file = open(folder + "/s" + std::to_string(doc) + ".md");
  file << "---\nname: " << quoted(skill.name) << "\ndescription: " << quoted(skill.description)
       << "\ntriggers:\n";
  for (const std::string& trigger : skill.triggers) file << "  - " << quoted(trigger) << '\n';
  file << "---\n" << skill.instructions;
}

void Dump::add_queries(const std::vector<AskedQuery>& queries, const std::vector<Docs>& exact) {
  rows_.flush();
  std::ofstream file = open(folder_ + "/queries.jsonl");
  for (std::size_t i = 0; i < queries.size(); ++i) {
    file << Json{{"kind", to_text(queries[i].kind)},
                 {"terms", query::terms_of(queries[i].text)},
                 {"exact", exact[i]}}
                .dump()
         << '\n';
  }
}

}  // namespace skillcat::bench
