// Goal: rule 5, measured. What aims at the partner is predicted exactly for as long as the lead is within the aim lag. Beyond it, a
// rebuild may turn a missile or an aimed bullet, by no more than docs/rules.md says.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "client/predict/histogram.hpp"
#include "sim/base/limits.hpp"
#include "sim/step.hpp"
#include "tests/client/predict/watched_game.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;

namespace {

double units_between(Vec2 a, Vec2 b) {
    const auto units = [](Fixed length) { return static_cast<double>(length.raw) / 65536; };
    return std::hypot(units(a.x - b.x), units(a.y - b.y));
}

/// How far rebuilds moved what was there before and after.
struct Moved {
    std::uint64_t compared = 0, count = 0;
    client::Histogram hundredths{4000};

    void see(Vec2 before, Vec2 after) {
        ++compared;
        if (before == after) return;
        ++count;
        hundredths.add(static_cast<std::int64_t>(std::lround(100 * units_between(before, after))));
    }
    double per_minute(std::size_t ticks) const { return static_cast<double>(count) * 60 * kTicksPerSecond / static_cast<double>(ticks); }
    double p99() const { return count == 0 ? 0 : static_cast<double>(hundredths.at_permille(990)) / 100; }
    double most() const { return static_cast<double>(hundredths.max()) / 100; }
};

struct Seen {
    Moved bullets, missiles;
    std::size_t ticks = 0;
};

using BulletName = std::tuple<EnemyId, std::uint16_t, std::uint8_t>;
using MissileName = std::pair<EnemyId, std::uint16_t>;

void watch_fire(const WatchedGame& game, Slot own, std::uint32_t delay, std::size_t ticks, Seen& seen) {
    std::map<BulletName, Vec2> bullets;
    std::map<MissileName, Vec2> missiles;
    watch_each(game, own, delay, ticks, client::kHeldTicks, [&](const World& before, auto hear) {
        bullets.clear();
        missiles.clear();
        for (const EnemyShot& shot : before.enemy_shots) bullets[{shot.owner, shot.number, shot.branch}] = shot.at;
        for (const Missile& missile : before.missiles) missiles[{missile.owner, missile.number}] = missile.at;
        const World& after = hear();
        for (const EnemyShot& shot : after.enemy_shots) {
            const auto known = bullets.find({shot.owner, shot.number, shot.branch});
            if (known != bullets.end()) seen.bullets.see(known->second, shot.at);
        }
        for (const Missile& missile : after.missiles) {
            const auto known = missiles.find({missile.owner, missile.number});
            if (known != missiles.end()) seen.missiles.see(known->second, missile.at);
        }
    });
    seen.ticks += std::min(ticks, game.frames.size());
}

/// Leaves out the first ticks.
void begin_later(WatchedGame& game, std::uint32_t ticks) {
    REQUIRE(ticks < game.frames.size());
    const auto events = std::make_unique<Events>();
    for (std::uint32_t i = 0; i < ticks; ++i) {
        events->clear();
        step(*game.first, game.level, game.frames[i], *events);
    }
    game.frames.erase(game.frames.begin(), game.frames.begin() + ticks);
}

}  // namespace

TEST_CASE("fire aimed at the partner: exact within the aim lag, and turned a little beyond it") {
    struct Row {
        std::uint32_t delay;
        double bullet_most, missile_most;  // units
    };
    constexpr Row kRows[] = {{kAimLagTicks - 1, 0, 0}, {kAimLagTicks + 6, 0.1, 0.1}, {2 * kAimLagTicks, 0.5, 0.1}};
    // Where there is much aimed fire, and the Warden's missiles.
    constexpr std::pair<const char*, std::uint32_t> kScenes[] = {{"coop-standard", 15'500}, {"sea-standard", 3'000}, {"hive-standard", 3'000}};
    const auto ticks = static_cast<std::size_t>(support::repetitions(2'500, 60'000, 300));
    for (const Row& row : kRows) {
        Seen seen;
        for (const auto& [name, from] : kScenes) {
            WatchedGame game;
            REQUIRE(read_game(std::string(ALBIREO_SOURCE_DIR) + "/replays/golden/" + name + ".replay", game) == "");
            begin_later(game, from);
            for (const Slot own : kSlots) watch_fire(game, own, row.delay, ticks, seen);
        }
        MESSAGE("news after " << row.delay << " ticks: " << seen.bullets.compared << " bullets compared, moved " << seen.bullets.per_minute(seen.ticks)
                              << " a minute, p99 " << seen.bullets.p99() << ", most " << seen.bullets.most() << " units; " << seen.missiles.compared
                              << " missiles, moved " << seen.missiles.per_minute(seen.ticks) << " a minute, p99 " << seen.missiles.p99()
                              << ", most " << seen.missiles.most());
        CHECK(seen.bullets.compared > 10'000);
        CHECK(seen.missiles.compared > 100);
        CHECK(seen.bullets.most() <= row.bullet_most);
        CHECK(seen.missiles.most() <= row.missile_most);
        if (row.delay < kAimLagTicks) {
            CHECK(seen.bullets.count == 0);
            CHECK(seen.missiles.count == 0);
        } else {
            CHECK(seen.bullets.count + seen.missiles.count > 0);
        }
    }
}
