#include "server/ticket.hpp"

#include <sodium.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "proto/sodium_start.hpp"

namespace albireo::server {
namespace {

constexpr std::string_view kPurpose = "Albireo 2 ticket";
constexpr std::size_t kExpiryBytes = 8;

void append(std::string& to, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}

proto::Pass pass_until(std::uint64_t expiry, const FleetSecret& secret, const proto::PublicKey& server, std::uint16_t port,
                       std::string_view code) {
    std::string input(kPurpose);
    input.append(server.begin(), server.end());
    append(input, port, 2);
    append(input, expiry, kExpiryBytes);
    input += code;
    proto::Pass pass{};
    for (std::size_t i = 0; i < kExpiryBytes; ++i) pass[i] = static_cast<std::uint8_t>(expiry >> (8 * i));
    static_assert(kExpiryBytes + crypto_generichash_BYTES_MIN == proto::kPassBytes);
    crypto_generichash(pass.data() + kExpiryBytes, crypto_generichash_BYTES_MIN, reinterpret_cast<const unsigned char*>(input.data()),
                       input.size(), secret.data(), secret.size());
    return pass;
}

}  // namespace

proto::Pass make_pass(const FleetSecret& secret, const proto::PublicKey& server, std::uint16_t port, std::string_view code,
                      std::uint64_t unix_seconds) {
    return pass_until(unix_seconds + kPassFor, secret, server, port, code);
}

bool is_valid(const proto::Pass& pass, const FleetSecret& secret, const proto::PublicKey& server, std::uint16_t port, std::string_view code,
              std::uint64_t unix_seconds) {
    std::uint64_t expiry = 0;
    for (std::size_t i = 0; i < kExpiryBytes; ++i) expiry |= std::uint64_t{pass[i]} << (8 * i);
    const proto::Pass right = pass_until(expiry, secret, server, port, code);
    const bool is_genuine = sodium_memcmp(pass.data(), right.data(), pass.size()) == 0;
    // A genuine pass with a later expiry than this server could give was made by a clock that is too fast.
    return is_genuine && expiry + kClocksDiffer >= unix_seconds && expiry <= unix_seconds + kPassFor + kClocksDiffer;
}

}  // namespace albireo::server
