#pragma once
/// The beginning of a game's recording, made on another thread before the game starts. Its header has the whole level, and on its way through the
/// recorder that takes 40 pages of memory. To touch them for the first time would take a shard's thread half a millisecond.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "replays/recorder.hpp"
#include "sim/base/types.hpp"

namespace albireo::server {

struct FirstRecord {
    std::array<std::string, kSlotCount> names;  // of the players with whom the game is to begin, which it has
    std::vector<std::uint8_t> kept{};           // for LiveRecording, with room for what follows; empty: no copy is kept
    std::vector<std::uint8_t> written{};        // the same bytes, for the file; empty: there is none
    std::unique_ptr<replays::Recorder> recorder{};  // its sink is gone: it goes on in another one (Recorder::go_on_in())
};

enum class RecordCopies : std::uint8_t { kept, written, both };

/// `level` must outlive the recorder. `speed_percent`: of the game, noted unless it is 100.
FirstRecord make_first_record(const Level& level, const replays::RecordingSetup& setup, int speed_percent, RecordCopies copies);

/// Notes the speed of a game, unless it is 100 percent.
void note_speed(replays::Recorder& recorder, int percent);

}  // namespace albireo::server
