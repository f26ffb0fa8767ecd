#include "client/scene/surroundings.hpp"

#include <algorithm>

#include "client/predict/units.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

constexpr float kFieldHalf = 16;  // units

/// Calls `each` with every tile in view and the share of the picture that it fills. Returns what no tile fills.
template <class Each>
float for_each_share(const Scroll& scroll, const Level& level, float left, Each&& each) {
    float bare = 1;
    const float back = client::in_field(scroll.moved).x * left;
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, albireo::Vec2 delta) {
        const TileDef& tile = level.tiles[placed.tile];
        const float begin = client::in_field(tile.enter + delta).x + back, end = client::in_field(tile.exit + delta).x + back;
        const float seen = std::min(end, kFieldHalf) - std::max(begin, -kFieldHalf);
        if (seen <= 0) return;
        const float share = std::min(seen / (2 * kFieldHalf), bare);
        bare -= share;
        each(placed.tile, share);
    });
    return bare;
}

}  // namespace

std::array<float, kBackdrops> backdrop_shares(const Scroll& scroll, const Level& level, float left) {
    std::array<float, kBackdrops> shares{};
    const float bare = for_each_share(scroll, level, left, [&](std::size_t tile, float share) {
        shares[backdrop_of_tile(level, tile)] += share;
    });
    shares[backdrop_number(level.backdrop.view())] += bare;
    return shares;
}

Surroundings surroundings_of(const World& world, const Level& level, float left) {
    Surroundings around;
    around.shares = backdrop_shares(world.scroll, level, left);
    for (std::size_t i = 0; i < kBackdrops; ++i) {
        around.haze = around.haze + kBackdropTable[i].haze * around.shares[i];
        around.black_reach += kBackdropTable[i].black_reach * around.shares[i];
    }
    const std::size_t home = backdrop_number(level.backdrop.view());
    around.grade = no_grade();
    for_each_share(world.scroll, level, left, [&](std::size_t tile, float share) {
        const TileLook* look = tile_look(level.name(level.tiles[tile].model));
        if (look == nullptr || look->backdrop == home) return;
        add(around.grade, grades_of(kBackdropTable[look->backdrop].name)[look->grade], share);
    });
    add(around.grade, grade_of(world, level, left), around.shares[home]);
    return around;
}

}  // namespace albireo::scene
