#include "client/scene/hit_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "client/predict/units.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

using math::Vec2;
using math::Vec3;

constexpr float kBeamTolerance = 0.05F;

/// Fills shapes of the field into the cells.
class Raster {
  public:
    Raster(HitPicture& picture, Vec2 centre) : picture_(picture), centre_(centre) { picture.cells.fill(HitCell::none); }

    void disc(Vec2 at, float radius, HitCell cell) {
        const Vec2 middle = in_cells(at);
        const float reach = std::max(radius * HitPicture::kCellsPerUnit, 0.75F);  // a shot is never smaller than a cell
        for_rows(middle.y - reach, middle.y + reach, [&](int row, float y) {
            const float half = std::sqrt(std::max(reach * reach - (y - middle.y) * (y - middle.y), 0.0F));
            run(row, middle.x - half, middle.x + half, cell);
        });
    }
    void capsule(Vec2 from, Vec2 to, float radius, HitCell cell) {
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        const int steps = 1 + static_cast<int>(length / std::max(radius / 2, 0.05F));
        for (int i = 0; i <= steps; ++i) {
            const float share = static_cast<float>(i) / static_cast<float>(steps);
            disc({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share}, radius, cell);
        }
    }
    /// By the even-odd rule. The points are in the field, displaced by `delta`.
    template <class Points, class InField>
    void polygon(const Points& points, InField&& in_field, HitCell cell) {
        corners_.clear();
        for (const auto& point : points) corners_.push_back(in_cells(in_field(point)));
        if (corners_.empty()) return;
        const auto [low, high] = std::minmax_element(corners_.begin(), corners_.end(), [](Vec2 a, Vec2 b) { return a.y < b.y; });
        for_rows(low->y, high->y, [&](int row, float y) {
            crossings_.clear();
            for (std::size_t i = 0; i < corners_.size(); ++i) {
                const Vec2 a = corners_[i], b = corners_[(i + 1) % corners_.size()];
                if ((a.y <= y) == (b.y <= y)) continue;
                crossings_.push_back(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
            }
            std::sort(crossings_.begin(), crossings_.end());
            for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) run(row, crossings_[i], crossings_[i + 1], cell);
        });
    }
    void mesh(const collide::Mesh& mesh, const math::Transform& pose, HitCell cell) {
        const collide::Box box = mesh.bounds(pose);
        const Vec2 low = in_cells({box.min.x, box.max.y}), high = in_cells({box.max.x, box.min.y});
        if (high.x < 0 || low.x > HitPicture::kColumns || high.y < 0 || low.y > HitPicture::kRows) return;
        for (std::uint32_t face = 0; face < mesh.triangle_count(); ++face) {
            const collide::Triangle triangle = mesh.triangle(face);
            const std::array<Vec3, 3> corners = {pose.point(triangle.a), pose.point(triangle.b), pose.point(triangle.c)};
            polygon(corners, [](const Vec3& at) { return Vec2{at.x, at.y}; }, cell);
        }
    }

  private:
    /// Columns from the left, rows from above.
    Vec2 in_cells(Vec2 at) const {
        return {(at.x - centre_.x) * HitPicture::kCellsPerUnit + HitPicture::kColumns / 2.0F,
                (centre_.y - at.y) * HitPicture::kCellsPerUnit + HitPicture::kRows / 2.0F};
    }
    /// Calls each(row, y) for the rows whose middle y is in this range.
    template <class Each>
    static void for_rows(float low, float high, Each&& each) {
        const int first = static_cast<int>(std::clamp(std::ceil(low - 0.5F), 0.0F, float{HitPicture::kRows}));
        const int last = static_cast<int>(std::clamp(std::floor(high - 0.5F), -1.0F, HitPicture::kRows - 1.0F));
        for (int row = first; row <= last; ++row) each(row, static_cast<float>(row) + 0.5F);
    }
    void run(int row, float from, float to, HitCell cell) {
        const int first = static_cast<int>(std::clamp(std::ceil(from - 0.5F), 0.0F, float{HitPicture::kColumns}));
        const int end = static_cast<int>(std::clamp(std::floor(to - 0.5F), -1.0F, HitPicture::kColumns - 1.0F)) + 1;
        for (int column = first; column < end; ++column) {
            HitCell& here = picture_.cells[static_cast<std::size_t>(row * HitPicture::kColumns + column)];
            here = std::max(here, cell);
        }
    }

    HitPicture& picture_;
    Vec2 centre_;
    std::vector<Vec2> corners_;
    std::vector<float> crossings_;
};

float distance(const Ship& ship, albireo::Vec2 at) {
    const Vec2 one = client::in_field(ship.at), other = client::in_field(at);
    return std::hypot(one.x - other.x, one.y - other.y);
}

