#pragma once
/// The text of menus and panels for a screen reader: a line for everything that a player would notice on the screen. Owned by the
/// program, which prints the lines.
///
/// 1. A new screen or panel is read as a whole: its heading, what it says, and the line or choice under the cursor.
/// 2. Then only changes are read: of a panel, each row and each of its texts that was not there before. Numbers alone are no change, so a countdown
///    or a ping is read once.
#include <string>
#include <vector>

#include "client/app/activities/activity.hpp"
#include "client/app/menu/menu.hpp"

namespace albireo::app {

class Speech {
  public:
    /// Call once per frame with what is shown. Returns the text to read now, in one line; empty: nothing has changed.
    std::string follow(const Menu& menu);
    std::string follow(const Notice& notice);
    /// The same for the program's own notices; empty: none is shown.
    std::string follow(const std::string& told);

  private:
    std::string page_, line_, below_;     // the heading, what is under the cursor, and the menu's notice or the line of a game
    std::vector<std::string> calls_, ways_;
    std::vector<std::string> shown_;  // the other texts of a panel, without their numbers
    std::string spoken_;
};

}  // namespace albireo::app
