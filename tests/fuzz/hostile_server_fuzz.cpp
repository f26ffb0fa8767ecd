// Goal: a client survives any server over the whole path of its datagrams: handshake, seal, ENet, connection, game. The server has the key that
// the client knows, so it can seal what it likes: messages in any order, packets of noise on any channel, handshakes that answer
// nothing, replays and damaged datagrams. The client ends with one line or plays on. Before its first input the target plays one of its own, in
// which a game must begin.
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "client/net/game_client.hpp"
#include "proto/enet_link.hpp"
#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"
#include "sim/snapshot.hpp"
#include "tests/fuzz/delivery_check.hpp"
#include "tests/fuzz/hostile_words.hpp"
#include "tests/fuzz/tape.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/fixed_entropy.hpp"
#include "tests/support/virtual_udp.hpp"

using namespace albireo;
using namespace albireo::proto;
using client::GameClient;

namespace {

using Bytes = std::vector<std::uint8_t>;
const NetAddress kServerAddress = net_address(10, 0, 0, 1, 7'777), kClientAddress = net_address(10, 0, 0, 2, 5'000);

KeyPair keys_of(std::uint8_t seed) {
    SecretKey secret;
    secret.fill(seed);
    return KeyPair::of(secret);
}

/// A server made of a handshake and a seal, which can send what no server sends. A client that connects anew gets a new line.
class HostileServer {
  public:
    HostileServer(VirtualUdp& net, Tape& tape) : net_(net), tape_(tape) {
        net_.on_sent = [this](const VirtualUdp::Datagram& each) {
            if (each.to == kServerAddress) mail_.push_back(each.bytes);
        };
    }

