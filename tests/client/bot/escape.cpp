#include "tests/client/bot/escape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "client/bot/forecast.hpp"
#include "sim/snapshot.hpp"

namespace albireo {
namespace {

using bot::Point;

/// Every way to hold the stick. Without a direction, focus changes nothing.
constexpr std::array<std::uint16_t, 17> kMoves = [] {
    constexpr std::array<std::uint16_t, 8> kDirections = {kUp, kDown, kLeft, kRight, kUp | kLeft, kUp | kRight, kDown | kLeft, kDown | kRight};
    std::array<std::uint16_t, 17> moves{};
    for (std::size_t i = 0; i < kDirections.size(); ++i) {
        moves[1 + 2 * i] = kDirections[i];
        moves[2 + 2 * i] = kDirections[i] | kFocus;
    }
    return moves;
}();

// How a branch is rated: by the room to the nearest danger, where each flies straight on and the ship rests.
constexpr float kAheadTicks = 40;
constexpr float kLater = 0.03F;    // a danger that is a tick further off counts as that much farther away
constexpr float kRoomEnough = 3;   // more room is no better
constexpr Point kMiddle{-4, 0};    // where there is room on all sides, away from what enters on the right
constexpr float kPull = 0.02F;     // a unit farther from there counts as that much less room
constexpr float kCell = 0.25F;     // of two ships in one cell, the search keeps one

float approach(Point off, Point speed, float radius) {
    const float pace = square(speed);
    const float ticks = pace > 0 ? std::clamp(-(off.x * speed.x + off.y * speed.y) / pace, 0.0F, kAheadTicks) : 0;
    return std::sqrt(square(off + speed * ticks)) - radius + kLater * ticks;
}

Vec2 speed_of(const Enemy& enemy, const World& world) {
    switch (enemy.mover) {
        case Mover::drift:
        case Mover::leave: return enemy.to;
        case Mover::anchor: return -world.scroll.moved;
        case Mover::path: return polar(enemy.heading + Angle{32768}, enemy.speed);
        default: return {};
    }
}

std::int32_t cell_of(Point at) {
    return static_cast<std::int32_t>(std::floor(at.x / kCell)) * 1024 + static_cast<std::int32_t>(std::floor(at.y / kCell));
}

}  // namespace

Escape::Escape(const Level& level, const client::Bodies& bodies, const RecordedDeath& death, const Options& options)
    : level_(level),
      death_(death),
      options_(options),
      reporter_(level, bodies, death.slot),
      rock_(level),
      scratch_(std::make_unique<World>()),
      events_(std::make_unique<Events>()) {}

std::optional<Way> Escape::find() {
    // Most deaths have many ways out, and a narrow search finds one in a hundredth of the time.
    for (const std::uint32_t share : {100u, 10u, 1u}) {
        if (auto way = find(std::max(options_.nodes / share, 1u))) return way;
    }
    return {};
}

std::optional<Way> Escape::find(std::uint32_t width) {
    const auto node_at = [](std::vector<Node>& nodes, std::size_t i) -> Node& {
        if (i == nodes.size()) nodes.push_back({std::make_unique<World>(), {}});
        return nodes[i];
    };
    copy_world(*node_at(nodes_, 0).world, *death_.start);
    nodes_[0].way.clear();
    std::size_t count = 1;
    for (std::uint32_t tick = 0; tick < options_.ticks; tick += options_.hold) {
        branches_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            for (const std::uint16_t buttons : kMoves) {
                copy_world(*scratch_, *nodes_[i].world);
                if (!fly(*scratch_, tick, buttons)) continue;
                if (tick + options_.hold >= options_.ticks) {
                    nodes_[i].way.push_back(buttons);
                    return nodes_[i].way;
                }
                branches_.push_back({i, buttons, cell_of(bot::point(scratch_->ships[index(death_.slot)].at)), rate(*scratch_)});
            }
        }
        // The order is total, because a node's branches differ in their buttons: no sort may choose between equals.
        const auto is_better = [](const Branch& a, const Branch& b) {
            return std::tuple(-a.rating, a.node, a.buttons) < std::tuple(-b.rating, b.node, b.buttons);
        };
        std::sort(branches_.begin(), branches_.end(), [&](const Branch& a, const Branch& b) {
            return a.cell != b.cell ? a.cell < b.cell : is_better(a, b);
        });
        branches_.erase(std::unique(branches_.begin(), branches_.end(), [](const Branch& a, const Branch& b) { return a.cell == b.cell; }),
                        branches_.end());
        std::sort(branches_.begin(), branches_.end(), is_better);
        count = std::min<std::size_t>(branches_.size(), width);
        if (count == 0) return {};
        // The worlds of all branches would take a gigabyte; those that are kept are stepped again.
        for (std::size_t i = 0; i < count; ++i) {
            const Branch& branch = branches_[i];
            Node& to = node_at(next_, i);
            copy_world(*to.world, *nodes_[branch.node].world);
            fly(*to.world, tick, branch.buttons);
            to.way = nodes_[branch.node].way;
            to.way.push_back(branch.buttons);
        }
        nodes_.swap(next_);
    }
    return {};
}

