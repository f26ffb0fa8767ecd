// Goal: a ticket's pass opens what it was made for, for as long as it is valid, and nothing else: not another code, port or server, not with another
// secret, and not if a bit of it is changed. Any other bytes open nothing.
#include <cstdlib>
#include <string>

#include "proto/join_code.hpp"
#include "server/ticket.hpp"
#include "tests/fuzz/tape.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

std::uint64_t long_number(Tape& tape) {
    std::uint64_t number = 0;
    for (int i = 0; i < 8; ++i) number = number << 8 | tape.byte();
    return number;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Tape tape{data, data + size};
    FleetSecret secret{}, other_secret{};
    for (std::uint8_t& byte : secret) byte = tape.byte();
    other_secret = secret;
    other_secret[tape.byte() % secret.size()] ^= 1;
    proto::PublicKey server{};
    server[0] = tape.byte();
    proto::PublicKey other_server = server;
    other_server[tape.byte() % server.size()] ^= 1;
    const auto port = static_cast<std::uint16_t>(tape.number()), other_port = static_cast<std::uint16_t>(port ^ (1 + tape.byte()));
    // Times of any clock but those so near its end that an expiry would wrap around.
    const std::uint64_t now = long_number(tape) >> 1, bit = tape.byte();
    proto::Pass claimed{};
    for (std::uint8_t& byte : claimed) byte = tape.byte();
    std::string code, other_code;
    while (!tape.done() && code.size() < 16) code += static_cast<char>(tape.byte());
    other_code = code + 'A';

    const proto::Pass pass = make_pass(secret, server, port, code, now);
    require(is_valid(pass, secret, server, port, code, now));
    require(is_valid(pass, secret, server, port, code, now + kPassFor + kClocksDiffer));
    require(!is_valid(pass, secret, server, port, code, now + kPassFor + kClocksDiffer + 1));
    if (now > kClocksDiffer) {
        require(is_valid(pass, secret, server, port, code, now - kClocksDiffer));
        require(!is_valid(pass, secret, server, port, code, now - kClocksDiffer - 1));
    }
    require(!is_valid(pass, other_secret, server, port, code, now));
    require(!is_valid(pass, secret, other_server, port, code, now));
    require(!is_valid(pass, secret, server, other_port, code, now));
    require(!is_valid(pass, secret, server, port, other_code, now));
    proto::Pass changed = pass;
    changed[bit / 8 % changed.size()] ^= static_cast<std::uint8_t>(1u << bit % 8);
    require(!is_valid(changed, secret, server, port, code, now));
    if (is_valid(claimed, secret, server, port, code, now)) {
        // The fuzzer has copied it from a pass of another time.
        std::uint64_t expiry = 0;
        for (int i = 7; i >= 0; --i) expiry = expiry << 8 | claimed[static_cast<std::size_t>(i)];
        require(expiry + kClocksDiffer >= now && expiry <= now + kPassFor + kClocksDiffer);
        require(claimed == make_pass(secret, server, port, code, expiry - kPassFor));
    }
    return 0;
}
