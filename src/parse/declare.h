// From fields to the record: which key is what, in whatever form it was written. Pure.
//
// Keys are known by their exact spelling, else without case, '-' and '_' (`Name`, `allowedTools`).
// Every key that is not a member of Declaration goes to `metadata`:
//   - an unknown key stands at the top level;
//   - the entries of the specification's `metadata:` map stand there too, as they are the author's
//     other keys; an entry that an unknown key has taken stays below `metadata`;
//   - a list member whose value holds a map (hooks, triggers) is there as well, whole.
#pragma once

#include <skillcat/skill.h>

#include <vector>

#include "parse/fields.h"

namespace skillcat::parse {

/// Members that no field sets are empty, `version` included.
Declaration declare(const std::vector<Field>& fields, std::vector<Problem>& problems);

/// An empty declaration: no member set, no default.
Declaration empty_declaration();

/// Takes from `other` what `declaration` lacks; of `metadata`, the keys it lacks.
void fill_missing(Declaration& declaration, Declaration other);

/// `description` from when_to_use: absent in `metadata` means an empty answer.
std::string when_to_use(const Declaration& declaration);

/// A JSON object for `config_schema`, from a map or a JSON string; empty when it is neither.
std::string config_object(const Node& node);

}  // namespace skillcat::parse
