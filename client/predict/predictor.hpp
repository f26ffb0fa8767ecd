#pragma once
/// The two worlds of a client. `confirmed` is stepped only with both players' true frames. A client's own frame is true
/// once the server has acknowledged it; the server replaces own frames that never reach it. `predicted` is stepped
/// every tick with the client's own frame and a guess about the partner (guess.hpp). When true frames arrive, confirmed
/// advances. If they, or the guesses that follow from them, differ from the frames that predicted was stepped with, it
/// is rebuilt: confirmed is copied and stepped to the current tick.
///
/// 1. confirmed.tick ≤ predicted.tick ≤ confirmed.tick + kLeadTicksMax. While a command of this client is pending,
///    predicted runs no further ahead than the command's frame has promised (sim/input.hpp), so no player ever plays
///    past a pause.
/// 2. Once the player plays, a rebuild never changes the player's own ship or shots in predicted. `corrections` counts
///    violations.
/// 3. After the first frames nothing allocates.
/// 4. After reconcile(), predicted depends only on confirmed, on the client's own frames and on the partner's known
///    frames, not on when or in which bunches these arrived.
/// It uses no network and no clock: the caller passes frames to it and says when a tick passes.
#include <array>
#include <cstdint>
#include <memory>

#include "client/predict/effects.hpp"
#include "client/predict/guess.hpp"
#include "client/predict/histogram.hpp"
#include "client/predict/partner_flight.hpp"
#include "sim/step.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::client {

/// Counts and sizes of the changes that rebuilds made on the player's screen.
struct Corrections {
    std::uint64_t rebuilds = 0;
    std::uint64_t own_ship = 0;         // rebuilds that changed any bit of the player's own ship: must stay 0
    std::uint64_t own_shots = 0;        // rebuilds that changed any of the player's own shots: must stay 0
    std::uint64_t shots_withdrawn = 0;  // the partner's shots that were shown but never existed
    std::uint64_t shots_spent = 0;      // the partner's shots that were shown after they had hit something
    std::uint64_t enemies_late = 0;     // enemies that were shown alive but were dead
    Histogram remote_ship_tenths{10'000};  // how far the partner's ship jumped, in tenths of a unit, once per rebuild
    std::uint64_t remote_ship_tenths_sum = 0;
    // The partner's ship as drawn.
    Histogram drawn_step_thousandths{1000};  // how far it moved, in thousandths of a unit, once per tick
    /// Its distance from the predicted ship in hundredths of a unit, kNewsTicks after a change of the partner's
    /// steering became known, unless another change followed.
    Histogram drawn_late_hundredths{4000};
    Histogram drawn_error_hundredths{4000};  // its distance from the true ship of the same tick, once per tick
};

class Predictor {
  public:
    /// What an earlier predictor of the same game, which this one continues, has counted and shown.
    struct SoFar {
        Corrections corrections;
        EffectLedger effects;
    };
    /// The level must outlive the predictor. Only programs that measure other guesses pass `held`.
    Predictor(const Level& level, Slot own, SoFar so_far = {}, HeldTicks held = kHeldTicks);
    SoFar so_far() const { return {corrections_, effects_}; }

    /// Begins from a world that is confirmed as it is: a fresh game, or a snapshot.
    void begin(const World& confirmed) { begin(confirmed, confirmed.tick); }
    /// The same, but the player is absent up to `own_from`, at most kLeadTicksMax later; predicted is at that tick at
    /// once. A promise does not limit it here: promises are about frames that the player makes, and these frames are
    /// known. Effects of these ticks, and those that were shown before, are not shown.
    void begin(const World& confirmed, Tick own_from);
    Tick own_from() const { return own_from_; }

    /// Replaces the confirmed world of an earlier tick, which differed, by the true one, and steps everything since
    /// then again. Effects that were shown are not shown again. Returns false and does nothing unless
    /// can_heal(truth.tick).
    bool heal(const World& truth, Tick own_settled);
    /// Whether all frames since `from` are kept, including those of the partner that are ahead of predicted.
    bool can_heal(Tick from) const;

