// Configuration files: JSON objects, read whole and written whole.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"

namespace skillcat::cli {

using Json = nlohmann::ordered_json;

/// The object in a file of ours, in which comments are allowed; an empty one when there is no file.
/// Throws Error(config) that names the file and the place in it.
Json load_object(const std::string& path);

/// The same of somebody else's file: what is wrong with it is a problem, and so is a value that
/// nests deeper than 64. An absent file is an empty object.
Result<Json> read_object(const std::string& path);
/// The same of a file that is TOML.
Result<Json> read_toml_object(const std::string& path);

/// Makes the folder (0700) where it is missing. The file is 0600. Throws Error(config).
void save_object(const std::string& path, const Json& json);

}  // namespace skillcat::cli
