#pragma once
/// Shared by the functions that a page's script calls. A text or a row of numbers that a script gets stays valid
/// until its next call.
#include <string>

#include "web/module/show.hpp"

namespace albireo::web::exports {

/// Keeps the text for the script.
const char* keep(std::string&& text);

/// Sets the show of the screen and the sound, and destroys those of the earlier show. It must outlive them. Null: no show.
void show(Show* what);
/// The current show; null: none.
Show* shown();

/// Drops the sounds that have not been heard yet, because they belong to a seek.
void forget_sounds();

}  // namespace albireo::web::exports
