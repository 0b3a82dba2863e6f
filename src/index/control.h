// The daemon's socket, "<catalog>.sock": one line of JSON asked, one answered.
//
// Only the daemon's own user is listened to: the file is 0600 and the peer's uid is checked.
#pragma once

#include <skillcat/error.h>

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "base/fs.h"
#include "index/pass.h"

namespace skillcat::index {

std::string socket_path(const std::string& catalog_path);

/// What is asked of a daemon. Every one of these is answered once every change made before is
/// committed.
struct Request {
  bool by_digest = false;
  bool rebuild = false;
  bool verify = false;
};

struct Reply {
  PassReport report;
  std::vector<std::string> findings;  ///< of a verification
};

/// Asks the daemon of a catalog and waits for its answer. None when no daemon runs. Throws what
/// the daemon threw, and Error(catalog) when it ends without an answer or takes over ten minutes.
std::optional<Reply> ask_daemon(const std::string& catalog_path, const Request& request);

/// The daemon's side. Threads: one.
class ControlSocket {
 public:
  /// A client that waits for an answer.
  struct Client {
    UniqueFd fd;
    std::string input;
    std::optional<Request> request = {};
    bool seen = false;  ///< a pass is made for it
  };

  /// Takes the place of a socket that was left behind: the caller holds the index lock.
  /// Throws Error(catalog).
  explicit ControlSocket(const std::string& catalog_path);
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;
  ~ControlSocket();

  int fd() const { return fd_.get(); }
  /// Makes the file again when somebody has removed it. Throws Error(catalog).
  void renew();
  /// Takes those who wait to be let in, and reads what they ask; drops who has gone or is not
  /// understood.
  void serve();
  std::list<Client>& clients() { return clients_; }
  const std::list<Client>& clients() const { return clients_; }

  /// Answers those for whom a pass was made, and lets them go.
  void answer_seen(const Reply& reply);
  void answer_seen(const Error& error);

 private:
  void listen();
  void let_in();
  static bool read(Client& client);
  void send_to_seen(const std::string& line);

  std::string path_;
  ino_t file_ = 0;
  UniqueFd fd_;
  std::list<Client> clients_;
};

}  // namespace skillcat::index
