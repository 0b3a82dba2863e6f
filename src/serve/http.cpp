#include "serve/http.h"

#include <microhttpd.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <thread>

#include "base/log.h"
#include "serve/catalog_pool.h"
#include "serve/event_feed.h"
#include "serve/guard.h"
#include "serve/listen.h"
#include "serve/routes.h"

namespace skillcat::serve {
namespace {

using Connection = Connections::Connection;

/// After the limit a body is read and dropped up to here, so that its sender sees the answer:
/// libmicrohttpd cannot give one in the middle of an upload. Then the connection is closed.
constexpr std::size_t kDrainedBodies = 8;
constexpr std::chrono::milliseconds kGrace{2'000};
constexpr unsigned kMinThreads = 4;
constexpr unsigned kMaxThreads = 16;

/// A request on its way, from its first line to the end of its answer.
struct Exchange {
  Request request;
  Connection* connection = nullptr;
  bool has_header = false;
  bool is_too_large = false;
  std::size_t body_bytes = 0;
};

Connection* connection_of(MHD_Connection* connection) {
  const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return static_cast<Connection*>(info->socket_context);
}

std::string address_of(MHD_Connection* connection) {
  const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info->client_addr->sa_family == AF_INET6) {
    const auto* v6 = reinterpret_cast<const sockaddr_in6*>(info->client_addr);
    return {reinterpret_cast<const char*>(&v6->sin6_addr), sizeof(v6->sin6_addr)};
  }
  const auto* v4 = reinterpret_cast<const sockaddr_in*>(info->client_addr);
  return {reinterpret_cast<const char*>(&v4->sin_addr), sizeof(v4->sin_addr)};
}

MHD_Result add_header(void* headers, MHD_ValueKind, const char* name, const char* value) {
  Header header{name, value == nullptr ? "" : value};
  for (char& c : header.name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  static_cast<std::vector<Header>*>(headers)->push_back(std::move(header));
  return MHD_YES;
}

Response too_large(std::size_t limit) {
  return error_response(413, "too_large",
                        "the body is larger than " + std::to_string(limit >> 10) + " KiB",
                        "a message needs no more than its last 64 KiB");
}

void log_library(void*, const char* format, va_list arguments) {
  char line[512];
  std::vsnprintf(line, sizeof(line), format, arguments);
  log_info(line);
}

unsigned thread_count() {
  return std::clamp(2 * std::thread::hardware_concurrency(), kMinThreads, kMaxThreads);
}

class Server {
 public:
  explicit Server(const HttpOptions& given)
      : options(given),
        connections(given.limits),
        pool(given.catalog),
        feed(given.catalog, given.heartbeat) {}
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void start();
  MHD_Result handle(MHD_Connection* connection, Exchange& exchange, const char* method,
                    const char* data, std::size_t* size);
  MHD_Result read_header(MHD_Connection* connection, Exchange& exchange, const char* method);
  bool read_body(Exchange& exchange, const char* data, std::size_t size) const;
  Response answer(const Exchange& exchange);
  MHD_Result queue(MHD_Connection* connection, Exchange& exchange, Response response);
  MHD_Response* stream_of(MHD_Connection* connection, Exchange& exchange, Response& response);

  HttpOptions options;
  Access access;
  Listener listener;
  std::string url;
  Connections connections;
  CatalogPool pool;
  EventFeed feed;
  MHD_Daemon* daemon = nullptr;
};

/// An event stream, as libmicrohttpd reads it.
struct StreamReader {
  EventFeed& feed;
  EventFeed::Stream* stream;
};

ssize_t read_stream(void* reader, std::uint64_t, char* out, std::size_t size) {
  const auto* self = static_cast<StreamReader*>(reader);
  const auto count = self->feed.read(self->stream, out, size);
  return count ? static_cast<ssize_t>(*count) : MHD_CONTENT_READER_END_OF_STREAM;
}

void close_stream(void* reader) {
  const std::unique_ptr<StreamReader> self(static_cast<StreamReader*>(reader));
  self->feed.close(self->stream);
}

void delete_body(void* body) {
  delete static_cast<std::string*>(body);
}

/// The functions that libmicrohttpd calls. `self` is the server.
struct Callbacks {
  static void on_connection(void* self, MHD_Connection* connection, void** context,
                            MHD_ConnectionNotificationCode code) {
    auto& server = *static_cast<Server*>(self);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
      server.connections.closed(static_cast<Connection*>(*context));
      return;
    }
    const int fd =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    const bool needs_name = server.listener.address.is_any();
    *context = server.connections.opened(fd, address_of(connection),
                                         needs_name ? local_address(fd).text() : std::string());
  }

  /// Called with the target as it was sent; what it returns is the exchange of the request.
  static void* on_target(void* self, const char* target, MHD_Connection* connection) {
    auto exchange = std::make_unique<Exchange>();
    exchange->request.target = target;
    exchange->connection = connection_of(connection);
    exchange->request.local_host = exchange->connection->local_host;
    static_cast<Server*>(self)->connections.request_begins(exchange->connection);
    return exchange.release();
  }

  static MHD_Result on_request(void* self, MHD_Connection* connection, const char*,
                               const char* method, const char*, const char* data, std::size_t* size,
                               void** exchange) {
    try {
      return static_cast<Server*>(self)->handle(connection, *static_cast<Exchange*>(*exchange),
                                                method, data, size);
    } catch (const std::exception& error) {  // there is no memory for an answer
      log_error(std::string("a request was dropped: ") + error.what());
      return MHD_NO;
    }
  }

  static void on_completed(void* self, MHD_Connection*, void** exchange,
                           MHD_RequestTerminationCode) {
    const std::unique_ptr<Exchange> ended(static_cast<Exchange*>(*exchange));
    *exchange = nullptr;
    if (ended) static_cast<Server*>(self)->connections.request_ends(ended->connection);
  }
};

void Server::start() {
  const Address address = parse_address(options.address);
  if (options.token_always || !address.is_loopback()) access.token = load_token(options.token_file);
  listener = listen_on(address);
  access.hosts = hosts_of(listener.address);
  access.hosts.insert(access.hosts.end(), options.hosts.begin(), options.hosts.end());
  url = "http://" + listener.address.text();
  // Its own limit is shared out among the threads: twice ours leaves each of them room.
  const auto limit = static_cast<unsigned>(2 * options.limits.connections);
  daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
                       0, nullptr, nullptr, Callbacks::on_request, this,              //
                       MHD_OPTION_EXTERNAL_LOGGER, log_library, nullptr,              //
                       MHD_OPTION_LISTEN_SOCKET, listener.fd.get(),                   //
                       MHD_OPTION_THREAD_POOL_SIZE, thread_count(),                   //
                       MHD_OPTION_CONNECTION_LIMIT, limit,                            //
                       MHD_OPTION_STRICT_FOR_CLIENT, 1,                               //
                       MHD_OPTION_NOTIFY_CONNECTION, Callbacks::on_connection, this,  //
                       MHD_OPTION_NOTIFY_COMPLETED, Callbacks::on_completed, this,    //
                       MHD_OPTION_URI_LOG_CALLBACK, Callbacks::on_target, this, MHD_OPTION_END);
  if (daemon == nullptr) {
    throw Error(ErrorCode::root_failed, "cannot start the server on " + listener.address.text(),
                "-v prints why");
  }
  listener.fd.release();  // the library closes it
}

Server::~Server() {
  if (daemon == nullptr) return;
  // Nobody new; then all streams end, for the library aborts when a connection rests.
  listener.fd.reset(MHD_quiesce_daemon(daemon));
  feed.stop(kGrace);
  connections.wait_until_answered(kGrace);
  MHD_stop_daemon(daemon);
}

MHD_Result Server::handle(MHD_Connection* connection, Exchange& exchange, const char* method,
                          const char* data, std::size_t* size) {
  if (!exchange.has_header) return read_header(connection, exchange, method);
  if (*size != 0) {
    const bool goes_on = read_body(exchange, data, *size);
    *size = 0;
    return goes_on ? MHD_YES : MHD_NO;
  }
  return queue(connection, exchange,
               exchange.is_too_large ? too_large(options.body_bytes) : answer(exchange));
}

MHD_Result Server::read_header(MHD_Connection* connection, Exchange& exchange, const char* method) {
  exchange.has_header = true;
  connections.header_ends(exchange.connection);
  Request& request = exchange.request;
  request.method = method;
  MHD_get_connection_values(connection, MHD_HEADER_KIND, add_header, &request.headers);
  if (auto refusal = refuse(request, access)) {
    return queue(connection, exchange, *std::move(refusal));
  }
  const auto length = request.header("content-length");
  std::uint64_t bytes = 0;
  const auto parsed = std::from_chars(length.data(), length.data() + length.size(), bytes);
  if (parsed.ec == std::errc::result_out_of_range || bytes > options.body_bytes) {
    return queue(connection, exchange, too_large(options.body_bytes));
  }
  return MHD_YES;
}

bool Server::read_body(Exchange& exchange, const char* data, std::size_t size) const {
  exchange.body_bytes += size;
  if (exchange.body_bytes <= options.body_bytes) {
    exchange.request.body.append(data, size);
    return true;
  }
  exchange.is_too_large = true;
  exchange.request.body = std::string();
  return exchange.body_bytes <= kDrainedBodies * options.body_bytes;
}

Response Server::answer(const Exchange& exchange) {
  try {
    return pool.with([&](Catalog& catalog) { return respond(exchange.request, catalog); });
  } catch (const Error& error) {
    return error_response(error);
  }
}

MHD_Result Server::queue(MHD_Connection* connection, Exchange& exchange, Response response) {
  MHD_Response* made = nullptr;
  if (response.follow) {
    made = stream_of(connection, exchange, response);
  } else {
    auto body = std::make_unique<std::string>(std::move(response.body));
    made = MHD_create_response_from_buffer_with_free_callback_cls(body->size(), body->data(),
                                                                  delete_body, body.get());
    if (made != nullptr) static_cast<void>(body.release());
  }
  if (made == nullptr) return MHD_NO;
  if (!response.content_type.empty()) {
    MHD_add_response_header(made, "Content-Type", response.content_type.c_str());
  }
  MHD_add_response_header(made, "X-Content-Type-Options", "nosniff");
  for (const Header& header : response.headers) {
    MHD_add_response_header(made, header.name.c_str(), header.value.c_str());
  }
  const auto result = MHD_queue_response(connection, static_cast<unsigned>(response.status), made);
  MHD_destroy_response(made);
  return result;
}

MHD_Response* Server::stream_of(MHD_Connection* connection, Exchange& exchange,
                                Response& response) {
  Connection* const place = exchange.connection;
  EventFeed::Stream* stream = feed.open(std::move(response.body), *response.follow,
                                        {[this, connection, place] {
                                           connections.rests(place);
                                           MHD_suspend_connection(connection);
                                         },
                                         [this, connection, place] {
                                           connections.sends(place);
                                           MHD_resume_connection(connection);
                                         }});
  auto reader = std::make_unique<StreamReader>(StreamReader{feed, stream});
  constexpr std::size_t kBlock = 16 << 10;
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, kBlock, read_stream, reader.release(),
                                           close_stream);
}

}  // namespace

struct HttpServer::Impl : Server {
  using Server::Server;
};

HttpServer::HttpServer(const HttpOptions& options) : impl_(std::make_unique<Impl>(options)) {
  impl_->start();
}

HttpServer::~HttpServer() = default;

const std::string& HttpServer::url() const {
  return impl_->url;
}

}  // namespace skillcat::serve
