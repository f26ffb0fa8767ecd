#include "client/scene/soundscape.hpp"

#include <algorithm>
#include <cmath>

#include "client/predict/units.hpp"
#include "client/scene/backdrop.hpp"
#include "client/scene/surroundings.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

constexpr float kReach = 12;               // units to either side of the camera
constexpr float kNarrow = 6, kWide = 17;   // heights of a gap: up to here it is fully enclosed, from here on not at all
constexpr float kLid = 1.5F;               // units of floor and of ceiling in the picture that make a column a tunnel

/// The more of it there is, up to `most`, the closer to 1.
float share_of(float amount, float most) {
    const float t = std::clamp(amount / most, 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

}  // namespace

float enclosure_of_gap(float low, float high) {
    const float edge = client::units(WallBand::kHeight);
    const float lid = std::min(low + edge, edge - high);
    return share_of(kWide - (high - low), kWide - kNarrow) * share_of(lid - client::units(kShotMargin), kLid);
}

float enclosure_of(const Scroll& scroll, const Level& level) {
    const WallBand band{PlacedWalls(scroll, level)};
    float sum = 0, weights = 0;
    for (std::int32_t i = 0; i < WallBand::kCount; ++i) {
        const float x = client::units(Fixed{(WallBand::kFirst + i) * kWallColumn + kWallColumn / 2});
        if (std::abs(x) >= kReach) continue;
        const float weight = 1 + std::cos(x / kReach * 3.14159265F);
        const Gap gap = band.columns.at(static_cast<std::size_t>(i)).gap;
        // A column without a gap is rock from top to bottom.
        const float enclosure = gap.is_empty() ? 1 : enclosure_of_gap(client::units(gap.low), client::units(gap.high));
        sum += weight * enclosure;
        weights += weight;
    }
    return sum / weights;
}

audio::Place place_of(const World& world, const Level& level) {
    const Surroundings around = surroundings_of(world, level, 0);
    const auto most = std::max_element(around.shares.begin(), around.shares.end()) - around.shares.begin();
    return {.backdrop = kBackdropTable[static_cast<std::size_t>(most)].name,
            .is_raining = around.grade.rain > 0.5F,
            .enclosure = enclosure_of(world.scroll, level)};
}

}  // namespace albireo::scene
