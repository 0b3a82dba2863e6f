// A prepared statement that is bound and run in one call. Strings are bound without a copy: they
// must live until the call returns, which arguments do.
#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"

namespace skillcat::index {

/// Binds as a BLOB. As for strings, the bytes must live until the call returns.
struct Blob {
  std::string_view bytes;
};

class Prepared {
 public:
  Prepared(SQLite::Database& database, const char* sql) : statement_(database, sql) {}

  /// Runs a statement that returns no rows; gives the number of rows it changed.
  template <class... Args>
  int run(const Args&... args) {
    start(args...);
    const int changed = statement_.exec();
    statement_.reset();
    return changed;
  }
  /// Runs a query for its first row, if there is one: `take` gets this.
  template <class Take, class... Args>
  bool first(Take&& take, const Args&... args) {
    start(args...);
    const bool found = step();
    if (found) take(*this);
    statement_.reset();
    return found;
  }

  /// Binds; then call `step` until it is false.
  template <class... Args>
  void start(const Args&... args) {
    statement_.tryReset();  // reset() would throw the error of the run before once more
    int index = 0;
    (bind(++index, args), ...);
  }
  bool step() {
    const bool row = statement_.executeStep();
    if (!row) statement_.reset();
    return row;
  }
  SQLite::Column column(int index) { return statement_.getColumn(index); }
  /// A BLOB of the row, valid until the next call.
  std::string_view bytes(int index) {
    const SQLite::Column blob = statement_.getColumn(index);
    return {static_cast<const char*>(blob.getBlob()), static_cast<std::size_t>(blob.getBytes())};
  }

 private:
  void bind(int index, std::int64_t value) { statement_.bind(index, value); }
  void bind(int index, int value) { statement_.bind(index, value); }
  void bind(int index, bool value) { statement_.bind(index, value ? 1 : 0); }
  void bind(int index, double value) { statement_.bind(index, value); }
  void bind(int index, const std::string& value) { statement_.bindNoCopy(index, value); }
  void bind(int index, std::string_view value) { statement_.bind(index, std::string(value)); }
  void bind(int index, const char* value) { statement_.bind(index, value); }
  void bind(int index, Blob value) {
    statement_.bindNoCopy(index, value.bytes.data(), static_cast<int>(value.bytes.size()));
  }
  void bind(int index, const Digest& value) {
    statement_.bindNoCopy(index, value.data(), static_cast<int>(value.size()));
  }
  template <class T>
  void bind(int index, const std::optional<T>& value) {
    if (value) {
      bind(index, *value);
    } else {
      statement_.bind(index);
    }
  }

  SQLite::Statement statement_;
};

}  // namespace skillcat::index
