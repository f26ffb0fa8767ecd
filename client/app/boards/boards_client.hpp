#pragma once
/// The game's connection to a board service: reads boards and sends recordings, on one thread of its own. Owned by the program.
///
/// 1. Nothing is sent to anybody while no service is set, and no recording and no key while submitting is off. Without work there
///    is no thread.
/// 2. No member waits for the network or the disk, except the destructor for the disk.
/// 3. Asking for a board takes at most BoardsOptions::within, for a recording recording_within, and sending a game BoardsOptions::sent_within. Answers are bounded in bytes, boards in number, and the queue on the disk in files.
/// 4. A recording is in the queue on the disk (scores::Outbox) before it is sent. One that is complete when the program ends is
///    queued then, and is sent when the program runs again.
/// 5. A game that cannot count is not sent (scores::eligibility_of).
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "client/app/boards/boards.hpp"
#include "http/client.hpp"

namespace albireo::app {

struct BoardsOptions {
    using ms = std::chrono::milliseconds;
    std::string folder{};       // of the player's key and of the queue; empty: games cannot be sent
    ms within{5'000};           // for asking for a board
    ms recording_within{15'000};  // for a recording, of at most 4 MiB
    ms recording_retry{10'000};   // after a recording was not sent
    ms sent_within{40'000};     // for sending a game: the boards take 15 s to receive it and 20 s to replay it at most
    ms kept{60'000};            // an answer is shown for so long before the board is asked for again
    ms gap{250};                // between two questions for boards: levels pass quickly in the menu
    ms retry{300'000};          // after the boards did not take a game
    ms file_wait{500};          // between the first two looks at a recording that has no end yet
};

class BoardsClient final : public Boards {
  public:
    static constexpr std::size_t kBoardsMax = 32;       // kept
    static constexpr std::size_t kSubmissionsMax = 64;  // known at once; older ones are forgotten
    static constexpr std::size_t kQueuedMax = 100;      // files

    explicit BoardsClient(BoardsOptions options) : options_(std::move(options)) {}
    ~BoardsClient() override;
    BoardsClient(const BoardsClient&) = delete;
    BoardsClient& operator=(const BoardsClient&) = delete;

    /// Uses this service from now on; an empty address: none. "http://" may be left out.
    void use(const std::string& address, bool submits);

    ShownBoard board(const ScoreBoard& name) override;
    ShownRecording recording(std::int64_t run) override;
    void submit(const std::string& recording) override;
    Submission submission(const std::string& recording) const override;

    bool has_thread() const { return thread_.joinable(); }

  private:
    using Clock = std::chrono::steady_clock;
    struct Kept {
        ShownBoard shown;
        Clock::time_point at;
    };
    struct Sent {
        std::string recording, queued{};  // its file, and that in the queue
        Submission submission{};
        Clock::time_point looked{};
        int looks = 0;  // that found no end
    };
    /// The service and the permission, as the thread copies them before it works without the lock.
    struct Service {
        std::optional<http::Url> url{};
        bool submits = false;
        int version = 0;  // raised by each use()
    };

    void wake();
    void run(const std::stop_token& stop);
    Clock::time_point next_due() const;
    /// The wait doubles with each look, up to 64 times (half a minute): a recording whose program crashed never ends.
    Clock::time_point due_of(const Sent& sent) const { return sent.looked + options_.file_wait * (1 << std::min(sent.looks, 6)); }
    bool ask_board(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    bool ask_recording(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    bool queue_recording(std::unique_lock<std::mutex>& lock, bool is_last_call);
    bool send_queued(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    Submission queue(const Service& service, const std::string& recording, std::string& queued);
    void settle(const std::string& queued, const Submission& submission);
    std::string queue_folder() const { return options_.folder + "/scores-queue"; }
    std::string key_file() const { return options_.folder + "/scores.key"; }

    const BoardsOptions options_;
    std::unique_ptr<const scores::Catalogue> catalogue_;  // of the thread; made when the first game has ended

    mutable std::mutex mutex_;  // of everything below except the thread
    std::condition_variable_any changed_;
    std::string address_;
    Service service_;
    bool is_wrong_ = false;  // the address
    std::map<std::string, Kept> boards_;  // by their paths
    std::optional<ScoreBoard> wanted_, asking_;  // asked for next, and now
    struct Run {
        std::int64_t number = 0;
        ShownRecording shown{.state = ShownBoard::State::asking};
        bool is_wanted = true;
        Clock::time_point again_at = Clock::time_point::max();  // when it may be asked for again, if that failed
    };
    std::optional<Run> run_;  // the recording that was asked for last
    bool is_woken_ = false;
    Clock::time_point ask_at_{};
    std::deque<Sent> sent_;
    std::optional<Clock::time_point> send_at_;  // the queue; nothing: it is empty
    std::jthread thread_;
};

/// A line for the player if this is no address of boards; otherwise empty.
std::string boards_fault(const std::string& address);

}  // namespace albireo::app
