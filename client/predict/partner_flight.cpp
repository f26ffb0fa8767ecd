#include "client/predict/partner_flight.hpp"

#include <cassert>

#include "sim/game/player.hpp"

namespace albireo::client {
namespace {

// One part in this many of the distance is closed each tick.
constexpr std::int32_t kPartsAfterTurn = 2;
constexpr std::int32_t kPartsInFlight = 12;  // in steady flight, where only bunched frames cause a distance

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

/// Whether the ship that was drawn a tick ago is still this one, and not a ship that has come into the field since.
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

/// Where the drawn ship flies in a tick.
Vec2 PartnerFlight::flown(Vec2 target, const Known& known) const {
    const std::int32_t parts = known.steered_for <= kNewsTicks ? kPartsAfterTurn : kPartsInFlight;
    const Vec2 rest = target - before_ - known.motion;
    const Vec2 to = before_ + limited(known.motion + rest / parts);
    // The predicted ship stays inside the field, so the drawn ship must not fly past the border with the known motion.
    constexpr Fixed kX = kFieldHalfWidth - kShipEdge;
    constexpr Fixed kY = kFieldHalfHeight - kShipEdge;
    return {clamp(to.x, min(-kX, before_.x), kX), clamp(to.y, -kY, kY)};
}

void PartnerFlight::tick(const Ship& ship, const Known& known) {
    before_ = now_;
    if (is_visible(ship) && continues(ship)) {
        // A ship that is entering the field is not steered, so its place is not guessed.
        now_ = life_of(ship) == Life::flying ? flown(ship.at, known) : before_ + limited(ship.at - before_);
        assert(length(now_ - before_) <= kDrawnStepMax && "the drawn ship never jumps");
    } else {
        before_ = now_ = ship.at;
    }
    note(ship);
}

}  // namespace albireo::client
