#pragma once
/// Finds Lua's `^` in a script. It is libm's pow, whose last bit is every machine's own, and it is worked out where no
/// function of ours can stand in its way, some of it while the script is still being read.
#include <string_view>

namespace albireo::script {

/// The line of the first `^` outside texts and comments; 0 if there is none.
int line_of_power(std::string_view source);

}  // namespace albireo::script
