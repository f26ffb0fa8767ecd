#pragma once
/// Explains the raw numbers of a dump: names of kinds, weapons and states, and values in readable units.
///
///     ships[0].at.x = -701877 (-10.710 units)
///     enemies[3].kind = 4 (hornet)
///
/// 1. Fields are recognised by name, so each name known here must be in the field lists; a test checks it.
/// 2. Any value is accepted. A value out of its range has no explanation.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/input.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::replays {

/// "fan"
std::string_view weapon_name(Weapon weapon);

class FieldWords {
  public:
    /// Both must outlive this object. The level provides the names of kinds and of their states.
    FieldWords(const Level& level, const World& world) : level_(level), world_(world) {}

    /// "-10.710 units", "fan", "1.75 s"; empty if the number needs no explanation. `path` is a path of for_each_leaf().
    std::string of(std::string_view path, std::int64_t value) const;

    /// All fields that have explanations, as paths without indices or suffixes of such paths.
    static std::span<const std::string_view> known();

  private:
    std::string kind_name(std::int64_t kind) const;
    std::string state_name(std::size_t enemy, std::size_t machine, std::int64_t state) const;

    const Level& level_;
    const World& world_;
};

}  // namespace albireo::replays
