// Goal: what was known about a partner's shot is forgotten with it: another shot with the same number is drawn and trusted
// like any other.
#include "client/predict/remote_shots.hpp"

#include <doctest/doctest.h>

#include <memory>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using client::RemoteShots;
using client::Trust;

namespace {

/// Confirmed and predicted worlds at ticks chosen by the test, and blue's shots in them.
struct Scene {
    std::unique_ptr<World> confirmed = std::make_unique<World>();
    std::unique_ptr<World> predicted = std::make_unique<World>();
    RemoteShots remote{Slot::blue};

    Scene() {
        const Level level = support::small_level();
        init(*confirmed, level, {});
        init(*predicted, level, {});
        at(100, 110);
    }
    void at(std::uint32_t confirmed_tick, std::uint32_t predicted_tick) {
        confirmed->tick = confirmed->clock = Tick{confirmed_tick};
        predicted->tick = predicted->clock = Tick{predicted_tick};
        for (World* world : {confirmed.get(), predicted.get()}) world->shots[1].count = 0;
    }
    /// The shot `number`, fired in the tick `born`, in all of these worlds that are past that tick.
    void add(std::uint32_t number, std::uint32_t born, bool is_true) {
        for (World* world : {confirmed.get(), predicted.get()}) {
            if (world->tick.value <= born || (world == confirmed.get() && !is_true)) continue;
            Shot shot{};
            shot.number = {number};
            shot.age = static_cast<std::uint16_t>(world->tick.value - born);
            world->shots[1].add(shot);
        }
    }
    void look() { remote.update(*confirmed, predicted->tick); }
    /// The only shot on the screen.
    const Shot& shot() const {
        REQUIRE(predicted->shots[1].count == 1);
        return predicted->shots[1].items[0];
    }
    void hide() { remote.hide(*predicted, shot()); }
    bool is_hidden() const { return remote.is_hidden(*predicted, shot()); }
    Trust trust() const { return remote.trust_of(*predicted, shot()); }
};

}  // namespace

TEST_CASE("a guessed shot that was hidden and then withdrawn does not hide the next shot of its number") {
    Scene scene;
    scene.add(3, 104, false);
    scene.look();
    scene.hide();
    REQUIRE(scene.is_hidden());
    SUBCASE("which is guessed again, later") {
        scene.at(108, 118);
        scene.look();
        scene.add(3, 115, false);
        CHECK_FALSE(scene.is_hidden());
        scene.at(112, 122);
        scene.add(3, 111, true);
        scene.look();
    }
    SUBCASE("which replaces it in the same rebuild") {
        scene.at(112, 122);
        scene.add(3, 111, true);
        scene.look();
    }
    CHECK_FALSE(scene.is_hidden());
    CHECK(scene.trust() == Trust::known);
    scene.at(122, 132);
    scene.add(3, 111, true);
    scene.look();
    CHECK(scene.trust() == Trust::promoted);
}

TEST_CASE("a guess that was hidden and turns out right stays hidden, and is never trusted") {
    Scene scene;
    scene.add(3, 104, false);
    scene.look();
    scene.hide();
    for (std::uint32_t tick = 101; tick < 160; ++tick) {
        scene.at(tick, tick + 10);
        scene.add(3, 104, true);
        scene.look();
        CHECK(scene.is_hidden());
        CHECK(scene.trust() != Trust::promoted);
    }
}

TEST_CASE("a shot is trusted once the confirmed world has reached the tick at which it became known") {
    Scene scene;
    scene.add(3, 90, true);
    scene.look();
    CHECK(scene.trust() == Trust::known);
    CHECK(scene.remote.known_for(*scene.predicted, scene.shot(), Tick{115}) == 5);
    for (std::uint32_t tick = 101; tick <= 110; ++tick) {
        CHECK(scene.trust() == Trust::known);
        scene.at(tick, tick + 10);
        scene.add(3, 90, true);
        scene.look();
    }
    CHECK(scene.trust() == Trust::promoted);
}
