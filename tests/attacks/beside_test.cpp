// Goal: two bots who play over real sockets do not notice attacks on their server by strangers, by the partners of others, or by
// somebody beside the path of one of them. No tick of theirs freezes, except as long as the machine delayed idle timers too. Each
// attack prints a line of JSON.
#include <doctest/doctest.h>

#include "proto/join_code.hpp"
#include "sim/base/random.hpp"
#include "sim/game/flow.hpp"
#include "tests/attacks/beside.hpp"
#include "tests/attacks/forgery.hpp"
#include "tests/attacks/guest.hpp"
#include "tests/attacks/source.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::attacks;
using client::UdpClient;

namespace {

const std::uint32_t kGameTicks = static_cast<std::uint32_t>(support::repetitions(5, 60, 5)) * kTicksPerSecond;

std::unique_ptr<proto::Link> over_udp(std::uint16_t port) {
    std::string error;
    return proto::make_enet_client("127.0.0.1", port, error);
}

std::unique_ptr<Guest> make_guest(std::uint16_t port, std::string name = "guest") {
    return std::make_unique<Guest>(over_udp(port), std::move(name));
}

/// Calls `step` every millisecond until `stop` is set.
void every_millisecond(const std::atomic<bool>& stop, const std::function<void()>& step) {
    for (auto due = std::chrono::steady_clock::now(); !stop; std::this_thread::sleep_until(due)) {
        due = std::max(due, std::chrono::steady_clock::now()) + std::chrono::milliseconds(1);
        step();
    }
}

/// Another game on the server of the two bots: an honest player, whose partner is the attacker.
struct OtherGame {
    long long owed = 0, sent = 0;          // of the attacker's frames, since it came the last time
    long long ticks = 0, paused = 0;       // of the honest player
    bool has_begun = false;
    /// `frames`: how many frames the attacker may have sent, by the time since it plays. All of them are `frame`.
    void play(std::uint16_t port, const std::atomic<bool>& stop, const std::function<std::int64_t(proto::Micros)>& frames, Frame frame = {}) {
        bot::BodyStore bodies;
        server::Levels levels;
        Player honest{bodies, port, {.name = "honest"}, levels.find("the_cut", Difficulty::standard), 3};
        std::unique_ptr<Holder> attacker;
        every_millisecond(stop, [&] {
            const proto::Micros now = UdpClient::now();
            honest.client.advance();
            client::GameClient& game = honest.game();
            if (attacker == nullptr && !game.code().empty()) {
                attacker = std::make_unique<Holder>([port] { return over_udp(port); }, game.code(), now);
                attacker->frame = frame;
            }
            if (attacker == nullptr) return;
            const proto::Micros since = now - attacker->plays_since();
            attacker->turn(now, attacker->plays() ? frames(since) : 0);
            if (!game.has_game()) return;
            has_begun = has_begun || attacker->plays();
            if (attacker->plays()) owed = since * 60 / kSecond, sent = attacker->sent();
            const auto played = static_cast<long long>(game.figures().ticks);
            paused += played > ticks && is_paused(game.predictor().predicted());
            ticks = played;
        });
    }
};

std::int64_t at_60(proto::Micros since) {
    return since * 60 / kSecond + 1;
}

}  // namespace

TEST_CASE("row 1: two bots play while an attacker guesses codes") {
    long long asked = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        Random random = Random::seed(7, 9);
        std::vector<std::unique_ptr<Guest>> guests(8);
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->refusals.contains(proto::Refusal::too_many_tries)) guest = make_guest(port);
                const std::string code = proto::join_code((std::uint64_t{random.next()} << 32) | random.next());
                if (guest->connection.messages_unacknowledged() < 50) {
                    if (asked % 2 == 0) {
                        guest->connection.send(proto::Join{code});
                    } else {
                        guest->connection.send(proto::Rejoin{code, proto::Proof{1}});
                    }
                    ++asked;
                }
                guest->turn(UdpClient::now());
            }
        });
    }});
    emit("1", "guess codes by Join and Rejoin", asked, noticed);
    CHECK(asked >= 500);
}

TEST_CASE("row 2: two bots play while peers that want no seat connect from everywhere") {
    long long knocked = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
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
    }});
    emit("2", "connect from everywhere and want no seat", knocked, noticed);
    CHECK(knocked >= 300);
}

