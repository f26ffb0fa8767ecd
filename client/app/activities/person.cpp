#include "client/app/activities/person.hpp"

namespace albireo::app {
void Person::hold(const Held& held) {
    // Several frames may pass before the next tick: a press in any of them counts in it, however short it was.
    pressed_ |= static_cast<std::uint16_t>(held.pressed | (held.buttons & ~buttons_));
    buttons_ = held.buttons;
    asks_pause_ = held.pause;
    if (held.next_weapon) weapon_ = static_cast<Weapon>((static_cast<int>(weapon_) + 1) % kWeaponCount);
}

void Person::begin(const Level& level, Slot own) {
    slot_ = own;
    pressed_ = 0;
    bodies_ = store_.of(level);
    reporter_ = std::make_unique<client::Reporter>(level, *bodies_, own);
    if (begun) begun(level, own);
}

client::Controls Person::steer(const World& predicted) {
    client::Controls controls;
    controls.buttons = static_cast<std::uint16_t>(buttons_ | pressed_);
    pressed_ = 0;
    controls.weapon = weapon_;
    if (wish_ != Wish::none) {
        const bool over = is_over(predicted);
        if (wish_ == Wish::carry_on && over) controls.command = Command::carry_on;
        if (wish_ == Wish::pause && !over) controls.command = is_paused(predicted) ? Command::resume : Command::pause;
        wish_ = Wish::none;
    }
    return controls;
}

void Person::see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) {
    if (before_tick) before_tick(predicted);
    const auto seen = reporter_->look(predicted, remote);
    reports.insert(reports.end(), seen.begin(), seen.end());
}

Held hold_all(std::span<Person* const> people, const Bindings& bindings, float dead_zone,
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

client::Controls Mate::steer(const World& predicted) {
    client::Controls controls = hands_.steer(predicted);
    controls.command = Command::none;
    return controls;
}

}  // namespace albireo::app
