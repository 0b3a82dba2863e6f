// The JSON shapes of skillcat's answers, the same on every surface.
//
// Shape: fields in the order written here, every field present, null for none; times RFC 3339.
// A shape changes only by addition: tests/serve/json_test.cpp holds each.
#pragma once

#include <skillcat/catalog.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace skillcat::serve {

using Json = nlohmann::ordered_json;

enum class Explain : std::uint8_t { no, yes };

/// {revision, as_of, complete}: how every answer begins.
Json to_json(const Freshness& freshness);
/// {code, severity, message, path, line, column, fix}
Json to_json(const Problem& problem);
/// {kind, field, text, terms}
Json to_json(const Evidence& evidence);
/// A skill without its instructions.
Json to_json(const Skill& skill);
/// A skill, score, evidence, snippet, copies, explain.
Json to_json(const Hit& hit, Explain explain);

Json to_json(const SkillList& list);
Json to_json(const SearchAnswer& answer, Explain explain);
/// A skill with instructions and copies, behind the freshness.
Json to_json(const SkillAnswer& answer);
Json to_json(const ProblemList& list);
Json to_json(const Status& status);
Json to_json(const ContextAnswer& answer);
Json to_json(const FileList& list);
/// `content` is null for what is not text: JSON holds no bytes.
Json to_json(const FileContent& file);
Json to_json(const WhyAnswer& answer);
Json to_json(const Change& change);
Json to_json(const ChangeList& list);
/// The list is called `field`: "tools" or "hooks".
Json to_json(const CapabilityList& list, std::string_view field);
/// {"error": {code, message, hint}}
Json to_json(const Error& error);

/// Text, or null for none.
Json text_or_null(std::string_view text);
/// RFC 3339, or null for 0.
Json time_or_null(std::int64_t unix_ms);
/// What to do about a problem; empty for a code that this version does not know.
std::string_view fix_of(std::string_view code);

enum class Layout : std::uint8_t { compact, indented };
/// Never throws: what is not UTF-8 becomes U+FFFD.
std::string dump(const Json& json, Layout layout);

}  // namespace skillcat::serve
