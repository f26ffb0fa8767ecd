#include "client/app/activities/game_recorder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "client/words/format.hpp"
#include "platform/file.hpp"
#include "platform/whole_file.hpp"
#include "replays/text.hpp"
#include "sim/step.hpp"

namespace albireo::app {

NewRecording new_recording(const std::string& folder, const std::string& code, std::uint64_t wall_ms) {
    const auto path_of = [&](const std::string& name) {
        return (std::filesystem::path(folder) / (replays::file_stem(wall_ms, name) + ".replay")).string();
    };
    NewRecording made{.path = path_of(code)};
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        made.fault = platform::fault_text(made.path, "cannot be created", error);
        return made;
    }
    // The host of a game may record it in the same folder. If the folder cannot be searched, the sink reports that.
    for (int copy = 2; std::filesystem::exists(made.path, error) && copy < 10; ++copy) {
        made.path = path_of(fmt::format("{}-{}", code, copy));
    }
    made.sink = std::make_unique<replays::FileSink>(made.path);
    made.fault = made.sink->fault();
    if (!made.fault.empty()) made.sink.reset();
    return made;
}

std::string folder_fault(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return platform::fault_text(folder, "cannot be created", error);
    const int fault = platform::try_to_make_file(folder);
    return fault == 0 ? std::string() : platform::fault_text(folder, "no file can be created there", fault);
}

std::string line_of(const replays::RecordingFault& fault) {
    const std::string why = translated_reason(fault.text);
    if (!fault.kept_to) return tr_f("not recorded: {}", why);
    return tr_f("recorded only up to tick {}: {}", fault.kept_to->value, why);
}

std::uint64_t wall_ms_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

GameRecorder::GameRecorder(std::string folder, std::string program, GameClient& game)
    : folder_(std::move(folder)), program_(std::move(program)), game_(game) {
    if (folder_.empty()) return;
    game_.on_restart = [this](const World& world) { restart(world); };
    game_.on_confirmed = [this](const World& world, const FramePair& frames, std::uint64_t root) {
        append(world, frames, root);
    };
}

GameRecorder::~GameRecorder() {
    game_.on_restart = {};
    game_.on_confirmed = {};
    finish();
}

void GameRecorder::finish() {
    if (recorder_) {
        recorder_->finish(game_.predictor().confirmed());
        note_fault();
    }
    recorder_.reset();
    sink_.reset();
}

void GameRecorder::note_fault() {
    if (recorder_->fault().empty()) return;
    fault_ = {.text = recorder_->fault(), .kept_to = recorder_->kept_to()};
}

void GameRecorder::restart(const World& world) {
    finish();
    const std::uint64_t now = wall_ms_now();
    NewRecording made = new_recording(folder_, game_.code(), now);
    fault_ = {.text = made.fault};
    sink_ = std::move(made.sink);
    if (!sink_) return;
    path_ = made.path;
    replays::RecordingSetup setup;
    setup.game = game_.game_setup();
    setup.names[index(game_.slot())] = game_.name();
    setup.names[index(other(game_.slot()))] = game_.partner_name();
    setup.started_ms = now;
    setup.recorded_by = program_;
    setup.start = &world;
    recorder_ = std::make_unique<replays::Recorder>(*sink_, game_.level(), setup);
}

void GameRecorder::append(const World& world, const FramePair& frames, std::uint64_t root) {
    if (!recorder_) return;
    recorder_->append(frames, root);
    recorder_->checkpoint_if_due(world);
    note_fault();
    if (outcome_of(world) == Outcome::playing) return;
    finish();
}

}  // namespace albireo::app
