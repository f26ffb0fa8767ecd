#pragma once
/// Finds Lua's `^` in a script. It calls libm's pow, whose last bit differs between machines, and it cannot be replaced
/// by a function of ours: Lua evaluates some of it while it still compiles the script.
#include <string_view>

namespace albireo::script {

/// The line of the first `^` outside texts and comments; 0 if there is none.
int line_of_power(std::string_view source);

}  // namespace albireo::script
