#pragma once
/// Keeps the recording of a game that is played on somebody else's server: what the own client has confirmed is written
/// down as it happens. Owned by the table.
///
/// A game that was come back to, or healed by a snapshot, begins a file of its own: a recording has no holes.
#include <memory>
#include <string>

#include "client/net/game_client.hpp"
#include "replays/recorder.hpp"
#include "replays/sink.hpp"

namespace albireo::app {

using client::GameClient;

class Keeper {
  public:
    /// Nothing is kept if the folder is empty or cannot be written to. `program` is what recordings say made them.
    Keeper(std::string folder, std::string program, GameClient& game);
    ~Keeper();
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    const std::string& path() const { return path_; }
    /// Why nothing is kept; empty if it is, or was not wanted.
    const std::string& fault() const { return fault_; }
    /// The game is being left: the recording ends with what is confirmed now.
    void finish();

  private:
    void restart(const World& world);
    void append(const World& world, const FramePair& frames, std::uint64_t root);

    std::string folder_, program_, path_, fault_;
    GameClient& game_;
    std::unique_ptr<replays::FileSink> sink_;
    std::unique_ptr<replays::Recorder> recorder_;
};

/// FOLDER/20261120-081500-CODE.replay, the time being UTC. Makes the folder.
std::string recording_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms);
/// Makes the folder. Empty, or why no file can be made there.
std::string folder_fault(const std::string& folder);
std::uint64_t wall_ms_now();

}  // namespace albireo::app
