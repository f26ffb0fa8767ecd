#pragma once
/// How a viewer goes through a replay: pause, speed, and following the end of a replay that grows. The game's replay viewer has one,
/// and so has the page that watches a game. It knows no worlds: it says how many ticks to play, or which tick to seek.
///
/// 1. While is_live(), the viewer stays kLiveTicks behind the end, by playing a little faster or slower than real time.
/// 2. A viewer that reaches the end of a replay that grows is live, and waits there; at the end of any other one it is paused.
#include <cstdint>

namespace albireo::replays {

class ViewClock {
  public:
    static constexpr int kSlowest = -3, kFastest = 5;   // speed is 2 to the power of this: 1/8 … 32
    static constexpr double kSecondsAtOnceMax = 0.25;   // a window that stalled does not catch up

    /// A live game is shown this far behind the end of what has arrived: records arrive once a second, and some of them late.
    static constexpr std::uint32_t kLiveTicks = 90;

    explicit ViewClock(bool grows) : grows_(grows) {}

    /// Whether more of the replay will arrive.
    void set_growing(bool grows);
    bool is_growing() const { return grows_; }
    bool is_live() const { return grows_ && live_ && !paused_; }
    bool is_paused() const { return paused_; }
    int speed_power() const { return speed_; }

    /// After this many seconds of real time: the number of ticks to play now. `behind`: those between the shown tick and the end.
    [[nodiscard]] std::uint32_t advance(double seconds, std::uint32_t behind);
    /// The interpolation factor between the tick before the shown one and the shown one, for a picture.
    float alpha() const;

    void toggle_pause();
    /// Pauses, because the viewer moves by single ticks.
    void halt();
    /// Doubles the speed `steps` times; negative: halves it. Stays within kSlowest … kFastest.
    void faster(int steps);
    /// The viewer wants this tick of a replay that goes from `begin` to `end`. Returns the tick to seek: near the end of a replay that
    /// grows, it is the live one.
    [[nodiscard]] std::int64_t jump(std::int64_t to, std::int64_t begin, std::int64_t end);

    /// Begins a film from the shown tick: ends a pause.
    void begin_film();
    /// The number of ticks to play for the film's next picture, a sixtieth of a second later. Afterwards alpha() is more than 0.
    [[nodiscard]] std::uint32_t advance_film();
    /// The film has reached the replay's end.
    void end_film() { due_ = 0; }

  private:
    double pace(std::uint32_t behind) const;

    bool paused_ = false;
    bool grows_ = false, live_ = false;
    int speed_ = 0;
    double due_ = 0;  // in ticks, with fractions
};

}  // namespace albireo::replays
