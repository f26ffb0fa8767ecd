#pragma once
/// Writes the declarations of scripts into a Level: kinds, missiles, paths, flags, names. Only the declarations that a
/// level uses are written. So a shared file of kinds costs a level nothing, and changing a kind changes only the levels
/// that use it.
///
/// 1. Declarations are stored as the tables that the script passed. A declaration is written at its first use. It is
///    also written once when it is declared, by a trial emitter whose level is discarded. So mistakes are reported at
///    the declaration, whether it is used or not.
/// 2. Difficulty is applied here, in whole numbers (Factors).
#include <map>
#include <set>

#include "sim/level/level.hpp"
#include "sim/script/fields.hpp"

namespace albireo::script {

/// The declarations of scripts, by name.
struct Registry {
    using Sources = std::map<std::string, Value, std::less<>>;
    Sources kinds, missiles, paths, bullets;
};

/// How a difficulty scales the numbers of a script, in hundredths.
struct Factors {
    std::int32_t rest;       // ticks between bursts, beams, missiles
    std::int32_t burst;      // salvos in a burst, missiles in an opening
    std::int32_t speed;      // of shots and missiles
    std::int32_t armour;     // of parts and missiles
    std::int32_t telegraph;  // of beams
    std::int32_t breath;     // under water
    std::int32_t swell;      // of the sea's tiles
};
inline constexpr Factors kFactors[kDifficultyCount] = {
    {.rest = 150, .burst = 70, .speed = 80, .armour = 75, .telegraph = 130, .breath = 150, .swell = 70},     // calm
    {.rest = 100, .burst = 100, .speed = 100, .armour = 100, .telegraph = 100, .breath = 100, .swell = 100},  // standard: as written
    {.rest = 80, .burst = 125, .speed = 112, .armour = 115, .telegraph = 85, .breath = 75, .swell = 100},    // storm
};

class Emitter {
  public:
    Emitter(const Registry& registry, Difficulty difficulty);

    Level level;

    /// The index of the item with that name. Writes the item if this is its first use. If there is no such item, throws
    /// a Mistake whose text begins with `where`.
    std::uint16_t name(std::string_view text, const std::string& where);
    std::uint8_t kind(const std::string& name, const std::string& where);
    std::uint8_t missile(const std::string& name, const std::string& where);
    std::uint8_t bullet(const std::string& name, const std::string& where);
    std::uint16_t path(const std::string& name, bool mirrored, const std::string& where);
    std::uint8_t flag(const std::string& name, const std::string& where);

    /// Throws a Mistake if the text is not valid as a Name.
    static void check_name(std::string_view text, const std::string& where);

    /// The index of a child of the kind that is being written. Throws a Mistake if a grandchild of a kind would have
    /// children, or if a kind would be its own descendant.
    std::uint8_t child(const std::string& name, const std::string& where);

    /// The index of one of the `guns` of a part of the kind that is being written.
    std::uint8_t gun_of(const std::string& part, const std::string& name, const std::string& where) const;

    /// For the trial emitter: discards everything written so far, but keeps the memory for reuse.
    void drop_level();

    /// Adds points to the level and returns their range. Each coordinate must be within ±reach; `mirrored` negates y.
    Range points(std::span<const Value> values, const std::string& where, Fixed reach, bool mirrored);

    const Registry& registry() const { return registry_; }
    const Factors& factors() const { return factors_; }

  private:
    void write_kind(KindDef& kind, const Value& value, const std::string& where);
    PartDef write_part(Fields& part, std::span<const std::string> part_names, bool only_one);
    std::uint8_t write_gun(const Value& value, const std::string& where);
    std::uint8_t write_beam(const Value& value, const std::string& where, std::span<const std::string> part_names);
    void write_guns(Fields& fields, PartDef& part);
    void write_motion(Fields& fields, PartDef& part);
    std::uint8_t write_hatch(const Value& value, const std::string& where);

    const Registry& registry_;
    Factors factors_;
    std::map<std::string, std::uint16_t, std::less<>> names_, kinds_, missiles_, paths_, bullets_, flags_;
    std::set<std::string, std::less<>> parents_, grandparents_;  // kinds that spawn children; … that spawn parents
    std::vector<std::string> writing_;  // the kinds that are being written; each is a child of the one before it
    std::map<std::string, std::uint8_t, std::less<>> guns_;  // of the kind that is being written: "part.gun"
    std::string writing_bullet_;
};

/// `value` times hundredths, rounded to the nearest whole number (halves up), but at least `least`.
std::int64_t scaled(std::int64_t value, std::int32_t hundredths, std::int64_t least);

/// The range of `count` items that the caller is about to append to a list of `size`. Throws a Mistake if the list
/// would become too long.
Range range_at(std::size_t size, std::size_t count, const std::string& where);

/// The index of `name` in `names`. Otherwise throws a Mistake that lists the names.
std::uint8_t place_among(std::span<const std::string> names, const std::string& name, const std::string& what,
                         const std::string& where);

}  // namespace albireo::script
