// Datagrams from a stranger, and from somebody who holds the keys: the opener, and both sides of the handshake. Neither may
// crash; a stranger's datagram changes nothing, so the genuine ones still pass afterwards.
#include <cstdlib>
#include <vector>

#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"
#include "tests/fuzz/tape.hpp"

using namespace albireo;
using namespace albireo::proto;

namespace {

KeyPair keys_of(std::uint8_t seed) {
    SecretKey secret;
    secret.fill(seed);
    return KeyPair::of(secret);
}

std::vector<std::uint8_t> bytes_of(Tape& tape, std::size_t most) {
    std::vector<std::uint8_t> bytes((std::size_t{tape.byte()} << 8 | tape.byte()) % (most + 1));
    for (auto& byte : bytes) byte = tape.byte();
    return bytes;
}

void require(bool so) {
    if (!so) std::abort();
}

void fuzz_opener(Tape& tape) {
    Sealer seal{ChainKey{1}};
    Opener open{ChainKey{1}};
    std::array<std::uint8_t, kSealedDatagramMax> genuine;
    std::array<std::uint8_t, kSealedPacketMax> packet;
    while (!tape.done()) {
        const auto text = bytes_of(tape, 40);
        const std::size_t head = tape.byte() % (kSealHeadMax + 1);
        const auto forged = bytes_of(tape, 1'400);
        require(!open.open(forged, head, packet));
        read_sealed_head(forged);
        if (text.empty()) continue;
        const std::size_t size = write_sealed({7, Channel::frames}, seal, text, genuine);
        require(open.open(std::span{genuine}.first(size), kSealedHeadBytes, packet) == text.size());
    }
}

/// A hostile server: its seals are valid, and their contents are arbitrary.
void fuzz_client(Tape& tape) {
    static const KeyPair server = keys_of(1), own = keys_of(2), connection = keys_of(3);
    HandshakeClient client{77, own, tape.byte() % 2 == 0 ? std::optional{server.public_key} : std::nullopt};
    static const auto es = *agree(server.secret, own.public_key), ee = *agree(connection.secret, own.public_key);
    Sealer knock{knock_secrets(es, server.public_key, own.public_key, 77).to_client};
    Sealer line{line_secrets(es, ee, server.public_key, own.public_key, connection.public_key, 77).to_client};
    std::array<std::uint8_t, kKnockDatagramMax> out;
    std::array<std::uint8_t, kLinkPacketBytesMax> packet;
    for (Micros now = 0; !tape.done(); now += tape.byte() * Micros{500}) {
        client.write({}, now, out);
        KnockDatagram answer{.kind = static_cast<KnockKind>(1 + tape.byte() % 6),
                             .connect_id = tape.byte() % 8 != 0 ? 77u : 78u,
                             .cookie = tape.byte(),
                             .peer = tape.byte()};
        const std::uint8_t key = tape.byte();
        if (answer.kind == KnockKind::accept) answer.key = key % 2 == 0 ? connection.public_key : PublicKey{key};
        if (answer.kind == KnockKind::challenge && key % 2 == 0) answer.key = server.public_key;
        if (answer.kind == KnockKind::other_key) answer.key = PublicKey{key};
        if (answer.kind == KnockKind::knock) answer.key = own.public_key;
        std::size_t size = write_knock(answer, out);
        if (is_sealed(answer.kind)) {
            Sealer& seal = answer.kind == KnockKind::full ? knock : line;
            size = seal.seal(out, size, bytes_of(tape, 60));
        }
        if (tape.byte() % 4 == 0) out[tape.byte() % size] ^= tape.byte();
        client.take(std::span{out}.first(size), now, packet);
        client.take(bytes_of(tape, 200), now, packet);
    }
}

/// A hostile client, and strangers.
void fuzz_server(Tape& tape) {
    static const KeyPair server = keys_of(1), own = keys_of(2), connection = keys_of(3);
    static const auto es = *agree(own.secret, server.public_key);
    Sealer knock{knock_secrets(es, server.public_key, own.public_key, 77).to_server};
    std::optional<HandshakeServer> handshake;
    std::optional<SealedLine> line;
    std::array<std::uint8_t, kKnockDatagramMax> out;
    std::array<std::uint8_t, kLinkPacketBytesMax> packet;
    while (!tape.done()) {
        std::size_t size = write_knock({.kind = KnockKind::knock, .connect_id = 77, .cookie = 1, .key = own.public_key}, out);
        size = knock.seal(out, size, bytes_of(tape, 60));
        if (tape.byte() % 2 == 0) out[tape.byte() % size] ^= tape.byte();
        std::size_t head = 0;
        const auto datagram = read_knock(std::span{out}.first(size), head);
        if (!datagram || datagram->kind != KnockKind::knock) continue;
        if (!handshake) {
            handshake = HandshakeServer::open(server, *datagram, std::span{out}.first(size), head);
            if (handshake) line = handshake->make_line(connection);
        }
        if (!handshake) continue;
        handshake->take(std::span{out}.first(size), head, packet);
        handshake->write_accept(tape.byte(), line->out, bytes_of(tape, 60), out);
        require(!line->in.open(bytes_of(tape, 100), kSealedHeadBytes, packet));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Tape tape{data, data + size};
    switch (tape.byte() % 3) {
        case 0: fuzz_opener(tape); break;
        case 1: fuzz_client(tape); break;
        default: fuzz_server(tape); break;
    }
    return 0;
}
