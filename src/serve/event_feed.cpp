#include "serve/event_feed.h"

#include <algorithm>
#include <set>

#include "base/log.h"
#include "serve/handlers.h"

namespace skillcat::serve {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// How long one wait for a change takes at most: the delay of a stop, and of a stream that opened
/// while the catalog changed.
constexpr std::chrono::milliseconds kLongestWait{100};
constexpr std::chrono::milliseconds kTryAgain{500};

}  // namespace

class EventFeed::Stream {
 public:
  std::string text;  ///< to be sent, from `sent` on
  std::size_t sent = 0;
  std::int64_t revision = 0;  ///< all up to it is told, or in `text`
  Connection connection;
  bool rests = false;
  SteadyClock::time_point last_text = SteadyClock::now();

  bool is_empty() const { return sent == text.size(); }
};

EventFeed::EventFeed(std::string catalog_path, std::chrono::milliseconds heartbeat)
    : catalog_path_(std::move(catalog_path)), heartbeat_(heartbeat), thread_([this] { run(); }) {}

EventFeed::~EventFeed() {
  stop(std::chrono::milliseconds(0));
  thread_.join();
}

EventFeed::Stream* EventFeed::open(std::string first, std::int64_t revision,
                                   Connection connection) {
  auto stream = std::make_unique<Stream>();
  stream->text = std::move(first);
  stream->revision = revision;
  stream->connection = std::move(connection);
  const std::lock_guard lock(mutex_);
  streams_.push_back(std::move(stream));
  changed_.notify_all();
  return streams_.back().get();
}

void EventFeed::close(Stream* stream) {
  const std::lock_guard lock(mutex_);
  streams_.remove_if([&](const auto& other) { return other.get() == stream; });
  changed_.notify_all();
}

std::optional<std::size_t> EventFeed::read(Stream* stream, char* out, std::size_t size) {
  const std::lock_guard lock(mutex_);
  if (stream->is_empty()) {
    if (stopping_) return std::nullopt;
    stream->rests = true;
    stream->connection.rest();
    return 0;
  }
  const std::size_t count = std::min(size, stream->text.size() - stream->sent);
  stream->text.copy(out, count, stream->sent);
  stream->sent += count;
  return count;
}

void EventFeed::stop(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  for (const auto& stream : streams_) wake(*stream, {});
  changed_.notify_all();
  changed_.wait_until(lock, SteadyClock::now() + timeout, [&] { return streams_.empty(); });
}

void EventFeed::run() {
  std::optional<Catalog> catalog;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (streams_.empty()) catalog.reset();
      changed_.wait(lock, [&] { return stopping_ || !streams_.empty(); });
      if (stopping_) return;
    }
    try {
      look(catalog);
    } catch (const Error& error) {
      log_warning(std::string("event streams wait: ") + error.what());
      catalog.reset();
      std::unique_lock lock(mutex_);
      changed_.wait_until(lock, SteadyClock::now() + kTryAgain, [&] { return stopping_; });
    }
    beat();
  }
}

void EventFeed::look(std::optional<Catalog>& catalog) {
  if (!catalog) catalog = Catalog::open(catalog_path_);
  std::set<std::int64_t> told;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& stream : streams_) {
      if (stream->is_empty()) told.insert(stream->revision);
    }
  }
  // The stream that is furthest behind decides: when all are level, this waits.
  const std::int64_t now = catalog->wait_for_change(
      told.empty() ? catalog->freshness().revision : *told.begin(), kLongestWait);
  for (const std::int64_t revision : told) {
    if (revision == now) continue;
    const bool replaced = revision > now;
    tell(catalog->changes_since(replaced ? 0 : revision), revision, replaced);
  }
}

void EventFeed::tell(const ChangeList& list, std::int64_t since, bool replaced) {
  std::string text = replaced ? replaced_event(list) : std::string();
  if (!list.changes.empty()) text += changes_event(list);
  const std::lock_guard lock(mutex_);
  for (const auto& stream : streams_) {
    if (!stream->is_empty() || stream->revision != since) continue;
    stream->revision = list.revision;
    if (!text.empty()) wake(*stream, text);
  }
}

void EventFeed::beat() {
  const std::lock_guard lock(mutex_);
  const auto silent_since = SteadyClock::now() - heartbeat_;
  for (const auto& stream : streams_) {
    if (stream->is_empty() && stream->last_text <= silent_since) wake(*stream, ":\n\n");
  }
}

void EventFeed::wake(Stream& stream, std::string text) {
  if (!text.empty()) {
    stream.text = std::move(text);
    stream.sent = 0;
    stream.last_text = SteadyClock::now();
  }
  if (!std::exchange(stream.rests, false)) return;
  stream.connection.wake();
}

}  // namespace skillcat::serve
