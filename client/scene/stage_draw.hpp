#pragma once
/// Small helpers that the stage's files share: colours, angles, wounds, positions.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "client/predict/units.hpp"
#include "client/scene/view.hpp"
#include "client/text/utf8.hpp"
#include "client/words/words.hpp"
#include "sim/event.hpp"
#include "sim/game/heat.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

using client::radians;
using client::units;

/// A place of the picture as the core has places.
inline albireo::Vec2 in_core(Vec2 at) {
    const auto fixed = [](float units) { return Fixed{static_cast<std::int32_t>(units * Fixed::kOneRaw)}; };
    return {fixed(at.x), fixed(at.y)};
}

inline Vec2 direction_of_angle(Angle angle) {
    return {std::cos(radians(angle)), std::sin(radians(angle))};
}

/// Interpolates from one angle to another by the shorter way.
inline float angle_between(Angle from, Angle to, float t) {
    return radians(from) + radians(turn_between(from, to)) * t;
}

inline Vec3 player_colour(Slot slot) {
    return slot == Slot::gold ? Vec3{1.0F, 0.64F, 0.20F} : Vec3{0.26F, 0.54F, 1.0F};
}

/// 0 whole … 1 about to die; parts that cannot be hurt are whole.
inline float wound_of(const Part& part, const PartDef& def, std::uint16_t heat) {
    if (def.armour <= 0) return 0;
    return std::clamp(1 - static_cast<float>(part.armour) / static_cast<float>(whole_armour(def, heat)), 0.0F, 1.0F);
}

inline Vec2 part_place(const Enemy& enemy, int part) {
    return client::in_field(enemy.parts[static_cast<std::size_t>(std::min<int>(part, enemy.part_count - 1))].at);
}

/// As the HUD holds it: as much as fits, and a 0.
inline std::array<char, Hud::kBossNameBytes> boss_text(std::string_view text) {
    const std::string_view fits = text::fit_bytes(text, Hud::kBossNameBytes - 1);
    std::array<char, Hud::kBossNameBytes> shown{};
    std::copy(fits.begin(), fits.end(), shown.begin());
    return shown;
}

/// A kind's name as the HUD writes it: in capitals, and then in the player's language; ends with 0.
inline std::array<char, Hud::kBossNameBytes> boss_name_of(const Level& level, const KindDef& kind) {
    std::string name(level.name(kind.name));
    for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c == '_' ? ' ' : c);
    return boss_text(translated(name));
}

/// Minutes, seconds and tenths, ends with 0: "2:07.3". At most 9 999 minutes.
inline std::array<char, 12> clock_text(std::uint32_t ticks) {
    const std::uint32_t tenths = std::min(ticks / 6, 5'999'999U), rest = tenths % 600;
    std::array<char, 12> text{};
    char* to = std::to_chars(text.data(), text.data() + 5, tenths / 600).ptr;
    for (const char c : {':', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10), '.',
                         static_cast<char>('0' + rest % 10)}) {
        *to++ = c;
    }
    return text;
}

/// The enemy that an event's cause names.
inline EnemyId enemy_of(const Event& event) {
    return {static_cast<std::uint16_t>(event.cause >> 48), static_cast<std::uint8_t>(event.cause >> 40),
            static_cast<std::uint8_t>(event.cause >> 32)};
}

/// Ages each item by one tick and removes those for which `gone` holds.
template <class T, std::size_t N, class Gone>
void grow_old(FixedList<T, N>& roll, Gone&& gone) {
    auto items = roll.all();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!gone(items[i])) items[kept++] = items[i];
    }
    roll.shrink(kept);
}

}  // namespace albireo::scene
