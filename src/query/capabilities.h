// Tools and hooks, and the skills that name them.
#pragma once

#include <skillcat/catalog.h>

#include <string>

#include "query/reader.h"

namespace skillcat::query {

/// `kind` is "tool" or "hook"; an empty `name` asks for all.
CapabilityList list_capabilities(Reader& reader, const char* kind, const std::string& name);

}  // namespace skillcat::query