    const World& confirmed() const { return *confirmed_; }
    const World& predicted() const { return *predicted_; }
    Slot own() const { return own_; }
    std::uint32_t lead() const { return predicted_->tick.value - confirmed_->tick.value; }

    /// Whether predicted may advance by a tick. At the lead limit it waits for the partner.
    bool may_advance() const { return lead() < lead_limit(); }
    /// kLeadTicksMax, or less while a command of this client is pending (1 above).
    std::uint32_t lead_limit() const;

    /// Steps predicted with the client's own frame for the tick predicted().tick. Requires may_advance().
    void advance(const Frame& own);

    /// Accepts the partner's true frame for the tick partner_known(), in order. It may be ahead of predicted by up to
    /// kLeadTicksMax. If it is further ahead, returns false and accepts nothing.
    bool learn(const Frame& partner);
    Tick partner_known() const { return partner_known_; }
    /// The partner's frame of a tick: true below partner_known(), otherwise guessed. Valid for kRing ticks.
    const Frame& partner_did(Tick tick) const { return partner_frames_[tick.value % kRing]; }

    /// Steps confirmed as far as the partner's frames and the client's own frames below `own_settled` reach. Rebuilds
    /// predicted if it was stepped with frames that differ from those now known or guessed. Returns the number of ticks
    /// stepped again.
    std::uint32_t reconcile(Tick own_settled);

    /// Called after each confirmed step with the world and the frames that made it.
    using ConfirmedHook = void (*)(void* context, const World& world, const FramePair& frames);
    void on_confirmed(ConfirmedHook hook, void* context);

    /// Injects a fault into the confirmed world, for tests; it must outlive the predictor. Null: none.
    void plant(const Fault* fault) { fault_ = fault; }

    EffectLedger& effects() { return effects_; }
    const Corrections& corrections() const { return corrections_; }

    /// The partner's ship as it is drawn. advance() moves it.
    const PartnerFlight& partner_flight() const { return flight_; }

  private:
    static constexpr std::uint32_t kRing = 512;  // a power of two above twice the lead limit
    static_assert(kRing >= 2 * kLeadTicksMax + 2);

    Frame& own_frame(Tick tick) { return own_frames_[tick.value % kRing]; }
    Frame& partner_frame(Tick tick) { return partner_frames_[tick.value % kRing]; }
    FramePair pair(const Frame& own, const Frame& partner) const;
    /// The partner's assumed frame of an unknown tick.
    Frame guess(Tick tick);
    bool has_new_guess();
    void step_predicted(Tick tick);
    void advance_by(const Frame& own);
    void step_confirmed(Tick own_settled);
    void play_again(Tick until);
    void rebuild();
    void count_corrections(const World& before);
    void note_motion(Tick tick, const Ship& ship, Vec2 from);
    void fly_partner();

    const Level& level_;
    Slot own_;
    std::unique_ptr<World> confirmed_;
    std::unique_ptr<World> predicted_;
    std::unique_ptr<World> scratch_;
    std::unique_ptr<Events> events_;
    std::array<Frame, kRing> own_frames_{};
    std::array<Frame, kRing> partner_frames_{};  // true below partner_known_, otherwise the guess
    Tick own_from_;  // the player is absent before this tick
    Tick partner_known_;
    Tick asked_at_;               // tick of the newest own frame with a command …
    std::uint32_t promised_ = 0;  // … and the least lead promised up to then; 0: no command was sent
    HeldTicks held_;
    bool has_news_ = false;         // a frame has been learned since the last reconcile
    bool guess_was_wrong_ = false;  // … and predicted was stepped with another
    ConfirmedHook hook_ = nullptr;
    void* hook_context_ = nullptr;
    const Fault* fault_ = nullptr;
    EffectLedger effects_;
    Corrections corrections_;
    PartnerFlight flight_;
    Vec2 motion_;  // of the partner's ship in the last known tick that was stepped, motion_tick_; 0 unless it flew
    Tick motion_tick_;
    std::uint32_t steered_for_ = 0;    // ticks since a change of the partner's steering last became known
    std::array<Vec2, kRing> drawn_{};  // where the partner's ship was drawn, by tick
    std::array<bool, kRing> was_drawn_{};
};

}  // namespace albireo::client
