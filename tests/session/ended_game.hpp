#pragma once
/// A game of two friends that has been played to its end, in virtual time, for tests of what they play next.
#include <doctest/doctest.h>

#include "sim/script/compile.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::storm {

constexpr Micros kLevel = 10 * kSecond;  // enough for a level of nine seconds

/// The level *short* is followed by *second* in the campaign.
struct EndedGame : LobbyFixture {
    explicit EndedGame(client::ClientOptions first = {.level = "short"}) {
        auto compiled = script::compile_level_file(ALBIREO_SOURCE_DIR "/tests/session/levels/short.lua", Difficulty::standard);
        REQUIRE(compiled.error == "");
        levels.offer("short", Difficulty::standard, std::make_shared<const Level>(std::move(compiled.level)));
        compiled = script::compile_level(R"(
            level { name = "The Second", backdrop = "dunes", ticks = 300 }
            use "scenery"
            canyon_start { floor = -7, ceiling = 12, seed = 3 }
            for i = 1, 3 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end
            at(100) section "Half"
        )", "second.lua", Difficulty::standard, script::builtin_source);
        REQUIRE(compiled.error == "");
        levels.offer("second", Difficulty::standard, std::make_shared<const Level>(std::move(compiled.level)));
        REQUIRE(levels.set_campaign({"short", "second"}) == "");
        first.name = "anna";
        first.watch_delay_ms = 7'000;
        first.wishes = true;
        anna = &add(std::move(first));
        run(200 * kMs);
        ben = &add({.name = "ben", .code = anna->code(), .wishes = true});
        run(kLevel + kSecond);
        REQUIRE(anna->outcome() == proto::Outcome::cleared);
        REQUIRE(anna->may_rematch());
        REQUIRE(ben->may_rematch());
    }
    /// The client with which the player of this one asks for the rematch, on this level; empty: the same game again.
    GameClient& ask(const GameClient& ended, const std::string& level = {}) { return add(ended.next_options(level)); }

    GameClient* anna = nullptr;
    GameClient* ben = nullptr;
};

}  // namespace albireo::storm
