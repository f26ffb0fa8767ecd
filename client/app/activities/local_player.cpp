#include "client/app/activities/local_player.hpp"

namespace albireo::app {
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
    const auto seen = reporter_->look(predicted, remote);
    reports.insert(reports.end(), seen.begin(), seen.end());
}

Held hold_all(std::span<LocalPlayer* const> people, const Bindings& bindings, float dead_zone,
              const platform::Input& input) {
    Held all;
    for (std::size_t i = 0; i < people.size(); ++i) {
        Held held = read_keys(input, people.size() == 1 ? bindings.alone : bindings.halves[i]);
        // The first pads are assigned to the players in order; a player alone may use any pad.
        for (std::size_t pad = 0; pad < input.pads.size(); ++pad) {
            if (people.size() > 1 && pad % people.size() != i) continue;
            const Held more = read_pad(input.pads[pad], bindings.pads[pad % bindings.pads.size()], dead_zone);
            held.buttons |= more.buttons;
            held.pressed |= more.pressed;
            held.next_weapon |= more.next_weapon;
            held.pause |= more.pause;
        }
        all.buttons |= held.buttons;
        all.pressed |= held.pressed;
        all.next_weapon |= held.next_weapon;
        all.pause |= held.pause;
        people[i]->hold(held);
    }
    return all;
}

client::Controls BotPartner::steer(const World& predicted) {
    client::Controls controls = controller_.steer(predicted);
    controls.command = Command::none;
    return controls;
}

}  // namespace albireo::app
