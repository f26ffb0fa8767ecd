#pragma once
/// A Spectator over pipes that the page opens to the server that it came from: follows the game to another shard of the server, waits
/// while the server recovers it, and comes back after a lost connection. What UdpSpectator is to a program, this is to the page.
///
/// 1. All connections require the same key: that of the first one.
/// 2. A connection that is lost is opened anew, and the recording comes again from its first byte. shown() stays what it was until the
///    new one has caught up.
/// 3. A game on another server of the fleet is out of its reach, because a page may connect to its own server only: moved_to() says where it
///    is, for the page to go there.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "proto/messages.hpp"
#include "replays/spectator.hpp"
#include "web/module/pipe_opener.hpp"

namespace albireo::web {

using proto::Micros;

/// Whether both are recordings of one game, or of one level of a campaign.
bool is_same_game(const replays::Spectator& one, const replays::Spectator& other);

class PipeSpectator {
  public:
    static constexpr Micros kRecoverEvery = 500 * proto::kMicrosPerMs;  // while the server recovers the game
    static constexpr Micros kReturnEvery = 2 * proto::kMicrosPerSecond;
    static constexpr Micros kReturnWithin = 180 * proto::kMicrosPerSecond;  // as players try it
    static constexpr Micros kNextEvery = 2 * proto::kMicrosPerSecond;
    static constexpr Micros kNextWithin = 60 * proto::kMicrosPerSecond;

    enum class Stage : std::uint8_t {
        connecting,
        waiting,    // for the game to begin
        receiving,  // the recording so far
        watching,
        returning,  // the connection is lost: shown() stays, and a new one is tried
        over,       // the whole game has been received, or a difference was found
        failed,     // failure() says why; shown() stays
    };

    PipeSpectator(replays::Spectator::Options options, OpenPipe open_pipe);

    void advance(Micros now);
    Stage stage() const { return stage_; }
    const std::string& failure() const { return failure_; }
    /// Whose replay is shown; null before there is one. Its replay begins, and grows while the stage is `watching`.
    const std::shared_ptr<const replays::Spectator>& shown() const { return shown_; }
    /// Asks for the code anew, once it is over or has failed: for the next level of a campaign, or after a failure. What has been
    /// shown already is not shown again as the next.
    void ask_again(Micros now);
    /// Stops asking for what comes next. shown() stays.
    void stay();
    /// The stage is `failed` because another server has the game: this one. Its host is safe in an address.
    const std::optional<proto::Place>& moved_to() const { return moved_to_; }
    /// Says goodbye.
    void leave(Micros now);

  private:
    void open(Micros now);
    void open_later(Micros at);
    void settle(Micros now);
    void lose(Micros now, std::string why);
    void fail(std::string why);
    bool is_shown_already() const;

    replays::Spectator::Options options_;
    OpenPipe open_pipe_;
    std::uint8_t shard_ = 0;
    std::optional<proto::PublicKey> key_;
    std::shared_ptr<replays::Spectator> spectator_;  // null between two connections
    std::shared_ptr<const replays::Spectator> shown_;
    Stage stage_ = Stage::connecting;
    std::string failure_;
    std::optional<proto::Place> moved_to_;
    Micros open_at_ = 0;
    Micros recovers_since_ = -1, lost_since_ = -1, asks_since_ = -1;
    bool was_redirected_ = false;  // to another shard of this server
};

}  // namespace albireo::web
