// Goal: after a hit, a player sees what hit them and where it came from; the game does not know about it.
#include <doctest/doctest.h>

#include <algorithm>

#include "client/app/activities/hit_replay.hpp"
#include "client/predict/units.hpp"
#include "sim/digest.hpp"
#include "sim/step.hpp"
#include "tests/client/app/activity_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;
using scene::HitCell;
using scene::HitPicture;

namespace {

std::size_t count(const HitPicture& picture, HitCell cell) {
    return static_cast<std::size_t>(std::ranges::count(picture.cells, cell));
}

/// Frames of a game whose player does nothing, until their ship is hit.
struct Idle : ActivityFixture {
    NetActivity activity;
    explicit Idle(const Settings& settings = {}) : activity(open_local_game(bodies, setup()), picture, settings, {}) {}
    static GameHostSetup setup() { return {.play_mode = PlayMode::alone, .seed = 5}; }
    void pass(int frames) { this->frames(activity, frames, 16'667); }
    bool is_hit() const { return activity.world() != nullptr && activity.world()->ships[0].deaths > 0; }
    void pass_until_hit() {
        for (int i = 0; i < 60 * 120 && !is_hit(); ++i) pass(1);
        REQUIRE(is_hit());
    }
};

/// The deaths, one tick each, without a game around them.
struct Bare {
    bot::BodyStore store;
    Level level;
    std::shared_ptr<const client::Bodies> bodies;
    std::unique_ptr<World> before = std::make_unique<World>(), now = std::make_unique<World>();
    std::vector<client::EffectLedger::Effect> effects;
    HitReplay replay;

    Bare() {
        std::string error;
        level = *level_of({.level = "the_cut"}, error);
        bodies = store.of(level);
        init(*now, level, {.players = 3});
        for (int i = 0; i < 120; ++i) tick();
    }
    void tick() {
        *before = *now;
        auto events = std::make_unique<Events>();
        step(*now, level, {}, *events);
        replay.tick(*before, *now, effects, level, Slot::gold);
        effects.clear();
    }
    void hit(Slot slot, Cause cause) {
        effects.push_back({.event = {.kind = EventKind::ship_died, .slot = slot, .tick = now->tick + 1, .at = {}, .value = static_cast<std::int32_t>(cause)}});
        tick();
    }
    /// A shot that flies at the gold ship from the right, and touches it after `ticks`.
    void shoot(int ticks) {
        EnemyShot shot;
        shot.number = 7;
        shot.speed = {client::fixed(-0.05F), {}};
        shot.at = now->ships[0].at + Vec2{client::fixed(0.05F * static_cast<float>(ticks)), {}};
        shot.pace = client::fixed(0.05F);
        shot.heading = Angle{0x8000};
        now->enemy_shots.items[now->enemy_shots.count++] = shot;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Bare, "the picture shows the shot come, and touch the ship at the end") {
    REQUIRE_FALSE(level.guns.empty());
    shoot(HitReplay::kKeptTicks);
    for (std::uint32_t i = 0; i < HitReplay::kKeptTicks; ++i) tick();
    CHECK_FALSE(replay.is_shown());
    hit(Slot::gold, Cause::enemy_shot);
    REQUIRE(replay.is_shown());
    CHECK(replay.shown(level, bodies.get()).text == "hit by a shot");
    const auto columns_of_shot = [&] {
        const HitPicture& picture = *replay.shown(level, bodies.get()).picture;
        std::size_t sum = 0, cells = 0;
        for (int row = 0; row < HitPicture::kRows; ++row) {
            for (int column = 0; column < HitPicture::kColumns; ++column) {
                if (picture.at(column, row) != HitCell::culprit) continue;
                sum += static_cast<std::size_t>(column);
                ++cells;
            }
        }
        return cells == 0 ? 0 : sum / cells;
    };
    const std::size_t first = columns_of_shot();
    CHECK(count(*replay.shown(level, bodies.get()).picture, HitCell::gold) > 50);
    CHECK(first > HitPicture::kColumns / 2 + 30);
    for (std::uint32_t i = 0; i < HitReplay::kKeptTicks * HitReplay::kSlowness; ++i) tick();
    const std::size_t last = columns_of_shot();
    CHECK(last < first - 30);
    CHECK(last >= HitPicture::kColumns / 2 - 8);
    for (std::uint32_t i = 0; i <= HitReplay::kHeldTicks; ++i) tick();
    CHECK_FALSE(replay.is_shown());
}

TEST_CASE_FIXTURE(Bare, "each cause has its words, and rock has no culprit") {
    constexpr std::array<const char*, kCauseCount> kTexts = {"hit by an enemy", "hit by a shot", "hit by a beam", "hit by rock",
                                                             "hit by a missile"};
    for (int i = 0; i < kCauseCount; ++i) {
        replay.reset();
        hit(Slot::gold, static_cast<Cause>(i));
        REQUIRE(replay.is_shown());
        CHECK(replay.shown(level, bodies.get()).text == kTexts[static_cast<std::size_t>(i)]);
    }
    replay.reset();
    hit(Slot::gold, Cause::wall);
    CHECK(count(*replay.shown(level, bodies.get()).picture, HitCell::culprit) == 0);
}

TEST_CASE_FIXTURE(Bare, "a partner's death elsewhere is not shown, nor is anything while it is switched off") {
    hit(Slot::blue, Cause::enemy);
    CHECK_FALSE(replay.is_shown());
    replay.enable(false);
    hit(Slot::gold, Cause::enemy);
    CHECK_FALSE(replay.is_shown());
    replay.enable(true);
    tick();
    hit(Slot::gold, Cause::enemy);
    CHECK(replay.is_shown());
    replay.enable(false);
    CHECK_FALSE(replay.is_shown());
}

TEST_CASE_FIXTURE(Idle, "a hit is shown in the game, and a pause holds it") {
    CHECK(activity.shown_hit().picture == nullptr);
    pass_until_hit();
    const ShownHit hit = activity.shown_hit();
    REQUIRE(hit.picture != nullptr);
    CHECK(hit.slot == 0);
    CHECK(hit.text.starts_with("hit by"));
    CHECK(count(*hit.picture, HitCell::gold) > 50);
    tap(activity, Key::p);
    pass(60);
    REQUIRE(activity.notice().title == "Paused");
    pass(300);
    CHECK(activity.shown_hit().picture != nullptr);
    tap(activity, Key::p);
    pass(200);
    CHECK(activity.shown_hit().picture == nullptr);
}

TEST_CASE("the same game is played with it and without") {
    std::array<std::uint64_t, 2> digests{};
    for (const bool is_on : {false, true}) {
        Settings settings;
        settings.hit_replay = is_on;
        Idle game(settings);
        for (int i = 0; i < 60 * 120 && !game.is_hit(); ++i) game.pass(1);
        REQUIRE(game.is_hit());
        CHECK((game.activity.shown_hit().picture != nullptr) == is_on);
        game.pass(90);
        digests[is_on ? 1 : 0] = root_of(*game.activity.world());
    }
    CHECK(digests[0] == digests[1]);
}
