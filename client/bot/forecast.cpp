#include "client/bot/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "sim/event.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::bot {
namespace {

constexpr float kFarAway = 1e4F;
constexpr float kShipReach = units(kShipSpeed);
constexpr float kBodyShare = 0.9F;    // a shape fills about this much of its bounding box
constexpr float kHasteTicks = 20;     // a shot that speeds up is expected to do so for this long
constexpr float kRestTicksSeen = 12;  // a resting shot may leave after this
constexpr float kRestSpread = 0.03F;  // … this far a tick, in any direction
constexpr float kRestSpreadMax = 1;
constexpr float kTelegraphSlack = 5;  // ticks before a beam burns at which its path counts as dangerous

/// Two numbers in −1 … 1, determined by a name.
Point error_of(std::uint64_t name, std::uint32_t seed) {
    std::uint64_t x = (name ^ seed) * 0x9e3779b97f4a7c15u;
    x ^= x >> 32;
    return {static_cast<float>(x & 0xffff) / 32768.0F - 1, static_cast<float>((x >> 16) & 0xffff) / 32768.0F - 1};
}

float distance_to(Point p, const Forecast::Line& line) {
    const Point along = line.b - line.a;
    const Point off = p - line.a;
    const float whole = square(along);
    const float part = whole > 0 ? std::clamp((off.x * along.x + off.y * along.y) / whole, 0.0F, 1.0F) : 0;
    return std::sqrt(square(off - along * part)) - line.half_width;
}

Point turned_about(Point p, Point centre, float radians) {
    const Point off = p - centre;
    const float c = std::cos(radians);
    const float s = std::sin(radians);
    return centre + Point{off.x * c - off.y * s, off.x * s + off.y * c};
}

}  // namespace

float Forecast::clearance(Point at, int m) const {
    std::array<float, kLanes> least;
    least.fill(kFarAway);
    for (const Discs& disc : discs[static_cast<std::size_t>(m)]) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            const float dx = std::abs(disc.x[i] - at.x) - kShipHalfLength;
            const float dy = disc.y[i] - at.y;
            const float beside = dx < 0 ? 0 : dx;
            const float room = std::sqrt(beside * beside + dy * dy) - disc.radius[i] - disc.spread[i];
            least[i] = room < least[i] ? room : least[i];
        }
    }
    float room = *std::min_element(least.begin(), least.end());
    for (const Line& line : lines[static_cast<std::size_t>(m)]) {
        for (const float end : {-kShipHalfLength, 0.0F, kShipHalfLength}) {
            room = std::min(room, distance_to(at + Point{end, 0}, line));
        }
    }
    return room - kShipRadius;
}

Point Sight::Seen::at_after(float ticks) const {
    const float flown = std::min(ticks, stop_ticks);
    const float bent = std::min(flown, bend_ticks);
    return at + speed * flown + bend * (bent * (flown - bent / 2));
}

Sight::Seen Sight::Seen::after(float ticks) const {
    const float flown = std::min(ticks, stop_ticks);
    const float bent = std::min(flown, bend_ticks);
    Seen later = *this;
    later.at = at_after(ticks);
    later.speed = flown < stop_ticks ? speed + bend * bent : Point{};
    later.bend_ticks = bend_ticks - bent;
    later.stop_ticks = stop_ticks - flown;
    return later;
}

/// Compares a shot with what was seen of it `ticks` ago. It is usually at the same place in the list.
void Sight::see_bend(Seen& seen, const Look& before, std::size_t hint, float ticks) {
    const auto is_it = [&](const Seen& other) { return other.name == seen.name; };
    auto found = hint < before.shots.size() ? before.shots.begin() + static_cast<std::ptrdiff_t>(hint) : before.shots.end();
    if (found == before.shots.end() || !is_it(*found)) found = std::find_if(before.shots.begin(), before.shots.end(), is_it);
    if (found == before.shots.end()) return;
    seen.bend = (seen.speed - found->speed) * (1 / ticks);
    if (square(seen.bend) == 0) return;
    seen.bend_ticks = moment(kMoments - 1);
    const float along = seen.speed.x * seen.bend.x + seen.speed.y * seen.bend.y;
    const float across = seen.speed.x * seen.bend.y - seen.speed.y * seen.bend.x;
    if (std::abs(across) > 0.2F * std::abs(along)) return;  // it turns or falls
    if (along > 0) seen.bend_ticks = kHasteTicks;
    if (along < 0) seen.stop_ticks = square(seen.speed) / -along;
}

