#include "client/predict/partner_flight.hpp"

#include <cassert>

#include "sim/game/player.hpp"

namespace albireo::client {
namespace {

constexpr std::int32_t kClosedPerTick = 3;  // one part in this many of the distance

bool is_visible(const Ship& ship) {
    return life_of(ship) == Life::flying || life_of(ship) == Life::entering;
}

/// The vector shortened to kDrawnStepMax.
Vec2 limited(Vec2 step) {
    const Fixed size = length(step);
    if (size <= kDrawnStepMax) return step;
    const auto part = [&](Fixed side) {
        return Fixed{static_cast<std::int32_t>(std::int64_t{side.raw} * kDrawnStepMax.raw / size.raw)};
    };
    return {part(step.x), part(step.y)};
}

}  // namespace

/// Whether the ship is the one that was drawn a tick ago, rather than one that has come into the field since.
bool PartnerFlight::continues(const Ship& ship) const {
    return seen_ && ship.deaths == deaths_ && (entering_ || life_of(ship) != Life::entering);
}

void PartnerFlight::note(const Ship& ship) {
    seen_ = is_visible(ship);
    entering_ = life_of(ship) == Life::entering;
    deaths_ = ship.deaths;
}

void PartnerFlight::begin(const Ship& ship) {
    before_ = now_ = ship.at;
    note(ship);
}

void PartnerFlight::tick(const Ship& ship, const Vec2 known_motion) {
    before_ = now_;
    if (is_visible(ship) && continues(ship)) {
        const Vec2 flown = now_ + known_motion;
        now_ += limited(known_motion + (ship.at - flown) / kClosedPerTick);
        assert(length(now_ - before_) <= kDrawnStepMax && "the drawn ship never jumps");
    } else {
        before_ = now_ = ship.at;
    }
    note(ship);
}

}  // namespace albireo::client
