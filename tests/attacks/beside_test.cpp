// Goal: two bots who play over real sockets do not notice attacks on their server by strangers, or by somebody beside the path of
// one of them. No tick of theirs freezes, except as long as the machine delayed idle timers too. Each attack prints a line of JSON.
#include <doctest/doctest.h>

#include <map>

#include "proto/connection.hpp"
#include "proto/join_code.hpp"
#include "proto/token.hpp"
#include "sim/base/random.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/beside.hpp"
#include "tests/attacks/forgery.hpp"
#include "tests/attacks/source.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;
using namespace albireo::attacks;
using client::UdpClient;

namespace {

const std::uint32_t kGameTicks = static_cast<std::uint32_t>(support::repetitions(5, 60, 5)) * kTicksPerSecond;

/// A peer with a connection over UDP.
struct Guest {
    explicit Guest(std::uint16_t port, std::string name = "guest") {
        std::string error;
        link = proto::make_enet_client("127.0.0.1", port, error);
        connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, std::move(name)});
    }
    void turn() {
        const proto::Micros now = UdpClient::now();
        proto::LinkEvent event;
        while (link->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message()) {
            if (const auto* seat = std::get_if<proto::Entered>(&*message)) entered = *seat;
            if (std::holds_alternative<proto::Start>(*message)) started = true;
            if (const auto* refused = std::get_if<proto::Refused>(&*message)) ++refusals[refused->reason];
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) link->send(proto::kServer, packet.channel, packet.bytes(), now);
        link->flush(now);
    }
    int refused() const {
        int sum = 0;
        for (const auto& [reason, count] : refusals) sum += count;
        return sum;
    }
    std::unique_ptr<proto::EnetLink> link;
    proto::Connection connection;
    std::optional<proto::Entered> entered;
    bool started = false;
    std::map<proto::Refusal, int> refusals;
};

/// `done`: how often the attacker did what the row is about. A reference, because the attack counts while `noticed` comes about.
void check(const char* row, const Noticed& noticed, const long long& done) {
    std::printf("{\"row\":\"%s\",\"done\":%lld,\"played\":%s,\"frozen_ticks\":%llu,\"held_by_the_machine\":%llu,\"late_p99_us\":%lld,\"pass_p99_us\":%lld}\n",
                row, done, noticed.played ? "true" : "false", static_cast<unsigned long long>(noticed.frozen),
                static_cast<unsigned long long>(noticed.held), static_cast<long long>(noticed.late_p99), static_cast<long long>(noticed.pass_p99));
    CHECK(noticed.played);
    CHECK(noticed.frozen <= noticed.held);
}

/// Calls `step` every millisecond until `stop` is set.
void every_millisecond(const std::atomic<bool>& stop, const std::function<void()>& step) {
    for (auto due = std::chrono::steady_clock::now(); !stop; std::this_thread::sleep_until(due)) {
        due = std::max(due, std::chrono::steady_clock::now()) + std::chrono::milliseconds(1);
        step();
    }
}

}  // namespace

TEST_CASE("row 1: two bots play while an attacker guesses codes") {
    long long asked = 0;
    check("1", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        Random random = Random::seed(7, 9);
        std::vector<std::unique_ptr<Guest>> guests(8);
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->refusals.contains(proto::Refusal::too_many_tries)) guest = std::make_unique<Guest>(port);
                const std::string code = proto::join_code((std::uint64_t{random.next()} << 32) | random.next());
                if (guest->connection.messages_unacknowledged() < 50) {
                    if (asked % 2 == 0) {
                        guest->connection.send(proto::Join{code});
                    } else {
                        guest->connection.send(proto::Rejoin{code, proto::Proof{1}});
                    }
                    ++asked;
                }
                guest->turn();
            }
        });
    }}), asked);
    CHECK(asked >= 500);
}

TEST_CASE("row 2: two bots play while peers that want no seat connect from everywhere") {
    long long knocked = 0;
    check("2", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        const auto sources = random_sources(200, port);
        std::array<std::uint8_t, proto::kKnockDatagramMax> out;
        std::array<std::uint8_t, proto::kLinkPacketBytesMax> packet;
        std::uint32_t id = 0;
        every_millisecond(stop, [&] {
            Source& source = *sources[++id % sources.size()];
            proto::HandshakeClient peer(id, proto::KeyPair::random());
            source.send(std::span{out}.first(peer.write({}, 0, out)));
            // The answer usually comes within this time. It is not needed each time.
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            for (auto bytes = source.receive(); !bytes.empty(); bytes = source.receive()) peer.take(bytes, 0, packet);
            if (peer.state() != proto::HandshakeClient::State::knock) return;
            source.send(std::span{out}.first(peer.write({}, proto::kMicrosPerSecond, out)));
            ++knocked;
        });
    }}), knocked);
    CHECK(knocked >= 300);
}

