// One tool of an MCP server, as it lists it. Pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace skillcat::parse {

struct ToolParameter {
  std::string name;
  std::string type;  ///< "string", "array of string", "string or null", …; empty when none is told
  bool required = false;
  std::string description;
  std::string choices;  ///< the values of an enum, joined; empty for none
};

struct Tool {
  std::string name;   ///< as the server has it, byte by byte
  std::string title;  ///< empty when it says no more than the name
  std::string description;
  std::vector<ToolParameter> parameters;
  bool cut = false;  ///< some text was longer than is kept
};

inline constexpr std::size_t kMaxToolNameBytes = 256;
inline constexpr std::size_t kMaxToolText = 16'384;  ///< characters of a description
inline constexpr std::size_t kMaxParameterText = 4'096;
inline constexpr std::size_t kMaxParameters = 200;

/// Why `value` is no tool that can be used; empty when it is one.
std::string what_is_wrong(const nlohmann::json& value);
/// A tool with which nothing is wrong.
Tool read_tool(const nlohmann::json& value);

/// Its heading, description and parameters as Markdown.
std::string text_of(const Tool& tool);
/// Its title and the first sentence of its description on one line; may be empty.
std::string summary_of(const Tool& tool);

/// The first `limit` characters; sets `was_cut` when that is not all.
std::string shortened(std::string text, std::size_t limit, bool& was_cut);

/// A text member as it is stored: LF line ends, no NUL. Empty for anything else.
std::string text_member(const nlohmann::json& object, const char* key);

}  // namespace skillcat::parse
