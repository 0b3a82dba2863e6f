// Trust: which servers that other people's files name may be started or contacted.
//
// A server is trusted as it was when a person looked at it: in that file (its real path), with that
// command, arguments, environment, working folder, URL and names of headers. A change of any ends
// it. What our own configuration names needs no trust. Stored in trust.json, which holds digests
// and no values.
#pragma once

#include <string>
#include <vector>

#include "cli/server_entry.h"

namespace skillcat::cli {

struct TrustedServer {
  std::string file;     ///< real path
  std::string project;  ///< where it was found, so that it is found from everywhere
  std::string name;
  std::string digest;
};

class Trust {
 public:
  /// Throws Error(config).
  static Trust load(const std::string& path);
  void save(const std::string& path) const;

  bool covers(const ServerEntry& entry) const;
  /// In place of what was trusted of that name in that file.
  void add(const ServerEntry& entry);
  /// True when there was trust to take back.
  bool remove(const ServerEntry& entry);

  const std::vector<TrustedServer>& servers() const { return servers_; }  ///< oldest first

 private:
  std::vector<TrustedServer> servers_;
};

}  // namespace skillcat::cli
