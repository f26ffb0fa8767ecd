#include "client/scene/smoke.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace albireo::scene {
namespace {

constexpr float kSmokeTick = 1.0F / 60;
constexpr float kSmokeWide = 19, kSmokeHigh = 11;  // half of the space in which it is; what leaves it is gone
constexpr float kSoftEdge = 0.55F;                 // of a ship: how far around it air is pushed aside, units
constexpr float kLift = 0.06F;                     // how far a puff rises in a tick where it can neither fly nor slide, units

bool is_in_sight(Vec2 at) {
    return std::abs(at.x) < kSmokeWide && std::abs(at.y) < kSmokeHigh;
}

/// Eddies: the turn of a stream function, so that they gather nothing.
Vec2 eddy(Vec2 at, float seconds) {
    const float x = at.x * 0.9F + seconds * 1.3F, y = at.y * 0.9F;
    return {std::sin(x * 1.7F) * std::cos(y * 1.3F + seconds), -1.3F * std::cos(x * 1.7F) * std::sin(y * 1.3F + seconds)};
}

}  // namespace

Smoke::Smoke(const SmokeRules& rules) : rules_(rules), items_(kPuffsMax), sorted_(kPuffsMax), pair_list_(kPairsMax) {
    const auto cells = [&](float half) { return static_cast<std::size_t>(std::ceil(2 * half / rules_.smoothing)) + 2; };
    cell_starts_.resize(cells(kSmokeWide) * cells(kSmokeHigh) + 1);
}

void Smoke::add(const Burst& burst, float heat, VisualRandom& random) {
    const auto wanted = static_cast<std::size_t>(std::max(burst.count, 0.0F));
    for (std::size_t i = 0; i < wanted && count_ < kPuffsMax; ++i) {
        const float angle = random.share() * 2 * std::numbers::pi_v<float>;
        const Vec2 way{std::cos(angle), std::sin(angle)};
        const float off = burst.radius * std::sqrt(random.share());
        const float fast = burst.spread * random.share();
        Item item;
        item.at = item.before = Vec2{burst.at.x, burst.at.y} + way * off;
        if (!is_in_sight(item.at)) continue;
        item.speed = Vec2{burst.speed.x, burst.speed.y} + way * fast;
        item.z = burst.at.z + 0.25F * random.either();
        item.life = rules_.life_min + (kPuffLife - rules_.life_min) * random.share();
        item.scale = burst.scale * (0.7F + 0.6F * random.share());
        item.turn = angle * 3;
        item.spin = 0.8F * random.either();
        item.heat = heat * (0.6F + 0.4F * random.share());
        item.image = static_cast<float>(random.next() % kPuffImages);
        item.tint = burst.tint * (0.85F + 0.3F * random.share());
        items_[count_++] = item;
    }
}

/// In the order of their cells, of a row, and of the rows.
void Smoke::sort_by_cell() {
    const auto across = static_cast<std::size_t>(std::ceil(2 * kSmokeWide / rules_.smoothing)) + 2;
    const auto cell_of = [&](const Item& item) {
        const auto x = static_cast<std::size_t>((item.at.x + kSmokeWide) / rules_.smoothing);
        const auto y = static_cast<std::size_t>((item.at.y + kSmokeHigh) / rules_.smoothing);
        return y * across + x;
    };
    std::fill(cell_starts_.begin(), cell_starts_.end(), std::uint16_t{0});
    for (std::size_t i = 0; i < count_; ++i) ++cell_starts_[cell_of(items_[i]) + 1];
    for (std::size_t cell = 1; cell < cell_starts_.size(); ++cell) cell_starts_[cell] = static_cast<std::uint16_t>(cell_starts_[cell] + cell_starts_[cell - 1]);
    for (std::size_t i = 0; i < count_; ++i) sorted_[cell_starts_[cell_of(items_[i])]++] = items_[i];
    items_.swap(sorted_);
    // Each start has come to the next cell's.
    for (std::size_t cell = cell_starts_.size() - 1; cell > 0; --cell) cell_starts_[cell] = cell_starts_[cell - 1];
    cell_starts_[0] = 0;
}

void Smoke::find_pairs() {
    pairs_ = 0;
    const float h = rules_.smoothing;
    const auto across = static_cast<std::size_t>(std::ceil(2 * kSmokeWide / h)) + 2;
    for (std::size_t i = 0; i < count_; ++i) {
        Item& item = items_[i];
        const auto x = static_cast<std::size_t>((item.at.x + kSmokeWide) / h), y = static_cast<std::size_t>((item.at.y + kSmokeHigh) / h);
        std::size_t found = 0;
        // The rest of its cell and the next one, then the three above.
        const auto look_through = [&](std::size_t from, std::size_t to) {
            for (std::size_t j = from; j < to && found < kPairsEach; ++j) {
                const Vec2 way = items_[j].at - item.at;
                const float far2 = way.x * way.x + way.y * way.y;
                if (far2 >= h * h) continue;
                const float far = std::sqrt(far2), near = 1 - far / h;
                // Two at one place part sideways.
                pair_list_[pairs_++] = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j), far > 1e-4F ? way * (1 / far) : Vec2{1, 0}, near};
                item.density += near * near;
                items_[j].density += near * near;
                ++found;
            }
        };
        const std::size_t cell = y * across + x;
        look_through(i + 1, cell_starts_[cell + 2]);
        const std::size_t above = cell + across;
        look_through(cell_starts_[above - (x > 0 ? 1 : 0)], cell_starts_[above + 2]);
    }
    assert(pairs_ <= kPairsMax);
}