TEST_CASE("row 3: two bots play while an attacker fills the server with lobbies and keeps them") {
    long long asked = 0;
    int held = 0;
    check("3", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        std::vector<std::unique_ptr<Guest>> guests;
        every_millisecond(stop, [&] {
            std::erase_if(guests, [](const auto& guest) { return guest->refused() > 0; });
            if (guests.size() < 24) {
                guests.push_back(std::make_unique<Guest>(port));
                guests.back()->connection.send(proto::Create{.level = "the_cut", .players = 2});
                ++asked;
            }
            for (auto& guest : guests) guest->turn();
        });
        held = static_cast<int>(std::ranges::count_if(guests, [](const auto& guest) { return guest->entered.has_value(); }));
    }}), asked);
    CHECK(asked >= 24);
    CHECK(held >= 8);
}

TEST_CASE("row 4: two bots play while an attacker creates games and leaves them") {
    long long asked = 0;
    check("4", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        std::vector<std::unique_ptr<Guest>> guests(8);
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->entered || guest->refused() > 0) {
                    if (guest != nullptr && guest->entered) guest->connection.send(proto::Bye{}), guest->turn();
                    guest = std::make_unique<Guest>(port);
                    guest->connection.send(proto::Create{.level = "the_cut", .players = 2});
                    ++asked;
                }
                guest->turn();
            }
        });
    }}), asked);
    CHECK(asked >= 20);
}

TEST_CASE("row 5: two bots play while an attacker creates games in bulk, starts them and leaves") {
    long long asked = 0;
    int started = 0;
    check("5", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        constexpr Difficulty kDifficulties[] = {Difficulty::calm, Difficulty::standard, Difficulty::storm};
        constexpr const char* kLevels[] = {"the_hive", "endless", "shelf_sea", "boss_rush"};
        std::vector<std::unique_ptr<Guest>> guests(8);
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->started || guest->refused() > 0) {
                    if (guest != nullptr && guest->started) ++started;
                    guest = std::make_unique<Guest>(port);
                    // Each time another level, which nobody has asked for.
                    guest->connection.send(proto::Create{.level = kLevels[asked / 3 % 4],
                                                         .difficulty = static_cast<std::uint8_t>(kDifficulties[asked % 3]), .players = 1});
                    ++asked;
                }
                guest->turn();
                if (guest->entered && !guest->started) guest->connection.send(proto::Ready{std::exchange(guest->entered, {})->level_digest});
            }
        });
    }}), asked);
    CHECK(started >= 5);
    CHECK(asked >= 20);
}

TEST_CASE("rows 6 to 9: two bots play while an attacker beside the path of one forges, flips, replays and reflects datagrams") {
    long long sent = 0;
    Random random = Random::seed(3, 4);
    check("6-9", play_beside(kGameTicks, {.beside_the_path = [&](Wiretap& tap) {
        if (tap.up().size() < 8 || tap.down().size() < 8) return;
        for (const bool up : {true, false}) {
            const auto forge = [&](std::span<const std::uint8_t> bytes) {
                up ? tap.forge_up(bytes) : tap.forge_down(bytes);
                ++sent;
            };
            const auto& own = up ? tap.up() : tap.down();
            const auto& other = up ? tap.down() : tap.up();
            forge(own[random.below(static_cast<std::uint32_t>(own.size()))]);  // replayed, early or late
            forge(other.back());                                               // reflected
            Bytes flipped = own.back();
            flipped[random.below(static_cast<std::uint32_t>(flipped.size()))] ^= static_cast<std::uint8_t>(1u << random.below(8));
            forge(flipped);
            const Overheard heard{{own.back()}};
            const Bytes bye = with_checksum(control_packet(static_cast<std::uint16_t>(sent), proto::Bye{}));
            forge(plain_datagram(heard, proto::Channel::control, static_cast<std::uint16_t>(heard.group + sent), bye));
            forge(plain_datagram(heard, proto::Channel::frames, static_cast<std::uint16_t>(heard.group + 20'000), Bytes(20)));
        }
        if (tap.up().size() > 2'000) tap.forget();
    }}), sent);
    CHECK(sent >= 2'000);
}

TEST_CASE("row 15: two bots play during a flood of Hellos from everywhere") {
    long long sent = 0;
    check("15", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        const auto sources = random_sources(300, port);
        auto bytes = hello(2);
        std::size_t next = 0;
        every_millisecond(stop, [&] {
            for (int i = 0; i < 5; ++i) sent += sources[++next % sources.size()]->send_many(bytes, 10);
        });
    }}), sent);
    CHECK(sent >= 50'000);
}

TEST_CASE("row 16: two bots play while an attacker uses odd names and fills the log") {
    long long asked = 0;
    check("16", play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        const std::string names[] = {"\u202eanna", std::string(200, 'W'), "a\u0301\u0301\u0301\u0301", "\n2026 info", "\xff\xfe"};
        std::vector<std::unique_ptr<Guest>> guests(8);
        int turns = 0;
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || ++turns % 201 == 0) {
                    guest = std::make_unique<Guest>(port, names[asked % 5]);
                    guest->connection.send(proto::Create{.level = "no\nsuch\u202elevel", .players = 2});
                    ++asked;
                }
                guest->connection.send(proto::Ready{});  // fits no state, so that the log has something to say
                guest->turn();
            }
        });
    }}), asked);
    CHECK(asked >= 20);
}