bool Escape::survives(const Way& way) {
    copy_world(*scratch_, *death_.start);
    std::uint32_t tick = 0;
    for (const std::uint16_t buttons : way) {
        if (!fly(*scratch_, tick, buttons)) return false;
        tick += options_.hold;
    }
    return tick >= options_.ticks;
}

/// Holds these buttons for a span that begins `tick` ticks after the start. Returns false if the ship dies.
bool Escape::fly(World& world, std::uint32_t tick, std::uint16_t buttons) {
    const std::size_t own = index(death_.slot), partner = index(other(death_.slot));
    FramePair frames{};
    // The weapon of the record: its bits are in every frame, and another weapon would be a change.
    frames[own].buttons = static_cast<std::uint16_t>(buttons | (death_.frames.front()[own].buttons & kWeaponMask));
    const std::uint32_t end = std::min(tick + options_.hold, options_.ticks);
    for (; tick < end; ++tick) {
        if (outcome_of(world) != Outcome::playing) return true;  // the level has ended, and the ship lives
        frames[partner] = tick < death_.frames.size() ? death_.frames[tick][partner] : absent_frame();
        events_->clear();
        step(world, level_, frames, *events_);
        if (world.ships[own].deaths != death_.start->ships[own].deaths || reporter_.death(world)) return false;
    }
    return true;
}

float Escape::rate(const World& world) {
    const Point at = bot::point(world.ships[index(death_.slot)].at);
    float room = kRoomEnough + bot::kShipRadius;
    const auto meet = [&](Vec2 danger, Vec2 speed, Fixed radius) {
        room = std::min(room, approach(bot::point(danger) - at, bot::point(speed), bot::units(radius)));
    };
    for (const EnemyShot& shot : world.enemy_shots) meet(shot.at, shot.speed, level_.guns[shot.gun].radius);
    for (const Enemy& enemy : world.enemies) {
        const Vec2 speed = speed_of(enemy, world);
        const Range parts = level_.kinds[enemy.kind].parts;
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            if ((enemy.parts[i].flags & kPartAlive) != 0) meet(enemy.parts[i].at, speed, level_.parts[parts.first + i].radius);
        }
    }
    for (const Missile& missile : world.missiles) meet(missile.at, {}, level_.missiles[missile.def].radius);
    for (const Beam& beam : world.beams) {
        const Point from = bot::point(beam.from), along = bot::point(beam.tip) - from;
        const float whole = square(along);
        const Point off = at - from;
        const float part = whole > 0 ? std::clamp((off.x * along.x + off.y * along.y) / whole, 0.0F, 1.0F) : 0;
        const float wait = beam.burning != 0 ? 0 : kLater * static_cast<float>(beam.left);
        room = std::min(room, std::sqrt(square(off - along * part)) - bot::units(level_.beams[beam.def].half_width) + wait);
    }
    rock_.place(world.scroll);
    room = std::min(room, rock_.clearance(at));
    const Point scrolled = bot::point(world.scroll.moved) * kAheadTicks;
    room = std::min(room, rock_.clearance(at + scrolled, kAheadTicks) + kLater * kAheadTicks);
    return room - bot::kShipRadius - kPull * std::sqrt(square(at - kMiddle));
}

}  // namespace albireo
