// Goal: a whole server (gate, seal, ENet, lobby, session) survives any datagrams, and so does the connection of a player who waits there for a
// friend, and plays with a guest if the input says so. The input is a small program for strangers without keys, for guests with keys of their own and
// hostile packets, and for a forger who has overheard everything. Before its first input the target plays one in which a game must begin and go on.
// One file: everything in the scene uses its tape, its clock and its network.
// 1. The player's connection carries what its two ends have sent, once and in order, and nothing else.
// 2. An address that has proved nothing gets at most half of the bytes that came from it.
// 3. The server has no more peers than places.
#include <bit>
#include <cstdio>
#include <deque>
#include <map>

#include "proto/connection.hpp"
#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"
#include "sim/snapshot.hpp"
#include "tests/fuzz/delivery_check.hpp"
#include "tests/fuzz/tape.hpp"
#include "tests/support/fixed_entropy.hpp"
#include "tests/support/virtual_shard.hpp"

using namespace albireo;
using namespace albireo::proto;

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr Micros kPass = 8'000, kTick = kMicrosPerSecond / 60;
constexpr std::size_t kGuests = 4, kStrangers = 4, kPlaces = 4, kPlacesOfAHost = 2;
const NetAddress kServerAddress = net_address(10, 0, 0, 1, 7'777), kPlayerAddress = net_address(10, 0, 0, 2, 5'000);

KeyPair keys_of(std::size_t seed) {
    SecretKey secret;
    secret.fill(static_cast<std::uint8_t>(seed));
    return KeyPair::of(secret);
}

Bytes bytes_of(Tape& tape, std::size_t most) {
    Bytes bytes(tape.number() % (most + 1));
    for (auto& byte : bytes) byte = tape.byte();
    return bytes;
}

/// Somebody with an address and keys of their own, who sends whatever the input says.
struct Guest {
    NetAddress address;
    std::unique_ptr<HandshakeClient> handshake;
    std::unique_ptr<Connection> connection;  // once there is a handshake
    Bytes waiting;  // the packet that travels with the handshake
    std::vector<Bytes> mail;
    std::optional<Entered> entered;  // its seat

    bool is_connected() const { return handshake && handshake->state() == HandshakeClient::State::accepted; }
};

