#pragma once
/// Draws screens and panels: the text of a menu or an activity, as words and boxes over the picture. Also passes them
/// the position of the mouse, because only this code knows where each element is.
#include "client/app/menu/menu.hpp"
#include "client/app/activities/notices.hpp"
#include "client/app/activities/activity.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

/// The look of all text, by the settings.
ui::Style style_of(const Settings& settings);

void draw_menu(ui::Overlay& overlay, Menu& menu, const platform::Input& input);
/// An activity's notice, or the viewer.
void draw_activity(ui::Overlay& overlay, Activity& activity, const platform::Input& input);
/// The captions of an interlude.
void draw_captions(ui::Overlay& overlay, const Notice& notice);
/// A replay's caption and timeline, bar, inputs, and questions.
void draw_replay_viewer(ui::Overlay& overlay, ReplayActivity& activity, const platform::Input& input);
/// The program's own notices, over any screen.
void draw_notices(ui::Overlay& overlay, const Notices& notices);
/// How the search for a game goes, on an empty screen.
void draw_search(ui::Overlay& overlay, const Notice& notice);
/// A line on an empty screen, while the program is busy.
void draw_wait(ui::Overlay& overlay, const std::string& line);

}  // namespace albireo::app
