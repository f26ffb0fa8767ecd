#pragma once
/// The game's own levels, as this build compiles them. A board exists for each of them; no other level has one.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/level/level.hpp"

namespace albireo::scores {

struct OwnLevel {
    std::string name;   // "the_cut"
    std::string title;  // "The Cut"
    Difficulty difficulty = Difficulty::standard;
    std::uint64_t digest = 0;
    std::vector<std::uint8_t> bytes;  // canonical
};

class Catalogue {
  public:
    /// Compiles all of them: less than a second. Throws std::runtime_error if one does not compile.
    Catalogue();

    /// The level with these canonical bytes; null if it is not one of the game's own. The digest alone is not trusted: it
    /// is so short that an attacker could find another level with the same one.
    const OwnLevel* find(std::uint64_t digest, std::span<const std::uint8_t> bytes) const;
    /// By name; null if there is none.
    const OwnLevel* find(std::string_view name, Difficulty difficulty) const;

    /// By name, then by difficulty.
    const std::vector<OwnLevel>& levels() const { return levels_; }
    /// The names, without repetition, in the order in which the game offers them.
    const std::vector<std::string>& names() const { return names_; }

  private:
    std::vector<OwnLevel> levels_;
    std::vector<std::string> names_;
};

/// "campaign level", "endless", "boss rush" or "tutorial".
std::string_view mode_of(std::string_view level);
inline constexpr std::string_view kTutorial = "tutorial";

}  // namespace albireo::scores
