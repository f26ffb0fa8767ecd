// Goal: events of a game get the right sound at the right place, and fire sounds for as long as it burns.
#include <doctest/doctest.h>

#include <memory>

#include "client/audio/sound_director.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;
using audio::SoundDirector;
using audio::Voice;

namespace {

Event event(EventKind kind, std::int32_t value = 0, Slot slot = Slot::gold, Vec2 at = {}) {
    Event made;
    made.kind = kind;
    made.value = value;
    made.slot = slot;
    made.at = at;
    return made;
}

struct Fixture {
    SoundDirector director;
    Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;

    audio::Command of(const Event& what) {
        const auto command = director.command_for(what, level);
        REQUIRE(command.has_value());
        CHECK(command->kind == audio::Command::Kind::play);
        return *command;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "shots by weapon, at their place. The partner's are softer") {
    const audio::Command own = of(event(EventKind::shot_fired, 1, Slot::gold, {-8_u, 0_u}));
    CHECK(own.voice == Voice::fan);
    CHECK(own.how.across == doctest::Approx(-0.5F));
    CHECK(of(event(EventKind::shot_fired, 0)).voice == Voice::needle);
    CHECK(of(event(EventKind::shot_fired, 2)).voice == Voice::seeker);
    CHECK(of(event(EventKind::shot_fired, 4)).voice == Voice::powered);
    director.set_own(Slot::blue);
    CHECK(of(event(EventKind::shot_fired, 1)).how.gain < own.how.gain);
    CHECK(of(event(EventKind::shot_fired, 1, Slot::blue)).how.gain == own.how.gain);
    // The partner's death is as loud as the player's own.
    CHECK(of(event(EventKind::ship_died)).how.gain == own.how.gain);
}

TEST_CASE_FIXTURE(Fixture, "deaths sound by size. An event without a sound is silent. Repeated sounds vary slightly") {
    for (std::size_t kind = 0; kind < level.kinds.size(); ++kind) {
        const auto size = level.kinds[kind].size;
        CHECK(of(event(EventKind::enemy_died, static_cast<std::int32_t>(kind))).voice ==
              (size == KindSize::small    ? Voice::death_small
               : size == KindSize::medium ? Voice::death_medium
               : size == KindSize::large  ? Voice::death_large
                                          : Voice::death_boss));
    }
    CHECK(of(event(EventKind::warning)).voice == Voice::warning);
    CHECK_FALSE(director.command_for(event(EventKind::score_up, 100), level).has_value());
    const float pitch = of(event(EventKind::shot_hit)).how.pitch;
    CHECK(of(event(EventKind::shot_hit)).how.pitch != pitch);
}

TEST_CASE_FIXTURE(Fixture, "an out-of-range number still gets a sound") {
    CHECK(of(event(EventKind::enemy_died, -1)).voice == Voice::death_small);
    CHECK(of(event(EventKind::shot_fired, -1)).voice == Voice::needle);
    CHECK(of(event(EventKind::shot_fired, 99)).voice == Voice::powered);
}

TEST_CASE_FIXTURE(Fixture, "a ribbon and a beam sound for as long as they burn") {
    auto world = std::make_unique<World>();
    init(*world, level, {});
    for (const audio::Command& command : director.follow(*world, {})) CHECK((command.kind == audio::Command::Kind::let_go || command.kind == audio::Command::Kind::reverb));
    world->ships[1].ribbon = 1;
    world->ships[1].at = {8_u, 0_u};
    world->beams.count = 2;
    world->beams.items[0].burning = 1;
    world->beams.items[0].from = {16_u, 0_u};
    const auto commands = director.follow(*world, {});
    CHECK(commands[0].kind == audio::Command::Kind::let_go);
    CHECK(commands[1].kind == audio::Command::Kind::hold);
    CHECK(commands[1].voice == Voice::ribbon);
    CHECK(commands[1].how.across == doctest::Approx(0.5F));
    CHECK(commands[2].voice == Voice::enemy_beam);
    CHECK(commands[2].kind == audio::Command::Kind::hold);
    CHECK(commands[2].how.across == doctest::Approx(0.5F));
    world->ships[1].ribbon = 2;
    CHECK(director.follow(*world, {})[1].how.pitch > commands[1].how.pitch);
}

TEST_CASE_FIXTURE(Fixture, "a boss's death and a storm have a stinger besides their sound, and nothing else has") {
    int bosses = 0;
    for (std::size_t kind = 0; kind < level.kinds.size(); ++kind) {
        const auto stinger = director.stinger_for(event(EventKind::enemy_died, static_cast<std::int32_t>(kind)), level);
        const bool is_boss = level.kinds[kind].size == KindSize::boss;
        REQUIRE(stinger.has_value() == is_boss);
        if (is_boss) CHECK(stinger->voice == Voice::boss_fallen);
        bosses += is_boss ? 1 : 0;
    }
    CHECK(bosses == 2);
    CHECK(director.stinger_for(event(EventKind::combined_storm), level)->voice == Voice::storm_cells);
    CHECK(of(event(EventKind::combined_storm)).voice == Voice::combined_storm);
    CHECK(of(event(EventKind::extended)).voice == Voice::extend);
    CHECK_FALSE(director.stinger_for(event(EventKind::part_died), level).has_value());
}

TEST_CASE_FIXTURE(Fixture, "a sound is the further away, the further it is from the listener's nearest ship. What is told has no place") {
    auto world = std::make_unique<World>();
    world->flow.players = 3;
    world->ships[0].at = {Fixed{} - 12_u, 0_u};
    world->ships[1].at = {12_u, 0_u};
    const auto away = [&](Vec2 at, EventKind kind = EventKind::enemy_fired) {
        Event far = event(kind);
        far.at = at;
        return of(far).how.away;
    };
    CHECK(away({16_u, 9_u}) == 0);  // before the first world nobody knows where the ships are
    director.set_own(Slot::gold);
    director.follow(*world, {});
    CHECK(away({Fixed{} - 12_u, 0_u}) == 0);
    float before = -1;
    for (int x = -16; x <= 16; ++x) {
        const float now = away({Fixed::from_int(x), 9_u});
        CHECK(now >= 0);
        CHECK(now <= 1);
        if (x > -12) CHECK(now >= before);
        before = now;
    }
    CHECK(away({16_u, 9_u}) == doctest::Approx(1));
    for (const EventKind told : {EventKind::section, EventKind::message, EventKind::charge_full, EventKind::multiplier_up, EventKind::extended}) {
        CHECK(away({16_u, 9_u}, told) == 0);
    }
    // Both players at one machine: the nearer ship counts.
    director.set_own(std::nullopt);
    director.follow(*world, {});
    CHECK(away({16_u, 9_u}) < 0.3F);
    CHECK(away({Fixed{} - 16_u, 9_u}) < 0.3F);
}
