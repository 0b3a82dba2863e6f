// Plugins and marketplaces in folders that a person names.
#include "cli/plugin_roots.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/problem.h"
#include "source/plugin.h"

namespace skillcat::cli {
namespace {

using source::Root;

bool is_folder(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

/// "/" has no name.
std::string name_of(const std::string& folder) {
  const auto name = file_name(folder);
  return name.empty() ? "root" : std::string(name);
}

bool is_label(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos;
}

/// The path of `inner` below `outer`; absent when it is not below it.
std::optional<std::string> below(const std::string& inner, const std::string& outer) {
  const std::string start = outer == "/" ? outer : outer + "/";
  if (!inner.starts_with(start)) return std::nullopt;
  return inner.substr(start.size());
}

/// With links resolved.
bool really_lies_in(const std::string& folder, const std::string& outer) {
  std::error_code error;
  const auto real = std::filesystem::canonical(folder, error).string();
  const auto real_outer = std::filesystem::canonical(outer, error).string();
  return !error && (real == real_outer || below(real, real_outer).has_value());
}

Root local_root(const NamedRoot& named, std::string label) {
  Root root;
  root.path = named.path;
  root.label = std::move(label);
  root.scope = named.scope;
  root.required = true;
  return root;
}

class Marketplace {
 public:
  Marketplace(const NamedRoot& named, const std::string& manifest, PluginPlan& plan)
      : named_(named), file_(join_path(named.path, manifest)), plan_(plan) {
    parsed_ = source::read_manifest(named.path, manifest, parse::parse_marketplace, problems_);
    label_ = !named.label.empty()     ? named.label
             : is_label(parsed_.name) ? parsed_.name
                                      : name_of(named.path);
  }

  const std::string& label() const { return label_; }

  void add_roots() {
    Root rest = local_root(named_, label_ + "-rest");
    if (parsed_.plugins) {
      for (const auto& entry : *parsed_.plugins) add_entry(entry);
      if (elsewhere_ > 0) {
        report("plugin_elsewhere", std::to_string(elsewhere_) + " of " +
                                       std::to_string(parsed_.plugins->size()) +
                                       " plugins lie in other repositories or packages");
      }
    } else {
      rest.doubt = file_ + " cannot be read";
    }
    divide(rest);
    rest.problems = std::move(problems_);
    plan_.roots.push_back(std::move(rest));
    std::ranges::move(plugins_, std::back_inserter(plan_.roots));
  }

 private:
  void report(std::string_view code, const std::string& what) {
    problems_.push_back(make_problem(code, file_ + ": " + what));
    problems_.back().path = file_;
  }

  void add_entry(const parse::MarketplaceEntry& entry) {
    if (!entry.folder) {
      ++elsewhere_;
      return;
    }
    const auto inside = source::path_inside(named_.path, *entry.folder);
    if (!inside) {
      return report("path_leaves_plugin",
                    "the plugin " + entry.name + " is in " + *entry.folder + ", which leaves it");
    }
    const std::string folder = join_path(named_.path, *inside);
    if (is_folder(folder) && !really_lies_in(folder, named_.path)) {
      return report("path_leaves_plugin",
                    "the plugin " + entry.name + " is in " + folder + ", a link that leaves it");
    }
    if (!is_folder(folder)) {
      return report("manifest_path_missing",
                    "the plugin " + entry.name + " is in " + folder + ", which is not there");
    }
    source::Plugin plugin{entry.name, entry.json, entry.strict};
    const auto sharing = std::ranges::find(plugins_, folder, &Root::path);
    if (sharing == plugins_.end()) return add_root(folder, std::move(plugin));
    if (std::ranges::find(sharing->plugins, entry.name, &source::Plugin::name) !=
        sharing->plugins.end()) {
      return report("manifest_field_invalid", "two plugins are called " + entry.name);
    }
    sharing->plugins.push_back(std::move(plugin));
    sharing->label = label_;
  }

  void add_root(const std::string& folder, source::Plugin plugin) {
    Root root;
    root.kind = SourceKind::plugin;
    root.path = folder;
    root.label = label_ + "/" + plugin.name;
    root.scope = named_.scope;
    root.named_by = named_.path;
    root.plugins.push_back(std::move(plugin));
    plugins_.push_back(std::move(root));
  }

  /// Every skill belongs to the innermost plugin around it, and to none when there is none.
  void divide(Root& rest) {
    for (Root& plugin : plugins_) {
      if (const auto path = below(plugin.path, rest.path)) {
        rest.skip.push_back(*path);
      } else {
        std::ranges::move(source::skill_folders(plugin), std::back_inserter(rest.skip));
      }
    }
    for (Root& outer : plugins_) {
      for (const Root& inner : plugins_) {
        if (const auto path = below(inner.path, outer.path)) outer.skip.push_back(*path);
      }
    }
  }

  const NamedRoot& named_;
  const std::string file_;
  PluginPlan& plan_;
  std::string label_;
  parse::ParsedMarketplace parsed_;
  std::vector<Problem> problems_;
  std::vector<Root> plugins_;
  int elsewhere_ = 0;
};

std::string name_in_manifest(const std::string& folder, const std::string& manifest) {
  std::vector<Problem> told_by_the_listing;
  const auto parsed =
      source::read_manifest(folder, manifest, parse::parse_plugin_manifest, told_by_the_listing);
  const std::string name = parsed.manifest ? parsed.manifest->name : std::string();
  return is_label(name) ? name : name_of(folder);
}

Root plugin_root(const NamedRoot& named, const std::string& manifest) {
  const std::string name = name_in_manifest(named.path, manifest);
  Root root = local_root(named, named.label.empty() ? name : named.label);
  root.kind = SourceKind::plugin;
  root.plugins.push_back({name, {}, true});
  return root;
}

}  // namespace

PluginPlan plan_named_root(const NamedRoot& named) {
  PluginPlan plan;
  if (const auto manifest = source::manifest_of_marketplace(named.path); !manifest.empty()) {
    Marketplace(named, manifest, plan).add_roots();
    plan.watch_files.push_back(join_path(named.path, manifest));
  } else if (const auto own = source::manifest_of_plugin(named.path); !own.empty()) {
    plan.roots.push_back(plugin_root(named, own));
    plan.watch_files.push_back(join_path(named.path, own));
  } else {
    plan.roots.push_back(
        local_root(named, named.label.empty() ? name_of(named.path) : named.label));
    if (!is_folder(named.path)) plan.roots.back().doubt = named.path + " is gone";
  }
  return plan;
}

bool holds_plugins(const std::string& folder) {
  return !source::manifest_of_marketplace(folder).empty() ||
         !source::manifest_of_plugin(folder).empty();
}

std::string default_label(const std::string& folder) {
  PluginPlan plan;
  const NamedRoot named{folder, {}, Scope::user};
  if (const auto manifest = source::manifest_of_marketplace(folder); !manifest.empty()) {
    return Marketplace(named, manifest, plan).label();
  }
  const auto own = source::manifest_of_plugin(folder);
  return own.empty() ? name_of(folder) : name_in_manifest(folder, own);
}

}  // namespace skillcat::cli
