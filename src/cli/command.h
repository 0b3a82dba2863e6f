// A command: its row in THE TABLE (commands.cpp), and one call of it.
//
// A command declares its options as data; args.cpp makes the parser of them, help.cpp the manual.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::cli {

enum class Color : std::uint8_t { automatic, always, never };
enum class Verbosity : std::uint8_t { quiet, normal, verbose };
enum class Format : std::uint8_t { text, json };

/// What every command understands, before or after its name.
struct Globals {
  std::string catalog;  ///< as given; empty = by environment and default
  std::string config;
  std::string cwd;
  Format format = Format::text;
  Color color = Color::automatic;
  Verbosity verbosity = Verbosity::normal;
};

struct Option {
  std::string_view name;   ///< "-n" or "--source"
  std::string_view value;  ///< what the help calls its value; empty: a flag
  std::string_view help;
  std::string_view alias = {};  ///< another name for it
};

enum class Arity : std::uint8_t { none, optional, one, any, some };

struct Invocation;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view arguments;  ///< as the usage line shows them
  Arity arity = Arity::none;
  std::vector<Option> options;
  std::string_view manual;  ///< the examples, which come first, then what else there is to say
  int (*run)(const Invocation& call);  ///< returns the exit status
};

/// One call, parsed.
struct Invocation {
  const Command* command = nullptr;  ///< none: nothing was asked for
  bool help = false;
  bool version = false;
  Globals globals;
  std::vector<std::string> arguments;                       ///< in order, after options
  std::map<std::string, std::vector<std::string>> options;  ///< by name

  bool json() const { return globals.format == Format::json; }
  bool quiet() const { return globals.verbosity == Verbosity::quiet; }
  bool has(const std::string& name) const { return options.contains(name); }
  /// The last value of an option, or `otherwise`.
  std::string value(const std::string& name, const std::string& otherwise = {}) const;
  /// As a count. Throws Error(usage) for anything but a number above 0.
  std::size_t count(const std::string& name, std::size_t otherwise) const;
  /// The value of --source. Throws Error(usage) for an unknown kind.
  std::optional<SourceKind> source() const;
};

/// THE TABLE, in the order of the help.
std::span<const Command* const> commands();
/// The row of `name`, or none.
const Command* find_command(std::string_view name);

extern const Command kIndexCommand;
extern const Command kDaemonCommand;
extern const Command kSyncCommand;
extern const Command kSearchCommand;
extern const Command kContextCommand;
extern const Command kMatchCommand;
extern const Command kShowCommand;
extern const Command kListCommand;
extern const Command kFilesCommand;
extern const Command kWhyCommand;
extern const Command kToolsCommand;
extern const Command kHooksCommand;
extern const Command kChangesCommand;
extern const Command kProblemsCommand;
extern const Command kCheckCommand;
extern const Command kRootCommand;
extern const Command kMcpCommand;
extern const Command kServeCommand;
extern const Command kStatusCommand;
extern const Command kVerifyCommand;
extern const Command kRebuildCommand;
extern const Command kExportCommand;
extern const Command kHelpCommand;

}  // namespace skillcat::cli
