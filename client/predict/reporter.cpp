#include "client/predict/reporter.hpp"

#include <algorithm>
#include <cassert>

#include "client/collide/query.hpp"
#include "client/predict/units.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/wall.hpp"

namespace albireo::client {
namespace {

// A sweep begins this far behind the shot's previous position, so that a target moving toward it is hit on its surface.
constexpr float kSweepBack = 0.3F;
// A ribbon releases a target at a larger radius than it takes hold: a grazed target is not reported every tick.
constexpr float kRibbonGrip = 1.6F;
constexpr float kCutTolerance = 0.03F;

using math::Vec3;

/// Whether a point is inside a closed mesh, by the winding number of its surface. Overlapping bodies in a mesh raise
/// the number, never lower it.
bool encloses(const collide::Mesh& mesh, const math::Transform& pose, const Vec3& at) {
    const Vec3 from = pose.point_inside(at);
    const collide::Box& box = mesh.bounds();
    if (!collide::overlaps(box, {from, from})) return false;
    // Oblique, so that the ray does not run along the seams of a symmetrical shape.
    const Vec3 way{0.31F, 0.17F, 1};
    const collide::Segment segment{from, from + way * (2 * (box.max.z - box.min.z) + 1)};
    std::array<std::uint32_t, 64> faces;
    const std::size_t count = std::min(collide::touching(mesh, segment, faces), faces.size());
    int turns = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const collide::Triangle t = mesh.triangle(faces[i]);
        turns += math::dot(math::cross(t.b - t.a, t.c - t.a), way) > 0 ? 1 : -1;
    }
    return turns != 0;
}

/// The hop of a whip by which a part burns, 0 if it is on the ribbon itself, −1 if it does not burn.
int hop_of(const Touches& touched, EnemyId enemy, std::uint16_t part) {
    for (const Touch& touch : touched) {
        if (touch.used != 0 && touch.enemy == enemy && touch.part == part) return touch.used - 1;
    }
    return -1;
}

}  // namespace

Reporter::Reporter(const Level& level, const Bodies& bodies, Slot own) : level_(level), bodies_(bodies), own_(own) {}

void Reporter::reset() {
    reported_ = {};
    pierced_.clear();
    death_reported_at_ = {};
}

std::span<const Report> Reporter::look(const World& predicted, RemoteShots& partners) {
    reports_.clear();
    if (flow_state(predicted) != FlowState::playing) return reports_;
    place_targets(predicted);
    tick_.place(targets_);
    watch_own_ship(predicted);
    watch_shots(predicted, own_, partners);
    watch_shots(predicted, other(own_), partners);
    watch_ribbon(predicted);
    return reports_;
}

std::optional<Report> Reporter::death(const World& world) {
    if (flow_state(world) != FlowState::playing || !is_vulnerable(world.ships[index(own_)])) return {};
    place_targets(world);
    Report report{.kind = ReportKind::died, .slot = own_};
    if (!find_death(world, report)) return {};
    return report;
}

void Reporter::place_targets(const World& world) {
    targets_.clear();
    names_.clear();
    for (std::uint32_t place = 0; place < world.enemies.count; ++place) {
        const Enemy& enemy = world.enemies.items[place];
        const KindDef& kind = level_.kinds[enemy.kind];
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            const Part& part = enemy.parts[i];
            const std::size_t def = kind.parts.first + i;
            if ((part.flags & kPartAlive) == 0 || !is_in_field(part.at, kShotMargin + level_.parts[def].radius))
                continue;
            targets_.push_back({&bodies_.part(def), part_pose(enemy, i)});
            names_.push_back({ReportKind::hit, enemy.id, static_cast<std::uint16_t>(i), place});
        }
    }
    for (std::uint32_t place = 0; place < world.missiles.count; ++place) {
        const Missile& missile = world.missiles.items[place];
        targets_.push_back({&bodies_.missile(missile.def), missile_pose(missile)});
        names_.push_back({ReportKind::hit_missile, missile.owner, missile.number, place});
    }
    assert(targets_.size() == names_.size() && "every target has its name at its own index");
}

// -------------------------------------------------------------------------------------------------- the player's ship

void Reporter::watch_own_ship(const World& world) {
    if (!is_vulnerable(world.ships[index(own_)])) return;
    assert(death_reported_at_ <= world.tick && "the world went back and the reporter was not reset");
    // The frame that carries a death is stepped next. The death is reported again only if it had no effect there (a
    // pause began).
    if (death_reported_at_.value != 0 && world.tick - death_reported_at_ < 2) return;
    Report report;
    report.kind = ReportKind::died;
    report.slot = own_;
    if (!find_death(world, report)) return;
    assert(report.slot == own_ && report.part < kCauseCount && "a client reports its own death only, with its cause");
    reports_.push_back(report);
    death_reported_at_ = world.tick;
}

