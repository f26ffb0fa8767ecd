#pragma once
/// How screens and panels look: what a menu or a round says, as words and boxes over the picture. Tells them where the
/// mouse is, since only here is known where things stand.
#include "client/app/menu/menu.hpp"
#include "client/app/rounds/notices.hpp"
#include "client/app/rounds/round.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

void draw_menu(ui::Overlay& overlay, Menu& menu, const platform::Input& input);
/// A round's notice, or the theatre.
void draw_round(ui::Overlay& overlay, Round& round, const platform::Input& input);
/// A replay's caption and timeline, bar, inputs, and what is asked.
void draw_theatre(ui::Overlay& overlay, ReplayRound& round, const platform::Input& input);
/// What the program has to say, whatever is shown.
void draw_told(ui::Overlay& overlay, const Notices& notices);
/// A line in the middle of nothing, while something takes its time.
void draw_wait(ui::Overlay& overlay, const std::string& line);

}  // namespace albireo::app
