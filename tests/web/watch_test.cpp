// Goal: the page's C++ watches a game over a real server's WebSocket, on whichever shard: it verifies every digest, goes back and
// returns to live, comes back after a lost connection, and says why a game cannot be watched. watch_test.mjs does it in browsers.
#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/net/udp_client.hpp"
#include "sim/digest.hpp"
#include "tests/attacks/web_game_server.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/session/memory_directory.hpp"
#include "tests/support/version_shift.hpp"
#include "web/module/live_show.hpp"

using namespace albireo;
using attacks::WebClientPipe;
using attacks::WebGameServer;
using client::GameClient;
using client::UdpClient;
using proto::Micros;
using web::LiveShow;
using Stage = web::PipeSpectator::Stage;

namespace {

/// A pipe that can be cut, as if the browser had lost it.
class CutPipe final : public proto::DatagramPipe {
  public:
    CutPipe(std::uint16_t web, std::uint16_t shard, const int& cut, int own, int version) : inner_(web, shard), cut_(cut), own_(own), version_(version) {}
    State state() const override { return own_ <= cut_ ? State::closed : inner_.state(); }
    std::size_t backlog() const override { return 0; }
    void send(std::span<const std::uint8_t> datagram) override { inner_.send(shifted(datagram, version_)); }
    std::optional<std::span<const std::uint8_t>> receive() override {
        if (own_ <= cut_) return std::nullopt;
        const auto datagram = inner_.receive();
        return datagram ? std::optional(shifted(*datagram, -version_)) : std::nullopt;
    }

  private:
    std::span<const std::uint8_t> shifted(std::span<const std::uint8_t> datagram, int by) {
        current_.assign(datagram.begin(), datagram.end());
        support::shift_version(current_, by);
        return current_;
    }

    WebClientPipe inner_;
    const int& cut_;
    int own_, version_;
    std::vector<std::uint8_t> current_;
};

/// Two players by UDP on the server's second shard, and a spectator by WebSocket who is sent there from the first one.
struct Scene {
    explicit Scene(const std::string& plant = "", const server::MakeDirectory& make_directory = {}) : server({}, plant, make_directory) {
        const auto find_level = [this](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); };
        const auto enter = [&](Slot slot, client::ClientOptions options) {
            players[index(slot)] = std::make_unique<UdpClient>(client::ServerAddress{"127.0.0.1", server.shards[0]->port(), {.shard = 1}}, std::move(options), find_level, idle);
        };
        enter(Slot::gold, {.name = "Ada", .level = "the_cut"});
        REQUIRE(reach([&] { return !gold().code().empty(); }));
        enter(Slot::blue, {.name = "Ben", .code = gold().code()});
    }
    GameClient& gold() { return players[0]->game(); }

    void watch(const std::string& code) {
        show = std::make_unique<LiveShow>(code, " Zoe ", [this](std::uint8_t shard) -> std::unique_ptr<proto::DatagramPipe> {
            shards.insert(shard);
            return std::make_unique<CutPipe>(server.port(), shard, cut, ++pipes, version);
        });
    }
    /// Everything goes on until this is so, for at most a minute; the show is drawn 60 times a second.
    bool reach(const auto& is_reached) {
        const Micros until = UdpClient::now() + 60 * proto::kMicrosPerSecond;
        while (!is_reached() && UdpClient::now() < until) {
            const Micros now = UdpClient::now();
            for (auto& player : players) {
                if (player != nullptr) player->advance();
            }
            if (show != nullptr) {
                show->advance(now);
                if (show->round() > 0 && now - drawn >= proto::kMicrosPerTick) {
                    show->pass(static_cast<double>(now - std::exchange(drawn, now)) / proto::kMicrosPerSecond);
                }
            }
            players[0]->wait(2 * proto::kMicrosPerMs);
        }
        return is_reached();
    }
    bool pass(Micros length) {
        const Micros until = UdpClient::now() + length;
        return reach([&] { return UdpClient::now() >= until; });
    }
    bool said(std::string_view text) const { return show->state().find(text) != std::string::npos; }

