// Symbolic links below a root: followed once, as people install skills by them; never further.
//
// A link to what the root holds anyway is a second path of it. A link that leaves the root is
// followed where a person put a skill (right below the root, or to a folder with a SKILL.md), and
// for a file only when its target is called like one: a link in a repository of a stranger may
// point at any file of the person who indexes it.
// Cost: one stat a link, and one resolved path for each that leads to something new.
#pragma once

#include "source/folder_walk.h"

namespace skillcat::source {

/// Follows the links that `walk` has found, and those found behind them. It ends because a folder
/// is entered once.
void follow_links(FolderWalk& walk, const Root& root);

}  // namespace skillcat::source
