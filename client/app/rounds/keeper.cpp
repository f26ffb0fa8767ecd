#include "client/app/rounds/keeper.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "replays/text.hpp"
#include "sim/step.hpp"

namespace albireo::app {

std::string recording_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return (std::filesystem::path(folder) / (replays::file_stem(wall_ms, code) + ".replay")).string();
}

std::string folder_fault(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return folder + ": " + error.message();
    std::string probe = folder + "/.albireo-XXXXXX";
    const int file = ::mkstemp(probe.data());
    if (file < 0) return folder + ": no file can be made there: " + std::strerror(errno);
    ::close(file);
    ::unlink(probe.c_str());
    return {};
}

std::uint64_t wall_ms_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

Keeper::Keeper(std::string folder, std::string program, GameClient& game)
    : folder_(std::move(folder)), program_(std::move(program)), game_(game) {
    if (folder_.empty()) return;
    game_.on_restart = [this](const World& world) { restart(world); };
    game_.on_confirmed = [this](const World& world, const FramePair& frames, std::uint64_t root) {
        append(world, frames, root);
    };
}

Keeper::~Keeper() {
    game_.on_restart = {};
    game_.on_confirmed = {};
    finish();
}

void Keeper::finish() {
    if (recorder_) recorder_->finish(game_.predictor().confirmed());
    recorder_.reset();
    sink_.reset();
}

void Keeper::restart(const World& world) {
    finish();
    const std::uint64_t now = wall_ms_now();
    std::string path = recording_path(folder_, game_.code(), now);
    // The host may record the same game in the same folder.
    for (int copy = 2; std::filesystem::exists(path) && copy < 10; ++copy) {
        path = recording_path(folder_, fmt::format("{}-{}", game_.code(), copy), now);
    }
    sink_ = std::make_unique<replays::FileSink>(path);
    fault_ = sink_->fault();
    if (!fault_.empty()) return sink_.reset();
    path_ = path;
    replays::RecordingSetup setup;
    setup.game = {.seed = game_.game_seed(), .players = world.flow.players};
    setup.names[index(game_.slot())] = game_.name();
    setup.names[index(other(game_.slot()))] = game_.partner_name();
    setup.started_ms = now;
    setup.recorded_by = program_;
    if (world.tick != Tick{}) setup.start = &world;
    recorder_ = std::make_unique<replays::Recorder>(*sink_, game_.level(), setup);
}

void Keeper::append(const World& world, const FramePair& frames, std::uint64_t root) {
    if (!recorder_) return;
    recorder_->append(frames, root);
    if (outcome_of(world) == Outcome::playing) return;
    finish();
}

}  // namespace albireo::app
