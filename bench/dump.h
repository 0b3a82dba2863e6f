// The rows and queries of a benchmark as files, for peers that are no library (`peers.mjs`).
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "table.h"

namespace skillcat::bench {

/// Writes below `folder`, which it empties:
///   rows.jsonl     {doc, name, triggers, description, body}: text segmented as FTS5 gets it
///   files/NN/sM.md the same skills as people have them
///   queries.jsonl  {kind, terms, exact}: the terms that FTS5 is asked for, the exact top ten
/// Errors: std::ios_base::failure.
class Dump {
 public:
  explicit Dump(std::string folder);
  void add(std::uint32_t doc, const Declaration& skill);
  void add_queries(const std::vector<AskedQuery>& queries, const std::vector<Docs>& exact);

 private:
  std::string folder_;
  std::ofstream rows_;
};

}  // namespace skillcat::bench
