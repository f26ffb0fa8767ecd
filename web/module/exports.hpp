#pragma once
/// What the functions that a page's script calls have in common. A text or a row of numbers that a script gets stays valid
/// until its next call.
#include <string>

#include "web/module/show.hpp"

namespace albireo::web::exports {

/// Keeps the text for the script.
const char* keep(std::string&& text);

/// What the screen and the sound are of, from now on; those of the earlier show are gone. It must outlive them. Null: nothing.
void show(Show* what);
/// What that is; null: nothing.
Show* shown();

/// Drops what has not been heard yet, because it belongs to a seek.
void forget_sounds();

}  // namespace albireo::web::exports
