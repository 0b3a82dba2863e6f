#include "mcp/http.h"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <list>
#include <utility>
#include <vector>

#include "base/problem.h"
#include "mcp/message.h"
#include "mcp/process.h"
#include "mcp/secrets.h"
#include "mcp/sse.h"
#include "mcp/url.h"

namespace skillcat::mcp {
namespace {

constexpr std::size_t kMaxSessionIdBytes = 1024;
constexpr int kMaxRedirects = 5;
/// Of one kind at a time.
constexpr std::size_t kMaxUnderWay = 16;

/// `text` begins with `start`, which is in lower case.
bool begins_with(std::string_view text, std::string_view start) {
  return std::ranges::equal(text.substr(0, start.size()), start, [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

/// One HTTP exchange that is under way.
struct Transfer {
  enum class Kind : std::uint8_t { message, answer, listen, close };

  Transfer(Kind of, std::string sent) : kind(of), body(std::move(sent)) {}
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() {
    curl_easy_cleanup(easy);
    curl_slist_free_all(headers);
  }

  long status() const {
    long code = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &code);
    return code;
  }
  bool is_good() const { return status() >= 200 && status() < 300; }
  bool is_events() const { return is_good() && begins_with(content_type, "text/event-stream"); }

  const Kind kind;
  const std::string body;  ///< what is sent; curl reads it here
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  bool has_session = false;  ///< it carried a session id
  int redirects = 0;
  std::string content_type;
  std::string session_id;
  std::string received;  ///< a body that is not events
  SseParser events{kMaxMessageBytes};
  bool too_large = false;
};

/// A header's value, when `line` is that header.
std::optional<std::string> header_value(std::string_view line, std::string_view name) {
  if (!begins_with(line, name) || !line.substr(name.size()).starts_with(':')) return std::nullopt;
  line.remove_prefix(name.size() + 1);
  const auto begin = line.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return std::string();
  return std::string(line.substr(begin, line.find_last_not_of(" \t\r\n") - begin + 1));
}

std::size_t take_header(char* data, std::size_t, std::size_t size, void* to) {
  auto& transfer = *static_cast<Transfer*>(to);
  const std::string_view line(data, size);
  if (line.starts_with("HTTP/")) transfer.content_type.clear();  // after a 100 Continue
  if (auto value = header_value(line, "content-type")) transfer.content_type = *std::move(value);
  if (auto value = header_value(line, "mcp-session-id")) transfer.session_id = *std::move(value);
  return size;
}

std::size_t take_body(char* data, std::size_t, std::size_t size, void* to) {
  auto& transfer = *static_cast<Transfer*>(to);
  const std::string_view bytes(data, size);
  if (transfer.is_events()) {
    transfer.events.append(bytes);
    transfer.too_large = transfer.events.overflowed();
  } else if (transfer.received.size() + size > kMaxMessageBytes) {
    transfer.too_large = true;
  } else {
    transfer.received += bytes;
  }
  return transfer.too_large ? 0 : size;
}

/// The server was never spoken to.
bool is_connect_failure(CURLcode code) {
  constexpr CURLcode kCodes[] = {
      CURLE_UNSUPPORTED_PROTOCOL,     CURLE_URL_MALFORMAT,      CURLE_COULDNT_RESOLVE_PROXY,
      CURLE_COULDNT_RESOLVE_HOST,     CURLE_COULDNT_CONNECT,    CURLE_SSL_CONNECT_ERROR,
      CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_OPERATION_TIMEDOUT};
  return std::ranges::find(kCodes, code) != std::end(kCodes);
}

bool is_visible_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

class HttpTransport final : public Transport {
 public:
  explicit HttpTransport(const ServerSettings& server)
      : url_(server.url), headers_(server.headers), secrets_(server), multi_(curl_multi_init()) {}
  ~HttpTransport() override;

  void send(const std::string& message) override {
    // Event streams of earlier answers that were never closed.
    if (count(Transfer::Kind::message) >= kMaxUnderWay) drop_transfers(Transfer::Kind::message);
    start(std::make_unique<Transfer>(Transfer::Kind::message, message));
  }
  void answer(const std::string& message) override {
    if (count(Transfer::Kind::answer) < kMaxUnderWay) {
      start(std::make_unique<Transfer>(Transfer::Kind::answer, message));
    }
  }
  void set_version(const std::string& version) override { version_ = version; }
  void listen() override { start(std::make_unique<Transfer>(Transfer::Kind::listen, "")); }

  std::optional<Problem> settle(Time until, std::span<const int> wakes) override;
  Result<std::optional<std::string>> receive(Time until, std::span<const int> wakes) override;

 private:
  std::size_t count(Transfer::Kind kind) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        transfers_, [kind](const auto& transfer) { return transfer->kind == kind; }));
  }
  void start(std::unique_ptr<Transfer> transfer);
  void set_headers(Transfer& transfer);
  void perform();
  bool wait(Time until, std::span<const int> wakes);
  void take_progress(Transfer& transfer);
  void finish(std::unique_ptr<Transfer> transfer, CURLcode code);
  void take_answer(Transfer& transfer);
  bool redirect(Transfer& transfer);
  Problem refusal(const Transfer& transfer) const;
  Problem failure(const Transfer& transfer, CURLcode code) const;
  void drop_transfers(std::optional<Transfer::Kind> kind = {});

