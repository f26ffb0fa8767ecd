#include "client/app/paused_settings.hpp"

#include <utility>

namespace albireo::app {

bool PausedSettings::advance(Activity& activity, const platform::Input& input, Micros now) {
    const float seconds = last_ == 0 ? 0 : static_cast<float>(now - last_) / 1e6F;
    last_ = now;
    if (menu_ == nullptr) {
        activity.advance(input, now);
        if (!activity.take_settings_request()) return false;
        menu_ = std::make_unique<Menu>(settings_, std::vector<Menu::LevelChoice>{});
        menu_->set_sound_devices(devices_);
        menu_->show_settings_alone();
        return false;
    }
    // The game still learns of a lost focus or pad.
    idle_ = {};
    idle_.focused = input.focused;
    for (std::size_t i = 0; i < input.pads.size(); ++i) idle_.pads[i].here = input.pads[i].here;
    activity.advance(idle_, now);
    const Menu::Request request = menu_->advance(input, seconds);
    const bool is_changed = menu_->settings_changed();
    if (is_changed) activity.apply(settings_);
    if (request == Menu::Request::close || !activity.is_paused()) menu_.reset();
    return is_changed;
}

}  // namespace albireo::app
