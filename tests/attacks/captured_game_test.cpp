// Goal: an eavesdropper who stores every datagram of a whole game, from the first Hello to the end, reads nothing in them: no text,
// no repetition, and nothing in common with another run of the same game, although the server's key is the same.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "client/net/game_client.hpp"
#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/storm/bots.hpp"
#include "tests/support/virtual_shard.hpp"

using namespace albireo;
using client::GameClient;
using proto::Micros;

namespace {

constexpr const char* kNames[] = {"Goldmary Overheard", "Bluebeard Overheard"};
constexpr std::size_t kWindow = 12;
using Bytes = std::vector<std::uint8_t>;
using Window = std::array<std::uint8_t, kWindow>;

struct Capture {
    std::vector<Bytes> datagrams;  // in the order in which they were sent
    std::vector<Bytes> packets;    // before they are sealed
    std::string code, watch_code;
    std::vector<proto::Token> tokens;
};

constexpr const char* kLevel = "sortie";  // half a minute with a boss

/// Two bots who play a level to its end. Gold's program is killed on the way, and rejoins by token.
class CapturedGame {
  public:
    explicit CapturedGame(Capture& capture) : capture_(capture) {
        REQUIRE(levels_.offer_folder("tests/storm/levels").empty());
        net_.on_sent = [this](const VirtualUdp::Datagram& each) { capture_.datagrams.push_back(each.bytes); };
        const proto::KeyPair key = proto::KeyPair::of(proto::SecretKey{7});
        shard_ = std::make_unique<VirtualShard>(net_, kServer, proto::EnetServerOptions{.key = key}, levels_, 5);
        shard_->link->on_sent = keep_packet();
        start(Slot::gold, {.level = kLevel, .seed = 11});
        run(2, [&] { return !game(Slot::gold).code().empty(); });
        capture_.code = game(Slot::gold).code();
        capture_.watch_code = game(Slot::gold).watch_code();
        start(Slot::blue, {.code = capture_.code});
        run(10, [&] { return is_playing() && confirmed() >= 200; });
        for (const Slot slot : kSlots) capture_.tokens.push_back(game(slot).token());
        start(Slot::gold, {.code = capture_.code, .token = capture_.tokens.front()});
        run(10, [&] { return is_playing(); });
        capture_.tokens.push_back(game(Slot::gold).token());
        run(60, [&] { return has_ended(Slot::gold) && has_ended(Slot::blue); });
        for (const Slot slot : kSlots) CHECK(game(slot).outcome() != proto::Outcome::left);
        CHECK(shard_->metrics.rejoins.load() == 1);
    }
    ~CapturedGame() {
        for (auto& each : clients_) each.reset();
        shard_.reset();
    }

  private:
    static inline const proto::NetAddress kServer = net_address(10, 0, 0, 1, 7777);

    std::function<void(proto::PeerId, proto::Channel, std::span<const std::uint8_t>)> keep_packet() {
        return [this](proto::PeerId, proto::Channel, std::span<const std::uint8_t> packet) {
            capture_.packets.emplace_back(packet.begin(), packet.end());
        };
    }
    proto::NetAddress address_of(Slot slot) const {
        return net_address(10, 0, 0, slot == Slot::gold ? 2 : 3, last_port_);
    }
    GameClient& game(Slot slot) { return *clients_[index(slot)]; }
    bool is_playing() {
        return std::ranges::all_of(clients_,
                                   [](const auto& each) { return each->state() == GameClient::State::playing; });
    }
    bool has_ended(Slot slot) { return game(slot).state() == GameClient::State::ended; }
    std::uint32_t confirmed() {
        return std::min(game(Slot::gold).predictor().confirmed().tick.value,
                        game(Slot::blue).predictor().confirmed().tick.value);
    }
    void start(Slot slot, client::ClientOptions options) {
        options.name = kNames[index(slot)];
        client::ClientEnvironment environment;
        environment.open_link = [this, slot]() -> std::unique_ptr<proto::Link> {
            net_.place_next(address_of(slot));
            ++last_port_;
            std::string error;
            auto link = std::make_unique<WatchedLink>(proto::make_enet_client("10.0.0.1", kServer.port, error));
            link->on_sent = keep_packet();
            return link;
        };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) {
            return levels_.find(name, difficulty);
        };
        clients_[index(slot)].reset();
        players_[index(slot)] = storm::bot_controller(storm::bodies(), 3)(slot, 7);
        clients_[index(slot)] = std::make_unique<GameClient>(options, environment, *players_[index(slot)]);
    }
    void run(Micros seconds, auto done) {
        for (const Micros until = now_ + seconds * proto::kMicrosPerSecond; now_ < until && !done();
             now_ += proto::kMicrosPerMs) {
            for (const Slot slot : kSlots) {
                if (clients_[index(slot)]) net_.until_idle(address_of(slot).host, [&] { game(slot).advance(now_); });
            }
            net_.until_idle(kServer.host, [&] { shard_->advance(now_); });
        }
        REQUIRE(done());
    }

    Capture& capture_;
    VirtualUdp net_;
    server::Levels levels_;
    std::unique_ptr<VirtualShard> shard_;
    std::array<std::unique_ptr<client::PlayerController>, kSlotCount> players_;
    std::array<std::unique_ptr<GameClient>, kSlotCount> clients_;
    Micros now_ = 0;
    std::uint16_t last_port_ = 40'000;
};

