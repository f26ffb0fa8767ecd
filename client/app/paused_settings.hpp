#pragma once
/// The settings over a paused game. Owned by the frame loop, which advances an activity through it.
///
/// 1. While the settings are shown, the game gets no keys but keeps advancing: a partner may end the pause, which closes them.
/// 2. Esc leads back to the pause, not into the game.
#include <memory>

#include "client/app/activities/activity.hpp"
#include "client/app/menu/menu.hpp"

namespace albireo::app {

class PausedSettings {
  public:
    /// The settings must outlive it.
    explicit PausedSettings(Settings& settings, Menu::SoundDevices devices = {}) : settings_(settings), devices_(std::move(devices)) {}

    /// Advances the activity to this time. Returns whether the player has changed a setting; the activity has it then.
    bool advance(Activity& activity, const platform::Input& input, Micros now);
    /// The screen to draw in place of the activity's notice; null: none.
    Menu* menu() { return menu_.get(); }

  private:
    Settings& settings_;
    Menu::SoundDevices devices_;
    std::unique_ptr<Menu> menu_;
    platform::Input idle_;  // without keys
    Micros last_ = 0;
};

}  // namespace albireo::app
