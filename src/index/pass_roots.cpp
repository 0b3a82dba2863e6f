#include "index/pass_roots.h"

#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <string>

namespace skillcat::index {
namespace {

using source::Root;

/// A root as the catalog has it.
struct Stored {
  std::int64_t root_id = 0;
  Root root;
};

std::vector<Stored> stored_roots(SQLite::Database& database) {
  std::vector<Stored> roots;
  SQLite::Statement row(database,
                        "SELECT root_id, source, path, label, scope, project_path, precedence"
                        " FROM root ORDER BY precedence, root_id");
  while (row.executeStep()) {
    Stored& stored = roots.emplace_back();
    stored.root_id = row.getColumn(0).getInt64();
    stored.root.kind = parse_source_kind(row.getColumn(1).getString()).value_or(SourceKind::local);
    stored.root.path = row.getColumn(2).getString();
    stored.root.label = row.getColumn(3).getString();
    stored.root.scope = parse_scope(row.getColumn(4).getString()).value_or(Scope::user);
    stored.root.project_path = row.getColumn(5).getString();
    stored.root.precedence = row.getColumn(6).getInt64();
  }
  return roots;
}

bool is_same_place(const Root& a, const Root& b) {
  return a.kind == b.kind && a.path == b.path;
}

bool holds(const std::vector<Root>& roots, const Root& root) {
  return std::ranges::any_of(roots, [&](const Root& r) { return is_same_place(r, root); });
}

bool is_plugin_below(const Root& root, const std::string& folder) {
  return root.kind == SourceKind::plugin && root.path.starts_with(folder) &&
         (root.path.size() == folder.size() || root.path[folder.size()] == '/');
}

/// The planned root that `stored` is now, under another path.
const Root* find_moved(const Stored& stored, const std::vector<Root>& roots,
                       const std::vector<Stored>& all) {
  if (stored.root.kind != SourceKind::plugin) return nullptr;
  const auto moved = std::ranges::find_if(roots, [&](const Root& root) {
    return root.kind == SourceKind::plugin && root.label == stored.root.label &&
           std::ranges::none_of(all, [&](const Stored& s) { return is_same_place(s.root, root); });
  });
  return moved == roots.end() ? nullptr : &*moved;
}

}  // namespace

std::vector<Root> roots_of_pass(SQLite::Database& database, const std::vector<Root>& planned) {
  std::vector<Root> roots;
  for (const Root& root : planned) {
    if (!holds(roots, root)) roots.push_back(root);
  }
  const auto stored = stored_roots(database);
  std::vector<Root> kept;
  for (Root& root : roots) {
    if (root.doubt.empty()) continue;
    const std::size_t before = kept.size();
    for (const Stored& known : stored) {
      if (!is_plugin_below(known.root, root.path) || holds(roots, known.root)) continue;
      kept.push_back(known.root);
      kept.back().doubt = root.doubt;
    }
    if (kept.size() == before) root.doubt.clear();
  }
  if (kept.empty()) return roots;
  // A place that is called otherwise while the manifests cannot be read keeps its name, and one
  // whose name a kept place has gives way, or is that place.
  for (Root& root : roots) {
    const auto known = std::ranges::find_if(
        stored, [&](const Stored& other) { return is_same_place(other.root, root); });
    const bool clash = std::ranges::find(kept, root.label, &Root::label) != kept.end();
    if (known != stored.end() && (clash || !root.doubt.empty())) root.label = known->root.label;
    if (known == stored.end() && clash && root.doubt.empty()) root.label += "-2";
  }
  std::erase_if(roots, [&](const Root& root) {
    return std::ranges::find(kept, root.label, &Root::label) != kept.end();
  });
  std::ranges::move(kept, std::back_inserter(roots));
  return roots;
}

std::vector<RootRow> put_roots(SQLite::Database& database, Writer& writer,
                               const std::vector<Root>& roots) {
  const auto stored = stored_roots(database);
  std::vector<const Root*> moved;
  std::vector<std::int64_t> renamed;
  // Labels are freed before any is given, because two roots may change theirs for each other's.
  for (const Stored& known : stored) {
    const auto root = std::ranges::find_if(
        roots, [&](const Root& configured) { return is_same_place(configured, known.root); });
    if (root != roots.end()) {
      if (root->label != known.root.label) renamed.push_back(known.root_id);
    } else if (const Root* place = find_moved(known, roots, stored)) {
      writer.move_root(known.root_id, place->path);
      moved.push_back(place);
    } else {
      writer.remove_root(known.root_id);
    }
  }
  for (const std::int64_t root_id : renamed) writer.free_label(root_id);
  std::vector<RootRow> rows;
  rows.reserve(roots.size());
  for (const Root& root : roots) {
    rows.push_back({writer.put_root(root), std::ranges::find(moved, &root) != moved.end()});
  }
  return rows;
}

}  // namespace skillcat::index
