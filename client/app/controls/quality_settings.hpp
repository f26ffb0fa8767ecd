#pragma once
/// The part of the settings that is a render::Quality.
///
/// 1. A tier sets every value, so the screen shows what the tier means. Changing a single value makes the choice
///    `custom`.
/// 2. `auto` means Settings::measured_tier.
#include "client/app/controls/settings.hpp"
#include "client/render/quality.hpp"

namespace albireo::app {

enum class QualityChoice : std::uint8_t { automatic, low, medium, high, custom };

render::Quality quality_of(const Settings& settings);
void set_quality(Settings& settings, const render::Quality& quality);

/// Makes choice and values consistent after the player has changed the setting `changed`; null: after the program has started.
void settle_quality(Settings& settings, const SettingDef* changed);

}  // namespace albireo::app
