#include "client/predict/predictor.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "sim/game/player.hpp"
#include "sim/snapshot.hpp"

namespace albireo::client {
namespace {

template <class T>
bool same_bytes(const T& a, const T& b) {
    static_assert(std::has_unique_object_representations_v<T>);
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T, std::size_t N>
bool same_items(const Pool<T, N>& a, const Pool<T, N>& b) {
    return a.count == b.count && std::memcmp(a.items.data(), b.items.data(), a.count * sizeof(T)) == 0;
}

/// The length in fractions of a unit (1 / of_unit), rounded to the nearest whole number.
std::int64_t parts(Vec2 way, std::int64_t of_unit) {
    return (std::int64_t{length(way).raw} * of_unit + Fixed::kOneRaw / 2) / Fixed::kOneRaw;
}

const Shot* find_shot(const World& world, std::size_t slot, ShotNumber number) {
    for (const Shot& shot : world.shots[slot]) {
        if (shot.number == number) return &shot;
    }
    return nullptr;
}

}  // namespace

Predictor::Predictor(const Level& level, Slot own, SoFar so_far, HeldTicks held)
    : level_(level),
      own_(own),
      confirmed_(std::make_unique<World>()),
      predicted_(std::make_unique<World>()),
      scratch_(std::make_unique<World>()),
      events_(std::make_unique<Events>()),
      held_(held),
      effects_(std::move(so_far.effects)),
      corrections_(std::move(so_far.corrections)) {}

void Predictor::begin(const World& confirmed, const Tick own_from) {
    assert(own_from >= confirmed.tick && "a player is never absent up to a tick that is confirmed already");
    assert(own_from - confirmed.tick <= static_cast<std::int32_t>(kLeadTicksMax) && "predicted begins within the lead");
    copy_world(*confirmed_, confirmed);
    copy_world(*predicted_, confirmed);
    partner_known_ = confirmed.tick;
    own_from_ = own_from;
    has_news_ = guess_was_wrong_ = false;
    effects_.restart(confirmed.tick);
    promised_ = 0;
    flight_.begin(confirmed.ships[index(other(own_))]);
    motion_ = {};
    motion_tick_ = confirmed.tick;
    steered_for_ = 0;
    was_drawn_ = {};
    // Until a true frame arrives, the partner is assumed to hold no buttons.
    partner_frame(confirmed.tick - 1) = Frame{};
    while (predicted_->tick < own_from) advance_by(absent_frame());
    effects_.clear();  // the picture jumps over these ticks
    assert(predicted_->tick == own_from && "the first frame that the player makes is the one of own_from");
}

void Predictor::on_confirmed(ConfirmedHook hook, void* context) {
    hook_ = hook;
    hook_context_ = context;
}

FramePair Predictor::pair(const Frame& own, const Frame& partner) const {
    return own_ == Slot::gold ? FramePair{own, partner} : FramePair{partner, own};
}

Frame Predictor::guess(Tick tick) {
    assert(tick >= partner_known_ && "a true frame of the partner is never replaced by a guess");
    return guess_of(partner_frame(partner_known_ - 1), static_cast<std::uint32_t>(tick - partner_known_) + 1, held_);
}

/// Whether the frames learned since change the guess about a tick that predicted has already stepped.
bool Predictor::has_new_guess() {
    for (Tick tick = partner_known_; tick < predicted_->tick; ++tick) {
        if (!(partner_frame(tick) == guess(tick))) return true;
    }
    return false;
}

void Predictor::step_predicted(Tick tick) {
    assert(tick == predicted_->tick && "predicted is stepped with the frames of its own tick");
    assert(tick - confirmed_->tick < static_cast<std::int32_t>(kRing) && "the rings hold the confirmed tick's frames");
    if (tick >= partner_known_) partner_frame(tick) = guess(tick);
    const Ship& partner = predicted_->ships[index(other(own_))];
    const Vec2 from = partner.at;
    events_->clear();
    step(*predicted_, level_, pair(own_frame(tick), partner_frame(tick)), *events_);
    assert(predicted_->tick == tick + 1 && "one step is one tick, or the rings are read at the wrong place");
    note_motion(tick, partner, from);
}

/// Notes the motion of the partner's ship in the latest tick whose frame is known, not guessed.
void Predictor::note_motion(const Tick tick, const Ship& ship, const Vec2 from) {
    if (tick >= partner_known_ || tick < motion_tick_) return;
    motion_ = is_flying(ship) ? ship.at - from : Vec2{};
    motion_tick_ = tick;
}

std::uint32_t Predictor::lead_limit() const {
    assert(promised_ <= kLeadTicksMax && "a promise only shortens the lead");
    std::uint32_t limit = kLeadTicksMax;
    if (promised_ != 0 && confirmed_->tick <= asked_at_) limit = promised_;
    const Flow& flow = confirmed_->flow;
    if (flow.asked != 0 && flow.asked_by == index(own_)) limit = std::min<std::uint32_t>(limit, flow.asked_lead);
    return limit;
}

void Predictor::advance(const Frame& own) {
    assert(may_advance() && "predicted holds at the lead limit");
    if (own.command != Command::none && !agrees(own)) {
        assert(lead() <= promised_lead(own) && "a command's promise is true when it is made");
        // The core accepts one command at a time, and not always the newest one: every promise holds until it has
        // accepted one.
        promised_ = std::min<std::uint32_t>(promised_lead(own), lead_limit());
        asked_at_ = predicted_->tick;
    }
    advance_by(own);
    assert(lead() <= kLeadTicksMax && "confirmed <= predicted <= confirmed + kLeadTicksMax");
}

void Predictor::advance_by(const Frame& own) {
    const Tick tick = predicted_->tick;
    assert(lead() < kLeadTicksMax && "within the lead, no frame is overwritten before confirmed has used it");
    own_frame(tick) = own;
    step_predicted(tick);
    effects_.take(*events_, predicted_->tick);
    fly_partner();
}

/// Draws the partner's ship at the tick just predicted.
void Predictor::fly_partner() {
    const Ship& ship = predicted_->ships[index(other(own_))];
    const bool was_seen = flight_.is_seen();
    flight_.tick(ship, {.motion = motion_, .steered_for = ++steered_for_});
    const std::size_t place = predicted_->tick.value % kRing;
    drawn_[place] = flight_.now();
    was_drawn_[place] = flight_.is_seen();
    if (!flight_.is_seen() || !was_seen) return;
    corrections_.drawn_step_thousandths.add(parts(flight_.now() - flight_.before(), 1000));
    if (steered_for_ == kNewsTicks && is_flying(ship)) corrections_.drawn_late_hundredths.add(parts(flight_.now() - ship.at, 100));
}

bool Predictor::learn(const Frame& partner) {
    assert(confirmed_->tick <= partner_known_ && "confirmed is never ahead of what is known of the partner");
    if (partner_known_ - confirmed_->tick >= static_cast<std::int32_t>(2 * kLeadTicksMax)) return false;
    Frame& known = partner_frame(partner_known_);
    if (partner_known_ < predicted_->tick && !(known == partner)) guess_was_wrong_ = true;
    if (((partner_frame(partner_known_ - 1).buttons ^ partner.buttons) & kSteering) != 0) steered_for_ = 0;
    has_news_ = true;
    known = partner;
    ++partner_known_;
    return true;
}

bool Predictor::can_heal(const Tick from) const {
    const Tick newest = std::max(predicted_->tick, partner_known_);
    return from <= predicted_->tick && newest - from < static_cast<std::int32_t>(kRing);
}

bool Predictor::heal(const World& truth, Tick own_settled) {
    if (!can_heal(truth.tick)) return false;
    const Tick now = predicted_->tick;
    if (truth.tick > partner_known_) {
        // The partner's frames that led here are still in transit, and no longer needed.
        partner_known_ = truth.tick;
        partner_frame(truth.tick - 1) = Frame{};
    }
    assert(truth.tick <= partner_known_ && truth.tick <= now && "the truth is at most what is known and predicted");
    copy_world(*confirmed_, truth);
    motion_tick_ = truth.tick;
    step_confirmed(own_settled);
    has_news_ = guess_was_wrong_ = false;
    play_again(now);
    assert(predicted_->tick == now && "a heal moves no player in time");
    assert(lead() <= kLeadTicksMax && "a heal steps confirmed to where it was, or further");
    return true;
}

std::uint32_t Predictor::reconcile(Tick own_settled) {
    step_confirmed(own_settled);
    const bool stands = !has_news_ || (!guess_was_wrong_ && !has_new_guess());
    has_news_ = guess_was_wrong_ = false;
    if (stands) return 0;
    rebuild();
    return lead();
}

void Predictor::step_confirmed(Tick own_settled) {
    const Tick reach = std::min({partner_known_, predicted_->tick, own_settled});
    while (confirmed_->tick < reach) {
        const Tick tick = confirmed_->tick;
        assert(tick < partner_known_ && tick < own_settled && "confirmed is stepped only with true frames");
        const FramePair frames = frames_with(fault_, tick + 1, pair(own_frame(tick), partner_frame(tick)));
        const Ship& partner = confirmed_->ships[index(other(own_))];
        const Vec2 from = partner.at;
        events_->clear();
        step_with(fault_, *confirmed_, level_, frames, *events_);
        strike_memory(fault_, *confirmed_, level_);
        assert(confirmed_->tick == tick + 1 && "one step is one tick: a fault cannot be planted in the tick");
        note_motion(tick, partner, from);
        const std::size_t place = confirmed_->tick.value % kRing;
        if (was_drawn_[place] && is_flying(partner)) {
            corrections_.drawn_error_hundredths.add(parts(drawn_[place] - partner.at, 100));
        }
        // Events that only the true frames produced: deaths and the like that no prediction showed.
        effects_.take(*events_, predicted_->tick);
        if (hook_ != nullptr) hook_(hook_context_, *confirmed_, frames);
    }
    assert(confirmed_->tick <= partner_known_ && confirmed_->tick <= predicted_->tick &&
           "truth <= known of the partner, and truth <= predicted");
}

void Predictor::rebuild() {
    ++corrections_.rebuilds;
    const Tick now = predicted_->tick;
    std::swap(predicted_, scratch_);
    play_again(now);
    count_corrections(*scratch_);
}

void Predictor::play_again(Tick until) {
    assert(confirmed_->tick <= until && "a rebuild never begins in the future");
    assert(until - confirmed_->tick < static_cast<std::int32_t>(kRing) && "the rings hold every frame of the rebuild");
    copy_world(*predicted_, *confirmed_);
    while (predicted_->tick < until) {
        step_predicted(predicted_->tick);
        effects_.take(*events_, until);
    }
    assert(predicted_->tick == until && "a rebuild ends at the tick that the player had reached");
}

void Predictor::count_corrections(const World& before) {
    const World& after = *predicted_;
    assert(before.tick == after.tick && "a correction compares two worlds of one tick");
    const std::size_t own = index(own_);
    const std::size_t partner = index(other(own_));
    // While the player is absent, no promise of theirs limits prediction, so prediction may have passed a pause.
    const bool plays = after.tick > own_from_;
    if (plays && !same_bytes(before.ships[own], after.ships[own])) ++corrections_.own_ship;
    if (plays && !same_items(before.shots[own], after.shots[own])) ++corrections_.own_shots;

    const std::int64_t jump = parts(after.ships[partner].at - before.ships[partner].at, 10);
    assert(jump >= 0 && "a distance, or the sum of all jumps wraps");
    corrections_.remote_ship_tenths.add(jump);
    corrections_.remote_ship_tenths_sum += static_cast<std::uint64_t>(jump);

    for (const Shot& shot : before.shots[partner]) {
        const Shot* same = find_shot(after, partner, shot.number);
        if (same != nullptr && same->age == shot.age) continue;
        // A number that was fired at another tick, or not at all, was a wrong guess.
        const bool existed = same == nullptr && shot.number <= after.ships[partner].fired;
        ++(existed ? corrections_.shots_spent : corrections_.shots_withdrawn);
    }
    for (const Enemy& enemy : before.enemies) {
        const auto live = after.enemies.live();
        if (std::none_of(live.begin(), live.end(), [&](const Enemy& other) { return other.id == enemy.id; })) {
            ++corrections_.enemies_late;
        }
    }
}

}  // namespace albireo::client
