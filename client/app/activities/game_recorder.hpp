#pragma once
/// Records a game that is played on another machine's server: writes each tick's frames when this client confirms them.
/// Owned by the game host.
///
/// A game that was rejoined, or healed by a snapshot, begins a new file: a recording has no gaps.
#include <memory>
#include <string>

#include "client/net/game_client.hpp"
#include "replays/recorder.hpp"
#include "replays/recording_fault.hpp"
#include "replays/sink.hpp"

namespace albireo::app {

using client::GameClient;

class GameRecorder {
  public:
    /// Nothing is recorded if `folder` is an empty text, or is not writable. `program` is stored in the recording as
    /// its creator.
    GameRecorder(std::string folder, std::string program, GameClient& game);
    ~GameRecorder();
    GameRecorder(const GameRecorder&) = delete;
    GameRecorder& operator=(const GameRecorder&) = delete;

    const std::string& path() const { return path_; }
    /// Why the recording is incomplete; no text while it is complete, or if none was requested.
    const replays::RecordingFault& fault() const { return fault_; }
    /// Ends the recording with the ticks confirmed so far, because the player leaves the game.
    void finish();

  private:
    void restart(const World& world);
    void append(const World& world, const FramePair& frames, std::uint64_t root);
    void note_fault();

    std::string folder_, program_, path_;
    replays::RecordingFault fault_;
    GameClient& game_;
    std::unique_ptr<replays::FileSink> sink_;
    std::unique_ptr<replays::Recorder> recorder_;
};

/// A line for players that says how far the game is recorded, and why no further.
std::string line_of(const replays::RecordingFault& fault);

/// A file for a recording that begins now.
struct NewRecording {
    std::string path{};                         // FOLDER/20261120-081500-CODE.replay, in UTC
    std::unique_ptr<replays::FileSink> sink{};  // null: see fault
    std::string fault{};                        // in English: line_of() translates it
};
/// Creates the folder. If a file of that name exists already, the new one is CODE-2, CODE-3, …
NewRecording new_recording(const std::string& folder, const std::string& code, std::uint64_t wall_ms);
/// Creates the folder. Returns an empty text, or why no file can be created there, for line_of().
std::string folder_fault(const std::string& folder);
std::uint64_t wall_ms_now();

}  // namespace albireo::app
