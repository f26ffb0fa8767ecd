#include "client/bot/local_player.hpp"

namespace albireo::bot {

void LocalPlayer::hold(const Held& held) {
    // Several frames may pass before the next tick: a press in any of them counts in it, however short it was.
    pressed_ |= static_cast<std::uint16_t>(held.pressed | (held.buttons & ~buttons_));
    buttons_ = held.buttons;
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