TEST_CASE("row 3: two bots play while an attacker fills the server with lobbies and keeps them") {
    long long asked = 0;
    int held = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        std::vector<std::unique_ptr<Guest>> guests;
        every_millisecond(stop, [&] {
            std::erase_if(guests, [](const auto& guest) { return guest->refused() > 0; });
            if (guests.size() < 24) {
                guests.push_back(make_guest(port));
                guests.back()->connection.send(proto::Create{.level = "the_cut", .players = 2});
                ++asked;
            }
            for (auto& guest : guests) guest->turn(UdpClient::now());
        });
        held = static_cast<int>(std::ranges::count_if(guests, [](const auto& guest) { return guest->entered.has_value(); }));
    }});
    emit("3", "fill the server with lobbies and keep them", asked, noticed, {{"lobbies_held", held}});
    CHECK(asked >= 24);
    CHECK(held >= 8);
}

TEST_CASE("row 4: two bots play while an attacker creates games and leaves them") {
    long long asked = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        std::vector<std::unique_ptr<Guest>> guests(8);
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->entered || guest->refused() > 0) {
                    if (guest != nullptr && guest->entered) guest->connection.send(proto::Bye{}), guest->turn(UdpClient::now());
                    guest = make_guest(port);
                    guest->connection.send(proto::Create{.level = "the_cut", .players = 2});
                    ++asked;
                }
                guest->turn(UdpClient::now());
            }
        });
    }});
    emit("4", "create games and leave them", asked, noticed);
    CHECK(asked >= 20);
}

TEST_CASE("row 5: two bots play while an attacker creates games in bulk, starts them and leaves") {
    long long asked = 0;
    int started = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        constexpr Difficulty kDifficulties[] = {Difficulty::calm, Difficulty::standard, Difficulty::storm};
        constexpr const char* kLevels[] = {"the_hive", "endless", "shelf_sea", "boss_rush"};
        std::vector<std::unique_ptr<Guest>> guests(8);
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->started || guest->refused() > 0) {
                    if (guest != nullptr && guest->started) ++started;
                    guest = make_guest(port);
                    // Each time another level, which nobody has asked for.
                    guest->connection.send(proto::Create{.level = kLevels[asked / 3 % 4],
                                                         .difficulty = static_cast<std::uint8_t>(kDifficulties[asked % 3]), .players = 1});
                    ++asked;
                }
                guest->turn(UdpClient::now());
                if (guest->entered && !guest->started) guest->connection.send(proto::Ready{std::exchange(guest->entered, {})->level_digest});
            }
        });
    }, .needs_all_levels = true});
    emit("5", "create games of all levels, start them and leave", asked, noticed, {{"games_started", started}});
    CHECK(started >= 5);
    CHECK(asked >= 20);
}

TEST_CASE("rows 6 to 9: two bots play while an attacker beside the path of one forges, flips, replays and reflects datagrams") {
    long long sent = 0;
    Random random = Random::seed(3, 4);
    const Noticed noticed = play_beside(kGameTicks, {.beside_the_path = [&](const Place& place) {
        Wiretap& tap = place.tap;
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
    }});
    emit("6-9", "forge, flip, replay and reflect datagrams beside the path of one bot", sent, noticed);
    CHECK(sent >= 2'000);
}

TEST_CASE("row 10: two bots play while an eavesdropper seeks the token of one of them and returns with what it overhears") {
    long long searched = 0, found = 0, tried = 0, entered = 0;
    Random random = Random::seed(3, 10);
    std::unique_ptr<Guest> guest;
    const Noticed noticed = play_beside(kGameTicks, {.beside_the_path = [&](const Place& place) {
        Wiretap& tap = place.tap;
        if (guest != nullptr) {
            guest->turn(UdpClient::now());
            entered += guest->entered.has_value();
            if (guest->refused() > 0 || guest->entered) guest.reset();
        } else if (!tap.up().empty()) {
            // Any part of any datagram may be the token. The code is known: friends tell it to each other in clear.
            const Bytes& heard = tap.up()[random.below(static_cast<std::uint32_t>(tap.up().size()))];
            proto::Token guess{};
            if (heard.size() > guess.size()) {
                const std::uint32_t from = random.below(static_cast<std::uint32_t>(heard.size() - guess.size()));
                std::copy_n(heard.begin() + from, guess.size(), guess.begin());
            }
            guest = make_guest(place.port);
            guest->connection.send(proto::Rejoin{place.victim.code(), proto::prove(guess, guest->binding())});
            ++tried;
        }
        if (tap.up().size() + tap.down().size() < 100) return;
        found += tap.holds(place.victim.token());
        searched += static_cast<long long>(tap.up().size() + tap.down().size());
        tap.forget();
    }});
    emit("10", "overhear one bot, and rejoin with parts of its datagrams", tried, noticed,
         {{"datagrams_searched", searched}, {"tokens_found", found}, {"seats_taken", entered}});
    CHECK(found == 0);
    CHECK(entered == 0);
    CHECK(tried >= 10);
    CHECK(searched >= 400);
}

TEST_CASE("row 11: two bots play while the partner in another game sends no frames") {
    OtherGame other;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        other.play(port, stop, [](proto::Micros since) { return at_60(std::min(since, kSecond)); });
    }});
    emit("11", "acknowledge, but send no frames in another game", other.owed - other.sent, noticed, {{"ticks_of_the_other_game", other.ticks}});
    CHECK(other.has_begun);
    CHECK(other.owed - other.sent >= 60);
}

