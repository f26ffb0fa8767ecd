#pragma once
/// The recordings that wait to be played, and the threads that play them.
///
/// 1. At most kWaitingMax recordings wait, kWaitingBytesMax in total. Further ones are refused.
/// 2. Each thread has a connection of its own to the database. A recording that uses up its processor time holds up one
///    thread only.
/// 3. The first thread begins with the runs that an earlier program stored without marks or judged by other rules, one at a time, while nothing waits.
/// 4. `done` is called once for every recording that was taken, on a thread of this object; never after the object is
///    destroyed.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "scores/challenge.hpp"
#include "scores/referee.hpp"
#include "scores/seasons.hpp"
#include "scores/store.hpp"

namespace albireo::scores {

struct Decision {
    Ruling ruling;
    Added added;              // if it counts
    std::uint64_t place = 0;  // on its board
    std::uint64_t of = 0;     // the number of runs there
    std::uint64_t challenge_place = 0;  // on the board of the week's challenge; 0: it is not of the challenge
    std::string fault;        // the database could not store it
    std::chrono::milliseconds processor{0};  // what it took
};

struct Submission {
    std::string recording;
    std::optional<Hash> key;
    bool is_challenge = false;  // only the week's challenge is taken
    std::function<void(Decision)> done;
};

class Submissions {
  public:
    static constexpr std::size_t kWaitingMax = 64;
    static constexpr std::size_t kWaitingBytesMax = 64 << 20;

    Submissions(const Catalogue& catalogue, const std::string& database, std::uint32_t threads, const Bounds& bounds);
    /// Recordings that wait are dropped: none of them has been acknowledged.
    ~Submissions();

    /// Returns false if too many wait already.
    bool offer(Submission submission);
    std::size_t waiting() const;

  private:
    void follow_up(Store& store);
    void work();
    Decision decide(Store& store, const Submission& submission) const;
    void judge_and_add(Store& store, const Submission& submission, Decision& decision) const;

    const Catalogue& catalogue_;
    const std::string database_;
    const Bounds bounds_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Submission> queue_;
    std::size_t bytes_ = 0;
    bool stopping_ = false;
    bool is_following_up_ = true;  // there may be runs of an earlier program
    std::atomic<bool> is_marked_ = false;  // there are no runs without marks any more
    std::vector<std::thread> threads_;
};

/// Plays a run again that was stored without marks, and marks it (Store::unmarked). Returns false if there is none.
bool mark_older_run(const Catalogue& catalogue, Store& store);

/// Plays a run again whose achievements were found by other rules, and stores those that it earns now. Returns false if there is none.
bool judge_older_run(const Catalogue& catalogue, Store& store);

/// What a recording must be for this season, which is open.
Wanted wanted_in(const Season& season);

/// Milliseconds since 1970, UTC.
std::uint64_t now_ms();

}  // namespace albireo::scores
