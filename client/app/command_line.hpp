#pragma once
/// The command line of `albireo`, parsed.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/app/activities/game_host.hpp"
#include "reach/invitation.hpp"

namespace albireo::app {

struct CommandLine {
    enum class Mode : std::uint8_t { title, play, host, join, watch };
    Mode mode = Mode::title;
    GameHostSetup setup;
    std::string connect;  // empty: the server of a hosted game is in this program
    std::uint16_t port = 7777;
    bool port_given = false;
    std::string code, file;
    std::string watch_code;  // of the game to watch; empty: `file` is watched
    std::vector<reach::Address> addresses;  // from the invitation
    std::optional<reach::Address> rendezvous;  // from the command line or the invitation, otherwise from the settings
    std::string looks;  // a folder
    std::string songs;  // … and another
    bool fullscreen = false;
    std::string offscreen, frames, raw;  // pictures without a window
    int width = 0, height = 0;           // of --offscreen or --size
    std::string size;
    std::string graphics = "auto";  // one of gpu::kGraphicsNames
    std::string quality;  // a tier or auto; empty: the settings', or high without a window
    std::uint32_t every = 1, from = 0, until = 0;
    double seconds = 0;  // quit after this time; 0: when the player quits
    bool report = false, json = false, speak = false;
    std::string log_level = "warn";
};

/// Returns the exit code if the program is to end now, otherwise −1.
int parse(int argc, char** argv, CommandLine& line);

}  // namespace albireo::app