void draw_rock(const World& world, const Level& level, Raster& raster) {
    const PlacedWalls moving(world.scroll, level);
    for_each_wall(world.scroll, level, moving, [&](const WallDef& wall, albireo::Vec2 delta, albireo::Vec2) {
        const std::span points(level.points.data() + wall.points.first, wall.points.count);
        raster.polygon(points, [&](albireo::Vec2 at) { return client::in_field(at + delta); }, HitCell::rock);
    });
}

}  // namespace

Culprit find_culprit(const World& world, const Level& level, Slot slot, Cause cause) {
    const Ship& ship = world.ships[index(slot)];
    Culprit nearest{.cause = cause};
    float least = std::numeric_limits<float>::max();
    const auto consider = [&](float gap, const Culprit& each) {
        if (gap >= least) return;
        least = gap;
        nearest = each;
    };
    if (cause == Cause::enemy_shot) {
        for (const EnemyShot& shot : world.enemy_shots) {
            consider(distance(ship, shot.at) - client::units(level.guns[shot.gun].radius),
                     {cause, shot.owner, shot.number, shot.branch, true});
        }
    } else if (cause == Cause::missile) {
        for (const Missile& missile : world.missiles) consider(distance(ship, missile.at), {cause, missile.owner, missile.number, 0, true});
    } else if (cause == Cause::enemy) {
        for (const Enemy& enemy : world.enemies.live()) {
            const std::size_t first = level.kinds[enemy.kind].parts.first;
            for (std::size_t i = 0; i < enemy.part_count; ++i) {
                if ((enemy.parts[i].flags & kPartAlive) == 0) continue;
                consider(distance(ship, enemy.parts[i].at) - client::units(level.parts[first + i].radius), {cause, enemy.id, 0, 0, true});
            }
        }
    } else if (cause == Cause::beam) {
        for (const Beam& beam : world.beams) {
            if (beam.burning == 0) continue;
            for (const collide::Capsule& each : collide::cut(client::beam_of(level, beam), kBeamTolerance).all()) {
                const Vec2 at = client::in_field(ship.at);
                const Vec2 along{each.b.x - each.a.x, each.b.y - each.a.y};
                const float square = along.x * along.x + along.y * along.y;
                const float share = square > 0 ? std::clamp(((at.x - each.a.x) * along.x + (at.y - each.a.y) * along.y) / square, 0.0F, 1.0F) : 0;
                consider(std::hypot(each.a.x + along.x * share - at.x, each.a.y + along.y * share - at.y) - each.radius,
                         {cause, beam.owner, 0, 0, true});
            }
        }
    }
    return nearest;
}

void draw_hits(const World& world, const Level& level, const client::Bodies& bodies, Vec2 centre, const Culprit& culprit,
               HitPicture& picture) {
    Raster raster(picture, centre);
    const auto cell_of = [&](HitCell plain, const Culprit& each) { return each == culprit ? HitCell::culprit : plain; };
    draw_rock(world, level, raster);
    for (const Enemy& enemy : world.enemies.live()) {
        const HitCell cell = cell_of(HitCell::enemy, {Cause::enemy, enemy.id, 0, 0, true});
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            if ((enemy.parts[i].flags & kPartAlive) == 0) continue;
            raster.mesh(bodies.part(level.kinds[enemy.kind].parts.first + i), client::part_pose(enemy, i), cell);
        }
    }
    for (const Missile& missile : world.missiles) {
        raster.mesh(bodies.missile(missile.def), client::missile_pose(missile),
                    cell_of(HitCell::fire, {Cause::missile, missile.owner, missile.number, 0, true}));
    }
    for (const Beam& beam : world.beams) {
        if (beam.burning == 0) continue;
        const HitCell cell = cell_of(HitCell::fire, {Cause::beam, beam.owner, 0, 0, true});
        for (const collide::Capsule& each : collide::cut(client::beam_of(level, beam), kBeamTolerance).all()) {
            raster.capsule({each.a.x, each.a.y}, {each.b.x, each.b.y}, each.radius, cell);
        }
    }
    for (const EnemyShot& shot : world.enemy_shots) {
        raster.disc(client::in_field(shot.at), client::units(level.guns[shot.gun].radius),
                    cell_of(HitCell::fire, {Cause::enemy_shot, shot.owner, shot.number, shot.branch, true}));
    }
    for (const Slot slot : kSlots) {
        const Ship& ship = world.ships[index(slot)];
        if (!is_flying(ship)) continue;
        const math::Transform pose = client::ship_pose(ship);
        for (const collide::Sphere& sphere : bodies.ship().spheres()) {
            const Vec3 at = pose.point(sphere.center);
            raster.disc({at.x, at.y}, sphere.radius, slot == Slot::gold ? HitCell::gold : HitCell::blue);
        }
    }
}

}  // namespace albireo::scene