void Sight::look(const World& world, const Level& level) {
    const Look* before = looks_ > 0 ? &look_at(looks_ - 1) : nullptr;
    Look& now = look_at(looks_);
    now.tick = world.clock;
    now.bodies.clear();
    now.shots.clear();
    const auto add_body = [&](Vec2 at, Fixed radius, std::uint64_t name) {
        Seen seen{point(at), {}, units(radius) * kBodyShare, name};
        if (before != nullptr && world.clock > before->tick) {
            const auto same = std::find_if(before->bodies.begin(), before->bodies.end(),
                                           [&](const Seen& other) { return other.name == name; });
            if (same != before->bodies.end()) {
                seen.speed = (seen.at - same->at) * (1.0F / static_cast<float>(world.clock - before->tick));
            }
        }
        now.bodies.push_back(seen);
    };
    for (const Enemy& enemy : world.enemies) {
        const Range parts = level.kinds[enemy.kind].parts;
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            if ((enemy.parts[i].flags & kPartAlive) == 0) continue;
            add_body(enemy.parts[i].at, level.parts[parts.first + i].radius,
                     cause_of(enemy.id, static_cast<std::uint32_t>(i)));
        }
    }
    for (const Missile& missile : world.missiles) {
        add_body(missile.at, level.missiles[missile.def].radius, cause_of(missile.owner, missile.number) | (1u << 31));
    }
    const bool is_later = before != nullptr && world.clock > before->tick;
    for (const EnemyShot& shot : world.enemy_shots) {
        const std::uint64_t name = cause_of_shot(shot.owner, shot.number, shot.branch);
        Seen seen{point(shot.at), point(shot.speed), units(level.guns[shot.gun].radius), name};
        if (is_later) see_bend(seen, *before, now.shots.size(), static_cast<float>(world.clock - before->tick));
        const float rest = units(kRestSpeed);
        if (square(seen.speed) < rest * rest) {
            seen.bend = {};  // it has stopped, and must not be extrapolated backward
            seen.spread = 1;
        }
        now.shots.push_back(seen);
    }
    ++looks_;
}

const Sight::Look& Sight::newest_older_than(Tick now, std::uint32_t ticks) {
    const std::uint32_t held = std::min(looks_, kLooks);
    for (std::uint32_t back = 1; back < held; ++back) {
        const Look& look = look_at(looks_ - back);
        if (now - look.tick >= static_cast<std::int32_t>(ticks)) return look;
    }
    return look_at(looks_ - held);
}

void Sight::forecast(Forecast& out, const World& world, const Level& level, Slot own, const Skill& skill,
                     std::uint32_t seed) {
    const Ship& ship = world.ships[index(own)];
    const Point me = point(ship.at);
    out.horizon = skill.foresight_ticks;
    out.safe_until = static_cast<float>(ship.invulnerable);
    near_.clear();

    const auto consider = [&](const Seen& seen, float age) {
        Seen now = seen.after(age);
        now.at = now.at + error_of(seen.name, seed) * skill.blur_units;
        for (int m = 0; m < kMoments && moment(m) <= out.horizon; ++m) {
            const float t = moment(m);
            const float reach = kShipReach * t + now.radius + now.spread * kRestSpreadMax + kShipHalfLength + kShipRadius +
                                skill.margin_units;
            if (square(now.at_after(t) - me) > reach * reach) continue;
            near_.push_back({t + square(now.at - me) * 0.01F, now});
            return;
        }
    };
    const Look& look = newest_older_than(world.clock, skill.reaction_ticks);
    const auto age = static_cast<float>(world.clock - look.tick);
    for (const Seen& seen : look.shots) consider(seen, age);
    for (const Seen& seen : look.bodies) consider(seen, age);

    const std::size_t count = std::min<std::size_t>(near_.size(), skill.attention);
    std::partial_sort(near_.begin(), near_.begin() + static_cast<std::ptrdiff_t>(count), near_.end(),
                      [](const auto& a, const auto& b) { return a.first < b.first; });
    Forecast::Discs none{};
    none.x.fill(kFarAway);
    for (int m = 0; m < kMoments && moment(m) <= out.horizon; ++m) {
        const float t = moment(m);
        const float spread = std::clamp((t - kRestTicksSeen) * kRestSpread, 0.0F, kRestSpreadMax);
        auto& discs = out.discs[static_cast<std::size_t>(m)];
        discs.assign((count + Forecast::kLanes - 1) / Forecast::kLanes, none);
        for (std::size_t i = 0; i < count; ++i) {
            const Seen& seen = near_[i].second;
            const Point then = seen.at_after(t);
            Forecast::Discs& block = discs[i / Forecast::kLanes];
            const std::size_t lane = i % Forecast::kLanes;
            block.x[lane] = then.x;
            block.y[lane] = then.y;
            block.radius[lane] = seen.radius;
            block.spread[lane] = spread * seen.spread;
        }
    }
    add_lines(out, world, level, skill);
}

void Sight::add_lines(Forecast& out, const World& world, const Level& level, const Skill& skill) const {
    for (auto& lines : out.lines) lines.clear();
    for (const Beam& beam : world.beams) {
        const BeamDef& def = level.beams[beam.def];
        const bool burns = beam.burning != 0;
        // A telegraph that has only just begun is not noticed yet.
        if (!burns && def.telegraph - beam.left < static_cast<int>(skill.reaction_ticks)) continue;
        const float begins = burns ? 0 : static_cast<float>(beam.left) - kTelegraphSlack;
        const float ends = static_cast<float>(beam.left + (burns ? 0 : def.burn));
        const Point from = point(beam.from);
        for (int m = 0; m < kMoments; ++m) {
            const float t = moment(m);
            if (t < begins || t > ends) continue;
            const float burning = burns ? t : std::max(0.0F, t - static_cast<float>(beam.left));
            const float turn = static_cast<float>(def.sweep) * burning * client::radians(1);
            const Point bend = turned_about(point(beam.bend), from, turn);
            const Point tip = turned_about(point(beam.tip), from, turn);
            const int pieces = def.curved != 0 ? 5 : 1;
            Point last = from;
            for (int i = 1; i <= pieces; ++i) {
                const float w = static_cast<float>(i) / static_cast<float>(pieces);
                const Point next = from * ((1 - w) * (1 - w)) + bend * (2 * w * (1 - w)) + tip * (w * w);
                out.lines[static_cast<std::size_t>(m)].push_back({last, next, units(def.half_width)});
                last = next;
            }
        }
    }
}

}  // namespace albireo::bot