  std::string url_;
  std::map<std::string, std::string> headers_;
  Secrets secrets_;
  std::string session_id_;
  std::string version_;
  CURLM* multi_;
  std::list<std::unique_ptr<Transfer>> transfers_;
  std::deque<std::string> messages_;
  std::optional<Problem> problem_;  ///< what ended the session
};

HttpTransport::~HttpTransport() {
  const SigpipeBlock no_sigpipe;
  drop_transfers();
  if (!session_id_.empty()) {
    start(std::make_unique<Transfer>(Transfer::Kind::close, ""));
    const Time until = std::chrono::steady_clock::now() + kCloseTimeout;
    for (perform(); !transfers_.empty() && poll_timeout(until) > 0; perform()) {
      curl_multi_poll(multi_, nullptr, 0, poll_timeout(until), nullptr);
    }
    drop_transfers();
  }
  curl_multi_cleanup(multi_);
}

/// Those of `kind`, or all.
void HttpTransport::drop_transfers(std::optional<Transfer::Kind> kind) {
  std::erase_if(transfers_, [&](const std::unique_ptr<Transfer>& transfer) {
    if (kind && transfer->kind != *kind) return false;
    curl_multi_remove_handle(multi_, transfer->easy);
    return true;
  });
}

void HttpTransport::start(std::unique_ptr<Transfer> transfer) {
  CURL* easy = curl_easy_init();
  transfer->easy = easy;
  transfer->has_session = !session_id_.empty();
  set_headers(*transfer);
  curl_easy_setopt(easy, CURLOPT_URL, url_.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  // A proxy of the environment is for other machines; https passes it encrypted.
  if (begins_with(url_, "http:")) curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer.get());
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer.get());
  if (transfer->kind == Transfer::Kind::close) {
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "DELETE");
  } else if (transfer->kind != Transfer::Kind::listen) {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, transfer->body.data());
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(transfer->body.size()));
  }
  curl_multi_add_handle(multi_, easy);
  transfers_.push_back(std::move(transfer));
}

void HttpTransport::set_headers(Transfer& transfer) {
  const auto add = [&](const std::string& line) {
    transfer.headers = curl_slist_append(transfer.headers, line.c_str());
  };
  for (const auto& [name, value] : headers_) {
    // curl drops a header that ends in ':'; one without a value ends in ';'.
    add(value.empty() ? name + ";" : std::string(name).append(": ").append(value));
  }
  if (transfer.kind == Transfer::Kind::listen) {
    add("Accept: text/event-stream");
  } else if (transfer.kind != Transfer::Kind::close) {
    add("Accept: application/json, text/event-stream");
    add("Content-Type: application/json");
  }
  if (!session_id_.empty()) add("Mcp-Session-Id: " + session_id_);
  if (!version_.empty()) add("MCP-Protocol-Version: " + version_);
}

std::optional<Problem> HttpTransport::settle(Time until, std::span<const int> wakes) {
  const SigpipeBlock no_sigpipe;
  do {
    perform();
  } while (!problem_ && count(Transfer::Kind::message) > 0 && wait(until, wakes));
  return problem_;
}

Result<std::optional<std::string>> HttpTransport::receive(Time until, std::span<const int> wakes) {
  const SigpipeBlock no_sigpipe;
  while (true) {
    if (messages_.empty() && !problem_) perform();
    if (!messages_.empty()) {
      std::optional<std::string> message(std::move(messages_.front()));
      messages_.pop_front();
      return message;
    }
    if (!problem_ && count(Transfer::Kind::message) + count(Transfer::Kind::listen) == 0) {
      problem_ = make_problem("mcp_session_lost", "the server's answer ended too early");
    }
    if (problem_) return tl::unexpected(*problem_);
    if (!wait(until, wakes)) return std::nullopt;
  }
}

/// False when `until` has passed or something else is to be done.
bool HttpTransport::wait(Time until, std::span<const int> wakes) {
  const int timeout = poll_timeout(until);
  if (timeout == 0) return false;
  std::vector<curl_waitfd> fds;
  for (const int fd : wakes) {
    if (fd >= 0) fds.push_back({fd, CURL_WAIT_POLLIN, 0});
  }
  curl_multi_poll(multi_, fds.data(), static_cast<unsigned>(fds.size()), timeout, nullptr);
  return std::ranges::all_of(fds, [](const curl_waitfd& fd) { return fd.revents == 0; });
}

