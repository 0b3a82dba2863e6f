// The bundled skills: one definitions file and the instructions it names, compiled in.
#include "base/digest.h"
#include "base/embedded.h"
#include "base/problem.h"
#include "source/source.h"

namespace skillcat::source {
namespace {

constexpr std::string_view kDefinitions = "bundled.json";

const EmbeddedFile* find_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_bundled_skills()) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

/// A digest takes the place of a file's stamp: the same binary has the same skills.
Stamp stamp_file(std::string_view path) {
  const EmbeddedFile* file = find_file(path);
  if (file == nullptr) return {};
  return {.ino = fingerprint(sha256(file->bytes)),
          .size_bytes = static_cast<std::int64_t>(file->bytes.size())};
}

Stamp stamp_beside(const Root&, const Candidate&, const std::string& path) {
  return stamp_file(path);
}

Listing list_bundled(const Root&, const Rules&) {
  Listing listing;
  Candidate candidate;
  candidate.path = kDefinitions;
  candidate.kind = CandidateKind::definitions;
  candidate.stamp = stamp_file(candidate.path);
  listing.candidates.push_back(std::move(candidate));
  return listing;
}

Result<FileBytes> read_embedded(std::string_view path) {
  const EmbeddedFile* file = find_file(path);
  if (file == nullptr) {
    return tl::unexpected(
        make_problem("unreadable", "no bundled file is called " + std::string(path)));
  }
  return FileBytes{std::string(file->bytes), stamp_file(path)};
}

Result<FileBytes> read_bundled(const Root&, const Candidate& candidate, std::size_t) {
  return read_embedded(candidate.path);
}

Result<FileBytes> read_beside(const Root&, const Candidate&, const std::string& path, std::size_t) {
  return read_embedded(path);
}

}  // namespace

const Source kBundledSource{SourceKind::bundled, list_bundled, read_bundled, read_beside,
                            stamp_beside};

}  // namespace skillcat::source
