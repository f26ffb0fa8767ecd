#include "client/bot/local_player.hpp"

#include "client/predict/guess.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::bot {

bool has_direction(std::uint16_t buttons) {
    return (buttons & client::kDirections) != 0;
}

std::uint16_t directions_toward(Vec2 from, Vec2 to, std::uint16_t buttons) {
    const Vec2 way = to - from;
    const Fixed right = way.x < Fixed{} ? -way.x : way.x, up = way.y < Fixed{} ? -way.y : way.y;
    // Nearer than half a step: another one would overshoot.
    const Fixed near = ((buttons & kFocus) != 0 ? kShipFocusSpeed : kShipSpeed) / 2;
    // Eight directions, as a stick has them: a side counts unless the way is nearly along the other one.
    const auto counts = [&](Fixed side, Fixed other) { return side > near && side * 5 > other * 2; };
    std::uint16_t found = 0;
    if (counts(right, up)) found |= way.x < Fixed{} ? kLeft : kRight;
    if (counts(up, right)) found |= way.y < Fixed{} ? kDown : kUp;
    return found;
}

void LocalPlayer::hold(const Held& held) {
    // Several frames may pass before the next tick: a press in any of them counts in it, however short it was.
    pressed_ |= static_cast<std::uint16_t>(held.pressed | (held.buttons & ~buttons_));
    buttons_ = held.buttons;
    toward_ = held.toward;
    asks_pause_ = held.pause;
    if (held.next_weapon) weapon_ = static_cast<Weapon>((static_cast<int>(weapon_) + 1) % kWeaponCount);
}

void LocalPlayer::begin(const Level& level, Slot own) {
    slot_ = own;
    pressed_ = 0;
    bodies_ = store_.of(level);
    reporter_ = std::make_unique<client::Reporter>(level, *bodies_, own);
    if (begun) begun(level, own);
}

client::Controls LocalPlayer::steer(const World& predicted) {
    client::Controls controls;
    controls.buttons = static_cast<std::uint16_t>(buttons_ | pressed_);
    pressed_ = 0;
    if (toward_ && !has_direction(controls.buttons)) controls.buttons |= directions_toward(predicted.ships[index(slot_)].at, *toward_, controls.buttons);
    controls.weapon = weapon_;
    if (request_ != Request::none) {
        const bool over = is_over(predicted);
        if (request_ == Request::carry_on && over) controls.command = Command::carry_on;
        if (request_ == Request::pause && !over) controls.command = is_paused(predicted) ? Command::resume : Command::pause;
        request_ = Request::none;
    }
    return controls;
}

void LocalPlayer::see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) {
    if (before_tick) before_tick(predicted);
    const auto lock = store_.reading();
    const auto seen = reporter_->look(predicted, remote);
    reports.insert(reports.end(), seen.begin(), seen.end());
}

client::Controls BotPartner::steer(const World& predicted) {
    client::Controls controls = controller_.steer(predicted);
    controls.command = Command::none;
    return controls;
}

}  // namespace albireo::bot
