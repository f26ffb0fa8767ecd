#pragma once
/// A player who is kept alive by the test and shoots at the nearest target: lines up with it, keeps firing, and reports
/// its own hits against the core's radii. It can play a level through without a client. `aim_permille` of its shots
/// report a hit; the others pass. Deterministic.
#include "sim/game/enemy.hpp"
#include "sim/game/shot.hpp"
#include "sim/world.hpp"

namespace albireo {

struct Gunner {
    Slot slot = Slot::gold;
    Weapon weapon = Weapon::needle;
    std::uint32_t aim_permille = 1000;
    bool fires = true;

    Frame frame(const World& world, const Level& level) const {
        Frame frame;
        const Ship& ship = world.ships[index(slot)];
        frame.buttons = static_cast<std::uint16_t>(static_cast<unsigned>(weapon) << kWeaponShift);
        if (!fires) return frame;
        frame.buttons |= kFire;
        if (const auto target = nearest(world, level, ship.at)) {
            if (target->y > ship.at.y + 200_mu) frame.buttons |= kUp;
            if (target->y < ship.at.y - 200_mu) frame.buttons |= kDown;
        }
        report_hits(frame, world, level);
        return frame;
    }

  private:
    struct Nearest {
        bool found = false;
        Vec2 at;
        explicit operator bool() const { return found; }
        const Vec2* operator->() const { return &at; }
    };

    template <class Each>
    static void for_each_exposed(const World& world, const Level& level, Each&& each) {
        for (const Enemy& enemy : world.enemies) {
            for (std::size_t i = 0; i < enemy.part_count; ++i) {
                if (is_exposed(level, enemy, i)) each(enemy, i);
            }
        }
    }

    static Nearest nearest(const World& world, const Level& level, Vec2 from) {
        Nearest best;
        Fixed best_way = 1000_u;
        for_each_exposed(world, level, [&](const Enemy& enemy, std::size_t part) {
            const Vec2 at = enemy.parts[part].at;
            if (!is_in_field(at, {}) || at.x < from.x) return;
            const Fixed way = abs(at.y - from.y) * 2 + at.x - from.x;
            if (way < best_way) best = {true, at}, best_way = way;
        });
        return best;
    }

    void report_hits(Frame& frame, const World& world, const Level& level) const {
        for (const Shot& shot : world.shots[index(slot)]) {
            if (shot.number.value * 997 % 1000 >= aim_permille) continue;
            bool hit = false;
            for_each_exposed(world, level, [&](const Enemy& enemy, std::size_t part) {
                if (hit || frame.report_count == kReportsPerFrameMax) return;
                const PartDef& def = level.parts[std::size_t{level.kinds[enemy.kind].parts.first} + part];
                if (!within(shot.at, enemy.parts[part].at, def.radius + 300_mu)) return;
                hit = true;
                frame.reports[frame.report_count++] = {.kind = ReportKind::hit,
                                                       .slot = slot,
                                                       .part = static_cast<std::uint16_t>(part),
                                                       .enemy = enemy.id,
                                                       .number = shot.number};
            });
        }
    }
};

}  // namespace albireo