bool Reporter::find_death(const World& world, Report& report) const {
    const Ship& ship = world.ships[index(own_)];
    const collide::SphereSet& body = bodies_.ship();
    const math::Transform pose = ship_pose(ship);
    const auto by = [&](Cause cause, EnemyId enemy = {}, std::uint32_t number = 0) {
        report.part = static_cast<std::uint16_t>(cause);
        report.enemy = enemy;
        report.number = {number};
        return true;
    };

    const float reach = body.bound().radius + math::length(body.bound().center);
    for (const EnemyShot& shot : world.enemy_shots) {
        const auto radius = units(level_.guns[shot.gun].radius);
        const Vec3 at = in_plane(shot.at);
        if (std::abs(at.x - pose.at.x) > reach + radius || std::abs(at.y - pose.at.y) > reach + radius) continue;
        if (collide::touches(body, pose, collide::Sphere{at, radius}))
            return by(Cause::enemy_shot, shot.owner, shot.number);
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const collide::Target& target = targets_[i];
        const bool missile = names_[i].kind == ReportKind::hit_missile;
        if (!collide::touches(*target.mesh, target.pose, body, pose) && !encloses(*target.mesh, target.pose, pose.at)) {
            continue;
        }
        return by(missile ? Cause::missile : Cause::enemy, names_[i].enemy, missile ? names_[i].part : 0u);
    }
    for (const albireo::Beam& beam : world.beams) {
        if (beam.burning == 0) continue;
        const collide::BeamCapsules capsules = collide::cut(beam_of(level_, beam), kCutTolerance);
        for (const collide::Capsule& capsule : capsules.all()) {
            if (collide::touches(body, pose, capsule)) return by(Cause::beam, beam.owner);
        }
    }
    bool walled = false;
    const auto meet = [&](const collide::Walls& walls, Vec2 delta) {
        walled = walled || walls.touches(body, {pose.turn, pose.at - in_plane(delta)});
    };
    for_each_placed_tile(world.scroll, level_,
                         [&](PlacedTile placed, Vec2 delta) { meet(bodies_.walls(placed.tile), delta); });
    for (const PlacedWalls::Item& item : PlacedWalls(world.scroll, level_)) {
        meet(bodies_.moving_wall(item.profile->wall), item.delta);
    }
    return walled && by(Cause::wall);
}

// -------------------------------------------------------------------------------------------------------------- shots

void Reporter::watch_shots(const World& world, Slot owner, RemoteShots& partners) {
    auto& reported = reported_[index(owner)];
    const bool own = owner == own_;
    shots_.clear();
    watched_.clear();
    for (const albireo::Shot& shot : world.shots[index(owner)]) {
        if (reported[shot.number.value % reported.size()] == shot.number) continue;
        if (shot.weapon == Weapon::needle && shot.powered != 0) {
            if (own) watch_lance(world, shot);  // only its owner reports a lance
            continue;
        }
        if (!own && (partners.is_hidden(world, shot) || world.marks[index(owner)].spent.get(shot.number))) continue;
        const Vec3 at = in_plane(shot.at);
        const Vec3 move = in_plane(shot.speed);
        const Vec3 back = math::normalized_or(move, Vec3{1, 0, 0}) * kSweepBack;
        shots_.push_back({at - move - back, move + back, shot_radius(shot)});
        watched_.push_back(&shot);
    }
    assert(shots_.size() == watched_.size() && "every swept shot has its shot of the world at its own index");
    tick_.find(shots_, hits_);
    assert(std::adjacent_find(hits_.begin(), hits_.end(), [](const auto& a, const auto& b) { return a.shot >= b.shot; }) == hits_.end() &&
           "a shot hits at most one target, or it is reported twice");
    for (const collide::ShotHit& hit : hits_) {
        assert(hit.shot < watched_.size() && hit.target < names_.size() && "a hit is between what was passed in");
        const albireo::Shot& shot = *watched_[hit.shot];
        if (!own && partners.trust_of(world, shot) != Trust::promoted) {
            partners.hide(world, shot);
            continue;
        }
        const Named& named = names_[hit.target];
        assert((own || !partners.is_hidden(world, shot)) && "a hidden shot deals no damage");
        reports_.push_back({named.kind, owner, named.part, named.enemy, shot.number});
        reported[shot.number.value % reported.size()] = shot.number;
    }
}

/// A lance pierces what it hits. Reports every target on its path in this tick, each once, and no more than it can still
/// pierce.
void Reporter::watch_lance(const World&, const albireo::Shot& shot) {
    const Vec3 at = in_plane(shot.at);
    const Vec3 move = in_plane(shot.speed);
    const collide::Capsule way{at - move, at, shot_radius(shot)};
    int left = shot.pierce;
    for (std::size_t i = 0; i < targets_.size() && left > 0; ++i) {
        const Report report{names_[i].kind, own_, names_[i].part, names_[i].enemy, shot.number};
        if (std::ranges::find(pierced_, report) != pierced_.end()) continue;
        if (!collide::touches(*targets_[i].mesh, targets_[i].pose, std::span(&way, 1))) continue;
        if (pierced_.size() >= 2 * kPiercedMax) pierced_.erase(pierced_.begin());
        pierced_.push_back(report);
        reports_.push_back(report);
        --left;
    }
}

