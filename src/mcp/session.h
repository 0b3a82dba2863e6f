// A session with one server: opened, asked for its lists, and left open as long as it is of use.
//
// Errors: problems whose texts are safe to show and store: printable, and without secrets.
// Threads: one at a time, the one that opened it (its process ends with that thread).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcp/client.h"
#include "mcp/era.h"
#include "mcp/listing.h"
#include "mcp/secrets.h"
#include "mcp/transport.h"

namespace skillcat::mcp {

class Session {
 public:
  /// Starts or connects, and shakes hands, within the server's start deadline. This and the
  /// functions below give up, with any problem, once `stop` (a descriptor; -1 = none) is readable.
  static Result<std::unique_ptr<Session>> open(const ServerSettings& server, int stop = -1);

  /// All its lists, within the list deadline. They are asked for again when the tools change
  /// meanwhile, and once after a new handshake when an HTTP server has forgotten the session.
  Result<Discovery> list();

  bool announces_changes() const { return opening_.announces_changes(kTools.name); }

  /// From now on `wait` hears of changes. For a session that stays open.
  void listen() { transport_->listen(); }

  enum class Event : std::uint8_t {
    changed,  ///< the tools have changed, and are at rest
    ended,    ///< the session is over
    woken,    ///< `wake` or `stop` is readable
    due,      ///< `until` has passed
  };
  Event wait(Time until, int wake);

 private:
  struct Lists {
    Json tools = Json::array();
    Json prompts = Json::array();
    Json resources = Json::array();
    std::vector<Problem> problems;
  };
  struct Answer {
    Json result;
    std::string refused;  ///< the server's error; empty when it has answered
    bool is_unknown_method = false;
  };

  Session(const ServerSettings& server, int stop)
      : server_(server), secrets_(server), stop_(stop) {}

  std::optional<Problem> connect();
  Result<Answer> ask(const char* method, const Json& params, Time until);
  Result<std::optional<Answer>> take(const std::string& bytes, int id);
  Result<Lists> list_at_rest(Time until);
  Result<Lists> list_once(Time until);
  std::optional<Problem> list_one(const ListKind& kind, Time until, Json& items,
                                  std::vector<Problem>& problems);
  void rest(Time until);
  Discovery discovery_of(Lists lists) const;
  Problem unanswered(const char* method) const;
  Problem safe(Problem problem) const;

  const ServerSettings server_;
  const Secrets secrets_;
  const int stop_;
  std::unique_ptr<Transport> transport_;
  Opening opening_;
  int last_id_ = 0;
  bool changed_ = false;  ///< the tools, since they were last asked for
  std::size_t list_bytes_ = 0;
  std::size_t list_values_ = 0;
  std::size_t noise_ = 0;  ///< how many lines were no messages
  std::string first_noise_;
};

}  // namespace skillcat::mcp
