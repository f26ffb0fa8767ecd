// Symptom: two events of one tick had the same key, so the second was taken for a repeat of the first and was not shown:
// points for a part and for a missile of one enemy, or two messages in one tick.
#include <set>
#include <tuple>

#include "tests/sim/bare_level.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// Checks that all events of the last tick have different keys.
void check_names(const Game& game) {
    std::set<std::tuple<EventKind, Slot, std::uint64_t>> names;
    for (const Event& event : game.events->all()) {
        INFO("tick ", event.tick.value, ", kind ", static_cast<int>(event.kind));
        REQUIRE(names.emplace(event.kind, event.slot, event.cause).second);
    }
}

}  // namespace

TEST_CASE("points for a part and for a missile of the same enemy are two events") {
    BareLevel bare;
    bare.raw().missiles = {{.launch_speed = 100_mu, .speed = 200_mu, .radius = 1_u, .armour = 1, .worth = 20}};
    const PartDef part = {.radius = 1_u, .armour = 1, .worth = 30};
    const std::uint8_t kind = bare.kind({.worth = 50}, {part, part, {.vital = 1, .radius = 1_u, .armour = 1, .worth = 7}});
    const EnemyId id = bare.spawn(0, {.kind = kind, .at = {0_u, 0_u}});
    const Level level = bare.done();
    for (std::uint16_t number = 1; number <= 3; ++number) {
        Game game(level);
        wait(game, 2);
        Frame frame;
        for (std::uint8_t at = 0; at < 3; ++at) frame = with(frame, shoot(game, Slot::gold, id, at, 10));
        Report report = shoot(game, Slot::gold, id, 0, 10);
        report.kind = ReportKind::hit_missile;
        report.part = number;
        Missile missile{};
        missile.owner = id;
        missile.number = number;
        missile.armour = 10;
        REQUIRE(game.world->missiles.add(missile) != nullptr);
        frame.reports[3] = frame.reports[2];  // before the last part, whose death kills the enemy
        frame.reports[2] = report;
        frame.report_count = 4;
        step_as(game, Slot::gold, frame);
        REQUIRE(game.world->counters[0].applied == 4);
        CHECK(count_of(game, EventKind::score_up) == 5);
        check_names(game);
    }
}

TEST_CASE("two cues in one tick are two events") {
    BareLevel bare;
    for (const CueKind kind : {CueKind::message, CueKind::message, CueKind::warn, CueKind::warn, CueKind::section}) {
        bare.raw().cues.push_back({.tick = 5, .kind = kind});
    }
    const Level level = bare.done();
    Game game(level);
    wait(game, 6);
    CHECK(count_of(game, EventKind::message) == 2);
    CHECK(count_of(game, EventKind::warning) == 2);
    check_names(game);
}

TEST_CASE("in a game with every feature of the core, no two events of a tick share a key") {
    const Level level = small_level();
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        Game game(level, {.seed = seed});
        auto players = two_players({.seed = seed * 2, .death_permille = 2}, {.seed = seed * 2 + 1, .command_permille = 2});
        for (int t = 0; t < 4000; ++t) {
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, level);
            game.step(frames);
            check_names(game);
        }
    }
}
