/// The stage's overlays: the HUD's values, and the debug view.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "client/predict/bodies.hpp"
#include "client/scene/progress.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/stage_draw.hpp"
#include "client/scene/weapon_names.hpp"
#include "client/text/utf8.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

static_assert(kWeaponNames.size() == kWeaponCount, "every weapon has a name in the HUD");

std::uint32_t coloured(float r, float g, float b, float a) {
    const auto byte = [](float x) { return static_cast<std::uint32_t>(x * 255); };
    return byte(r) | byte(g) << 8 | byte(b) << 16 | byte(a) << 24;
}

void add_circle(View& view, Vec2 at, float radius, std::uint32_t colour) {
    constexpr int kSides = 20;
    Vec2 last{at.x + radius, at.y};
    for (int i = 1; i <= kSides; ++i) {
        const float angle = 6.2831853F * static_cast<float>(i) / kSides;
        const Vec2 next{at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)};
        view.lines.add({{last.x, last.y, 0}, colour, {next.x, next.y, 0}, 0});
        last = next;
    }
}

/// The upper boxes of a mesh's tree, as outlines in the plane of play, `depth` levels down from this node.
void add_boxes(View& view, const collide::TreeView& tree, const math::Transform& pose, std::int32_t node, int depth,
               std::uint32_t colour) {
    if (tree.nodes == nullptr || node < 0) return;
    const collide::Node8& boxes = tree.nodes[node];
    for (std::size_t lane = 0; lane < collide::kWide; ++lane) {
        if (boxes.child[lane] == collide::kNoChild) continue;
        const float low_x = boxes.min[0][lane], low_y = boxes.min[1][lane], high_x = boxes.max[0][lane],
                    high_y = boxes.max[1][lane];
        const std::array<Vec3, 4> corners = {pose.point({low_x, low_y, 0}), pose.point({high_x, low_y, 0}),
                                             pose.point({high_x, high_y, 0}), pose.point({low_x, high_y, 0})};
        for (std::size_t i = 0; i < 4; ++i) view.lines.add({corners[i], colour, corners[(i + 1) % 4], 0});
        if (depth > 1) add_boxes(view, tree, pose, boxes.child[lane], depth - 1, colour);
    }
}

}  // namespace

void Stage::fill_hud(const StageInput& input, View& view) {
    Hud& hud = view.hud;
    hud.shown = true;
    hud.floor = 0;
    hud.team_score = 0;
    for (const Slot slot : kSlots) {
        HudPlayer& player = hud.players[index(slot)];
        const Ship& ship = input.now.ships[index(slot)];
        const Earnings& earnings = input.now.earnings[index(slot)];
        const std::string_view name = text::fit_bytes(options_.names[index(slot)], player.name.size() - 1);
        player.name = {};
        std::ranges::copy(name, player.name.begin());
        player.here = ((input.now.flow.players >> index(slot)) & 1) != 0;
        player.lives = ship.lives;
        player.score = earnings.score;
        player.multiplier = earnings.multiplier;
        player.charge = std::clamp(static_cast<float>(earnings.charge) / static_cast<float>(kChargeFull), 0.0F, 1.0F);
        player.gold = std::clamp(static_cast<float>(earnings.gold) / static_cast<float>(kGoldFull), 0.0F, 1.0F);
        player.weapon = static_cast<int>(ship.weapon);
        player.powered = ship.powered != 0;
        hud.team_score += earnings.score;
    }
    fill_lead(input, hud);
    hud.label_count = 0;
    for (const Label& label : labels_.all()) {
        const float age = label.age / kLabelSeconds;
        HudLabel& shown = hud.labels[hud.label_count++];
        shown = {.at = label.at + Vec2{0, age}, .player = static_cast<int>(index(label.slot)), .strength = std::min((1 - age) * 3, 1.0F)};
        shown.text[0] = '+';
        std::to_chars(shown.text.data() + 1, shown.text.data() + shown.text.size() - 1, label.points);
    }
    hud.message = message_;
    hud.warning = warning_;
    hud.clock = has_clock(level_) ? clock_text(input.now.clock.value) : std::array<char, 12>{};
    hud.beaten = beaten_;
}

