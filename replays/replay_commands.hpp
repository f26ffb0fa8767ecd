#pragma once
/// The commands of albireo-replay. Each fills a JSON object, logs the same as text through spdlog, and returns an
/// ExitCode: 0 done, 1 the check failed, 2 bad usage or bad input, 3 the server could not be reached, or refused.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replays/reader.hpp"
#include "replays/rewrite.hpp"

namespace albireo::replays {

enum ExitCode : int { kDone = 0, kCheckFailed = 1, kBadInput = 2, kUnreachable = 3 };

struct OpenedGame;  // replay_cores.hpp

struct CommandOptions {
    std::vector<std::string> files;
    Partial partial = Partial::refuse;
    bool json = false;  // print the JSON object on stdout; otherwise listings go there as text
    std::uint32_t every = kTicksPerSecond;
    std::uint32_t tick = 0;
    std::string field;  // a path, or the beginning of one: a field and all within it
    std::uint32_t from = 0, to = ~std::uint32_t{0};
    std::string output;
    bool replace = false;  // overwrite an existing output file
    std::vector<std::string> cores;  // --core, as open_game() takes it; diff takes two
    std::string cores_folder;        // --cores; empty: this program's own
    std::string with;           // diff: another albireo-replay
    std::string when;           // bisect
    std::string after;          // dump: a system of the step
    std::string live;           // verify: the watch code of a running game, or a link with it
    std::string connect;        // … and its server; empty: it is searched for
    std::string rendezvous;     // … through this one, too; empty: the link's
    double delay = 3;           // … seconds behind the game
    std::string empty_page;     // page: in place of the program's own
    std::string range;          // … only these ticks: A..B
    std::string replay_output;  // desync
    std::string program;        // console::program_text() of this program, for the recordings that it writes
};

/// Reports an error in the input, and returns kBadInput.
int bad_input(const std::string& fault, nlohmann::json& out);
/// Writes a command's output file atomically. Returns an empty string, or the error.
std::string write_output(const CommandOptions& options, const std::string& path, std::span<const std::uint8_t> bytes);
/// Makes a recording of a range of a replay, if the replay verifies. Returns kDone, or reports the fault.
int rewritten(const std::string& file, const Replay& replay, TickRange range, const std::string& how, std::vector<std::uint8_t>& bytes,
              nlohmann::json& out);
/// Opens the only file of a command. On failure reports the error and returns false.
bool open(const CommandOptions& options, Replay& replay, nlohmann::json& out);

/// The only file of a command, on the core of --core. On failure reports the error and returns false.
bool open(const CommandOptions& options, OpenedGame& game, nlohmann::json& out);

int info(const CommandOptions& options, nlohmann::json& out);
int verify_files(const CommandOptions& options, nlohmann::json& out);
int list_digests(const CommandOptions& options, nlohmann::json& out);
int dump(const CommandOptions& options, nlohmann::json& out);
int trace(const CommandOptions& options, nlohmann::json& out);
int bisect(const CommandOptions& options, nlohmann::json& out);
int trim(const CommandOptions& options, nlohmann::json& out);
int upgrade(const CommandOptions& options, nlohmann::json& out);

// In replay_diff.cpp.
int diff(const CommandOptions& options, nlohmann::json& out);

// In replay_hunt.cpp.
int desync(const CommandOptions& options, nlohmann::json& out);

// In replay_live.cpp.
int verify_live(const CommandOptions& options, nlohmann::json& out);

// In replay_page.cpp.
int page(const CommandOptions& options, nlohmann::json& out);

}  // namespace albireo::replays
