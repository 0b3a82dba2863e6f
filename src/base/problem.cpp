#include "base/problem.h"

#include <skillcat/error.h>

#include <algorithm>

namespace skillcat {
namespace {

using enum Severity;

/// Only `repair` and `broken` rows name the flags.
constexpr ProblemKind plain(std::string_view code, Severity severity, std::string_view meaning,
                            std::string_view fix) {
  return {code, severity, meaning, fix, false, false};
}
constexpr ProblemKind repair(std::string_view code, Severity severity, std::string_view meaning,
                             std::string_view fix) {
  return {code, severity, meaning, fix, true, false};
}
constexpr ProblemKind broken(std::string_view code, std::string_view meaning,
                             std::string_view fix) {
  return {code, error, meaning, fix, false, true};
}

constexpr ProblemKind kProblemKinds[] = {
    plain("agent_file_invalid", warning,
          "The agents/openai.yaml beside a skill, or a part of it, cannot be read. The skill is "
          "served without it.",
          "Correct the file: YAML of at most 64 KiB, and in `dependencies.tools` a list of maps "
          "with `value`."),
    plain("both_dialects", note,
          "Both frontmatter and metadata sections (Skill Metadata, Triggers, ...) are there. "
          "Frontmatter wins, field by field.",
          "Keep one of the two; frontmatter is what other tools read."),
    plain("broken_link", warning, "A symbolic link leads nowhere.",
          "Make the link point to a file or folder that exists, or delete it."),
    broken("changed_while_reading", "The file changed each time it was read.",
           "Nothing, as long as it comes to rest: the next pass reads it."),
    repair("command_not_toml", warning,
           "A command's file is not TOML, or has no text `prompt`. All of its text is taken as the "
           "instructions.",
           "Write prompt = \"\"\"...\"\"\" and check the file with a TOML checker."),
    plain("config_invalid_json", warning, "The configuration is not a JSON object.",
          "Write one object, {...}, in a ```json block; check it with a JSON checker."),
    plain("control_characters", note,
          "The text holds control characters, such as terminal escapes.",
          "Remove them; they usually came with text copied from a terminal."),
    plain("description_from_body", warning,
          "There is no description, so the first paragraph of the text stands in for it.",
          "Add `description:` to the frontmatter: what the skill does and when to use it."),
    plain("description_from_when_to_use", note,
          "There is no description, so `when_to_use` stands in for it.",
          "Add `description:` to the frontmatter."),
    plain("description_missing", warning,
          "There is no description, and no paragraph that could stand in for it: the skill is hard "
          "to find.",
          "Add `description:` to the frontmatter: what the skill does and when to use it."),
    repair("description_not_text", warning,
           "YAML reads the description as a list, map, tag or anchor. It is taken as written.",
           "Put the description in double quotes."),
    plain("description_too_long", note,
          "The description has more than the 1,024 characters that the specification allows.",
          "Say what the skill does and when to use it; move the rest into the text below."),
    plain("duplicate_file", warning, "Two skill files are in one folder. SKILL.md wins.",
          "Delete or rename the other one."),
    repair("duplicate_key", warning, "A key is there twice. The first one is used.",
           "Delete the one that is not meant."),
    broken("empty", "The file holds nothing but blanks.", "Write the skill, or delete the file."),
    plain("entry_invalid_json", error,
          "An entry of a definitions file is not JSON, or nests deeper than 64. The other entries "
          "are not affected.",
          "Check the entry with a JSON checker."),
    plain("entry_not_object", error, "An entry of a definitions file is not an object.",
          "Write each skill as {\"name\": ..., \"description\": ...}."),
    plain("entry_too_large", error, "An entry of a definitions file is larger than 1 MiB.",
          "Move its instructions to a file and name it in `instructions_file`."),
    plain("file_name_case", note,
          "The file is not called SKILL.md exactly; tools that look for that name miss it.",
          "Rename it to SKILL.md."),
    plain("files_cut", note,
          "The skill's folder holds more than 1,000 other files; the rest is not listed.",
          "Move what is not part of the skill elsewhere."),
    repair("frontmatter_fence_glued", warning,
           "The closing --- of the frontmatter has text behind it on the same line.",
           "Put a line break behind the closing ---."),
    repair("frontmatter_in_code_fence", warning, "The whole file is wrapped in a code fence.",
           "Delete the ``` lines at the start and the end."),
    broken("frontmatter_lost",
           "The last version had frontmatter, and this one has none or one that is not closed. The "
           "last good version is served.",
           "Restore the frontmatter between two lines of ---."),
    repair("frontmatter_not_first", warning,
           "Text comes before the frontmatter; most tools read it only at the start of the file.",
           "Move the frontmatter to the first line."),
    repair("frontmatter_second_block", warning,
           "A second frontmatter block follows the first. The first wins, key by key.",
           "Merge the two blocks into one."),
    repair("frontmatter_unclosed", warning, "The frontmatter is never closed.",
           "Put a line of --- behind its last key."),
    repair("frontmatter_without_fence", warning,
           "Keys such as `name:` start the file without --- around them.",
           "Put a line of --- before the first key and one behind the last."),
    plain("hidden_text", warning,
          "The text holds characters that a reader does not see but a model does: zero-width, "
          "bidirectional or tag characters.",
          "Remove them. If you did not write them, do not trust the skill."),
    plain("inactive_version", note,
          "The plugin cache holds a version of a plugin that is not the installed one. It is not "
          "indexed.",
          "Nothing: only the installed version is used. Install this one to use it."),
    plain("instructions_file_missing", error,
          "The file that `instructions_file` names is not there or cannot be read.",
          "Give its path relative to the definitions file; it must not leave that folder."),
    repair("invalid_utf8", warning, "Some bytes are not UTF-8; U+FFFD stands in for them.",
           "Save the file as UTF-8."),
    plain("link_not_followed", note,
          "A symbolic link leads out of the root from inside a skill, and was not followed.",
          "Add the link's target as a root of its own."),
    plain("linked", note, "The skill was reached through a link that leaves the root.",
          "Nothing: this is how many people install skills."),
    plain("manifest_field_invalid", warning,
          "A field of a plugin's manifest, of a marketplace or of the list of installed plugins is "
          "not what it should be. It is left out; everything else is used.",
          "Correct the field."),
    plain(
        "manifest_invalid", warning,
        "A plugin's manifest, a marketplace or a list of plugins or hooks cannot be read: it is "
        "not a JSON object, too large, or no file that may be read. Skills that are already known "
        "through it stay.",
        "Check the file with a JSON checker, and its permissions."),
    plain("manifest_path_missing", warning,
          "A plugin's manifest or a marketplace names a file or folder that is not there.",
          "Correct the path; it is relative to the plugin's folder (the marketplace's)."),
    plain("mcp_bad_record", error,
          "The record of an MCP server is not a JSON object with a list of tools.",
          "Ask the server again with `skillcat mcp refresh`; a record of your own needs \"tools\": "
          "[...]."),
    plain("mcp_bad_tool", warning,
          "An MCP server lists an item that is no object, has no name, or has a text or schema of "
          "the wrong type. The others are not affected.",
          "Tell the server's author."),
    plain("mcp_deadline", error, "An MCP server did not answer in time.",
          "Start it by hand to see what it waits for; a slow one needs a longer deadline."),
    plain("mcp_failed", error,
          "An MCP server could not be asked. What it answered last is served, as stale.",
          "Start the server by hand to see what it says; then `skillcat mcp refresh NAME`."),
    plain("mcp_file_unreadable", warning,
          "A file that may name MCP servers is not JSON (Codex's: not TOML), or cannot be read.",
          "Correct the file; comments are allowed."),
    plain("mcp_misconfigured", error,
          "An MCP server cannot be used as it is configured: an unset variable, no command or URL, "
          "an unknown transport or grouping, or a name that cannot be one.",
          "Correct its entry in the file that is named."),
    plain("mcp_name_taken", note, "Two files name an MCP server alike. The first one is used.",
          "Nothing, when both mean the same server; else rename one of them."),
    plain("mcp_noise", note,
          "An MCP server sends what is no message; only messages belong on its stdout.",
          "Tell the server's author: logs go to stderr."),
    plain("mcp_not_asked", note, "An MCP server was never asked for its tools.",
          "Run `skillcat mcp refresh`."),
    plain(
        "mcp_paging", warning,
        "The pages of an MCP server's list do not end, or it has more than 5,000 items. What came "
        "before is kept.",
        "Tell the server's author."),
    plain("mcp_protocol", error, "An MCP server's answer is not what the protocol says.",
          "Check that the command or URL is that of an MCP server; else tell its author."),
    plain("mcp_refused", error, "An MCP server refuses what it is asked.",
          "The message says why; often a token is missing or has expired, or the URL is wrong."),
    plain("mcp_repeated_tool", warning,
          "Two tools of an MCP server have one name. The first one is used.",
          "Tell the server's author."),
    plain("mcp_session_lost", error,
          "An MCP server ended or forgot the session before it had answered.",
          "The message holds its last words; start it by hand to see more."),
    plain("mcp_start_failed", error, "An MCP server cannot be started or reached.",
          "Check its command, folder or URL; the message says what failed."),
    plain("mcp_text_cut", note,
          "Text of an MCP server is longer than is kept: 16,384 characters of a description, 200 "
          "parameters of a tool, 1 MiB of a skill.",
          "Nothing, as long as the skill is found; the server itself has the whole text."),
    plain("mcp_too_large", error,
          "An MCP server's answers have more than 64 MiB, or a million values.",
          "Tell the server's author; a server that can be told to offer fewer tools helps."),
    plain("mcp_untrusted", note,
          "A file names an MCP server that is not trusted, so it is neither started nor contacted.",
          "`skillcat mcp trust NAME` shows what it would run, and trusts it."),
    plain("metadata_invalid", note, "`metadata` is not a map of keys and values.",
          "Write it as a block of indented `key: value` lines."),
    plain("name_missing", warning,
          "There is no name, so the folder's name (in a definitions file: the entry's number) "
          "stands in for it.",
          "Add `name:` to the frontmatter."),
    plain("name_nonconforming", warning,
          "The name breaks the specification: 1 to 64 of a-z, 0-9 and single dashes between them.",
          "Rename the skill, for example my-skill."),
    plain("name_not_folder", note,
          "The name is not the folder's name, which the specification asks for.",
          "Rename the folder or the skill."),
    repair("name_not_text", warning,
           "YAML reads the name as a list, map, tag or anchor. It is taken as written.",
           "Put the name in double quotes."),
    plain("nested", note, "The skill lies inside another skill's folder.",
          "Nothing, when it is meant to be a skill; else rename the file."),
    broken("not_a_file", "What is called SKILL.md is not a regular file.",
           "Put a regular file in its place."),
    plain("not_an_array", error, "A definitions file is JSON, but not an array.",
          "Write an array of skills: [{...}, {...}]."),
    plain("not_json", error, "A definitions file is not JSON, or its array does not end.",
          "Check the file with a JSON checker."),
    repair("nul_bytes", warning, "The file holds NUL bytes; U+FFFD stands in for them.",
           "Save the file as plain UTF-8 text."),
    plain(
        "path_leaves_plugin", warning,
        "A plugin's manifest names a path outside the plugin's folder (a marketplace: outside its "
        "own). It is refused.",
        "Move what it names into the plugin."),
    plain("pattern_refused", warning,
          "A pattern is not a regular expression that can be used: wrong syntax, longer than 1 "
          "KiB, too costly, or beyond the 64th.",
          "Correct or shorten the pattern. Look-around and back-references are not supported."),
    plain("plugin_disabled", note,
          "A plugin is installed, but a settings.json disables it, or the project that it is "
          "installed for is gone. It is not indexed.",
          "Nothing, when it is meant to be off; else enable it in the agent."),
    plain("plugin_elsewhere", note,
          "A marketplace lists plugins that lie in other repositories or packages.",
          "Nothing: those that are installed are found where the agent keeps them."),
    plain("plugin_missing", warning,
          "An installed plugin's folder is not there. What was known of it stays, as stale.",
          "Install the plugin again, or uninstall it."),
    plain("plugin_outside", warning,
          "The list of installed plugins names a folder outside of the agent's own for plugins. It "
          "is indexed only when it has a plugin's manifest, skills or commands.",
          "Check `installPath` in installed_plugins.json; install the plugin again."),
    repair("repaired_bad_escape", warning,
           "A double-quoted value holds a backslash sequence that YAML does not know. The "
           "backslash is kept.",
           "Use single quotes, or write each backslash twice."),
    repair("repaired_blanks", warning,
           "No-break spaces stand where blanks are meant, usually pasted from a web page.",
           "Replace them by plain blanks."),
    repair("repaired_block_header", warning,
           "Behind | or > comes text on the same line, or lines that are not indented.",
           "Start the text on the next line and indent every line by two blanks."),
    repair("repaired_colon", warning,
           "A value without quotes holds a colon and a blank, which YAML reads as a new key. It is "
           "taken as written.",
           "Put the value in double quotes."),
    repair("repaired_comment_cut", warning,
           "YAML drops the description from \" #\" on. It is kept.",
           "Put the description in double quotes."),
    repair("repaired_flow", warning, "A value that starts with [ or { is not a whole list or map.",
           "Close every bracket, or put the value in double quotes if it is text."),
    repair("repaired_indentation", warning, "A value goes on in lines that are not indented.",
           "Indent the lines that continue a value by two blanks."),
    repair("repaired_nested", warning,
           "Some value inside this list or map is not YAML as written; only that one is taken as "
           "text.",
           "Put values that hold special characters in double quotes."),
    repair("repaired_special_start", warning,
           "A value without quotes starts with a character that YAML reserves (* & ! % @ `). It is "
           "taken as written.",
           "Put the value in double quotes."),
    repair("repaired_stray_line", warning,
           "A line before the first key belongs to no key and is left out.",
           "Indent it below its key, or delete it."),
    repair("repaired_text_after_quote", warning, "A quoted value goes on behind its closing quote.",
           "Put all of the value inside the quotes, and write quotes inside it as \\\"."),
    repair("repaired_unclosed_quote", warning, "A value starts with a quote that is never closed.",
           "Close the quote."),
    repair("repaired_value", warning, "A value is not YAML as written. It is taken as text.",
           "Put the value in double quotes."),
    plain("root_gone", error, "The folder of a root is not there. Its skills stay, as stale.",
          "Bring the folder back, or forget it with `skillcat root remove`."),
    plain("root_unreadable", error, "A root could not be read. Its skills stay, as stale.",
          "Check the permissions of the folder."),
    plain("second_path", note,
          "The path leads to a skill that is already in the catalog under another path.",
          "Nothing: it is kept once."),
    plain("too_deep", warning,
          "The folder lies deeper than 32 levels below its root and was not entered.",
          "Add it as a root of its own."),
    broken("too_large",
           "The file is larger than 1 MiB, its frontmatter larger than 64 KiB, or a definitions "
           "file larger than 64 MiB.",
           "Move the bulk into files beside it and link them from the text."),
    plain("too_many_entries", error,
          "A definitions file has more than 100,000 entries; the rest is not read.",
          "Split it into several files."),
    plain("too_many_folders", warning,
          "The root holds more than 200,000 folders; what lies beyond is not indexed.",
          "Name the folders that hold skills as roots, or exclude large ones."),
    broken("unreadable", "The file cannot be read.",
           "Check its permissions, and those of its folder."),
    plain("unreadable_folder", warning, "A folder cannot be read, so skills in it are not seen.",
          "Check its permissions."),
    repair("yaml_alias", warning,
           "A value uses a YAML alias (*name), which is refused. It is taken as text.",
           "Write the value out, or put it in double quotes if it is text."),
    repair("yaml_too_deep", warning, "A value nests deeper than 16 levels. It is taken as text.",
           "Flatten it, or move it to a file beside the skill."),
    repair("yaml_too_many_nodes", warning,
           "The frontmatter has more than 1,000 values; what goes beyond is taken as text or left "
           "out.",
           "Move the data to a file beside the skill."),
};

}  // namespace

std::span<const ProblemKind> problem_kinds() {
  return kProblemKinds;
}

const ProblemKind& problem_kind(std::string_view code) {
  const auto row = std::ranges::lower_bound(kProblemKinds, code, {}, &ProblemKind::code);
  if (row == std::end(kProblemKinds) || row->code != code) {
    throw Error(ErrorCode::internal, "looking up a problem: no such code " + std::string(code));
  }
  return *row;
}

Problem make_problem(std::string_view code, std::string message, int line, int column) {
  return {std::string(code), problem_kind(code).severity, std::move(message), {}, line, column};
}

}  // namespace skillcat
