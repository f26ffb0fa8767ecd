// Goal: a game at home advances each client twice a frame, so that an answer arrives in the frame of its question. Nothing else
// depends on it: at any frame rate the game is tick for tick the one of clients that are advanced once a frame.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

#include "client/app/activities/game_host.hpp"
#include "proto/memory_link.hpp"
#include "server/levels.hpp"
#include "server/lobby.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

constexpr std::uint32_t kTicks = 400;

/// The clients, the server and the two people of open_local_game(), each advanced once a frame.
class OncePerFrame {
  public:
    explicit OncePerFrame(bot::BodyStore& bodies) : people_{LocalPlayer(bodies), LocalPlayer(bodies)} {
        server::LobbyEnvironment environment;
        environment.random = [this] { return ++drawn_ * 0x9E3779B97F4A7C15u; };
        environment.wall_ms = [] { return std::uint64_t{0}; };
        environment.log = [](const server::LogEvent&) {};
        lobby_ = std::make_unique<server::Lobby>(levels_, std::move(environment), metrics_);
        sit("");
    }
    void advance(Micros now) {
        for (const auto& game : games_) game->advance(now);
        lobby_->advance(net_, now);
        if (games_.size() == 1 && !games_[0]->code().empty()) sit(games_[0]->code());
    }
    GameClient& game() { return *games_[0]; }
    std::vector<LocalPlayer*> people() { return {&people_[0], &people_[1]}; }

  private:
    void sit(const std::string& code) {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return net_.connect(); };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) {
            return levels_.find(name, difficulty);
        };
        const bool creates = code.empty();
        client::ClientOptions options{
            .name = creates ? "Gold" : "Blue", .code = code, .seed = 5, .ready_at_once = !creates};
        games_.push_back(
            std::make_unique<GameClient>(std::move(options), std::move(environment), people_[games_.size()]));
    }

    server::Levels levels_;
    server::Metrics metrics_;
    proto::MemoryNet net_;  // outlives the games' links
    std::uint64_t drawn_ = 0;
    std::unique_ptr<server::Lobby> lobby_;
    std::array<LocalPlayer, 2> people_;
    std::vector<std::unique_ptr<GameClient>> games_;
};

struct Played {
    std::vector<std::uint64_t> roots;  // of each confirmed tick
    std::vector<FramePair> frames;     // … and the frames that led to it
    std::vector<Vec2> drawn;           // the partner's ship in each predicted tick
    std::vector<Vec2> behind;          // … and how far it is from there to where it is predicted
    Micros lasted = 0;
    std::uint64_t packets = 0;
};

/// Plays kTicks with two people at these frames. Gold fires in taps shorter than a frame, and pauses once; blue turns often.
template <class Table>
Played play(Table& table, Micros frame) {
    Played played;
    Micros now = 1'000'000, begun = 0;
    GameClient& game = table.game();
    game.be_ready();
    Tick last;
    game.on_confirmed = [&](const World& world, const FramePair& frames, std::uint64_t root) {
        CHECK(world.tick == last + 1);  // each once, in order
        last = world.tick;
        played.roots.push_back(root);
        played.frames.push_back(frames);
    };
    game.on_restart = [&](const World& world) { last = world.tick; };
    game.on_tick = [&] {
        const auto& predictor = game.predictor();
        played.drawn.push_back(predictor.partner_flight().now());
        played.behind.push_back(predictor.predicted().ships[1].at - predictor.partner_flight().now());
    };
    bool paused = false;
    std::uint32_t tapped = 0, resumed = 0;
    for (int i = 0; i < 20'000 && game.figures().ticks < kTicks; ++i, now += frame) {
        const auto people = table.people();
        const std::uint32_t ticks = game.has_game() ? static_cast<std::uint32_t>(game.figures().ticks) : 0;
        bot::Held gold, blue;
        if (ticks / 20 > tapped) {
            tapped = ticks / 20;
            gold.pressed = kFire;
        }
        blue.buttons = (ticks / 25) % 2 == 0 ? kUp : kDown;
        people[0]->hold(gold);
        if (people.size() == 2) people[1]->hold(blue);
        if (ticks >= 200 && !paused) {
            paused = true;
            people[0]->ask_pause();
        }
        if (ticks >= 300 && resumed++ == 0) people[0]->ask_pause();
        if (begun == 0 && ticks > 0) begun = now - frame;
        table.advance(now);
    }
    REQUIRE(game.figures().ticks >= kTicks);
    CHECK(game.conflicts() == 0);
    CHECK(game.figures().frozen_ticks == 0);
    CHECK(game.figures().desyncs == 0);
    CHECK(game.predictor().corrections().own_ship == 0);
    played.lasted = now - begun;
    played.packets = game.connection().counters().packets_sent;
    return played;
}

}  // namespace

TEST_CASE("two passes a frame play the same game as one, at any frame rate") {
    bot::BodyStore bodies;
    for (const Micros frame : {4'167, 16'667, 50'000}) {
        CAPTURE(frame);
        OncePerFrame one(bodies);
        const auto home = open_local_game(bodies, {.play_mode = PlayMode::two, .seed = 5});
        const Played once = play(one, frame), twice = play(*home, frame);

        // 60 ticks a second, to within a frame and the clock's stretch.
        for (const Played* each : {&once, &twice}) {
            CHECK(std::abs(each->lasted - kTicks * proto::kMicrosPerTick) < frame + proto::kMicrosPerTick * 12);
        }
        // Each tap is in one frame, and each request of a pause too.
        int taps = 0, pauses = 0, resumes = 0;
        for (const FramePair& frames : twice.frames) {
            taps += frames[0].held(kFire) ? 1 : 0;
            pauses += frames[0].command == Command::pause ? 1 : 0;
            resumes += frames[0].command == Command::resume ? 1 : 0;
        }
        CHECK(taps == kTicks / 20 - 1);
        CHECK(pauses == 1);
        CHECK(resumes == 1);
        CHECK(twice.packets <= once.packets + once.packets / 50);

        const std::size_t both = std::min(once.roots.size(), twice.roots.size());
        CHECK(both > kTicks - 10);
        int unlike = 0, moved = 0;
        for (std::size_t i = 0; i < both; ++i) unlike += once.roots[i] != twice.roots[i] ? 1 : 0;
        CHECK(unlike == 0);
        // The partner's ship was drawn alike, and was let lag behind after its turns.
        for (std::size_t i = 0; i < kTicks; ++i) {
            CHECK(once.drawn[i] == twice.drawn[i]);
            moved += twice.behind[i] != Vec2{} ? 1 : 0;
        }
        CHECK(moved > 5);
        MESSAGE("frames of " << frame << " us: " << once.packets << " and " << twice.packets
                             << " packets, drawn behind in " << moved << " ticks, lasted " << once.lasted << " and "
                             << twice.lasted << " us");
    }
}
