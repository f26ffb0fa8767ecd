#pragma once
/// What the numbers of a dump mean, to stand beside them: names of kinds, weapons and states, and values in units that
/// people use.
///
///     ships[0].at.x = -701877 (-10.710 units)
///     enemies[3].kind = 4 (hornet)
///
/// 1. Fields are told by their names, so each name that is known here must be one of the field lists; a test holds it.
/// 2. Any value may come: one that is out of its range has no words.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::replays {

class FieldWords {
  public:
    /// Both must outlive it. Names of kinds and of their states are the level's.
    FieldWords(const Level& level, const World& world) : level_(level), world_(world) {}

    /// "-10.710 units", "fan", "1.75 s"; empty if the number says it all. `path` is what for_each_leaf() gives.
    std::string of(std::string_view path, std::int64_t value) const;

    /// The fields that have words, without their indices: whole paths, or what paths end with.
    static std::span<const std::string_view> known();

  private:
    std::string kind_name(std::int64_t kind) const;
    std::string state_name(std::size_t enemy, std::size_t machine, std::int64_t state) const;

    const Level& level_;
    const World& world_;
};

}  // namespace albireo::replays