    void advance(Micros now) {
        for (const Bytes& each : std::exchange(mail_, {})) take(each, now);
        OutPacket packet;
        while (line_ && connection->next_packet(packet, now)) send_sealed({0, packet.channel}, packet.bytes());
    }
    /// A packet of any contents behind a valid seal.
    void send_sealed_noise() {
        if (!line_) return;
        const SealedHead head{static_cast<std::uint16_t>(tape_.byte() % 4 == 3 ? tape_.byte() : 0), static_cast<Channel>(tape_.byte() % kChannelCount)};
        const Bytes packet = noise(kLinkPacketBytesMax);
        if (!packet.empty()) send_sealed(head, packet);
    }
    /// A datagram of the handshake that nobody has asked for, with any rest.
    void send_knock() {
        KnockDatagram datagram{.kind = static_cast<KnockKind>(1 + tape_.byte() % 6), .connect_id = tape_.byte() % 2 == 0 ? connect_id_ : tape_.byte(),
                               .cookie = tape_.number(), .peer = tape_.byte(), .key = std::nullopt, .wants_key = tape_.byte() % 2 == 0};
        if (datagram.kind != KnockKind::hello) datagram.key = keys_of(1 + tape_.byte() % 4).public_key;
        if (datagram.kind == KnockKind::challenge && !datagram.wants_key) datagram.key.reset();
        Bytes bytes(kKnockDatagramMax);
        bytes.resize(write_knock(datagram, bytes));
        const Bytes rest = is_sealed(datagram.kind) ? noise(60) : Bytes{};
        bytes.insert(bytes.end(), rest.begin(), rest.end());
        inject(std::move(bytes));
    }
    void send_noise() { inject(noise(1'400)); }
    /// An earlier datagram again, perhaps damaged.
    void send_again() {
        if (sent_.empty()) return;
        Bytes bytes = sent_[tape_.byte() % sent_.size()];
        for (int flips = tape_.byte() % 4; flips > 0; --flips) bytes[tape_.number() % bytes.size()] ^= tape_.byte();
        inject(std::move(bytes));
    }
    std::unique_ptr<Connection> connection = std::make_unique<Connection>();

  private:
    static const KeyPair& key() {
        static const KeyPair own = keys_of(1);
        return own;
    }
    friend class Scene;

    void take(const Bytes& bytes, Micros now) {
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        if (!is_knock(bytes)) {
            const auto head = read_sealed_head(bytes);
            const auto size = head && line_ ? line_->in.open(bytes, kSealedHeadBytes, packet) : std::nullopt;
            if (size && *size > 0) hear(head->channel, std::span{packet}.first(*size), now);
            return;
        }
        std::size_t head = 0;
        const auto knock = read_knock(bytes, head);
        if (!knock) return;
        Bytes answer(kKnockDatagramMax);
        if (knock->kind == KnockKind::hello) {
            answer.resize(write_knock({.kind = KnockKind::challenge, .connect_id = knock->connect_id, .cookie = 9,
                                       .key = knock->wants_key ? std::optional(key().public_key) : std::nullopt}, answer));
            return inject(std::move(answer));
        }
        if (knock->kind != KnockKind::knock) return;
        if (!handshake_ || knock->connect_id != connect_id_) {
            handshake_ = HandshakeServer::open(key(), *knock, bytes, head);
            if (!handshake_) return;
            connect_id_ = knock->connect_id;
            line_ = handshake_->make_line(keys_of(2));
            connection = std::make_unique<Connection>();
            connection->send(Welcome{kProtocolVersion, kCoreVersion, "false"});
        }
        const auto size = handshake_->take(bytes, head, packet);
        if (!size || !line_) return;
        if (*size > 0) hear(Channel::control, std::span{packet}.first(*size), now);
        answer.resize(handshake_->write_accept(3, line_->out, {}, answer));
        inject(std::move(answer));
    }
    void hear(Channel channel, std::span<const std::uint8_t> packet, Micros now) {
        connection->receive(channel, packet, now);
        while (connection->next_message()) {
        }
        connection->incoming().release(connection->incoming().confirmed_up_to());
    }
    void send_sealed(SealedHead head, std::span<const std::uint8_t> packet) {
        Bytes bytes(kSealedDatagramMax);
        bytes.resize(write_sealed(head, line_->out, packet, bytes));
        inject(std::move(bytes));
    }
    void inject(Bytes bytes) {
        if (bytes.empty()) return;
        sent_.push_back(bytes);
        if (sent_.size() > 64) sent_.pop_front();
        net_.inject({kServerAddress, kClientAddress, std::move(bytes)});
    }
    Bytes noise(std::size_t most) {
        Bytes bytes(tape_.number() % (most + 1));
        for (auto& byte : bytes) byte = tape_.byte();
        return bytes;
    }

    VirtualUdp& net_;
    Tape& tape_;
    std::vector<Bytes> mail_;
    std::deque<Bytes> sent_;
    std::uint32_t connect_id_ = 0;
    std::optional<HandshakeServer> handshake_;
    std::optional<SealedLine> line_;
};

class Scene {
  public:
    explicit Scene(Tape& tape) : tape_(tape), words_(tape), server_(net_, tape) {
        client::ClientEnvironment reach;
        reach.open_link = [this] {
            net_.place_next(kClientAddress);
            std::string error;
            return make_enet_client("10.0.0.1", kServerAddress.port, error, HostileServer::key().public_key);
        };
        if (tape_.byte() % 2 == 0) {
            reach.find_level = [](const std::string& name, Difficulty difficulty) { return HostileWords::levels().find(name, difficulty); };
        }
        client_ = std::make_unique<GameClient>(client::ClientOptions{.players = static_cast<std::uint8_t>(1 + tape_.byte() % 2)}, std::move(reach), idle_);
        pass(100'000);
    }
    void run() {
        for (int turn = 0; turn < 120 && !tape_.done() && client_->state() != GameClient::State::failed; ++turn) {
            const std::uint8_t op = tape_.byte();
            switch (op % 17) {
                case 12: server_.send_sealed_noise(); break;
                case 13: server_.send_knock(); break;
                case 14: server_.send_noise(); break;
                case 15: server_.send_again(); break;
                case 16: break;
                default: words_.say(op % 17, *server_.connection, now_); break;
            }
            pass(op % 5 == 0 ? 300'000 : 20'000);
            has_played_ = has_played_ || client_->state() == GameClient::State::playing;
        }
        require(client_->state() != GameClient::State::failed || !client_->failure().empty());
    }
    bool has_played() const { return has_played_; }

  private:
    void pass(Micros length) {
        for (const Micros until = now_ + length; now_ < until; now_ += 5'000) {
            net_.until_idle(kClientAddress.host, [&] { client_->advance(now_); });
            server_.advance(now_);
        }
    }

    Tape& tape_;
    HostileWords words_;
    VirtualUdp net_;
    HostileServer server_;
    IdleController idle_;
    Micros now_ = 0;
    bool has_played_ = false;
    std::unique_ptr<GameClient> client_;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    // The client has the levels and wants to play alone; Entered: the tutorial, gold, calm, seed 7, one player, not running; Start.
    const std::vector<std::uint8_t> input = {0, 0, 0, 0, 0, 0, 7, 0, 0, 16, 2, 0, 0, 0, 0, 16, 16, 12, 0, 1, 3, 0, 1, 2, 3, 16};
    fix_entropy(1);
    Tape tape{input.data(), input.data() + input.size()};
    Scene scene(tape);
    scene.run();
    require(scene.has_played());
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fix_entropy(1);
    Tape tape{data, data + size};
    Scene(tape).run();
    return 0;
}
