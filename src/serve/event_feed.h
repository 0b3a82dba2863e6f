// The open event streams: one thread waits for the catalog to change and gives each stream what
// it has not told yet. No stream takes a thread of its own.
//
// A stream holds one event at a time; a client that reads slowly gets the changes since then as
// one event, so its memory is bounded. A catalog that cannot be read is waited for.
//
// Threads: any. While no stream is open, the thread sleeps and the catalog is left alone.
#pragma once

#include <skillcat/catalog.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace skillcat::serve {

class EventFeed {
 public:
  class Stream;

  /// `heartbeat`: how often a silent stream sends a comment, which finds out clients that are gone.
  EventFeed(std::string catalog_path, std::chrono::milliseconds heartbeat);
  EventFeed(const EventFeed&) = delete;
  EventFeed& operator=(const EventFeed&) = delete;
  ~EventFeed();  ///< all streams must be closed

  /// What the server does with a stream's connection. Called under the feed's lock.
  struct Connection {
    std::function<void()> rest;  ///< until `wake`: nothing is there to be sent
    std::function<void()> wake;
  };

  /// A stream that begins with `first` and goes on with what changes after `revision`.
  Stream* open(std::string first, std::int64_t revision, Connection connection);
  void close(Stream* stream);

  /// The next bytes into `out`: how many. 0: there are none, the connection rests. None: the
  /// stream has ended.
  std::optional<std::size_t> read(Stream* stream, char* out, std::size_t size);

  /// Ends all streams and waits until they are closed, at most `timeout`.
  void stop(std::chrono::milliseconds timeout);

 private:
  void run();
  void look(std::optional<Catalog>& catalog);
  void tell(const ChangeList& list, std::int64_t since, bool replaced);
  void beat();
  void wake(Stream& stream, std::string text);

  const std::string catalog_path_;
  const std::chrono::milliseconds heartbeat_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< the list of streams, or `stopping_`
  std::list<std::unique_ptr<Stream>> streams_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace skillcat::serve
