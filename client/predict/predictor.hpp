#pragma once
/// The two worlds of a client. `confirmed` is stepped only with both true frames, the own one acknowledged by the
/// server (which puts others in their place if they never reach it); `predicted` is stepped every tick with the own
/// true frame and the partner's last known input held. When true frames arrive, confirmed advances; if one of them is
/// not what was guessed, predicted is rebuilt: confirmed copied and stepped to now.
///
/// 1. confirmed.tick ≤ predicted.tick ≤ confirmed.tick + kLeadTicksMax; while an own command waits to act, the player
///    plays no further ahead than its frame has promised (sim/input.hpp), so that nobody ever plays past a pause.
/// 2. The own ship and the own shots in predicted are never changed by a rebuild once the player plays; `corrections`
///    counts it if they are.
/// 3. After the first frames nothing allocates.
/// It knows no network and no clock: frames come in by calls, ticks go by when it is told.
#include <array>
#include <cstdint>
#include <memory>

#include "client/predict/effects.hpp"
#include "client/predict/histogram.hpp"
#include "sim/step.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::client {

/// What rebuilding changed on the player's screen.
struct Corrections {
    std::uint64_t rebuilds = 0;
    std::uint64_t own_ship = 0;         // rebuilds after which the own ship was not bit for bit the same: must stay 0
    std::uint64_t own_shots = 0;        // … the own shots
    std::uint64_t shots_withdrawn = 0;  // partner's shots that were shown and had not been there
    std::uint64_t enemies_late = 0;     // enemies that were shown alive and had died
    Histogram remote_ship_tenths{10'000};  // how far the partner's ship jumped, in tenths of a unit, once a rebuild
    std::uint64_t remote_ship_tenths_sum = 0;
};

class Predictor {
  public:
    /// The level must outlive the predictor. Goes on counting from `so_far`, where the same game had a predictor
    /// before.
    Predictor(const Level& level, Slot own, Corrections so_far = {});

    /// Begins from a world that is confirmed as it stands: a fresh game, or a snapshot.
    void begin(const World& confirmed) { begin(confirmed, confirmed.tick); }
    /// … and up to `own_from`, at most kLeadTicksMax later, the player is absent: predicted is at that tick at once. A
    /// promise does not hold it back, for it is a promise about frames that the player makes, and these are known.
    void begin(const World& confirmed, Tick own_from);

    /// Puts the true world of an earlier tick in the place of one that differed, and plays everything since once more.
    /// Effects that were shown are not shown again. False, and nothing is done, unless can_heal(truth.tick).
    bool heal(const World& truth, Tick own_settled);
    /// Whether all frames since `from` are kept, the partner's that are ahead of predicted included.
    bool can_heal(Tick from) const;

    const World& confirmed() const { return *confirmed_; }
    const World& predicted() const { return *predicted_; }
    Slot own() const { return own_; }
    std::uint32_t lead() const { return predicted_->tick.value - confirmed_->tick.value; }

    /// Whether predicted may go one further; at the lead limit it waits for the partner.
    bool may_advance() const { return lead() < lead_limit(); }
    std::uint32_t lead_limit() const;

    /// Steps predicted by the own frame for the tick predicted().tick. Needs may_advance().
    void advance(const Frame& own);

    /// The partner's true frame for the tick partner_known(), in order. May be ahead of predicted by up to
    /// kLeadTicksMax; false (and nothing is taken) if it is further.
    bool learn(const Frame& partner);
    Tick partner_known() const { return partner_known_; }
    /// What the partner did in a tick below partner_known(), or is taken to have done; good for kRing ticks.
    const Frame& partner_did(Tick tick) const { return partner_frames_[tick.value % kRing]; }

    /// Steps confirmed as far as the partner's frames and the own ones below `own_settled` reach, and rebuilds
    /// predicted if a guess was wrong. Returns the ticks that were stepped again.
    std::uint32_t reconcile(Tick own_settled);

    /// Called after each confirmed step with the world and the frames that made it.
    using ConfirmedHook = void (*)(void* context, const World& world, const FramePair& frames);
    void on_confirmed(ConfirmedHook hook, void* context);

    /// What goes wrong in the confirmed world, for tests; must outlive the predictor. Null: nothing.
    void plant(const Fault* fault) { fault_ = fault; }

    EffectLedger& effects() { return effects_; }
    const Corrections& corrections() const { return corrections_; }

    /// How far reconcile() and heal() have moved the partner's ship since this was last asked, in units (Q16.16).
    Vec2 take_partner_jump();

  private:
    static constexpr std::uint32_t kRing = 512;  // a power of two above twice the lead limit
    static_assert(kRing >= 2 * kLeadTicksMax + 2);

    Frame& own_frame(Tick tick) { return own_frames_[tick.value % kRing]; }
    Frame& partner_frame(Tick tick) { return partner_frames_[tick.value % kRing]; }
    FramePair pair(const Frame& own, const Frame& partner) const;
    /// What the partner is taken to do in a tick that is not known: what he did last, without what happens once.
    Frame guess(Tick tick);
    void step_predicted(Tick tick);
    void advance_by(const Frame& own);
    void step_confirmed(Tick own_settled);
    void play_again(Tick until);
    void rebuild();
    Vec2 note_partner_jump(const World& before);
    void count_corrections(const World& before);

    const Level& level_;
    Slot own_;
    std::unique_ptr<World> confirmed_;
    std::unique_ptr<World> predicted_;
    std::unique_ptr<World> scratch_;
    std::unique_ptr<Events> events_;
    std::array<Frame, kRing> own_frames_{};
    std::array<Frame, kRing> partner_frames_{};  // true below partner_known_, else what was guessed
    Tick own_from_;  // the player is absent before it
    Tick partner_known_;
    Tick asked_at_;               // of the newest own frame with a command …
    std::uint32_t promised_ = 0;  // … and the least that any promised up to there; 0: no command was sent
    bool guess_was_wrong_ = false;
    ConfirmedHook hook_ = nullptr;
    void* hook_context_ = nullptr;
    const Fault* fault_ = nullptr;
    EffectLedger effects_;
    Corrections corrections_;
    Vec2 partner_jump_;  // not taken yet
};

}  // namespace albireo::client
