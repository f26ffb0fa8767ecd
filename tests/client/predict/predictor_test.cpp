// Goal: a client's prediction respects pending commands. Replacing the world repeats no effect and makes
// nothing jump. A world without the frames to continue from is refused.
#include "client/predict/predictor.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;
using client::Predictor;

namespace {

/// A game of two, and gold's prediction of it, `kLag` ticks ahead of the confirmed world.
struct Scene {
    static constexpr std::uint32_t kLag = 12;

    Level level = small_level();
    Game truth{level};
    std::vector<FramePair> frames;
    std::vector<std::unique_ptr<World>> worlds;  // by tick
    Predictor predictor{level, Slot::gold};

    explicit Scene(std::uint32_t ticks) {
        auto players = two_players({.seed = 5, .hoards = true}, {.seed = 9, .hoards = true});
        predictor.begin(*truth.world);
        keep();
        for (std::uint32_t t = 0; t < ticks; ++t) {
            FramePair pair;
            for (const Slot slot : kSlots) pair[index(slot)] = players[index(slot)].next(*truth.world, level);
            truth.step(pair);
            frames.push_back(pair);
            keep();
            predictor.advance(pair[0]);
            if (t < kLag) continue;
            REQUIRE(predictor.learn(frames[t - kLag][1]));
            predictor.reconcile(Tick{t - kLag + 1});
        }
    }
    void keep() {
        worlds.push_back(std::make_unique<World>());
        copy_world(*worlds.back(), *truth.world);
    }
    const World& world_at(Tick tick) const { return *worlds[tick.value]; }
};

Frame asks(Command command, std::uint8_t delay) {
    Frame frame;
    frame.command = command;
    frame.command_delay = delay;
    return frame;
}

}  // namespace

// With a second press and a longer delay, prediction once ran past the tick at which the first request took effect.
TEST_CASE("a second request does not postpone the first") {
    const Level level = small_level();
    Game game(level);
    Predictor predictor(level, Slot::gold);
    predictor.begin(*game.world);
    predictor.advance(asks(Command::pause, 14));
    CHECK(predictor.lead_limit() == 14);
    predictor.advance(asks(Command::pause, 60));
    CHECK(predictor.lead_limit() == 14);
    // Both requests are confirmed in turn; the core accepts only the first.
    for (std::uint32_t t = 0; t < 3; ++t) {
        if (t == 2) predictor.advance(asks(Command::pause, 60));
        REQUIRE(predictor.learn(Frame{}));
        predictor.reconcile(Tick{t + 1});
        CHECK(predictor.lead_limit() == 14);
    }
    CHECK(predictor.confirmed().flow.asked_lead == 14);
}

TEST_CASE("a world that heals fires no effect a second time") {
    Scene scene(400);
    const Tick from{330};
    std::size_t since = 0;
    for (const auto& effect : scene.predictor.effects().fresh()) since += effect.event.tick >= from;
    REQUIRE(since > 10);
    scene.predictor.effects().clear();
    SUBCASE("which equals the world shown") {
        REQUIRE(scene.predictor.heal(scene.world_at(from), scene.predictor.confirmed().tick));
        CHECK(scene.predictor.effects().fresh().empty());
    }
    SUBCASE("which differs: new events are shown, once") {
        auto other = std::make_unique<World>();
        copy_world(*other, scene.world_at(from));
        REQUIRE(other->enemies.count > 0);
        for (Enemy& enemy : other->enemies) {
            for (Part& part : enemy.parts) part.armour = std::min<std::int32_t>(part.armour, 1);
        }
        REQUIRE(scene.predictor.heal(*other, scene.predictor.confirmed().tick));
        const auto fresh = scene.predictor.effects().fresh();
        CHECK(fresh.size() < since);
        scene.predictor.effects().clear();
        REQUIRE(scene.predictor.heal(*other, scene.predictor.confirmed().tick));
        CHECK(scene.predictor.effects().fresh().empty());
    }
    // The world is the same as without the fault.
    CHECK(scene.predictor.confirmed().tick == Tick{400 - Scene::kLag});
}