void HttpTransport::perform() {
  int running = 0;
  curl_multi_perform(multi_, &running);
  for (const auto& transfer : transfers_) take_progress(*transfer);
  int left = 0;
  while (const CURLMsg* done = curl_multi_info_read(multi_, &left)) {
    if (done->msg != CURLMSG_DONE) continue;
    const CURLcode code = done->data.result;
    const auto found = std::ranges::find(transfers_, done->easy_handle,
                                         [](const auto& transfer) { return transfer->easy; });
    std::unique_ptr<Transfer> transfer = std::move(*found);
    transfers_.erase(found);
    curl_multi_remove_handle(multi_, transfer->easy);
    finish(std::move(transfer), code);
  }
}

/// A session id counts from its header on: its first answer may come as an event of a stream that
/// goes on.
void HttpTransport::take_progress(Transfer& transfer) {
  if (session_id_.empty() && !transfer.session_id.empty() && transfer.is_good() &&
      transfer.session_id.size() <= kMaxSessionIdBytes && is_visible_ascii(transfer.session_id)) {
    session_id_ = transfer.session_id;
  }
  while (auto event = transfer.events.next()) messages_.push_back(*std::move(event));
}

void HttpTransport::finish(std::unique_ptr<Transfer> transfer, CURLcode code) {
  if (transfer->kind != Transfer::Kind::message || problem_) return;
  // Events that broke off may have held the answer already; `receive` knows.
  if (transfer->is_events() && !transfer->too_large) return;
  if (code != CURLE_OK) {
    problem_ = failure(*transfer, code);
  } else if (transfer->is_good()) {
    take_answer(*transfer);
  } else if (!redirect(*transfer)) {
    problem_ = refusal(*transfer);
  }
}

void HttpTransport::take_answer(Transfer& transfer) {
  if (is_blank(transfer.received)) return;
  if (begins_with(transfer.content_type, "application/json")) {
    messages_.push_back(std::move(transfer.received));
  } else if (transfer.status() != 202) {
    problem_ = make_problem("mcp_protocol",
                            "the server answers with '" + secrets_.quoted(transfer.content_type) +
                                "' where MCP has JSON or events: is the address right?");
  }
}

/// Sends the message again where the server says, when that is the same server.
bool HttpTransport::redirect(Transfer& transfer) {
  char* location = nullptr;
  curl_easy_getinfo(transfer.easy, CURLINFO_REDIRECT_URL, &location);
  if (location == nullptr || !is_same_origin(url_, location) ||
      transfer.redirects >= kMaxRedirects) {
    return false;
  }
  url_ = location;
  auto again = std::make_unique<Transfer>(transfer.kind, transfer.body);
  again->redirects = transfer.redirects + 1;
  start(std::move(again));
  return true;
}

Problem HttpTransport::refusal(const Transfer& transfer) const {
  const long status = transfer.status();
  std::string text = "the server answers with HTTP status " + std::to_string(status);
  char* location = nullptr;
  curl_easy_getinfo(transfer.easy, CURLINFO_REDIRECT_URL, &location);
  if (location != nullptr) {
    return make_problem("mcp_refused", text + ", to go to " + secrets_.quoted(origin_of(location)) +
                                           "; configure the address that it has moved to");
  }
  if (!is_blank(transfer.received)) text += ": " + secrets_.quoted(transfer.received);
  const bool is_lost = transfer.has_session && (status == 404 || status == 400);
  return make_problem(is_lost ? "mcp_session_lost" : "mcp_refused", text);
}

Problem HttpTransport::failure(const Transfer& transfer, CURLcode code) const {
  if (transfer.too_large) {
    return make_problem("mcp_too_large", "the server sent an answer of more than 64 MiB");
  }
  if (is_connect_failure(code)) {
    return make_problem("mcp_start_failed", "cannot reach " + secrets_.quoted(origin_of(url_)) +
                                                ": " + curl_easy_strerror(code));
  }
  return make_problem("mcp_session_lost",
                      std::string("the answer broke off: ") + curl_easy_strerror(code));
}

}  // namespace

Result<std::unique_ptr<Transport>> open_http(const ServerSettings& server) {
  // Thread-safe, and counted: it stays for the life of the program.
  static const CURLcode global = curl_global_init(CURL_GLOBAL_DEFAULT);
  const auto unusable = [&](const std::string& why) {
    return tl::unexpected(make_problem("mcp_start_failed", why));
  };
  if (global != CURLE_OK) return unusable("libcurl cannot be used");
  if (const auto why = why_unusable(server.url)) {
    return unusable("the server's address cannot be used: " + *why);
  }
  for (const auto& [name, value] : server.headers) {
    if (name.empty() || (name + value).find_first_of("\r\n", 0, 3) != std::string::npos ||
        name.find_first_of(": \t") != std::string::npos) {
      return unusable("one of its headers cannot be sent: '" + Secrets(server).quoted(name) + "'");
    }
  }
  return std::make_unique<HttpTransport>(server);
}

}  // namespace skillcat::mcp