TEST_CASE("row 12: two bots play while the partner in another game sends frames at half speed") {
    OtherGame other;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        other.play(port, stop, [](proto::Micros since) { return at_60(since / 2); });
    }});
    emit("12", "play at half speed in another game", other.owed - other.sent, noticed, {{"ticks_of_the_other_game", other.ticks}});
    CHECK(other.has_begun);
    CHECK(other.owed - other.sent >= 60);
}

TEST_CASE("row 13: two bots play while the partner in another game pauses whenever they may") {
    OtherGame other;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        Frame frame;
        frame.command = Command::pause;
        frame.command_delay = 20;
        other.play(port, stop, at_60, frame);
    }});
    emit("13", "pause in every tick in another game", other.sent, noticed, {{"ticks_of_the_other_game", other.ticks}, {"paused", other.paused}});
    CHECK(other.has_begun);
    CHECK(other.paused >= 60);
}

TEST_CASE("row 15: two bots play during a flood of Hellos from everywhere") {
    long long sent = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        const auto sources = random_sources(300, port);
        auto bytes = hello(2);
        std::size_t next = 0;
        every_millisecond(stop, [&] {
            for (int i = 0; i < 5; ++i) sent += sources[++next % sources.size()]->send_many(bytes);
        });
    }});
    emit("15", "flood the server with Hellos from everywhere", sent, noticed);
    CHECK(sent >= 50'000);
}

TEST_CASE("row 16: two bots play while an attacker uses odd names and fills the log") {
    long long asked = 0;
    const Noticed noticed = play_beside(kGameTicks, {.from_anywhere = [&](std::uint16_t port, const std::atomic<bool>& stop) {
        const std::string names[] = {"\u202eanna", std::string(200, 'W'), "a\u0301\u0301\u0301\u0301", "\n2026 info", "\xff\xfe"};
        std::vector<std::unique_ptr<Guest>> guests(8);
        int turns = 0;
        every_millisecond(stop, [&] {
            for (auto& guest : guests) {
                if (guest == nullptr || ++turns % 201 == 0) {
                    guest = make_guest(port, names[asked % 5]);
                    guest->connection.send(proto::Create{.level = "no\nsuch\u202elevel", .players = 2});
                    ++asked;
                }
                guest->connection.send(proto::Ready{});  // fits no state, so that the log has something to say
                guest->turn(UdpClient::now());
            }
        });
    }});
    emit("16", "use odd names and fill the log", asked, noticed);
    CHECK(asked >= 20);
}

TEST_CASE("two bots play while an attacker beside the path of one forges datagrams of every kind from those of both ways") {
    long long sent = 0;
    Random random = Random::seed(16, 7);
    const Noticed noticed = play_beside(kGameTicks, {.beside_the_path = [&](const Place& place) {
        Wiretap& tap = place.tap;
        if (tap.up().size() < 8 || tap.down().size() < 8) return;
        for (int i = 0; i < 10; ++i, ++sent) {
            const Bytes bytes = forge(random, random.below(2) == 0 ? tap.up() : tap.down());
            i % 2 == 0 ? tap.forge_up(bytes) : tap.forge_down(bytes);
        }
        if (tap.up().size() > 2'000) tap.forget();
    }});
    emit("-", "forge, flip, cut, replay, reflect and splice datagrams beside the path of one bot", sent, noticed);
    CHECK(sent >= 20'000);
}
