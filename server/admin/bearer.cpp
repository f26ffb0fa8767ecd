#include "server/admin/bearer.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <vector>

#include "proto/sodium_start.hpp"
#include "replays/sink.hpp"

namespace albireo::server {

std::string Bearer::read(const std::string& path) {
    std::vector<std::uint8_t> bytes;
    if (std::string error = replays::read_file(path, bytes); !error.empty()) return error;
    std::string secret(bytes.begin(), bytes.end());
    while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
    if (secret.size() < kBytesMin || secret.size() > kBytesMax) {
        return fmt::format("{}: expected one line of {} to {} characters, such as `openssl rand -hex 16` prints", path, kBytesMin, kBytesMax);
    }
    if (!std::ranges::all_of(secret, [](char each) { return each > ' ' && each <= '~'; })) {
        return path + ": expected one line of printable ASCII characters without spaces";
    }
    secret_ = std::move(secret);
    return {};
}

bool Bearer::opens(std::string_view authorization) const {
    constexpr std::string_view kScheme = "Bearer ";
    if (secret_.empty() || !authorization.starts_with(kScheme)) return false;
    authorization.remove_prefix(kScheme.size());
    // The length of the secret may be known.
    return authorization.size() == secret_.size() && sodium_memcmp(authorization.data(), secret_.data(), secret_.size()) == 0;
}

}  // namespace albireo::server