void Smoke::tick(const Around& around) {
    if (count_ == 0) return;
    sort_by_cell();
    for (std::size_t i = 0; i < count_; ++i) items_[i].density = 0;
    find_pairs();
    for (std::size_t i = 0; i < pairs_; ++i) {
        const Pair& pair = pair_list_[i];
        Item &a = items_[pair.a], &b = items_[pair.b];
        const float dense = std::max(a.density - rules_.rest, 0.0F) + std::max(b.density - rules_.rest, 0.0F);
        const Vec2 push = pair.way * (0.5F * rules_.pressure * kSmokeTick * dense * pair.near);
        const Vec2 along = (b.speed - a.speed) * (0.5F * rules_.drag_along * kSmokeTick * pair.near);
        a.speed = a.speed - push + along;
        b.speed = b.speed + push - along;
    }
    const auto is_solid = [&](Vec2 at) { return around.is_solid && around.is_solid(at); };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        Item& item = items_[i];
        item.age += kSmokeTick;
        const float share = item.age / item.life;
        item.speed = item.speed + (rules_.wind - item.speed) * (rules_.drag * kSmokeTick) + eddy(item.at, around.seconds) * (rules_.swirl * kSmokeTick);
        item.speed.y += rules_.rise * std::max(1 - 1.6F * share, 0.0F) * kSmokeTick;
        const float fast = math::length(item.speed);
        if (fast > rules_.speed_max) item.speed = item.speed * (rules_.speed_max / fast);
        item.before = item.at;
        Vec2 to = item.at + item.speed * kSmokeTick;
        for (const Smoke::Disc& disc : around.discs) {
            const Vec2 off = to - disc.at;
            const float reach = disc.radius + kSoftEdge, far2 = off.x * off.x + off.y * off.y;
            if (far2 >= reach * reach) continue;
            const float far = std::sqrt(far2), near = 1 - far / reach;
            const Vec2 out = math::normalized_or(off, Vec2{0, 1});
            item.speed = item.speed + out * (40 * near * kSmokeTick) + (disc.speed - item.speed) * (3 * near * kSmokeTick);
            if (far < disc.radius) {
                to = disc.at + out * disc.radius;
                const float inward = math::dot(item.speed - disc.speed, out);
                if (inward < 0) item.speed = item.speed - out * inward;
            }
        }
        bool lives = share < 1 && is_in_sight(to);
        if (lives && is_solid(to)) {
            // What is on rock moves with it, and slides along it as far as it can.
            const Vec2 still = item.at + around.scenery;
            const Vec2 way = item.speed * kSmokeTick - around.scenery;
            if (!is_solid(still + Vec2{way.x, 0})) {
                to = still + Vec2{way.x, 0};
                item.speed.y = around.scenery.y / kSmokeTick;
            } else if (!is_solid(still + Vec2{0, way.y})) {
                to = still + Vec2{0, way.y};
                item.speed.x = around.scenery.x / kSmokeTick;
            } else if (!is_solid(still + Vec2{0, kLift})) {
                to = still + Vec2{0, kLift};
                item.speed = around.scenery * (1 / kSmokeTick);
            } else {
                to = still;
                item.speed = around.scenery * (1 / kSmokeTick);
                lives = !is_solid(still);
            }
            lives = lives && is_in_sight(to);
        }
        item.at = to;
        if (lives) items_[kept++] = item;
    }
    count_ = kept;
}

void Smoke::draw(float alpha, View& view) const {
    for (std::size_t i = 0; i < count_; ++i) {
        const Item& item = items_[i];
        const float age = std::max(item.age - (1 - alpha) * kSmokeTick, 0.0F), share = age / item.life;
        const float grown = 1 - (1 - share) * (1 - share);
        const Vec2 at = math::lerp(item.before, item.at, alpha);
        view.puffs.add({.at = {at.x, at.y, item.z},
                        .size = math::lerp(rules_.size_born, rules_.size_dead, grown) * item.scale,
                        .tint = item.tint,
                        .age = share,
                        .turn = item.turn + item.spin * age,
                        .image = item.image,
                        .cover = rules_.cover * std::min(1.0F, share * 12) * (1 - share),
                        .heat = item.heat * rules_.heat * std::exp2(-age * 9)});
    }
}

}  // namespace albireo::scene