class Scene {
  public:
    explicit Scene(Tape& tape) : tape_(tape) {
        net_.on_sent = [this](const VirtualUdp::Datagram& each) { note(each); };
        shard_.link->on_event = [this](const LinkEvent& event) { note_event(event); };
        shard_.link->on_sent = [this](PeerId peer, Channel channel, std::span<const std::uint8_t> packet) {
            if (peer == player_peer_) down_.sent(channel, packet);
        };
        shard_.link->on_closed = [this](PeerId peer) { peers_.erase(peer); };
        open_link();
        player_.send(Hello{kProtocolVersion, kCoreVersion, "a player"});
        player_.send(Create{.level = "the_cut"});
        for (int i = 0; i < 60 && code_.empty(); ++i) pass();
        require(!code_.empty());
        up_.is_strict = down_.is_strict = true;
        for (std::size_t i = 0; i < kGuests; ++i) guests_[i].address = net_address(10, 0, 1, static_cast<std::uint8_t>(i), 6'000);
    }

    void run() {
        for (int turn = 0; turn < 64 && !tape_.done(); ++turn) {
            switch (tape_.byte() % 9) {
                case 0: send_noise(); break;
                case 1: knock(); break;
                case 2: connect(guest()); break;
                case 3: send_sealed_noise(guest()); break;
                case 4: say(guest()); break;
                case 5:
                case 6: forge(); break;
                case 7: begin_game(guest()); break;
                default: passes(tape_.byte() % 16); break;
            }
            if (turn % 4 == 3) pass();
            check();
        }
        passes(6);
        net_.until_idle(kPlayerAddress.host, [&] { hear(); });
        check();
        require(heard_ > 0 && up_.is_settled() && down_.is_settled());
    }

    /// The ticks of the player's game so far; 0: it has not begun.
    std::uint32_t ticks_played() const {
        const server::Session* const session = shard_.lobby->find(code_);
        return session != nullptr && session->has_started() ? session->tick().value : 0;
    }

  private:
    static server::Levels& levels() {
        static server::Levels all;
        return all;
    }
    static const KeyPair& key_of(std::size_t owner) {
        static const std::vector<KeyPair> keys = [] {
            std::vector<KeyPair> all;
            for (std::size_t i = 0; i <= kGuests; ++i) all.push_back(keys_of(i + 1));
            return all;
        }();
        return keys[owner];
    }
    static const KeyPair& server_key() { return key_of(kGuests); }

    void open_link() {
        net_.place_next(kPlayerAddress);
        std::string error;
        link_ = make_enet_client("10.0.0.1", kServerAddress.port, error, server_key().public_key);
    }
    /// The player's program says something every 100 ms.
    void play() {
        hear();
        if (!code_.empty() && now_ >= next_word_) {
            player_.send(Signal{});
            next_word_ = now_ + 100'000;
        }
        for (; player_.frames_started() && now_ >= next_frame_; next_frame_ += kTick) {
            if (player_.has_room() && may_lead()) player_.push_frame(Frame{}, now_);
        }
        OutPacket packet;
        while (player_.next_packet(packet, now_)) {
            up_.sent(packet.channel, packet.bytes());
            link_->send(kServer, packet.channel, packet.bytes(), now_);
        }
        link_->flush(now_);
    }
    void hear() {
        LinkEvent event;
        while (link_->poll(event, now_)) {
            if (event.kind != LinkEvent::Kind::received) continue;
            down_.received(event.channel, event.bytes);
            player_.receive(event.channel, event.bytes, now_);
        }
        while (const auto message = player_.next_message()) {
            if (const auto* entered = std::get_if<Entered>(&*message)) {
                code_ = entered->code, watch_code_ = entered->watch_code, digest_ = entered->level_digest;
            }
            if (std::holds_alternative<Start>(*message)) {
                player_.start_frames({}, {});
                next_frame_ = now_;
            }
        }
        player_.incoming().release(player_.incoming().confirmed_up_to());
    }
    /// Like a client, the player stays within their lead.
    bool may_lead() {
        return player_.outgoing().end() - player_.incoming().confirmed_up_to() < static_cast<std::int32_t>(kLeadTicksMax);
    }

    /// A datagram that the server or the player has sent.
    void note(const VirtualUdp::Datagram& datagram) {
        if (datagram.from == kServerAddress) {
            Host& to = hosts_[datagram.to.host.ipv4()];
            to.sent += datagram.bytes.size() + kIpUdpBytes;
        }
        for (Guest& each : guests_) {
            if (each.address == datagram.to && each.mail.size() < 64) each.mail.push_back(datagram.bytes);
        }
        overhear(datagram);
    }
    void overhear(const VirtualUdp::Datagram& datagram) {
        overheard_.push_back(datagram);
        if (overheard_.size() > 128) overheard_.pop_front();
    }
    void note_event(const LinkEvent& event) {
        const auto host = static_cast<std::uint32_t>(shard_.link->host_of(event.peer));
        if (event.kind == LinkEvent::Kind::connected) {
            peers_[event.peer] = host;
            hosts_[host].is_verified = true;
            require(host != kPlayerAddress.host.ipv4() || player_peer_ == PeerId{});
            if (host == kPlayerAddress.host.ipv4()) player_peer_ = event.peer;
        } else if (event.peer == player_peer_) {
            up_.received(event.channel, event.bytes);
            ++heard_;
        }
    }
    void check() const {
        for (const auto& [host, each] : hosts_) require(each.is_verified || 2 * each.sent <= each.received);
        require(peers_.size() <= kPlaces && peers_.contains(player_peer_));
        for (const Guest& each : guests_) {
            const auto is_there = [&](const auto& peer) { return peer.second == each.address.host.ipv4(); };
            require(std::ranges::count_if(peers_, is_there) <= std::ptrdiff_t{kPlacesOfAHost});
        }
        require(shard_.lobby->sessions().size() <= kSessions);
    }

    void pass() {
        now_ += kPass;
        net_.until_idle(kPlayerAddress.host, [&] { play(); });
        net_.until_idle(kServerAddress.host, [&] { shard_.advance(now_); });
        for (Guest& each : guests_) read_mail(each);
    }
    void passes(int count) {
        for (int i = 0; i < count; ++i) pass();
    }

    Guest& guest() { return guests_[tape_.byte() % kGuests]; }
    NetAddress stranger() { return net_address(10, 0, 2, tape_.byte() % kStrangers, 7'000); }
    /// The datagram comes from outside, under whatever address.
    void inject(NetAddress from, NetAddress to, Bytes bytes) {
        if (bytes.empty()) return;
        if (to == kServerAddress) hosts_[from.host.ipv4()].received += bytes.size() + kIpUdpBytes;
        net_.inject({from, to, std::move(bytes)});
    }
    void inject(const Guest& from, Bytes bytes) {
        if (bytes.empty()) return;  // no datagram of the handshake was due
        overhear({from.address, kServerAddress, bytes});
        inject(from.address, kServerAddress, std::move(bytes));
    }

    void send_noise() { inject(stranger(), kServerAddress, bytes_of(tape_, 1'400)); }
    /// A stranger's datagrams of the handshake, with any fields and any rest.
    void knock() {
        const NetAddress from = stranger();
        KnockDatagram datagram{.kind = static_cast<KnockKind>(1 + tape_.byte() % 6),
                               .connect_id = tape_.byte(),
                               .cookie = tape_.number(),
                               .peer = tape_.byte(),
                               .key = std::nullopt,
                               .wants_key = tape_.byte() % 2 == 0};
        if (datagram.kind != KnockKind::hello) datagram.key = key_of(tape_.byte() % (kGuests + 1)).public_key;
        if (datagram.kind == KnockKind::challenge && !datagram.wants_key) datagram.key.reset();
        Bytes bytes(kKnockDatagramMax);
        bytes.resize(write_knock(datagram, bytes));
        const Bytes rest = is_sealed(datagram.kind) ? bytes_of(tape_, 60) : Bytes{};
        bytes.insert(bytes.end(), rest.begin(), rest.end());
        for (int copies = tape_.byte() % 8; copies >= 0; --copies) inject(from, kServerAddress, bytes);
    }

    /// A whole handshake, or a step of it.
    void connect(Guest& guest) {
        const std::uint8_t how = tape_.byte();
        if (guest.handshake == nullptr || how % 4 == 0) {
            const auto number = static_cast<std::size_t>(&guest - guests_.data());
            const auto known = how % 3 == 0 ? std::nullopt : std::optional{server_key().public_key};
            guest.handshake = std::make_unique<HandshakeClient>(how, key_of(number), known);
            guest.connection = std::make_unique<Connection>();
            guest.entered.reset();
            if (how % 5 != 0) guest.connection->send(Hello{kProtocolVersion, kCoreVersion, "a guest"});
            guest.waiting = how % 5 == 0 ? bytes_of(tape_, kLinkPacketBytesMax) : Bytes{};
        }
        for (int step = 0; step < 4 && !guest.is_connected(); ++step) {
            write(guest);
            if (how % 7 == 0) return;
            pass();
        }
    }
    void write(Guest& guest) {
        OutPacket packet;
        while (guest.connection->next_packet(packet, now_)) {
            if (guest.is_connected()) {
                send_sealed(guest, packet.channel, packet.bytes());
            } else if (packet.channel == Channel::control) {
                guest.waiting.assign(packet.bytes().begin(), packet.bytes().end());
            }
        }
        if (guest.is_connected()) return;
        Bytes bytes(kKnockDatagramMax);
        bytes.resize(guest.handshake->write(guest.waiting, now_, bytes));
        inject(guest, std::move(bytes));
    }
    void read_mail(Guest& guest) {
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        for (const Bytes& each : std::exchange(guest.mail, {})) {
            if (guest.handshake == nullptr) continue;
            const auto head = read_sealed_head(each);
            const bool is_line = guest.is_connected() && head && !is_knock(each);
            const auto size = is_line ? guest.handshake->line().in.open(each, kSealedHeadBytes, packet)
                                      : guest.handshake->take(each, now_, packet);
            if (!size || *size == 0) continue;
            guest.connection->receive(is_line ? head->channel : Channel::control, std::span{packet}.first(*size), now_);
            while (const auto message = guest.connection->next_message()) {
                if (const auto* entered = std::get_if<Entered>(&*message)) guest.entered = *entered;
                if (std::holds_alternative<Start>(*message) && !guest.connection->frames_started()) guest.connection->start_frames({}, {});
            }
            guest.connection->incoming().release(guest.connection->incoming().confirmed_up_to());
        }
    }
    void send_sealed(Guest& guest, Channel channel, std::span<const std::uint8_t> packet) {
        Bytes bytes(kSealedDatagramMax);
        bytes.resize(write_sealed({guest.handshake->peer(), channel}, guest.handshake->line().out, packet, bytes));
        inject(guest, std::move(bytes));
    }
    /// A packet of any contents behind a valid seal.
    void send_sealed_noise(Guest& guest) {
        if (!guest.is_connected()) return connect(guest);
        const auto channel = static_cast<Channel>(tape_.byte() % kChannelCount);
        const Bytes packet = bytes_of(tape_, kLinkPacketBytesMax);
        if (!packet.empty()) send_sealed(guest, channel, packet);
    }
    void send(Guest& guest, const Message& message) {
        guest.connection->send(message);
        write(guest);
        passes(2);
    }
    /// The guest takes the free seat, and both are ready, unless something is in the way.
    void begin_game(Guest& guest) {
        if (!guest.is_connected()) connect(guest);
        if (!guest.is_connected() || ticks_played() > 0) return;
        if (!guest.entered) send(guest, Join{code_});
        if (!guest.entered) return;
        player_.send(Ready{digest_});
        send(guest, Ready{guest.entered->level_digest});
        passes(2);
    }
    /// A valid message at a time that may be wrong.
    void say(Guest& guest) {
        if (!guest.is_connected()) return connect(guest);
        const auto few = [&] { return static_cast<std::uint8_t>(tape_.byte() % 4); };
        switch (tape_.byte() % 14) {
            case 0: guest.connection->send(Create{.level = "the_cut", .players = 2, .section = few()}); break;
            case 1: guest.connection->send(Join{code_}); break;
            case 2: guest.connection->send(Rejoin{code_, {}}); break;
            case 3: guest.connection->send(Watch{watch_code_, tape_.number()}); break;
            case 4: guest.connection->send(Ready{tape_.byte()}); break;
            case 5: guest.connection->send(LevelWanted{}); break;
            case 6: guest.connection->send(Bye{}); break;
            case 7: guest.connection->send(Hello{kProtocolVersion, tape_.byte(), "again"}); break;
            case 8: guest.connection->send(DesyncNotice{Tick{tape_.byte()}, tape_.byte(), tape_.byte(), {}}); break;
            case 9: guest.connection->send(RematchWish{.wants = few() != 0}); break;
            case 10: guest.connection->send(Signal{}); break;
            case 11:
                if (guest.connection->frames_started()) guest.connection->set_digest({Tick{tape_.byte()}, tape_.byte()});
                break;
            default:
                if (!guest.connection->frames_started()) guest.connection->start_frames({}, {});
                for (int i = tape_.byte() % 64; i >= 0 && guest.connection->has_room(); --i) {
                    Frame frame;
                    frame.buttons = static_cast<std::uint16_t>(tape_.byte());
                    frame.command = static_cast<Command>(few());
                    guest.connection->push_frame(normal(frame), now_);
                }
        }
        write(guest);
    }

    /// A datagram made of overheard ones, from and to anybody.
    void forge() {
        const auto any = [&]() -> const VirtualUdp::Datagram& { return overheard_[tape_.byte() % overheard_.size()]; };
        VirtualUdp::Datagram forged = any();
        Bytes& bytes = forged.bytes;
        switch (tape_.byte() % 8) {
            case 0: break;  // a replay
            case 1:
                for (int flips = tape_.byte() % 4; flips >= 0; --flips) bytes[tape_.number() % bytes.size()] ^= tape_.byte();
                break;
            case 2: bytes.resize(tape_.number() % bytes.size()); break;
            case 3: {
                const Bytes more = bytes_of(tape_, 60);
                bytes.insert(bytes.end(), more.begin(), more.end());
                break;
            }
            case 4: {  // the beginning of one and the end of another
                const Bytes& other = any().bytes;
                const std::size_t cut = tape_.byte() % std::min(bytes.size(), other.size());
                bytes.resize(cut);
                bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(cut), other.end());
                break;
            }
            case 5: bytes[tape_.byte() % 2] = tape_.byte(); break;  // another peer's number, or another channel
            case 6: bytes[2] = tape_.byte(); break;             // another number
            default:  // a number that has not been yet, and noise
                bytes[2] = static_cast<std::uint8_t>(bytes[2] + 1 + tape_.byte() % 32);
                if (tape_.byte() % 2 == 0) bytes[0] ^= static_cast<std::uint8_t>(static_cast<int>(Channel::frames) << 4);
                for (std::size_t i = 4; i < bytes.size(); ++i) bytes[i] = tape_.byte();
        }
        switch (tape_.byte() % 8) {
            case 1: std::swap(forged.from, forged.to); break;  // a reflection
            case 2: forged.from = stranger(), forged.to = kServerAddress; break;
            case 3: forged.from = kServerAddress, forged.to = kPlayerAddress; break;
            default: break;
        }
        inject(forged.from, forged.to, std::move(forged.bytes));
    }

    static constexpr std::size_t kSessions = 4;
    struct Host {
        std::uint64_t received = 0, sent = 0;
        bool is_verified = false;
    };

    Tape& tape_;
    VirtualUdp net_;
    VirtualShard shard_{net_,
                        kServerAddress,
                        {.peers_max = kPlaces, .peers_per_host = kPlacesOfAHost, .key = server_key()},
                        levels(),
                        1,
                        {.sessions_max = kSessions}};
    std::unique_ptr<EnetLink> link_;  // the player's
    Connection player_;
    std::string code_, watch_code_;
    std::uint64_t digest_ = 0;  // of their level
    Micros next_word_ = 0, next_frame_ = 0;
    PeerId player_peer_{};
    std::uint64_t heard_ = 0;  // packets of the player
    DeliveryCheck up_, down_;
    std::array<Guest, kGuests> guests_;
    std::deque<VirtualUdp::Datagram> overheard_;
    std::map<std::uint32_t, Host> hosts_;
    std::map<PeerId, std::uint32_t> peers_;  // their hosts
    Micros now_ = 0;
};

}  // namespace

/// A server has large tables. With ASan's quarantine of 256 MB each execution would get new pages for them.
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=4";
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    // Guest 0 connects with its Hello, takes the seat and is ready; both play, and the guest sends frames in between.
    std::vector<std::uint8_t> input = {2, 0, 1, 7, 0};
    for (int i = 0; i < 6; ++i) {
        input.insert(input.end(), {4, 0, 13, 20});
        input.resize(input.size() + 2 * 21);  // 21 frames without buttons
        input.insert(input.end(), {8, 15});
    }
    fix_entropy(1);
    Tape tape{input.data(), input.data() + input.size()};
    Scene scene(tape);
    scene.run();
    require(scene.ticks_played() >= 20);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fix_entropy(1);
    Tape tape{data, data + size};
    Scene scene(tape);
    scene.run();
    static std::uint64_t inputs = 0, games = 0;
    ++inputs;
    if (scene.ticks_played() > 0 && std::has_single_bit(++games)) std::fprintf(stderr, "a game went on at the end of %ju of %ju inputs\n", std::uintmax_t{games}, std::uintmax_t{inputs});
    return 0;
}
