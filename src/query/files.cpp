#include "query/files.h"

#include "base/fs.h"
#include "base/utf8.h"
#include "query/names.h"

namespace skillcat::query {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view start;
  std::string_view media_type;
};

constexpr Magic kMagics[] = {
    {"\x89PNG\r\n\x1a\n"sv, "image/png"},
    {"\xff\xd8\xff"sv, "image/jpeg"},
    {"GIF87a"sv, "image/gif"},
    {"GIF89a"sv, "image/gif"},
    {"%PDF-"sv, "application/pdf"},
    {"PK\x03\x04"sv, "application/zip"},
    {"\x1f\x8b"sv, "application/gzip"},
    {"\x7f"sv
     "ELF"sv,
     "application/x-elf"},
    {"\0asm"sv, "application/wasm"},
};

struct Extension {
  std::string_view end;
  std::string_view media_type;
};

constexpr Extension kTextExtensions[] = {
    {".md", "text/markdown"}, {".markdown", "text/markdown"}, {".json", "application/json"}};

/// What is needed of the skill that a name means.
struct Owner {
  std::int64_t skill_id = 0;
  std::string ref;
  std::string directory;
  std::string own_file;  ///< SKILL.md, as spelled; empty for an entry of a definitions file
};

Owner find_owner(Reader& reader, std::string_view name, const std::string& cwd) {
  Owner owner;
  owner.skill_id = winner_of(reader, name, cwd);
  Rows row = reader.rows("SELECT ref, directory, file_path, entry FROM skill WHERE skill_id = ?");
  row.bind(owner.skill_id).next();
  owner.ref = row.text(0);
  // Entries of one definitions file share its folder: none of them owns the files in it.
  const bool has_folder = !row.text(2).empty() && row.integer(3) == 0;
  if (has_folder) {
    owner.directory = row.text(1);
    owner.own_file = file_name(row.text(2));
  }
  return owner;
}

bool is_listed(Reader& reader, const Owner& owner, const std::string& path) {
  if (path == owner.own_file) return true;
  Rows row = reader.rows("SELECT 1 FROM skill_file WHERE skill_id = ? AND path = ?");
  return row.bind(owner.skill_id, path).next();
}

[[noreturn]] void refuse(const Owner& owner, const std::string& path, const std::string& reason,
                         std::string hint) {
  throw Error(ErrorCode::not_found, "cannot read '" + path + "' of " + owner.ref + ": " + reason,
              std::move(hint));
}

}  // namespace

std::string_view media_type_of(std::string_view path, std::string_view content) {
  for (const Magic& magic : kMagics) {
    if (content.starts_with(magic.start)) return magic.media_type;
  }
  if (content.starts_with("RIFF") && content.substr(0, 12).ends_with("WEBP")) return "image/webp";
  if (content.find('\0') != std::string_view::npos || !is_valid_utf8(content)) {
    return "application/octet-stream";
  }
  for (const Extension& extension : kTextExtensions) {
    if (path.ends_with(extension.end)) return extension.media_type;
  }
  return "text/plain";
}

FileList list_files(Reader& reader, std::string_view name, const std::string& cwd) {
  FileList answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  const Owner owner = find_owner(reader, name, cwd);
  answer.ref = owner.ref;
  answer.directory = owner.directory;
  Rows row =
      reader.rows("SELECT path, size_bytes FROM skill_file WHERE skill_id = ? ORDER BY path");
  row.bind(owner.skill_id);
  while (row.next()) answer.files.push_back({row.text(0), row.integer(1)});
  return answer;
}

FileContent read_skill_file(Reader& reader, std::string_view name, const std::string& path,
                            const std::string& cwd) {
  FileContent answer;
  Owner owner;
  bool listed = false;
  {
    const Snapshot snapshot(reader.database());  // not held while the disk is read
    static_cast<Freshness&>(answer) = reader.freshness();
    owner = find_owner(reader, name, cwd);
    listed = is_listed(reader, owner, path);
  }
  if (owner.directory.empty()) refuse(owner, path, "this skill has no folder of its own", "");
  auto file = read_file_beneath(owner.directory, path, listed ? kMaxServedBytes : 0);
  if (!file) {
    refuse(owner, path, file.error().message,
           "'skillcat files " + owner.ref + "' lists what there is");
  }
  if (!listed) {
    refuse(owner, path, "the last pass did not list it as a file of this skill",
           "a new file is listed after 'skillcat sync'");
  }
  if (file->bytes.size() > kMaxServedBytes) {
    throw Error(ErrorCode::usage,
                "cannot read '" + path + "' of " + owner.ref + ": it has " +
                    std::to_string(file->stamp.size_bytes) + " bytes, more than 16 MiB",
                "open it in " + owner.directory);
  }
  answer.ref = owner.ref;
  answer.path = path;
  answer.content = std::move(file->bytes);
  answer.size_bytes = static_cast<std::int64_t>(answer.content.size());
  answer.media_type = media_type_of(path, answer.content);
  answer.text = answer.content.find('\0') == std::string::npos && is_valid_utf8(answer.content);
  return answer;
}

}  // namespace skillcat::query