/// Each run has the same key of the server, seeds and inputs.
const Capture& run_number(std::size_t number) {
    static std::vector<Capture> runs(2);
    Capture& run = runs.at(number);
    if (run.datagrams.empty()) CapturedGame{run};
    return run;
}

/// The encrypted part of a datagram with its tag; empty if it has none.
std::span<const std::uint8_t> sealed_part(std::span<const std::uint8_t> datagram) {
    std::size_t head = proto::kSealedHeadBytes;
    if (proto::is_knock(datagram)) {
        const auto knock = proto::read_knock(datagram, head);
        if (!knock || !proto::is_sealed(knock->kind)) return {};
    }
    return datagram.subspan(head + proto::kCounterBytes);
}

/// All windows of these texts, each as often as it occurs, in order.
std::vector<Window> windows_of(const std::vector<Bytes>& texts, auto part_of) {
    std::vector<Window> windows;
    for (const Bytes& text : texts) {
        const std::span<const std::uint8_t> part = part_of(text);
        for (std::size_t at = 0; at + kWindow <= part.size(); ++at) {
            std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(at), kWindow, windows.emplace_back().begin());
        }
    }
    std::ranges::sort(windows);
    return windows;
}
std::vector<Window> sealed_windows(const std::vector<Bytes>& datagrams) {
    return windows_of(datagrams, [](const Bytes& each) { return sealed_part(each); });
}
std::size_t repeats_in(const std::vector<Window>& windows) {
    std::size_t repeats = 0;
    for (std::size_t i = 1; i < windows.size(); ++i) repeats += windows[i] == windows[i - 1] ? 1 : 0;
    return repeats;
}
std::size_t common(const auto& a, const auto& b) {
    std::vector<typename std::remove_cvref_t<decltype(a)>::value_type> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both.size();
}

bool holds(const std::vector<Bytes>& texts, std::span<const std::uint8_t> part) {
    return std::ranges::any_of(texts, [&](const Bytes& text) {
        return std::search(text.begin(), text.end(), part.begin(), part.end()) != text.end();
    });
}
bool holds(const std::vector<Bytes>& texts, std::string_view part) {
    return holds(texts, {reinterpret_cast<const std::uint8_t*>(part.data()), part.size()});
}

}  // namespace

TEST_CASE("no datagram of a whole game shows a token, a name, a code or a level") {
    const Capture& game = run_number(0);
    int shown = 0;
    for (const proto::Token& token : game.tokens) {
        CHECK(holds(game.packets, token));
        shown += holds(game.datagrams, token) ? 1 : 0;
    }
    for (const std::string& text :
         {std::string{kNames[0]}, std::string{kNames[1]}, game.code, game.watch_code, std::string{kLevel}}) {
        CAPTURE(text);
        CHECK(holds(game.packets, text));
        shown += holds(game.datagrams, text) ? 1 : 0;
    }
    attacks::emit({.row = "-", .attack = "store every datagram of a game", .acts = std::ssize(game.datagrams), .gain = "tokens, names, codes and levels found in them", .achieved = shown});
}

TEST_CASE("nothing in the datagrams of a whole game repeats, though its packets do") {
    const Capture& game = run_number(0);
    const auto sealed = sealed_windows(game.datagrams);
    // In clear are Hellos, Challenges and the heads (proto/WIRE.md). The first two are repeated as they are within a handshake.
    std::size_t sealed_count = 0;
    std::set<Bytes> distinct;
    for (const Bytes& each : game.datagrams) {
        if (sealed_part(each).empty()) continue;
        ++sealed_count;
        distinct.insert(each);
    }
    CHECK(distinct.size() == sealed_count);
    const auto plain = windows_of(game.packets, [](const Bytes& each) { return std::span{each}; });
    attacks::emit({.row = "-",
                   .attack = "look for repetitions in all sealed bytes of a game, 12 at a time",
                   .acts = std::ssize(sealed),
                   .gain = "windows that occur twice",
                   .achieved = static_cast<long long>(repeats_in(sealed)),
                   .is_ok = sealed_count > 5'000 && repeats_in(plain) > 5'000,
                   .figures = {{"datagrams", std::ssize(game.datagrams)}, {"windows_of_packets", std::ssize(plain)}, {"of_those_repeated", static_cast<long long>(repeats_in(plain))}}});
}

TEST_CASE("two runs of one game on one server's key have no datagram and no sealed bytes in common") {
    const Capture &first = run_number(0), &second = run_number(1);
    const auto in_order = [](std::vector<Bytes> texts) {
        std::ranges::sort(texts);
        return texts;
    };
    attacks::emit({.row = "-",
                   .attack = "compare the datagrams of two runs of one game",
                   .acts = std::ssize(first.datagrams),
                   .gain = "datagrams, and windows of sealed bytes, that are in both",
                   .achieved = static_cast<long long>(common(in_order(first.datagrams), in_order(second.datagrams)) +
                                                      common(sealed_windows(first.datagrams), sealed_windows(second.datagrams)))});
    // It is the same game: only the proof of the rejoin differs, which is bound to its connection.
    const std::size_t same = common(in_order(first.packets), in_order(second.packets));
    MESSAGE(same << " of " << first.packets.size() << " packets are the same");
    CHECK(first.code == second.code);
    CHECK(first.tokens == second.tokens);
    CHECK(same + 8 > first.packets.size());
}
