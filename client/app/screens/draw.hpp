#pragma once
/// Draws screens and panels: the text of a menu or a round, as words and boxes over the picture. Also passes them the
/// position of the mouse, because only this code knows where each element is.
#include "client/app/menu/menu.hpp"
#include "client/app/rounds/notices.hpp"
#include "client/app/rounds/round.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

void draw_menu(ui::Overlay& overlay, Menu& menu, const platform::Input& input);
/// A round's notice, or the theatre.
void draw_round(ui::Overlay& overlay, Round& round, const platform::Input& input);
/// A replay's caption and timeline, bar, inputs, and questions.
void draw_theatre(ui::Overlay& overlay, ReplayRound& round, const platform::Input& input);
/// The program's own notices, whatever is shown.
void draw_told(ui::Overlay& overlay, const Notices& notices);
/// A line on an empty screen, while something takes its time.
void draw_wait(ui::Overlay& overlay, const std::string& line);

}  // namespace albireo::app
