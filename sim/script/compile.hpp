#pragma once
/// Compiles a level script into a Level, which is plain data and needs no Lua.
/// The same script gives the same bytes on every machine. Words and their fields: sim/levels/README.md.
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/level/level.hpp"

namespace albireo::script {

struct Compiled {
    Level level;        // checked and with derived data, if there is no error
    std::string error;  // `file:line: what is wrong, what was expected`, or empty
};

/// The source of a script that another script includes with `use "name"`; nothing if there is no such script.
using Resolver = std::function<std::optional<std::string>(std::string_view name)>;

/// `file` is the name of the script in error messages. The source is untrusted (sandbox.hpp).
Compiled compile_level(std::string_view source, const std::string& file, Difficulty difficulty,
                       const Resolver& resolver = {});

/// `use` searches the file's own folder first, then the built-in scripts.
Compiled compile_level_file(const std::string& path, Difficulty difficulty);

/// A built-in level by name, such as "the_cut".
Compiled compile_builtin_level(std::string_view name, Difficulty difficulty);

/// The scripts of sim/levels, compiled into the program.
struct BuiltinScript {
    std::string_view name;  // "the_cut", "kinds"
    std::string_view source;
    bool is_level;  // false: a script that levels include
};
const std::vector<BuiltinScript>& builtin_scripts();
/// The names of the built-in levels.
std::vector<std::string> builtin_levels();
/// The same names as one text, for errors: "boss_rush, endless, shelf_sea, the_cut, the_hive, tutorial".
std::string builtin_levels_text();
/// The campaign: these levels, one after another in one session. It is played under this name.
inline constexpr std::string_view kCampaign = "campaign";
inline constexpr std::array<std::string_view, 3> kCampaignLevels = {"the_cut", "shelf_sea", "the_hive"};
/// The level that a game of this name begins with: the campaign's first level, or the level itself.
constexpr std::string_view first_level_of(std::string_view name) { return name == kCampaign ? kCampaignLevels[0] : name; }

/// The source of a built-in script; nothing if there is no such script.
std::optional<std::string> builtin_source(std::string_view name);

/// For messages: "the level has the sections 1 First light, 2 Between walls". A section without a name
/// is listed by its number alone.
std::string sections_text(const Level& level);

}  // namespace albireo::script
