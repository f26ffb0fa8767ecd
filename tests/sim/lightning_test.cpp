// Goal: a player's lightning needs 90 ticks between releases and strikes at most 8 parts. Two releases within 30 ticks
// and 6 units of each other are a combined storm, which strikes every visible part with triple damage, and no others.
#include <doctest/doctest.h>

#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr std::int32_t kWhole = 10'000;  // tenths of a needle hit
constexpr std::int32_t kBolt = 400;
constexpr std::int32_t kCombinedStormBolt = 1200;

EnemyId nth(std::size_t n) {
    return {static_cast<std::uint16_t>(n), 0, 0};
}

Level level_with(const std::vector<Vec2>& places) {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({}, {{.vital = 1, .radius = 1_u, .armour = 1000}});
    for (const Vec2 at : places) bare.spawn(0, {.kind = kind, .at = at});
    return bare.done();
}

std::vector<Vec2> row_of(int count) {
    std::vector<Vec2> places;
    for (int i = 0; i < count; ++i) places.push_back({Fixed::from_int(i), 0_u});
    return places;
}

/// Both bars full, the ships at the given places.
Game charged(const Level& level, Vec2 gold = {-10_u, 0_u}, Vec2 blue = {-10_u, 0_u}) {
    Game game(level);
    game.step({});
    game.world->ships[0].at = gold;
    game.world->ships[1].at = blue;
    for (Earnings& earnings : game.world->earnings) earnings.gold = 1000;
    return game;
}

Frame strike() {
    Frame frame;
    frame.buttons = kLightning;
    return frame;
}

Report bolt(EnemyId id, std::uint16_t part = 0) {
    return {.kind = ReportKind::bolt, .part = part, .enemy = id};
}

std::int32_t lost(const Game& game, std::size_t n, std::size_t part = 0) {
    return kWhole - enemy_of(game, nth(n))->parts[part].armour;
}

/// Whether two releases, `apart` ticks apart, made a combined storm. `first` releases first.
bool joins(Game& game, Slot first, std::uint32_t apart) {
    bool stormed = false;
    FramePair frames;
    frames[index(first)] = strike();
    if (apart == 0) frames[index(other(first))] = strike();
    game.step(frames);
    stormed = count_of(game, EventKind::combined_storm) != 0;
    if (apart == 0) return stormed;
    CHECK_FALSE(stormed);
    wait(game, apart - 1);
    step_as(game, other(first), strike());
    return count_of(game, EventKind::combined_storm) != 0;
}

}  // namespace

TEST_CASE("the next release counts after 90 ticks, and costs a full bar") {
    const Level level = level_with({});
    Game game = charged(level);
    for (int t = 0; t <= 270; ++t) {
        game.world->earnings[0].gold = 1000;
        step_as(game, Slot::gold, strike());
        const bool counts = t % 90 == 0;
        REQUIRE(count_of(game, EventKind::lightning) == (counts ? 1 : 0));
        REQUIRE(game.world->earnings[0].gold == (counts ? 0 : 1000));
    }
    CHECK(game.world->ships[0].bolts == 4);
}

TEST_CASE("at most eight bolts, each part once, only visible parts, and only in the frame of the release") {
    const Level level = level_with([] {
        std::vector<Vec2> places = row_of(10);
        places.push_back({18_u, 0_u});
        return places;
    }());
    const auto counted = [&](Frame frame, std::uint32_t applied, std::uint32_t late, std::uint32_t implausible) {
        Game game = charged(level);
        step_as(game, Slot::gold, frame);
        CHECK(game.world->counters[0].applied == applied);
        CHECK(game.world->counters[0].late == late);
        CHECK(game.world->counters[0].implausible == implausible);
        return game;
    };
    Frame nine = strike();
    for (std::size_t n = 1; n <= 9; ++n) nine = with(nine, bolt(nth(n)));
    const Game struck = counted(nine, 8, 0, 1);
    for (std::size_t n = 1; n <= 8; ++n) CHECK(lost(struck, n) == kBolt);
    CHECK(lost(struck, 9) == 0);

    const Game twice = counted(with(with(strike(), bolt(nth(1))), bolt(nth(1))), 1, 0, 1);
    CHECK(lost(twice, 1) == kBolt);
    counted(with(strike(), bolt(nth(11))), 0, 0, 1);    // outside the field
    counted(with(strike(), bolt(nth(1), 1)), 0, 0, 1);  // the enemy has one part only
    counted(with(strike(), bolt(nth(77))), 0, 1, 0);    // already gone
    const Game none = counted(with({}, bolt(nth(1))), 0, 0, 1);
    CHECK(lost(none, 1) == 0);
}

TEST_CASE("a bar may lack what the field recently offered, at most a full bar. Otherwise the bolts do nothing") {
    const Level level = level_with(row_of(1));
    struct Row {
        std::int32_t offered, gold, after;  // charge recently gone from the field; the bar
        bool paid;
    };
    for (const Row& row : {Row{0, 1000, 0, true}, Row{0, 900, -100, true}, Row{0, 899, 899, false},
                           Row{300, 180, -820, true}, Row{300, 179, 179, false}, Row{5000, 0, -1000, true},
                           Row{5000, -1, -1, false}, Row{5000, -1000, -1000, false}}) {
        INFO(row.offered, " offered, ", row.gold, " in the bar");
        Game game = charged(level);
        game.world->earnings[0].offered = {row.offered / 3, row.offered - row.offered / 3};
        game.world->earnings[0].gold = row.gold;
        step_as(game, Slot::gold, with(strike(), bolt(nth(1))));
        CHECK(game.world->earnings[0].gold == row.after);
        CHECK(lost(game, 1) == (row.paid ? kBolt : 0));
        CHECK(game.world->counters[0].unpaid == (row.paid ? 0 : 1));
    }
}

