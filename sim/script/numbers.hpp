#pragma once
/// Numbers of a script as they are stored, after the difficulty has scaled them. Private to sim/script.
#include <algorithm>
#include <string>

#include "sim/script/emitter.hpp"

namespace albireo::script {

inline constexpr WholeRange kTicks = {0, 65535};
inline constexpr WholeRange kSomeTicks = {1, 65535};
inline constexpr UnitRange kShotSpeed = {kShotSpeedMin, kSpeedMax};
inline constexpr UnitRange kRadius = {Fixed{}, kRadiusMax};
inline constexpr Angle kLeft{32768};  // the direction that models face

template <class T>
T narrow(std::int64_t value) {
    return static_cast<T>(value);
}

// Scaled numbers stay within the bounds of their types and of check_level().
inline std::uint16_t scaled_ticks(std::int64_t ticks, std::int32_t hundredths) {
    return narrow<std::uint16_t>(std::min<std::int64_t>(scaled(ticks, hundredths, 1), 65535));
}
inline Fixed scaled_speed(Fixed speed, std::int32_t hundredths) {
    return min(Fixed{narrow<std::int32_t>(scaled(speed.raw, hundredths, kShotSpeedMin.raw))}, kSpeedMax);
}
inline Fixed scaled_difference(Fixed speed, std::int32_t hundredths) {
    return Fixed{narrow<std::int32_t>(std::int64_t{speed.raw} * hundredths / 100)};
}
inline std::int32_t scaled_armour(std::int64_t armour, std::int32_t hundredths) {
    if (armour == 0) return 0;
    return narrow<std::int32_t>(std::min<std::int64_t>(scaled(armour, hundredths, 1), kArmourMax));
}

template <class List, class Item>
std::uint8_t add_to_byte_list(List& list, const Item& item, const std::string& where, const char* what) {
    if (list.size() >= kByteListMax) {
        throw Mistake(where + ": more than " + std::to_string(kByteListMax) + " " + what + " in a level");
    }
    list.push_back(item);
    return narrow<std::uint8_t>(static_cast<std::int64_t>(list.size()) - 1);
}

}  // namespace albireo::script