TEST_CASE("a player who rejoins is shown no effect a second time, and none of the ticks in which they were absent") {
    Scene scene(400);
    const Tick from{330};
    Predictor again(scene.level, Slot::gold, scene.predictor.so_far());
    again.begin(scene.world_at(from), from);
    const auto play_until = [&](std::uint32_t until) {
        for (std::uint32_t t = again.predicted().tick.value; t < until; ++t) {
            again.advance(scene.frames[t][0]);
            REQUIRE(again.learn(scene.frames[t][1]));
            again.reconcile(Tick{t + 1});
        }
    };
    play_until(400 - Scene::kLag);  // confirmed, so all of its events were shown
    CHECK(again.effects().fresh().empty());
    // In a new process nothing was shown yet.
    Predictor late(scene.level, Slot::gold);
    late.begin(scene.world_at(from), from + 30);
    CHECK(late.effects().fresh().empty());
}

TEST_CASE("the partner's ship is drawn in flight after a heal or a rebuild has moved it") {
    Scene scene(400);
    const Vec2 before = scene.predictor.predicted().ships[1].at;
    const Vec2 drawn = scene.predictor.partner_flight().now();
    SUBCASE("a heal") {
        auto moved = std::make_unique<World>();
        copy_world(*moved, scene.world_at(Tick{380}));
        moved->ships[1].at.x += moved->ships[1].at.x.raw > 0 ? -3_u : 3_u;
        REQUIRE(scene.predictor.heal(*moved, scene.predictor.confirmed().tick));
    }
    SUBCASE("a rebuild") {
        Frame turned;
        turned.buttons = static_cast<std::uint16_t>(before.y.raw > 0 ? kDown : kUp);
        REQUIRE(scene.predictor.learn(turned));
        REQUIRE(scene.predictor.reconcile(scene.predictor.predicted().tick) > 0);
    }
    REQUIRE(length(scene.predictor.predicted().ships[1].at - before) > Fixed{});
    CHECK(scene.predictor.partner_flight().now() == drawn);
    const std::uint32_t deaths = scene.predictor.predicted().ships[1].deaths;
    for (int tick = 0; tick < 60; ++tick) {
        const Vec2 last = scene.predictor.partner_flight().now();
        scene.predictor.advance({});
        if (scene.predictor.predicted().ships[1].deaths != deaths) {  // a new ship comes in, elsewhere
            CHECK(tick > 15);
            break;
        }
        CHECK(scene.predictor.partner_flight().before() == last);
        CHECK(length(scene.predictor.partner_flight().now() - last) <= client::kDrawnStepMax);
    }
}

// The ring of frames had room for past frames, and was not checked for future ones.
TEST_CASE("a world is refused if the partner's frames since then are gone") {
    Scene scene(400);
    const Tick now = scene.predictor.predicted().tick;
    std::vector<std::unique_ptr<World>> later;
    // The partner is 200 ticks ahead.
    while (scene.predictor.partner_known() < now + 200) REQUIRE(scene.predictor.learn(Frame{}));
    auto healed = std::make_unique<World>();
    copy_world(*healed, scene.world_at(Tick{10}));
    CHECK_FALSE(scene.predictor.can_heal(Tick{10}));
    CHECK_FALSE(scene.predictor.heal(*healed, now));
    CHECK(scene.predictor.confirmed().tick == Tick{400 - Scene::kLag});
    CHECK(scene.predictor.can_heal(Tick{200}));
}

TEST_CASE("a player who rejoins is absent up to the tick at which they play again, whatever was pending") {
    const Level level = small_level();
    Game game(level);
    game.step({asks(Command::pause, 12), Frame{}});
    REQUIRE(game.world->flow.asked_by == index(Slot::gold));
    Predictor predictor(level, Slot::gold);
    predictor.begin(*game.world, game.world->tick + 30);
    CHECK(predictor.predicted().tick == game.world->tick + 30);
    CHECK_FALSE(predictor.may_advance());
    // Once play resumes no player is further ahead than the pending delay.
    while (!predictor.may_advance()) {
        REQUIRE(predictor.learn(Frame{}));
        predictor.reconcile(game.world->tick + 30);
    }
    CHECK(predictor.lead() < 12);
    CHECK(predictor.corrections().own_ship == 0);
}