    WebGameServer server;
    IdleController idle;
    std::array<std::unique_ptr<UdpClient>, kSlotCount> players;
    std::unique_ptr<LiveShow> show;
    std::set<std::uint8_t> shards;  // that the spectator has asked for
    int pipes = 0, cut = 0;         // those up to this one are cut
    int version = 0;                // of the page, less that of the server
    Micros drawn = 0;
};

constexpr Micros kSecond = proto::kMicrosPerSecond;

}  // namespace

TEST_CASE("a game is watched live and verified to its end, whichever shard has it, and the viewer goes back and returns to live") {
    Scene scene;
    scene.watch(scene.gold().watch_code());
    LiveShow* show = scene.show.get();
    CHECK(scene.said("\"stage\":\"connecting\""));
    REQUIRE(scene.reach([&] { return show->round() == 1 && show->end().value > 5 * kTicksPerSecond; }));
    CHECK(scene.shards == std::set<std::uint8_t>{0, 1});
    CHECK(show->names() == std::array<std::string, kSlotCount>{"Ada", "Ben"});
    CHECK(scene.gold().spectators() == proto::Spectators{1, {"Zoe"}});
    CHECK(show->clock().is_live());
    const Tick played = scene.gold().predictor().confirmed().tick;
    CHECK(played - show->tick() >= 3 * kTicksPerSecond);
    CHECK(played - show->tick() <= 8 * kTicksPerSecond);
    CHECK(scene.said("\"same\":true"));
    CHECK(scene.said("\"done\":false"));

    // Back to the beginning, on from there, a pause, and live again.
    show->jump(0);
    CHECK(show->tick() == Tick{});
    REQUIRE(scene.pass(kSecond));
    CHECK_FALSE(show->clock().is_live());
    CHECK(show->tick().value > 30);
    CHECK(show->tick().value < 90);
    show->toggle_pause();
    const std::uint64_t root = root_of(show->world());
    REQUIRE(scene.pass(kSecond / 2));
    CHECK(root_of(show->world()) == root);
    show->step(1);
    show->step(-1);
    CHECK(root_of(show->world()) == root);
    show->toggle_pause();
    show->go_live();
    CHECK(show->clock().is_live());
    CHECK(show->end() - show->tick() <= static_cast<std::int32_t>(replays::ViewClock::kLiveTicks));
    // A viewer whose tab was hidden is not minutes behind when they come back.
    show->jump(0);
    show->faster(5);
    REQUIRE(scene.reach([&] { return show->clock().is_live(); }));

    for (auto& player : scene.players) player->game().leave(UdpClient::now());
    REQUIRE(scene.reach([&] { return show->line().stage() == Stage::over && scene.said("\"done\":true"); }));
    CHECK(scene.said("\"same\":true"));
    CHECK(scene.said("\"complete\":true"));
    CHECK(scene.said("\"outcome\":\"left\""));
    CHECK(show->end() > played);
    REQUIRE(scene.reach([&] { return show->tick() == show->end(); }));
    REQUIRE(scene.pass(kSecond / 10));
    CHECK(show->clock().is_paused());
    // There is no next level: the code is unknown by now, or leads to the game that has been seen.
    show->ask_again(UdpClient::now());
    REQUIRE(scene.pass(3 * kSecond));
    CHECK(show->round() == 1);
    // The viewer stays with the game that has been seen.
    const Tick end = show->end();
    show->stay();
    CHECK(show->line().stage() == Stage::over);
    CHECK(scene.said("\"stage\":\"over\""));
    REQUIRE(scene.pass(3 * kSecond));
    CHECK(show->line().stage() == Stage::over);
    CHECK(show->round() == 1);
    CHECK(show->end() == end);
    show->jump(100);
    CHECK(show->tick() == Tick{100});
}

