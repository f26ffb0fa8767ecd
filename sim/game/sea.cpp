#include "sim/game/sea.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/bullet.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

constexpr std::uint8_t kDiamond = 3;  // GunDef::look of the shots that go on under water

/// The angle of a wave at a place: n turns in 65 536 units. A place in Q16.16 wraps at just that distance.
Angle angle_at(const WaveDef& wave, Fixed place) {
    return Angle::from_raw((std::uint32_t{wave.turns} * static_cast<std::uint32_t>(place.raw)) >> 16);
}

Angle turned_by(const WaveDef& wave, Tick clock) {
    assert(wave.period != 0 && "check_level(): every wave moves");
    const std::int64_t period = wave.period;
    const std::int64_t within = std::int64_t{clock.value} % (period < 0 ? -period : period);
    return Angle::from_raw(wave.phase.raw - within * 65536 / period);
}

Fixed between(Fixed from, Fixed to, Fixed share) { return from + (to - from) * share; }

Fixed eased(Fixed from, Fixed to, std::uint16_t ticks) { return from + (to - from) / ticks; }

}  // namespace

void Sea::place(const Scroll& scroll, Tick clock, const Level& level) {
    count_ = 0;
    const std::span row(scroll.row.data(), scroll.count);
    const auto has_water = [&](PlacedTile placed) { return level.tiles[placed.tile].sea != kNoSea; };
    if (std::none_of(row.begin(), row.end(), has_water)) return;
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        const TileDef& tile = level.tiles[placed.tile];
        const bool has_sea = tile.sea != kNoSea;
        const Stretch next{tile.enter.x + delta.x,
                           tile.exit.x + delta.x,
                           has_sea ? tile.sea + delta.y : kDry,
                           has_sea ? tile.sea_to + delta.y : kDry,
                           tile.swell,
                           tile.swell_to};
        stretches_[count_++] = next;
    });
    waves_ = level.waves;
    assert(waves_.size() <= kWavesMax && "check_level() bounds them");
    for (std::size_t i = 0; i < waves_.size(); ++i) turned_[i] = turned_by(waves_[i], clock);
    travel_ = scroll.travel;
    tide_ = scroll.tides.tide;
    factor_ = scroll.tides.swell;
    for (std::int32_t c = 0; c <= WallBand::kCount; ++c) edges_[static_cast<std::size_t>(c)] = edge(WallBand::kFirst + c);
}

Fixed Sea::edge(std::int32_t column) const {
    const Fixed x{column * kWallColumn};
    // The sea of the first placed tile extends to its left, and that of the last one to its right.
    const Stretch* here = &stretches_[0];
    for (std::size_t i = 1; i < count_ && stretches_[i].left <= x; ++i) here = &stretches_[i];
    if (here->level == kDry) return kDry;
    const Fixed share = clamp((x - here->left) / (here->right - here->left), 0_u, 1_u);
    const Fixed swell = between(here->swell, here->swell_to, share) * factor_;
    Fixed height = between(here->level, here->level_to, share) + tide_;
    for (std::size_t i = 0; i < waves_.size() && swell.raw != 0; ++i) {
        height += swell * waves_[i].share * sine(angle_at(waves_[i], x + travel_) + turned_[i]);
    }
    return height;
}

Fixed Sea::height(Fixed x) const {
    if (is_dry()) return kDry;
    const std::int32_t column = wall_column(x);
    const std::int32_t place = column - WallBand::kFirst;
    const bool is_near = place >= 0 && place < WallBand::kCount;
    const Fixed left = is_near ? edges_[static_cast<std::size_t>(place)] : edge(column);
    const Fixed right = is_near ? edges_[static_cast<std::size_t>(place) + 1] : edge(column + 1);
    const Fixed within{x.raw - column * kWallColumn};
    return left + (right - left) * within * (Fixed::kOneRaw / kWallColumn);
}

void Sea::cut_out_of(WallBand& band) const {
    if (is_dry()) return;
    auto& columns = band.columns;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Fixed surface = max(edges_[c], edges_[c + 1]);
        columns.low[c] = max(columns.low[c], surface);
        columns.other_low[c] = max(columns.other_low[c], surface);
    }
}

// ---- tide and swell

void settle_sea(Tides& tides) {
    if (tides.ticks == 0) return;
    tides.swell = eased(tides.swell, tides.swell_to, tides.ticks);
    tides.tide = eased(tides.tide, tides.tide_to, tides.ticks);
    if (--tides.ticks > 0) return;
    tides.swell = tides.swell_to;
    tides.tide = tides.tide_to;
}

void change_sea(Tides& tides, const TideDef& change) {
    tides.swell_to = change.swell;
    tides.tide_to = change.tide;
    tides.ticks = std::max<std::uint16_t>(change.over, 1);
}

void change_sea_late(Flow& flow, const TideDef& change) {
    flow.sea_due = {.swell = change.swell, .tide = change.tide, .over = change.over, .wait = kLateTicks};
}

void settle_sea_due(World& world) {
    SeaDue& due = world.flow.sea_due;
    if (due.wait == 0 || --due.wait > 0) return;
    change_sea(world.scroll.tides, {.swell = due.swell, .tide = due.tide, .over = due.over});
}

// ---- ships and shots

void dive(Ship& ship, const Level& level, bool is_under) {
    ship.dives = is_under ? 1 : 0;
    if (ship.dives == 0) {
        ship.breath = static_cast<std::uint16_t>(ship.breath - std::min(ship.breath, kBreathBack));
    } else if (ship.breath < level.breath) {
        ++ship.breath;
    }
}

Vec2 way_under_water(const Level& level, const Ship& ship, Vec2 way) {
    assert(ship.dives != 0 && "only water slows a ship down");
    const Vec2 slow = way * kDiveShare;
    return ship.breath < level.breath ? slow : Vec2{slow.x, kThrownUp};
}

bool drowns(Shot& shot) {
    constexpr int kShift = Fixed::kFractionBits - 10;
    const std::int32_t way = shot.wet + (length(shot.speed).raw >> kShift);
    shot.wet = static_cast<std::uint16_t>(std::min<std::int32_t>(way, 0xffff));
    return shot.wet >= kDiveReach.raw >> kShift;
}

bool sinks(const Level& level, EnemyShot& shot) {
    if (look_of(level, shot) != kDiamond) return true;
    shot.at -= shot.speed * (1_u - kDiveShare);
    return false;
}

}  // namespace albireo
