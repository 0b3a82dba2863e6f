#include <skillcat/catalog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

int print_list(const Invocation& call, const FileList& list) {
  if (call.json()) {
    print_json(serve::to_json(list));
    return 0;
  }
  std::size_t width = 0;
  for (const SkillFile& file : list.files) width = std::max(width, display_width(file.path));
  for (const SkillFile& file : list.files) {
    print(padded(printable(file.path), width) + "  " + size_text(file.size_bytes) + "\n");
  }
  return 0;
}

int print_file(const Invocation& call, const FileContent& file) {
  if (call.json()) {
    print_json(serve::to_json(file));
  } else if (call.has("--raw")) {
    print(file.content);
  } else if (file.text) {
    print(printable_text(file.content));
  } else {
    print(printable(file.path) + ": " + file.media_type + ", " + size_text(file.size_bytes) + "\n");
    say(call, "its content is not text (hint: --raw prints it as it is)");
  }
  return 0;
}

int run(const Invocation& call) {
  if (call.arguments.size() > 2) {
    throw Error(ErrorCode::usage, "files takes a NAME and a PATH", "see 'skillcat files --help'");
  }
  const Locations locations = locate(call);
  Catalog catalog = open_catalog(call, locations);
  const std::string& name = call.arguments.front();
  if (call.arguments.size() == 1) return print_list(call, catalog.files(name, locations.cwd));
  return print_file(call, catalog.file(name, call.arguments[1], locations.cwd));
}

}  // namespace

const Command kFilesCommand{.name = "files",
                            .summary = "the other files of a skill, and the content of one",
                            .arguments = "NAME [PATH]",
                            .arity = Arity::some,
                            .options = {{"--raw", "", "the content as it is, binary too"}},
                            .manual = R"(Examples:
  skillcat files pdf                              what is in its folder
  skillcat files pdf scripts/fill.py              one of them
  skillcat files pdf logo.png --raw > logo.png    that is not text
  skillcat files pdf forms.md --json | jq -r .content

Files are read from the skill's folder alone: a link that leaves it is refused. At most 16 MiB.
Exits with 1 when there is no such skill or file.
)",
                            .run = run};

}  // namespace skillcat::cli
