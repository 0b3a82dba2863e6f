// THE TABLE of sources: one row a kind of root.
#include <skillcat/error.h>

#include "source/source.h"

namespace skillcat::source {
namespace {

const Source* const kSources[] = {
    &kFolderSource,   // local: SKILL.md files and definitions below a folder
    &kPluginSource,   // plugin: the skills and commands of an agent's plugin
    &kBundledSource,  // bundled: the skills compiled into the binary
    &kMcpSource,      // mcp: what a server has last offered, as recorded in a file
};

}  // namespace

const Source& source_of(SourceKind kind) {
  for (const Source* source : kSources) {
    if (source->kind == kind) return *source;
  }
  throw Error(ErrorCode::internal, "no source for roots of kind " + std::string(to_text(kind)));
}

std::string_view to_text(RootState state) {
  switch (state) {
    case RootState::ok:
      return "ok";
    case RootState::partial:
      return "partial";
    case RootState::gone:
      return "gone";
    case RootState::unreadable:
      return "unreadable";
  }
  return "ok";
}

std::string_view code_of_absence(const Root& root) {
  return root.installed ? "plugin_missing" : "root_gone";
}

}  // namespace skillcat::source