TEST_CASE("a lost connection is opened anew, and the viewer is where they were") {
    Scene scene;
    scene.watch(scene.gold().watch_code());
    LiveShow* show = scene.show.get();
    REQUIRE(scene.reach([&] { return show->round() == 1 && show->end().value > 4 * kTicksPerSecond; }));
    show->jump(100);
    show->toggle_pause();
    scene.cut = scene.pipes;
    REQUIRE(scene.reach([&] { return show->line().stage() == Stage::returning; }));
    CHECK(scene.said("\"stage\":\"returning\""));
    CHECK(show->tick() == Tick{100});
    REQUIRE(scene.reach([&] { return show->round() == 2; }));
    CHECK(show->line().stage() == Stage::watching);
    CHECK(show->clock().is_paused());
    CHECK(show->tick() == Tick{100});
    const Tick end = show->end();
    REQUIRE(scene.reach([&] { return show->end() > end + 60; }));
    CHECK(scene.said("\"same\":true"));
    // The server drops a spectator that has fallen silent.
    CHECK(scene.reach([&] { return scene.gold().spectators().count == 1; }));
    // A viewer who is live stays live.
    show->toggle_pause();
    show->go_live();
    scene.cut = scene.pipes;
    REQUIRE(scene.reach([&] { return show->round() == 3; }));
    CHECK(show->clock().is_live());
}

TEST_CASE("a game on another server of the fleet: the page is told which one") {
    const auto directory = std::make_shared<MemoryDirectory>();
    directory->is_up = false;  // a new game then needs no code of it
    directory->answers["ACDEFGHJ"] = {server::Directory::Where::found, directory->there};
    Scene scene("", [&](std::uint16_t) { return directory; });
    scene.watch("ACDEFGHJ");
    REQUIRE(scene.reach([&] { return scene.show->line().stage() == Stage::failed; }));
    CHECK(scene.show->line().moved_to() == directory->there);
    CHECK(scene.said("\"host\":\"other.example.org\""));
    CHECK(scene.show->line().failure() == "the game is on another server: other.example.org:7001");
    // A game that is here needs none.
    scene.watch(scene.gold().watch_code());
    REQUIRE(scene.reach([&] { return scene.show->round() == 1; }));
    CHECK_FALSE(scene.show->line().moved_to());
    CHECK(scene.said("\"host\":\"\""));
}

TEST_CASE("why a game cannot be watched is one line") {
    Scene scene;
    SUBCASE("no game has the code") {
        scene.watch("ACDEFGHJ");
        REQUIRE(scene.reach([&] { return scene.show->line().stage() == Stage::failed; }));
        CHECK(scene.show->line().failure().find("no game has this code") == 0);
    }
    SUBCASE("the connection is closed before the game is seen") {
        scene.watch(scene.gold().watch_code());
        scene.cut = 1'000;
        REQUIRE(scene.reach([&] { return scene.show->line().stage() == Stage::failed; }));
        CHECK(scene.show->line().failure().find("the server does not answer") == 0);
    }
    CHECK(scene.show->round() == 0);
    CHECK(scene.said("\"stage\":\"failed\""));
}

TEST_CASE("a page of another version than its server says which side to update") {
    for (const int by : {-1, 1}) {
        Scene scene;
        scene.version = by;
        scene.watch(scene.gold().watch_code());
        REQUIRE(scene.reach([&] { return scene.show->line().stage() == Stage::failed; }));
        CHECK(scene.said(by < 0 ? "the server has a newer version of Albireo; update yours" : "the server has an older version of Albireo; ask its operator to update it"));
    }
}

TEST_CASE("a game whose digests are wrong is shown as far as it came, with the ticks that differ") {
    Scene scene("200:ships[0].at.x");
    scene.watch(scene.gold().watch_code());
    REQUIRE(scene.reach([&] { return scene.show->round() == 1 && scene.said("\"same\":false"); }));
    CAPTURE(scene.show->state());
    CHECK(scene.said("differs within ticks 181 to 2"));
    REQUIRE(scene.reach([&] { return scene.show->line().stage() == Stage::over; }));
    scene.show->jump(200);
    CHECK(scene.show->tick() == Tick{200});
}
