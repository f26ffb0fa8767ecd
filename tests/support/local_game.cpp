#include "tests/support/local_game.hpp"

#include <algorithm>

#include "sim/digest.hpp"

namespace albireo {
namespace {

/// The partner predicts at most this many ticks past a frame before it arrives, so a command must wait that long.
std::uint8_t command_delay_for(const Delay& delay) {
    return static_cast<std::uint8_t>(std::min(delay.ticks + delay.jitter + delay.head_start + 2, kLeadTicksMax));
}

std::unique_ptr<Pilot> make_pilot(const Stage& stage, const GameOptions& options, Slot slot, std::uint8_t delay) {
    const bot::Autopilot::Options pilot = {
        .own = slot, .skill = options.skill[index(slot)], .seed = options.seed, .command_delay = delay};
    // The two players differ, so that one player's pause meets the other's.
    const std::uint32_t apart = slot == Slot::blue && options.pause_every != 0 ? 7 : 0;
    return std::make_unique<Pilot>(stage, pilot, options.pause_every + apart);
}

bool has_ended(const World& world, const GameOptions& options) {
    return outcome_of(world) != Outcome::playing || world.tick.value >= options.ticks_max ||
           (!options.continues && is_over(world));
}

}  // namespace

SharedGame::SharedGame(const Stage& stage, const GameOptions& options) : stage_(stage), options_(options) {
    init(*world_, stage.level, {.seed = options.seed});
    for (const Slot slot : kSlots) pilots_[index(slot)] = make_pilot(stage, options, slot, 0);
}

bool SharedGame::tick() {
    if (has_ended(*world_, options_)) return false;
    for (const Slot slot : kSlots) {
        pilots_[index(slot)]->see_confirmed(*world_, world_->tick);
        frames_[index(slot)] = pilots_[index(slot)]->frame(*world_);
    }
    events_->clear();
    step(*world_, stage_.level, frames_, *events_);
    return true;
}

DelayedGame::DelayedGame(const Stage& stage, const GameOptions& options, const Delay& delay)
    : stage_(stage), options_(options), delay_(delay), random_(Random::seed(options.seed, 77)) {
    auto world = std::make_unique<World>();
    init(*world, stage.level, {.seed = options.seed});
    for (const Slot slot : kSlots) {
        Side& side = sides_[index(slot)];
        side.predictor = std::make_unique<client::Predictor>(stage.level, slot);
        side.predictor->on_confirmed(
            [](void* context, const World& confirmed, const FramePair&) {
                static_cast<Side*>(context)->digests.push_back(root_of(confirmed));
            },
            &side);
        side.predictor->begin(*world);
        side.pilot = make_pilot(stage, options, slot, command_delay_for(delay));
    }
}

void DelayedGame::receive(Side& side) {
    client::Predictor& predictor = *side.predictor;
    while (!side.inbox.empty() && side.inbox.front().arrives <= now_ && predictor.learn(side.inbox.front().frame)) {
        side.inbox.pop_front();
    }
    side.rebuilt_ticks += predictor.reconcile(predictor.predicted().tick);
    side.pilot->see_confirmed(predictor.confirmed(), predictor.predicted().tick);
}

void DelayedGame::play(Slot slot) {
    Side& side = sides_[index(slot)];
    Side& partner = sides_[index(other(slot))];
    if (slot == Slot::blue && now_ < delay_.head_start) return;
    receive(side);
    if (!side.predictor->may_advance()) {
        ++side.frozen;
        return;
    }
    const Frame frame = side.pilot->frame(side.predictor->predicted());
    side.predictor->advance(frame);
    std::uint64_t arrives = now_ + delay_.ticks + random_.below(delay_.jitter + 1);
    if (!partner.inbox.empty()) arrives = std::max(arrives, partner.inbox.back().arrives);
    partner.inbox.push_back({arrives, frame});
    side.lead_max = std::max(side.lead_max, side.predictor->lead());
}

bool DelayedGame::tick() {
    for (const Slot slot : kSlots) {
        if (has_ended(sides_[index(slot)].predictor->confirmed(), options_)) return false;
    }
    for (const Slot slot : kSlots) play(slot);
    ++now_;
    return true;
}

std::int64_t DelayedGame::first_disagreement() const {
    const auto& a = sides_[0].digests;
    const auto& b = sides_[1].digests;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] != b[i]) return static_cast<std::int64_t>(i);
    }
    return -1;
}

}  // namespace albireo
