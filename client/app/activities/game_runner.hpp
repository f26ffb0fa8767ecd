#pragma once
/// Runs a host's game, and stores copies of its ticks for pictures. Owned by an activity.
///
/// 1. A game in real time has a thread of its own, so neither its ticks nor its packets wait for pictures. Any other game is
///    played by advance() alone, in the time that it is given.
/// 2. A due tick waits for the next picture if that is about to be drawn, because it brings newer input. While a picture
///    takes less than kPictureAwaited, each tick uses the input of the picture that shows it.
/// 3. The thread continues the clock of advance(), and begins with its first call. Time never goes back.
/// 4. The host, its clients and its people are reached only through lock() and game(). While either is held, the thread waits.
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "client/app/activities/game_host.hpp"
#include "client/app/activities/locked.hpp"
#include "client/app/activities/tick_reel.hpp"

namespace albireo::app {

class GameRunner {
  public:
    static constexpr Micros kPictureAwaited = 20 * proto::kMicrosPerMs;
    /// A packet waits for at most this long, unless a due tick awaits a picture.
    static constexpr Micros kRestMax = 2 * proto::kMicrosPerMs;

    explicit GameRunner(std::unique_ptr<GameHost> host);
    ~GameRunner();
    GameRunner(const GameRunner&) = delete;
    GameRunner& operator=(const GameRunner&) = delete;

    Locked<GameHost> lock() const;
    /// The client of this machine's first person.
    Locked<GameClient> game() const;

    /// Call once per picture, after every local player has received this picture's input: plays the ticks that are due.
    void advance(Micros now);
    /// GameHost::leave().
    void leave(Micros now);
    /// Moves the ticks played since the last call to `reel`. Returns when the next tick is due.
    Micros take(TickReel& reel);
    /// GameHost::go_on(), after which the ticks are those of the next level.
    bool go_on(const std::string& level = {});
    /// Called after each time that the game was advanced, on the thread that did, while nobody else can reach the game. Set it before the
    /// first picture.
    std::function<void(GameClient& game, Micros now)> after_advance;
    /// Ends the thread and hands back the host. No other member may be called after this.
    std::unique_ptr<GameHost> release();

  private:
    void watch_ticks();
    void run(const std::stop_token& stop);
    bool awaits_picture(Micros now) const;

    mutable std::recursive_mutex guard_;  // of everything below except the thread
    std::unique_ptr<GameHost> host_;
    TickReel reel_;
    Micros picture_at_ = 0;        // the time of the last advance()
    Micros played_at_ = 0;         // the time to which the game was played last
    std::optional<Micros> ahead_;  // how far that clock is ahead of UdpClient's; nothing before the first picture
    std::jthread thread_;          // not running, if the game is not in real time
};

}  // namespace albireo::app