// --------------------------------------------------------------------------------------------------------- the ribbon

void Reporter::watch_ribbon(const World& world) {
    const Ship& ship = world.ships[index(own_)];
    assert(targets_.size() == names_.size() && "a ribbon burns what this tick placed");
    if (ship.ribbon == 0) return;  // the core has released every target
    const Touches& touched = world.touches[index(own_)];
    const auto is_touched = [&](const Named& named) {
        return std::any_of(touched.begin(), touched.end(), [&](const Touch& touch) {
            return touch.used != 0 && touch.enemy == named.enemy && touch.part == named.part;
        });
    };
    const collide::Beam ribbon = ribbon_of(ship);
    collide::Beam grip = ribbon;
    grip.radius *= kRibbonGrip;
    const collide::BeamCapsules thin = collide::cut(ribbon, kCutTolerance);
    const collide::BeamCapsules thick = collide::cut(grip, kCutTolerance);

    auto free = static_cast<std::size_t>(
        std::count_if(touched.begin(), touched.end(), [](const Touch& touch) { return touch.used == 0; }));
    const auto report = [&](ReportKind kind, const Named& named) {
        reports_.push_back({kind, own_, named.part, named.enemy, {}});
    };
    bool keeps = false;  // a target is on the ribbon itself, from which a whip can leap
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const Named& named = names_[i];
        if (named.kind != ReportKind::hit || hop_of(touched, named.enemy, named.part) > 0) continue;
        const bool held = is_touched(named);
        const bool burns = is_exposed_now(world, i) &&
                           collide::touches(*targets_[i].mesh, targets_[i].pose, held ? thick.all() : thin.all());
        if (held && !burns) report(ReportKind::beam_ends, named);
        keeps = keeps || (held && burns);
        if (!held && burns && free > 0) {
            --free;
            report(ReportKind::beam_begins, named);
        }
    }
    // Targets that have left the screen, or lost the burning part, are released too.
    for (const Touch& touch : touched) {
        if (touch.used != 1) continue;  // watch_whip() releases what the whip has leapt on to
        const auto is_this = [&](const Named& named) {
            return named.kind == ReportKind::hit && named.enemy == touch.enemy && named.part == touch.part;
        };
        if (std::any_of(names_.begin(), names_.end(), is_this)) continue;
        report(ReportKind::beam_ends, {ReportKind::hit, touch.enemy, touch.part, 0});
    }
    watch_whip(world, free, keeps);
}

bool Reporter::is_exposed_now(const World& world, std::size_t target) const {
    const Named& named = names_[target];
    const Enemy& enemy = world.enemies.items[named.place];
    assert(enemy.id == named.enemy && named.part < enemy.part_count && "a name is of the world that was placed");
    return is_exposed(level_, enemy, named.part);
}

/// A whip leaps from its aim to the nearest part that can be hurt, from there to the next, and so on. A target that it
/// burns already is kept for as long as the core lets it burn.
void Reporter::watch_whip(const World& world, std::size_t free, bool keeps) {
    const Ship& ship = world.ships[index(own_)];
    const Touches& touched = world.touches[index(own_)];
    const bool leaps = ship.ribbon == kWhip && keeps;
    std::vector<std::size_t> chain;
    albireo::Vec2 from = ship.aim;
    const auto place_of = [&](std::size_t i) { return world.enemies.items[names_[i].place].parts[names_[i].part].at; };
    for (std::uint32_t hop = 1; hop <= kWhipHops; ++hop) {
        std::size_t next = targets_.size();
        for (std::size_t i = 0; leaps && i < targets_.size() && chain.size() + 1 == hop; ++i) {
            if (names_[i].kind != ReportKind::hit || !is_exposed_now(world, i)) continue;
            const int burns = hop_of(touched, names_[i].enemy, names_[i].part);
            const bool is_kept = burns == static_cast<int>(hop);
            if ((burns >= 0 && !is_kept) || std::ranges::find(chain, i) != chain.end()) continue;
            const Fixed reach = is_kept ? kWhipReach + kHitSlack : kWhipReach;
            if (!within(place_of(i), from, reach)) continue;
            const bool is_nearer = next == targets_.size() ||
                                   length_squared(place_of(i) - from) < length_squared(place_of(next) - from);
            if (!is_kept && !is_nearer) continue;
            next = i;
            if (is_kept) break;
        }
        const auto held = std::ranges::find(touched, static_cast<std::uint16_t>(1 + hop), &Touch::used);
        const bool is_same = held != touched.end() && next < targets_.size() && held->enemy == names_[next].enemy &&
                             held->part == names_[next].part;
        if (next < targets_.size()) {
            chain.push_back(next);
            from = place_of(next);
        }
        if (is_same) continue;
        if (held != touched.end()) {
            reports_.push_back({ReportKind::beam_ends, own_, held->part, held->enemy, {}});
            ++free;
        }
        if (next == targets_.size() || free == 0) continue;
        --free;
        reports_.push_back({ReportKind::beam_begins, own_, names_[next].part, names_[next].enemy, {hop}});
    }
}

}  // namespace albireo::client
