// THE TABLE of commands: a new one is its file, its declaration in command.h and its row here.
#include "cli/command.h"

namespace skillcat::cli {
namespace {

const Command* const kCommands[] = {
    &kIndexCommand,     // fills the catalog
    &kDaemonCommand,    //
    &kSyncCommand,      //
    &kSearchCommand,    // asks it
    &kMatchCommand,     //
    &kContextCommand,   //
    &kShowCommand,      //
    &kListCommand,      //
    &kFilesCommand,     //
    &kWhyCommand,       //
    &kToolsCommand,     //
    &kHooksCommand,     //
    &kChangesCommand,   //
    &kCheckCommand,     // what is wrong with files
    &kProblemsCommand,  //
    &kServeCommand,     // answers other programs
    &kRootCommand,      // looks after the catalog
    &kMcpCommand,       //
    &kStatusCommand,    //
    &kVerifyCommand,    //
    &kRebuildCommand,   //
    &kExportCommand,    //
    &kHelpCommand,
};

}  // namespace

std::span<const Command* const> commands() {
  return kCommands;
}

const Command* find_command(std::string_view name) {
  for (const Command* command : kCommands) {
    if (command->name == name) return command;
  }
  return nullptr;
}

}  // namespace skillcat::cli
