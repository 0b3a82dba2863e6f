// sha256, by libcrypto.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace skillcat {

using Digest = std::array<std::uint8_t, 32>;

/// Cost: about 0.5 ns a byte with SHA extensions, 3 ns without.
Digest sha256(std::string_view bytes);

/// HMAC-SHA256 of `text` under `key`.
Digest hmac_sha256(std::string_view key, std::string_view text);

std::string to_hex(std::string_view bytes);
inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// The first eight bytes as an integer: for "did anything change", never for trust.
std::int64_t fingerprint(const Digest& digest);

}  // namespace skillcat
