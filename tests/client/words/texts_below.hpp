#pragma once
/// The texts that players see but that come from rooms that know no languages: they are translated where they are shown.
#include <set>
#include <string>

namespace albireo::words {

/// In English. Levels' messages, titles, sections and bosses; refusals; names of keys, weapons and difficulties.
std::set<std::string> texts_below();

/// The messages of all levels, with their {controls}.
std::set<std::string> level_messages();

}  // namespace albireo::words
