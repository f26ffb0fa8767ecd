#include "server/limits/hello_budget.hpp"

#include <sodium/crypto_shorthash_siphash24.h>

#include <cassert>
#include <cstring>

#include "proto/sodium_start.hpp"

namespace albireo::server {

std::size_t HelloBudget::cell_of(Host host) const {
    std::array<std::uint8_t, sizeof host> text;
    std::memcpy(text.data(), &host, sizeof host);
    std::array<std::uint8_t, crypto_shorthash_siphash24_BYTES> hash;
    static_assert(crypto_shorthash_siphash24_KEYBYTES == sizeof key_);
    crypto_shorthash_siphash24(hash.data(), text.data(), text.size(), key_.data());
    return (hash[0] | std::size_t{hash[1]} << 8) % kCells;
}

bool HelloBudget::take(Host host, Micros now) {
    // The server's own bucket first, so that most Hellos of a flood cost no more than this.
    if (!server_.holds(rates_.server, 1, now)) return false;
    Bucket& address = addresses_[cell_of(host)];
    Bucket& prefix = prefixes_[cell_of(prefix_of(host))];
    if (!address.holds(rates_.address, 1, now) || !prefix.holds(rates_.prefix, 1, now)) return false;
    address.take(rates_.address, 1, now);
    prefix.take(rates_.prefix, 1, now);
    server_.take(rates_.server, 1, now);
    assert(&address == &addresses_[cell_of(host)] && "an address always falls into the same cell");
    return true;
}

}  // namespace albireo::server
