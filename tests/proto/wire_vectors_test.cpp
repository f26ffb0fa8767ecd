// Goal: this code produces the test vectors of WIRE.md. So another client that agrees with them agrees with ours.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"
#include "proto/token.hpp"

namespace albireo::proto {
namespace {

std::string hex(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += kHex[byte >> 4];
        text += kHex[byte & 15];
    }
    return text;
}

/// The vectors of WIRE.md: lines "    name = value" after the heading "Test vectors"; a value may go on in the next line,
/// which is indented further.
std::map<std::string, std::string> read_vectors() {
    std::ifstream in(ALBIREO_SOURCE_DIR "/proto/WIRE.md");
    std::map<std::string, std::string> vectors;
    std::string last;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("#")) inside = line.find("Test vectors") != std::string::npos;
        if (!inside || !line.starts_with("    ")) continue;
        if (const auto equals = line.find(" = "); equals != std::string::npos) {
            last = line.substr(4, line.find(' ', 4) - 4);
            vectors[last] = line.substr(equals + 3);
        } else {
            vectors[last] += line.substr(line.find_first_not_of(' '));
        }
    }
    return vectors;
}

template <std::size_t N>
std::array<std::uint8_t, N> count_from(std::uint8_t first) {
    std::array<std::uint8_t, N> bytes;
    for (std::size_t i = 0; i < N; ++i) bytes[i] = static_cast<std::uint8_t>(first + i);
    return bytes;
}

TEST_CASE("the vectors of WIRE.md") {
    const auto vectors = read_vectors();
    std::size_t checked = 0;
    const auto check = [&](const std::string& name, const std::string& value) {
        const auto found = vectors.find(name);
        CAPTURE(name);
        CHECK((found == vectors.end() ? "missing" : found->second) == value);
        ++checked;
    };
    const KeyPair server = KeyPair::of(count_from<32>(0x00));
    const KeyPair client = KeyPair::of(count_from<32>(0x20));
    const KeyPair ephemeral = KeyPair::of(count_from<32>(0x40));
    constexpr std::uint32_t kId = 0x12345678;
    const std::string text = "hello";
    const std::span<const std::uint8_t> packet{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};

    check("S.secret", hex(server.secret));
    check("S", hex(server.public_key));
    check("S.fingerprint", fingerprint_of(server.public_key));
    check("C.secret", hex(client.secret));
    check("C", hex(client.public_key));
    check("E.secret", hex(ephemeral.secret));
    check("E", hex(ephemeral.public_key));
    check("binding", hex(binding_of(client.public_key)));

    const auto es = agree(client.secret, server.public_key);
    const auto ee = agree(client.secret, ephemeral.public_key);
    REQUIRE(es);
    REQUIRE(ee);
    CHECK(agree(server.secret, client.public_key) == es);
    CHECK(agree(ephemeral.secret, client.public_key) == ee);
    check("es", hex(*es));
    check("ee", hex(*ee));
    const LineSecrets knock = knock_secrets(*es, server.public_key, client.public_key, kId);
    check("knock.to_server", hex(knock.to_server));
    check("knock.to_client", hex(knock.to_client));
    const LineSecrets line = line_secrets(*es, *ee, server.public_key, client.public_key, ephemeral.public_key, kId);
    check("line.to_server", hex(line.to_server));
    check("line.to_client", hex(line.to_client));
    KeyChain chain{line.to_server};
    for (const char* const name : {"keys.0", "keys.1"}) {
        const SealKeys keys = chain.next();
        check(std::string(name) + ".cipher", hex(keys.cipher));
        check(std::string(name) + ".tag", hex(keys.tag));
    }

    std::array<std::uint8_t, kKnockDatagramMax> out{};
    Sealer knock_seal{knock.to_server}, line_seal{line.to_server}, back_seal{line.to_client};
    std::size_t head = write_knock(
        {.kind = KnockKind::knock, .connect_id = kId, .cookie = 0x1122334455667788, .key = client.public_key}, out);
    check("datagram.knock", hex(std::span{out}.first(knock_seal.seal(out, head, packet))));
    head = write_knock({.kind = KnockKind::accept, .connect_id = kId, .peer = 300, .key = ephemeral.public_key}, out);
    check("datagram.accept", hex(std::span{out}.first(back_seal.seal(out, head, packet))));
    check("datagram.control.0", hex(std::span{out}.first(write_sealed({300, Channel::control}, line_seal, packet, out))));
    for (std::uint64_t n = 1; n < kPacketsPerKey; ++n) write_sealed({300, Channel::frames}, line_seal, packet, out);
    check("datagram.frames.8192", hex(std::span{out}.first(write_sealed({300, Channel::frames}, line_seal, packet, out))));

    const auto token = count_from<kTokenBytes>(0x60);
    check("token", hex(token));
    check("proof", hex(prove(token, binding_of(client.public_key)).bytes));
    CHECK(vectors.size() == checked);
}

}  // namespace
}  // namespace albireo::proto
