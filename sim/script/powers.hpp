#pragma once
/// Finds Lua's `^` in a script. The operator is refused because it calls libm's pow, whose last bit differs between
/// machines. We cannot replace it by a function of our own, because Lua evaluates constant powers at compile time.
#include <string_view>

namespace albireo::script {

/// The line of the first `^` outside strings and comments; 0 if there is none.
int line_of_power(std::string_view source);

}  // namespace albireo::script