TEST_CASE("two releases join within 30 ticks and 6 units, and not a tick or a step beyond") {
    const Level level = level_with(row_of(1));
    struct Row {
        std::uint32_t apart;
        Vec2 away;
        bool joins;
    };
    const Vec2 near = {3_u, 0_u};
    const Row rows[] = {{0, near, true},
                        {1, near, true},
                        {29, near, true},
                        {30, near, true},
                        {31, near, false},
                        {80, near, false},
                        {5, {0_u, 6_u}, true},
                        {5, {0_u, -6_u}, true},
                        {5, {0_u, Fixed{(6_u).raw + 1}}, false},
                        {5, {3_u + 600_mu, 4_u + 800_mu}, true},  // 6 along a diagonal, rounded down
                        {5, {3_u + 610_mu, 4_u + 800_mu}, false},
                        {30, {6_u, 0_u}, true},
                        {31, {6_u, 0_u}, false}};
    for (const Row& row : rows) {
        for (const Slot first : kSlots) {
            INFO(row.apart, " ticks, ", row.away.x.raw, ", ", row.away.y.raw);
            Game game = charged(level, {-10_u, 0_u}, Vec2{-10_u, 0_u} + row.away);
            CHECK(joins(game, first, row.apart) == row.joins);
            CHECK(lost(game, 1) == (row.joins ? kCombinedStormBolt : 0));
        }
    }
}

TEST_CASE("no combined storm with a partner who could not pay, has fallen, or struck earlier") {
    const Level level = level_with(row_of(1));
    Game poor = charged(level);
    poor.world->earnings[0].gold = -500;
    CHECK_FALSE(joins(poor, Slot::gold, 5));

    Game fallen = charged(level);
    fallen.world->ships[0].invulnerable = 0;
    step_as(fallen, Slot::gold, strike());
    step_as(fallen, Slot::gold, with({}, {.kind = ReportKind::died}));
    step_as(fallen, Slot::blue, strike());
    CHECK(count_of(fallen, EventKind::combined_storm) == 0);

    Game first(level);
    first.step({});
    first.world->ships[1].at = first.world->ships[0].at;
    first.world->earnings[1].gold = 1000;
    step_as(first, Slot::blue, strike());  // the partner never released, in a game younger than 30 ticks
    CHECK(count_of(first, EventKind::lightning) == 1);
    CHECK(count_of(first, EventKind::combined_storm) == 0);
}

TEST_CASE("a combined storm strikes every exposed part whose bound is in the field, once, and nothing outside") {
    BareLevel bare;
    const std::uint8_t plain = bare.kind({}, {{.vital = 1, .radius = 1_u, .armour = 1000}});
    const std::uint8_t parts = bare.kind({}, {{.vital = 1, .radius = 1_u, .armour = 1000},
                                              {.offset = {0_u, 3_u}, .radius = 1_u, .armour = 1000},
                                              {.shield = 0, .offset = {0_u, -3_u}, .radius = 1_u, .armour = 1000},
                                              {.offset = {6_u, 0_u}, .radius = 1_u, .armour = 1000}});
    const std::uint8_t weak = bare.kind({.worth = 10}, {{.vital = 1, .radius = 1_u, .armour = 120}});
    const Fixed step{1};
    struct Place {
        Vec2 at;
        bool seen;
    };
    const Place places[] = {{{0_u, 0_u}, true},   {{17_u - step, 0_u}, true},   {{17_u, 0_u}, false},
                            {{-17_u, 0_u}, true}, {{-17_u - step, 0_u}, false}, {{0_u, 10_u - step}, true},
                            {{0_u, 10_u}, false}, {{0_u, -10_u}, true},         {{0_u, -10_u - step}, false}};
    for (const Place& place : places) bare.spawn(0, {.kind = plain, .at = place.at});
    const EnemyId many = bare.spawn(0, {.kind = parts, .at = {12_u, 0_u}});
    for (int i = 0; i < 40; ++i) bare.spawn(0, {.kind = weak, .at = {Fixed::from_int(i % 10), 5_u}});
    const Level level = bare.done();

    Game game = charged(level);
    CHECK(joins(game, Slot::gold, 7));
    int seen = 0;
    for (std::size_t i = 0; i < std::size(places); ++i) {
        INFO("place ", i);
        CHECK(lost(game, i + 1) == (places[i].seen ? kCombinedStormBolt : 0));
        seen += places[i].seen;
    }
    CHECK(lost(game, many.spawn, 0) == kCombinedStormBolt);
    CHECK(lost(game, many.spawn, 1) == kCombinedStormBolt);
    CHECK(lost(game, many.spawn, 2) == 0);  // shielded
    CHECK(lost(game, many.spawn, 3) == 0);  // outside, at 18
    CHECK(count_of(game, EventKind::enemy_died) == 40);
    for (const Earnings& earnings : game.world->earnings) CHECK(earnings.kills == 40);  // both did equal damage
    Event storm;
    CHECK(count_of(game, EventKind::combined_storm, &storm) == 1);
    CHECK(storm.value == seen + 1 + 40);
}
