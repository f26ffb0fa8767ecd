// Goal: the search for a way out of a death finds one if there is one, finds none in front of a wall of bullets without a hole,
// and answers alike every time.
#include <doctest/doctest.h>

#include <string>

#include "client/bot/bot_controller.hpp"
#include "sim/game/player.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/bot/escape.hpp"

using namespace albireo;

namespace {

/// A level without rock whose ships meet `body`.
Level level_of(const std::string& body) {
    script::Compiled compiled = script::compile_level(
        "level { name = 'Field', backdrop = 'none', ticks = 1200 }\n"
        "tile { model = 'a', exit = {60, 0}, ticks = 1200 }\n"
        "path { name = 'ahead', {17, 0}, {-40, 0} }\n"
        "path { name = 'level_with_gold', {17, 2}, {-40, 2} }\n" +
            body,
        "test.lua", Difficulty::standard);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return std::move(compiled.level);
}

/// Rests where it is, and reports what it sees.
class Rester final : public client::PlayerController {
  public:
    explicit Rester(const client::Bodies& bodies) : bodies_(bodies) {}
    void begin(const Level& level, Slot own) override { reporter_ = std::make_unique<client::Reporter>(level, bodies_, own); }
    client::Controls steer(const World&) override { return {}; }
    void see(const World& world, client::RemoteShots& remote, std::vector<Report>& reports) override {
        const auto seen = reporter_->look(world, remote);
        reports.insert(reports.end(), seen.begin(), seen.end());
    }

  private:
    const client::Bodies& bodies_;
    std::unique_ptr<client::Reporter> reporter_;
};

/// The first death of gold, which rests, alone.
struct Scene {
    Level level;
    bot::BodyStore store;
    std::shared_ptr<const client::Bodies> bodies = store.of(level);
    DeathRecorder recorder{level, {}};

    explicit Scene(const std::string& body) : level(level_of(body)) {
        Rester gold(*bodies);
        const auto start = std::make_unique<World>();
        init(*start, level, {.seed = 1, .players = 1});
        bot::LocalGame game(level, *start, {&gold, nullptr});
        while (outcome_of(game.now()) == Outcome::playing && !recorder.has_all_of(1)) {
            game.step();
            recorder.see(game);
        }
        REQUIRE(!recorder.deaths().empty());
    }
    const RecordedDeath& death() const { return recorder.deaths().front(); }
    Escape search(std::uint32_t nodes = 100) const { return Escape(level, *bodies, death(), {.nodes = nodes}); }
};

/// Its bullets leave in all directions; one of them flies straight at gold.
constexpr const char* kRing = R"(
kind { name = 'star', radius = 0.5, speed = 0.02, parts = { radius = 0.4, armour = 90,
    gun = { pattern = 'ring', count = 24, rest = 60, delay = 120, speed = 0.1 } },
    machines = { { name = 'fire', { name = 'on', begin = { guns = true } } } } }
at(1) spawn { kind = 'star', path = 'level_with_gold' }
)";
/// Twenty abreast fill the field from bottom to top, and so do their bullets: less than a ship's height is between two of them.
constexpr const char* kWall = R"(
kind { name = 'brick', radius = 0.5, speed = 0.02, parts = { radius = 0.4, armour = 90,
    gun = { pattern = 'forward', rest = 9000, delay = 120, speed = 0.1, radius = 0.4 } },
    machines = { { name = 'fire', { name = 'on', begin = { guns = true } } } } }
at(1) formation { kind = 'brick', path = 'ahead', count = 20, abreast = 0.95 }
)";

}  // namespace

TEST_CASE("the start of a recorded death is the world 90 ticks before its decision, and resting there leads to it") {
    const Scene scene(kRing);
    const RecordedDeath& death = scene.death();
    CHECK(death.killer == "shot of star");
    CHECK(death.decided - death.start->tick == 90);
    CHECK(death.frames.size() == 180);
    CHECK(is_vulnerable(death.start->ships[0]));
    CHECK(!scene.search().survives(Way(30, 0)));
    // In exactly that tick.
    Escape before(scene.level, *scene.bodies, death, {.ticks = 89, .hold = 1});
    CHECK(before.survives(Way(89, 0)));
    Escape then(scene.level, *scene.bodies, death, {.ticks = 90, .hold = 1});
    CHECK(!then.survives(Way(90, 0)));
}

TEST_CASE("there is a way between the bullets of a ring, also for a larger ship") {
    const Scene scene(kRing);
    const auto way = scene.search().find();
    REQUIRE(way.has_value());
    CHECK(way->size() == 30);
    CHECK(scene.search().survives(*way));
    CHECK(scene.search().find() == way);

    client::Bodies wide = *scene.bodies;
    wide.widen_ship(0.2F);
    const auto wide_way = Escape(scene.level, wide, scene.death(), {.nodes = 100}).find();
    REQUIRE(wide_way.has_value());
    CHECK(scene.search().survives(*wide_way));
    // A ship that fills the field has none.
    client::Bodies huge = *scene.bodies;
    huge.widen_ship(12);
    CHECK(!Escape(scene.level, huge, scene.death(), {.nodes = 100}).find().has_value());
}

TEST_CASE("there is no way through a wall of bullets") {
    const Scene scene(kWall);
    CHECK(scene.death().killer == "shot of brick");
    CHECK(!scene.search().find().has_value());
}
