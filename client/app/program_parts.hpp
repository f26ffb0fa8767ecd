#pragma once
/// The parts of the program, for program.cpp, play.cpp and title.cpp only: everything that outlives an activity.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/app/boards/boards_client.hpp"
#include "client/app/ghosts/ghosts.hpp"
#include "client/app/command_line.hpp"
#include "client/app/controls/frame_pacer.hpp"
#include "client/app/controls/settings.hpp"
#include "client/app/game_figures.hpp"
#include "client/app/game_search.hpp"
#include "client/app/inspector/tools.hpp"
#include "client/app/menu/menu.hpp"
#include "client/app/activities/background_shutdowns.hpp"
#include "client/app/activities/notices.hpp"
#include "client/app/activities/activity.hpp"
#include "client/app/speech.hpp"
#include "client/app/window_loop.hpp"
#include "client/bot/bot_controller.hpp"
#include "client/models/look_folder.hpp"
#include "client/music/player.hpp"
#include "client/music/song_folder.hpp"
#include "client/platform/speaker.hpp"
#include "client/voice/voice_chat.hpp"

namespace albireo::app {

struct Program {
    Program(const platform::WindowOptions& window, Settings settings, SettingsFile file);

    music::Player music;  // outlives the audio thread, which plays it
    voice::VoiceChat voice;  // … as does this
    audio::Audio audio;
    Settings settings;
    SettingsFile settings_file;
    Notices notices;
    Screen screen;
    bot::BodyStore bodies;
    BoardsClient boards;            // outlives games that are closing: their recordings end then
    Ghosts ghosts{{.folder = replays_folder(), .boards = &boards}};
    BackgroundShutdowns shutdowns;  // of games that were left
    scene::StageOptions stage;
    Tools tools{bodies};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    FramePacer pacer;
    std::vector<GameFigures> games;  // games played so far
    bool closed = false;             // the window was closed, not only the game
    /// The quality given on the command line, and the player's own setting. Settings are saved with the latter, until the
    /// player changes the quality.
    struct GivenQuality {
        int shown = 0, own = 0;
    };
    std::optional<GivenQuality> given_quality;
    bool speaks = false;  // what is shown is printed for a screen reader
    std::optional<platform::Speaker> speaker;  // … and spoken

    /// Waits until the next frame is due, then takes the input that it shows.
    const platform::Input& next_frame();
    /// Applies the settings that take effect at once.
    void apply();
    /// For menus, which this outlives. The first microphone's name may take a while.
    Menu::SoundDevices sound_devices();
    std::string microphone_name(int number);
    /// The names of the outputs that a setting can hold. They are listed anew when they have not been asked for in a while.
    std::vector<std::string> outputs();
    void apply_listening();
    /// On failure the player gets a notice.
    void save_settings();
    void notify(const std::string& line);
    /// Call once per frame with what is shown, a menu or a notice.
    template <class Shown>
    void speak(const Shown& shown) {
        if (!speaks) return;
        const std::string line = speech_.follow(shown);
        tell(line, speech_.follow(notices.now() != nullptr ? notices.now()->text : std::string()));
    }
    /// `folder`, if not empty, is watched from now on: next_frame() shows its changes, or lets them be heard.
    void set_looks(models::Looks looks, const std::string& folder);
    void set_songs(std::shared_ptr<const music::SongBook> book, const std::string& folder);
    /// Shows a line until all games are closed: then their ports are free and their recordings complete.
    void finish_shutdowns(const std::string& line);

  private:
    void tell(const std::string& shown, const std::string& notice);
    void use_language();
    void follow_folders(Micros now);
    void follow_looks();
    void follow_songs();

    Micros last_ = 0;  // when next_frame() was called
    std::optional<std::vector<std::string>> microphones_;  // once they are listed
    Micros outputs_asked_ = 0;  // when outputs() was called
    bool is_focused_ = true;
    std::string language_fault_;  // already shown
    Speech speech_;
    std::optional<models::LookWatch> looks_;
    std::optional<console::FolderWatch> songs_;
    Micros folders_due_ = 0;  // when the folders are checked next
};

/// A game with a server in this program, on the command line's port; on any free port if that is taken and was not
/// given explicitly. Throws PictureError.
std::unique_ptr<GameHost> open_host(bot::BodyStore& bodies, const GameHostSetup& setup, const CommandLine& line);

struct FoundServer {
    client::ServerAddress address{};
    /// If no way led to the game: all of them. The address is then where it might be all the same.
    std::vector<SearchWay> failed{};
};
/// Finds the game of a `join`, or of the watch code of a `watch`, that names no server, and logs how, or why each way failed. `next_frame` shows the player how the search
/// goes, and returns false to give up; the returned address is then meaningless.
FoundServer find_game(const CommandLine& line, const std::function<bool(const GameSearch&)>& next_frame);

/// Whether a signal (SIGTERM or SIGINT) has asked the program to end.
bool is_stop_asked();

/// The outcome of an activity.
struct Ending {
    Activity::After after = Activity::After::nothing;
    std::string replay;
    std::string moved_to;  // Activity::moved_to()
    std::string failure;  // why a game could not begin, or broke off
};

/// Plays one activity, from its beginning until the player leaves it. Throws PictureError.
Ending play(Program& program, const CommandLine& line);

/// Changes the line to that of the activity that the player wants next. Returns false if there is none.
bool follow_ending(CommandLine& line, const Ending& ending);

/// Runs the title and its screens.
void title(Program& program, const CommandLine& line);

}  // namespace albireo::app
