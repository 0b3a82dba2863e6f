#include "base/stem.h"

#include <libstemmer.h>

#include <new>

namespace skillcat {

Stemmer::Stemmer() : stemmer_(sb_stemmer_new("english", "UTF_8")) {
  if (stemmer_ == nullptr) throw std::bad_alloc();
}

Stemmer::~Stemmer() {
  sb_stemmer_delete(stemmer_);
}

std::string_view Stemmer::stem(std::string_view word) {
  const auto* symbols = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_, symbols, static_cast<int>(word.size()));
  if (stem == nullptr) return word;
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_))};
}

}  // namespace skillcat
