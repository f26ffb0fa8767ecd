#pragma once
/// The loop of a running game: takes the partner's frames, sends one own frame per tick, and advances the predictor's two
/// worlds. GameClient owns it and calls it when something is due.
///
/// 1. The next own frame is always for the predicted tick: the outgoing frames end at the predicted world.
/// 2. Confirmed advances only over final frames: the partner's as received, the client's own as the server has stored
///    them (settled()).
/// 3. A due tick is stepped if the lead and the space for outgoing frames allow. Otherwise it is held, and given up
///    once it is overdue by a whole tick.
#include <memory>
#include <vector>

#include "client/net/player_controller.hpp"
#include "client/net/net_figures.hpp"
#include "client/net/tick_clock.hpp"
#include "client/predict/predictor.hpp"
#include "proto/connection.hpp"

namespace albireo::client {

using proto::Micros;

class TickLoop {
  public:
    static constexpr int kTicksAtOnceMax = 8;  // ticks stepped in one call to catch up
    /// A command promises this many ticks more than the current lead. The partner's prediction is about as far ahead as
    /// this client's, and occasionally a little further.
    static constexpr std::uint32_t kCommandSpareTicks = 10;

    /// Everything passed must outlive the loop; `samples` and `fault` may be null.
    TickLoop(PlayerController& controller, NetFigures& figures, SampleBoard* samples, const Fault* fault)
        : controller_(controller), figures_(figures), samples_(samples), fault_(fault) {}

    struct Seat {
        Slot own = Slot::gold;
        bool is_solo = false;
        int speed = proto::kSpeedFull;  // of the game, in percent of real time
    };
    struct Confirmed {  // called after each confirmed step
        Predictor::ConfirmedHook hook = nullptr;
        void* context = nullptr;
    };
    /// Begins with a world. The player is absent before `own_from`: the server has made the frames of those ticks. The
    /// level must outlive the loop.
    void begin(const Level& level, const World& world, Seat seat, Tick own_from, proto::Connection& connection,
               Micros now, Confirmed confirmed);
    bool has_begun() const { return predictor_ != nullptr; }

    /// Replaces the client's world by the server's and steps everything since then again. The streams of frames
    /// continue. Requires predictor().can_heal(truth.tick).
    void heal(const World& truth, const proto::Connection& connection);

    /// Accepts the partner's frames that arrived, and advances confirmed.
    void learn(proto::Connection& connection, Micros now);
    bool is_due(Micros now) const { return clock_.due() <= now; }
    /// Steps the due tick. Returns false if it is held or given up instead.
    bool step(proto::Connection& connection, Micros now);

    /// Whether the last tick was held at the lead limit.
    bool is_held() const { return held_; }
    Micros tick_due() const { return clock_.due(); }
    Micros tick_period() const { return clock_.period(); }
    Predictor& predictor() { return *predictor_; }
    const Predictor& predictor() const { return *predictor_; }
    RemoteShots& remote_shots() { return remote_; }

  private:
    Tick settled(const proto::Connection& connection) const;
    void note_delivery(const Frame& frame, Tick tick, Micros now);
    Frame make_frame();

    PlayerController& controller_;
    NetFigures& figures_;
    SampleBoard* samples_;
    const Fault* fault_;
    const Level* level_ = nullptr;
    Seat seat_;
    std::unique_ptr<Predictor> predictor_;
    RemoteShots remote_{Slot::blue};
    FrameMaker maker_{Slot::gold};
    TickClock clock_;
    Tick own_from_;  // before this tick the player is absent
    std::vector<Report> reports_;
    bool held_ = false;
};

}  // namespace albireo::client
