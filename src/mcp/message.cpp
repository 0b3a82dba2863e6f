#include "mcp/message.h"

#include <utility>

#include "base/utf8.h"

namespace skillcat::mcp {
namespace {

constexpr int kMethodNotFound = -32601;

struct TooComplex {};

Json parse_bounded(std::string_view text, std::size_t& values) {
  values = 0;
  return Json::parse(text, [&values](int depth, Json::parse_event_t, Json&) {
    if (depth > kMaxDepth || ++values > kMaxValues) throw TooComplex();
    return true;
  });
}

/// The parser refuses what is not UTF-8; then it is mended, which costs nothing where it is.
Json parse(std::string_view text, std::size_t& values) {
  try {
    return parse_bounded(text, values);
  } catch (const Json::exception&) {
    if (is_valid_utf8(text)) throw;
    return parse_bounded(mend_utf8(text).text, values);
  }
}

void read_one(Json json, Incoming& out) {
  if (json.is_object()) {
    Message message;
    if (const auto id = json.find("id"); id != json.end()) message.id = std::move(*id);
    message.method = text_of(json, "method");
    const bool is_call = !message.method.empty();
    const char* content = "params";
    if (is_call) {
      message.kind = message.id.is_null() ? Message::Kind::notification : Message::Kind::request;
    } else if (json.contains("result")) {
      message.kind = Message::Kind::result;
      content = "result";
    } else {
      message.kind = Message::Kind::error;
      content = "error";
    }
    const auto found = json.find(content);
    if (is_call || found != json.end()) {
      if (found != json.end()) message.content = std::move(*found);
      out.messages.push_back(std::move(message));
      return;
    }
  }
  out.noise = true;
}

Json envelope() {
  return {{"jsonrpc", "2.0"}};
}

}  // namespace

Incoming read_messages(std::string_view bytes) {
  Incoming out;
  try {
    Json json = parse(bytes, out.values);
    if (!json.is_array()) {
      read_one(std::move(json), out);
    } else {
      for (Json& part : json) read_one(std::move(part), out);
    }
  } catch (const TooComplex&) {
    out.too_complex = true;
  } catch (const Json::exception&) {
    out.noise = true;
  }
  return out;
}

std::string write_request(int id, std::string_view method, const Json& params) {
  Json message = envelope();
  message["id"] = id;
  message["method"] = method;
  if (!params.is_null()) message["params"] = params;
  return dump(message);
}

std::string write_notification(std::string_view method) {
  Json message = envelope();
  message["method"] = method;
  return dump(message);
}

std::string write_answer(const Message& request) {
  Json message = envelope();
  message["id"] = request.id;
  if (request.method == "ping") {
    message["result"] = Json::object();
  } else {
    message["error"] = {{"code", kMethodNotFound}, {"message", "Method not found"}};
  }
  return dump(message);
}

std::string dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(const Json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace skillcat::mcp
