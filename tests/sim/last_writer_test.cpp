// Goal: the tools of the witness cover the whole world, from its field list: last_writer_of() names the last system that changes
// each column, and past worlds are restored with all their pools.
#include <doctest/doctest.h>

#include "sim/digest.hpp"
#include "sim/script/compile.hpp"
#include "sim/witness/fault.hpp"
#include "sim/witness/kept_frame.hpp"
#include "sim/witness/world_past.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// The last system seen to change each column; kSystems.size() for a column that no system changed.
struct LastSeen {
    std::array<std::size_t, kColumns> system;
    Digest before;

    LastSeen() { system.fill(kSystems.size()); }
    static void look(void* self, std::size_t system, const World& world) {
        auto& seen = *static_cast<LastSeen*>(self);
        const Digest now = digest_of(world);
        for (std::size_t i = 0; i < kColumns; ++i) {
            if (now.columns[i] == seen.before.columns[i]) continue;
            const bool is_later = seen.system[i] == kSystems.size() || seen.system[i] < system;
            if (is_later) seen.system[i] = system;
        }
        seen.before = now;
    }
};

FramePair frames_of(std::array<MadePlayer, kSlotCount>& players, const Game& game) {
    FramePair frames;
    for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, game.level);
    return frames;
}

}  // namespace

TEST_CASE("last_writer_of() names the last system that changes each column") {
    const Level small = small_level();
    const Level endless = script::compile_builtin_level("endless", Difficulty::standard).level;  // for its deck
    LastSeen seen;
    for (std::uint32_t seed = 1; seed <= 7; ++seed) {
        const Level& level = seed <= 6 ? small : endless;
        Game game(level, {.seed = seed});
        auto players = two_players({.seed = seed * 2, .nonsense_permille = 20, .greedy = true},
                                   {.seed = seed * 2 + 1, .death_permille = 2, .absent_permille = 2});
        for (int t = 0; t < 4000; ++t) {
            seen.before = digest_of(*game.world);
            game.events->clear();
            step_probed(*game.world, level, frames_of(players, game), *game.events, LastSeen::look, &seen);
        }
    }
    for (std::size_t column = 0; column < kColumns; ++column) {
        INFO(column_name(column));
        const bool counts = column_name(column) == "tick" || column_name(column) == "clock";
        if (counts) {  // these advance after the last system
            CHECK(seen.system[column] == kSystems.size());
            CHECK(last_writer_of(column) == kSystems.size() - 1);
        } else {
            REQUIRE(seen.system[column] < kSystems.size());
            CHECK(kSystems[last_writer_of(column)] == kSystems[seen.system[column]]);
        }
    }
}

TEST_CASE("past worlds are restored unchanged, with every pool") {
    const Level level = overfull_level(64);
    Game game(level);
    auto players = two_players({.seed = 1}, {.seed = 2, .death_permille = 5});
    WorldPast past;
    past.restart(*game.world);
    std::vector<std::vector<std::uint8_t>> worlds = {saved(*game.world, level)};
    const Tick began = game.world->tick;
    for (int t = 0; t < 200; ++t) {
        game.step(frames_of(players, game));
        past.add(*game.world);
        worlds.push_back(saved(*game.world, level));
    }
    const auto check_pool = [](std::string_view name, const auto& field) {
        if constexpr (kIsPool<std::remove_cvref_t<decltype(field)>>) {
            INFO(name);
            CHECK(field.count > 0);
        }
    };
    visit_fields(check_pool, *game.world);
    const auto back = std::make_unique<World>();
    std::uint32_t found = 0;
    for (std::uint32_t t = 0; t < worlds.size(); ++t) {
        if (!past.has(began + t)) continue;
        REQUIRE(past.restore(began + t, *back));
        CHECK(saved(*back, level) == worlds[t]);
        ++found;
    }
    CHECK(found > 10);
}

TEST_CASE("a frame is kept unchanged, with few reports, with all, and with some again") {
    KeptFrame kept;
    for (const std::size_t reports : {std::size_t{0}, KeptFrame::kReportsHere, KeptFrame::kReportsHere + 1, kReportsPerFrameMax, std::size_t{2}}) {
        CAPTURE(reports);
        Frame frame;
        frame.buttons = 0x1234;
        frame.aim.x = 77;
        frame.report_count = static_cast<std::uint8_t>(reports);
        for (std::size_t i = 0; i < reports; ++i) frame.reports[i] = {.kind = ReportKind::hit, .number = ShotNumber{static_cast<std::uint32_t>(i + 1)}};
        kept.keep(frame);
        CHECK(kept.frame() == frame);
    }
}