/// Remembers how old the bosses are, because a death is shown when its enemy is gone already.
void Stage::time_bosses(const World& now, std::span<const client::EffectLedger::Effect> effects) {
    if (!has_clock(level_)) return;
    for (const client::EffectLedger::Effect& effect : effects) {
        if (effect.event.kind != EventKind::enemy_died) continue;
        for (const TimedBoss& boss : bosses_.all()) {
            if (boss.id != enemy_of(effect.event)) continue;
            beaten_ = {.strength = 1};
            const auto name = boss_name_of(level_, level_.kinds[boss.kind]);
            const std::string_view boss_name = name.data(), gap = "  ";
            const auto time = clock_text(boss.age);
            char* to = std::copy(boss_name.begin(), boss_name.end(), beaten_.text.begin());
            to = std::copy(gap.begin(), gap.end(), to);
            std::copy(time.begin(), time.end(), to);
        }
    }
    bosses_.clear();
    for (const Enemy& enemy : now.enemies.live()) {
        if (level_.kinds[enemy.kind].size == KindSize::boss) bosses_.add({enemy.id, enemy.kind, enemy.age});
    }
}

void Stage::draw_debug(const StageInput& input, View& view) {
    const std::uint32_t red = coloured(1, 0.3F, 0.3F, 0.9F), green = coloured(0.3F, 1, 0.4F, 0.9F),
                        grey = coloured(0.7F, 0.7F, 0.7F, 0.5F);
    const std::uint32_t yellow = coloured(1, 0.9F, 0.2F, 0.9F), cyan = coloured(0.3F, 0.9F, 1, 0.6F);
    const std::uint32_t violet = coloured(0.8F, 0.4F, 1, 0.45F);
    // Collision shapes are added first, because in a crowd the list may fill up.
    for (const Slot slot : kSlots) {
        if (!is_flying(input.now.ships[index(slot)])) continue;
        const Vec2 at = client::in_field(input.now.ships[index(slot)].at);
        for (const auto& sphere : spheres_) add_circle(view, {at.x + sphere[0], at.y + sphere[1]}, sphere[3], yellow);
    }
    const Scroll& scroll = input.now.scroll;
    for_each_wall(scroll, level_, PlacedWalls(scroll, level_), [&](const WallDef& wall, albireo::Vec2 delta, albireo::Vec2) {
        for (std::size_t i = 0; i < wall.points.count; ++i) {
            const Vec2 a = client::in_field(level_.points[wall.points.first + i] + delta);
            const Vec2 b = client::in_field(level_.points[wall.points.first + (i + 1) % wall.points.count] + delta);
            view.lines.add({{a.x, a.y, 0}, green, {b.x, b.y, 0}, 0});
        }
    });
    for (const Enemy& enemy : input.now.enemies.live()) {
        const KindDef& kind = level_.kinds[enemy.kind];
        add_circle(view, client::in_field(enemy.at), units(kind.radius), grey);
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            if ((enemy.parts[i].flags & kPartAlive) == 0) continue;
            add_circle(view, client::in_field(enemy.parts[i].at), units(level_.parts[kind.parts.first + i].radius),
                       is_exposed(level_, enemy, i) ? green : grey);
            if (options_.bodies != nullptr) {
                const collide::TreeView& tree = options_.bodies->part(kind.parts.first + i).view();
                add_boxes(view, tree, client::part_pose(enemy, i), 0, kind.size == KindSize::boss ? 2 : 1, violet);
            }
        }
        if (enemy.mover == Mover::path && enemy.path < level_.path_samples.size()) {
            const auto& points = level_.path_samples[enemy.path].points;
            const Vec2 off = client::in_field(enemy.from);
            for (std::size_t i = 0; i + 4 < points.size(); i += 4) {
                const Vec2 a = client::in_field(points[i]) + off, b = client::in_field(points[i + 4]) + off;
                view.lines.add({{a.x, a.y, 0}, cyan, {b.x, b.y, 0}, 0});
            }
        }
    }
    for (const EnemyShot& shot : input.now.enemy_shots.live()) {
        add_circle(view, client::in_field(shot.at), units(level_.guns[shot.gun].radius), red);
    }
    for (const Slot slot : kSlots) {
        for (const Shot& shot : input.now.shots[index(slot)].live()) {
            add_circle(view, client::in_field(shot.at), client::shot_radius(shot), cyan);
        }
    }
}

}  // namespace albireo::scene
