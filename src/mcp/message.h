// JSON-RPC messages, free of I/O: bytes to messages and back.
//
// Errors: what is not a message is told in `Incoming`, never thrown. Cost: linear in the bytes.
// Threads: pure. Source: JSON-RPC 2.0; batches as in MCP revision 2025-03-26.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::mcp {

using Json = nlohmann::json;

/// Deeper JSON is refused: dump() of it would overflow the stack.
inline constexpr int kMaxDepth = 64;
/// In one message: a value of three bytes takes a hundred in memory.
inline constexpr std::size_t kMaxValues = 1'000'000;
/// Of one message; one real list of tools has 1,032,394 bytes.
inline constexpr std::size_t kMaxMessageBytes = std::size_t{64} << 20;

struct Message {
  enum class Kind : std::uint8_t { result, error, request, notification };
  Kind kind = Kind::notification;
  Json id;             ///< null for a notification
  std::string method;  ///< of requests and notifications
  Json content;        ///< the result, the error or the parameters
};

struct Incoming {
  std::vector<Message> messages;
  bool noise = false;  ///< some of the bytes were no message
  /// Nested deeper than kMaxDepth, or of more than kMaxValues; there are no messages then.
  bool too_complex = false;
  std::size_t values = 0;  ///< in all of it
};

/// The message in `bytes`, or the messages of a batch. Bytes that are not UTF-8 are mended.
Incoming read_messages(std::string_view bytes);

std::string write_request(int id, std::string_view method, const Json& params);
std::string write_notification(std::string_view method);

/// What a request of the server gets: `ping` {}, everything else "method not found".
std::string write_answer(const Message& request);

/// One line; strings that are not UTF-8 are mended.
std::string dump(const Json& value);

/// The text under `key`, or an empty one. `object` may be anything.
std::string text_of(const Json& object, const char* key);

}  // namespace skillcat::mcp
