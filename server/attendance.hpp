#pragma once
/// Whether a player keeps the pace of the game. One per seat; it belongs to the player in that seat, whatever their address.
///
/// The session tells it for which seat the world waits: the seat whose frame of the next tick is missing while the
/// partner's is there. If both are missing, nobody is charged: a lead limit or a long path delays both.
/// 1. A second is *behind* if the world made fewer than kTicksLeast ticks in it and waited mostly for this seat.
/// 2. A player is warned when two of three seconds were behind, and told that they keep up again when three good
///    seconds have followed.
/// 3. A player counts as absent when kBehindMax of the last kSeconds seconds were behind and all of them together had fewer
///    than kTicksLeast ticks per second.
/// 4. Real time that the game has lost permanently by waiting for this seat (pace.hpp) is charged, over the whole session.
///    The charge decays by 5 % of real time, so a player who keeps 57 of 60 ticks is never charged. At kLossMax the player
///    counts as absent, so gaps just below the ten seconds of presence.hpp gain nothing.
/// 5. After that the player may return when the charge has fallen to kLossAtReturn, which takes 40 s. They may then cost
///    another 2 s.
#include <array>
#include <cstdint>

#include "proto/micros.hpp"

namespace albireo::server {

using proto::Micros;

class Attendance {
  public:
    static constexpr std::uint32_t kTicksLeast = 57;  // per second: 95 %
    static constexpr std::size_t kSeconds = 20;
    static constexpr int kBehindMax = 19;
    static constexpr Micros kLossMax = 15 * proto::kMicrosPerSecond;
    static constexpr Micros kLossAtReturn = 13 * proto::kMicrosPerSecond;
    static constexpr int kForgivenPart = 20;

    enum class Verdict : std::uint8_t {
        fine,       // nothing has changed
        behind,     // the player must be told
        keeping_up, // … that they keep up again
        absent,
    };

    /// Time has passed. `waited`: the world waited for this seat alone. `lost`: the real time that the game lost permanently meanwhile.
    void note(Micros elapsed, bool waited, Micros lost);
    /// A second is over, in which the world made `ticks`.
    Verdict end_second(std::uint32_t ticks);
    /// Nobody waits for this seat: the partner is away, the game has not begun, or the player has just joined.
    void excuse();

    /// How long the player must stay away; 0: they may return.
    Micros back_in() const;
    /// Another player takes the seat, and may play at once. `is_same_home`: they have the same address. Then part of the charge
    /// stays, so that leaving and joining again gains nothing.
    void pass_on(bool is_same_home);
    /// The real time charged now.
    Micros lost() const { return lost_; }
    /// The ticks of the last second.
    std::uint32_t pace() const { return seconds_[last_].ticks; }

  private:
    struct Second {
        std::uint32_t ticks = 60;
        bool behind = false;
    };
    bool is_absent() const;
    std::array<Second, kSeconds> seconds_{};
    std::size_t last_ = 0;
    Micros waited_ = 0;  // in this second
    Micros lost_ = 0;
    bool is_warned_ = false;
};

}  // namespace albireo::server
