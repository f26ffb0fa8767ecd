#pragma once
/// What screens know of the boards: the first rows of a board, and what has become of a game. Implemented by BoardsClient, and by
/// stand-ins for pictures and tests.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client/app/boards/board_answers.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::app {

/// The name of a board: of a level at a difficulty, alone or as a pair.
struct ScoreBoard {
    std::string level;  // "the_cut"
    Difficulty difficulty = Difficulty::standard;
    bool is_pair = false;

    bool operator==(const ScoreBoard&) const = default;
};

struct ShownBoard {
    enum class State : std::uint8_t {
        off,            // no service is set
        wrong_address,
        asking,
        ready,
        silent,         // no answer
        unreadable,     // an answer that is not from boards
        unknown,        // these boards do not have this one
    };
    State state = State::off;
    BoardRows found{};
    bool is_fresh = true;  // false: a newer answer has been asked for
};

/// What has become of a finished game's recording.
struct Submission {
    enum class State : std::uint8_t {
        none,         // it is not to be sent
        unfinished,   // its end is not written yet
        sending,
        counts,
        refused,      // it cannot count, or does not
        silent,       // it waits on the disk: no answer
        busy,         // it waits on the disk: the boards have no time for it
        too_often,    // it waits on the disk: too many from this address
        unreadable,   // it waits on the disk: the answer is not from boards
        not_kept,     // it could not be put into the queue: `fault`
    };
    State state = State::none;
    std::uint64_t place = 0, of = 0;                  // counts; of = 0: not known
    scores::Refusal refusal = scores::Refusal::none;  // refused; none: not one of these reasons
    std::vector<std::string> earned{};                // counts: the ids of achievements
    std::string fault{};
};

/// A run's recording, as the boards sent it: untrusted.
struct ShownRecording {
    ShownBoard::State state = ShownBoard::State::off;
    std::shared_ptr<const std::string> file{};  // ready
};

class Boards {
  public:
    virtual ~Boards() = default;
    /// What is known of a board now; asks for it if that is nothing, or too old.
    virtual ShownBoard board(const ScoreBoard& name) = 0;
    /// What is known of the recording of a run (BoardRow::run). Asks the boards for it, unless it was the last recording that was asked for;
    /// a recording that they did not send is asked for again after a while.
    virtual ShownRecording recording(std::int64_t run) = 0;
    /// The recording of a game that has ended. Does nothing if the player has not said that games are sent, or if it was called for
    /// this file before.
    virtual void submit(const std::string& recording) = 0;
    virtual Submission submission(const std::string& recording) const = 0;
};

}  // namespace albireo::app
