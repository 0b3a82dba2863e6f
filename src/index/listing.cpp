#include "index/listing.h"

#include <algorithm>
#include <iterator>

#include "base/problem.h"

namespace skillcat::index {
namespace {

using source::Listing;
using source::Root;

Problem with_path(Problem problem, std::string path) {
  problem.path = std::move(path);
  return problem;
}

Listing list_by(const source::Source& source, const Root& root, const source::Rules& rules,
                const source::Part& part) {
  if (!root.doubt.empty()) {
    Listing unknown;
    unknown.state = source::RootState::unreadable;
    unknown.problems.push_back(make_problem("root_unreadable", root.doubt));
    return unknown;
  }
  return source.list_part == nullptr ? source.list(root, rules)
                                     : source.list_part(root, rules, part);
}

}  // namespace

Listing list_root(const Root& root, const source::Rules& rules, const std::string& folder,
                  ListingObserver* observer) {
  const bool observed = observer != nullptr && !root.path.empty();
  source::FolderObserver* folders = observed ? &observer->begin_listing(root, folder) : nullptr;
  Listing listing;
  try {
    listing = list_by(source::source_of(root.kind), root, rules, {folder, folders});
  } catch (const std::exception& e) {
    listing.state = source::RootState::unreadable;
    listing.problems.push_back(
        make_problem("root_unreadable", "cannot list " + root.path + ": " + e.what()));
  }
  std::ranges::copy(root.problems, std::back_inserter(listing.problems));
  for (Problem& problem : listing.problems) {
    if (problem.path.empty()) problem.path = root.path;
  }
  if (observed) observer->end_listing(root, folder, listing);
  return listing;
}

void doubt_an_empty_mount_point(const Root& root, Listing& listing, const KnownFiles& known) {
  if (listing.state != source::RootState::ok || !listing.candidates.empty() || known.empty() ||
      root.path.empty()) {
    return;
  }
  const bool other_device = std::ranges::all_of(
      known, [&](const auto& file) { return file.second.stamp.dev != listing.dev; });
  if (!other_device) return;
  listing.state = source::RootState::gone;
  listing.problems.push_back(
      with_path(make_problem(code_of_absence(root),
                             root.path + " is empty and on another device than its skills were"),
                root.path));
}

std::optional<Problem> unreachable_reason(const Root& root, const Listing& listing,
                                          const std::string& path) {
  // In the root's own words: one cause is one finding, whatever it takes away.
  const auto of_root = [&](std::string_view code, const std::string& otherwise) {
    for (const Problem& problem : listing.problems) {
      if (problem.code == code && problem.path == root.path) return problem;
    }
    return with_path(make_problem(code, otherwise), root.path);
  };
  if (listing.state == source::RootState::gone) {
    return of_root(code_of_absence(root), root.path + " is gone");
  }
  if (listing.state == source::RootState::unreadable) {
    return of_root("root_unreadable",
                   root.doubt.empty() ? root.path + " cannot be read" : root.doubt);
  }
  for (const std::string& folder : listing.unreadable_folders) {
    if (!lies_at_or_below(path, folder)) continue;
    const std::string whole = join_path(root.path, folder);
    return with_path(make_problem("unreadable_folder", whole + " cannot be read"), whole);
  }
  for (const std::string& link : listing.dangling_links) {
    if (!lies_at_or_below(path, link)) continue;
    const std::string whole = join_path(root.path, link);
    return with_path(make_problem("broken_link", "the link " + whole + " leads nowhere"), whole);
  }
  return std::nullopt;
}

}  // namespace skillcat::index
