#pragma once
/// What the program is made of, for program.cpp, play.cpp and title.cpp alone: everything that outlives a round.
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "client/app/command_line.hpp"
#include "client/app/controls/frame_pacer.hpp"
#include "client/app/controls/settings.hpp"
#include "client/app/game_report.hpp"
#include "client/app/inside/tools.hpp"
#include "client/app/rounds/notices.hpp"
#include "client/app/rounds/round.hpp"
#include "client/app/window_loop.hpp"
#include "client/bot/bot_hands.hpp"

namespace albireo::app {

struct Program {
    Program(const platform::WindowOptions& window, Settings settings, SettingsFile file);

    audio::Audio audio;
    Settings settings;
    SettingsFile settings_file;
    Notices notices;
    Screen screen;
    bot::BodyStore bodies;
    std::vector<std::future<void>> farewells;  // of tables that were left
    scene::StageOptions stage;
    Tools tools{bodies};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    FramePacer pacer;
    std::vector<GameFigures> games;  // that were played
    bool closed = false;             // the window, not only the game

    /// Waits for the next frame's time, then takes the input that it shows.
    const platform::Input& next_frame();
    /// What of the settings acts at once.
    void apply();
    /// Where that fails the player is told.
    void save_settings();
    void tell(const std::string& line);
    /// Shows a line until all tables are left: their ports are free then, and their recordings whole.
    void finish_farewells(const std::string& line);

  private:
    Micros last_ = 0;  // when next_frame() was called
};

/// A table with a server inside, on the command line's port; on any free one if that is taken and was not asked for.
/// Throws PictureError.
std::unique_ptr<Table> open_host(bot::BodyStore& bodies, const TableSetup& setup, const CommandLine& line);

/// Whether the program was asked to end from outside.
bool is_stop_asked();

/// What a round was like.
struct Ending {
    Round::After after = Round::After::nothing;
    std::string replay;
    std::string failure;  // of a game that did not come about or broke off
};

/// One round, from its beginning until the player is done with it. Throws PictureError.
Ending play(Program& program, const CommandLine& line);

/// The title and its screens.
void title(Program& program, const CommandLine& line);

}  // namespace albireo::app
