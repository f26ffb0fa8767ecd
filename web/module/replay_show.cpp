#include "web/module/replay_show.hpp"

#include <algorithm>
#include <array>

#include "replays/text.hpp"
#include "sim/snapshot.hpp"
#include "web/module/json.hpp"

namespace albireo::web {
namespace {

constexpr std::array<EventKind, 12> kShown = {
    EventKind::enemy_died, EventKind::ship_died, EventKind::ship_out, EventKind::lightning, EventKind::combined_storm,
    EventKind::warning,    EventKind::section,   EventKind::round,    EventKind::game_over, EventKind::continued,
    EventKind::cleared,    EventKind::phase_changed};

}  // namespace

void ReplayShow::begin(const replays::Replay& replay, Grows grows) {
    replay_ = &replay;
    grows_ = grows == Grows::yes;
    verified_ = false;
    seen_events_.clear();
    verifier_ = std::make_unique<replays::Verifier>(replay, replays::Player::Keep::places);
    player_ = std::make_unique<replays::Player>(replay);
    before_ = std::make_unique<World>(player_->world());
}

void ReplayShow::note_events() {
    const replays::Player& player = verifier_->player();
    for (const Event& event : player.events().all()) {
        if (std::find(kShown.begin(), kShown.end(), event.kind) == kShown.end()) continue;
        seen_events_.push_back({player.tick(), event.kind, event.slot});
    }
}

bool ReplayShow::verify(std::uint32_t ticks) {
    for (; ticks > 0 && !verified_; --ticks) {
        if (grows_ && verifier_->player().tick() == verifier_->player().end()) return false;
        // It plays on after a difference, so that the timeline is whole; the verdict stays that of the first one.
        if (verifier_->step()) {
            note_events();
        } else {
            verified_ = true;
        }
    }
    return !verified_;
}

std::string ReplayShow::verdict() const {
    const replays::Verdict& verdict = verifier_->verdict();
    JsonObject out;
    out.flag("done", verified_)
        .flag("same", verdict.same)
        .number("ticks", verdict.ticks)
        .number("digests", verdict.seconds)
        .text("root", replays::hex_text(verdict.root))
        .text("text", verdict.same ? replays::counted_text(verdict) : verdict.text)
        .number("wrongAfter", verdict.wrong_after.value)
        .number("wrongUntil", verdict.wrong_until.value);
    if (verified_) out.text("allRoots", replays::hex_text(verdict.all_roots));
    return out.done();
}

std::vector<std::uint32_t> ReplayShow::take_happenings() {
    std::vector<std::uint32_t> taken;
    taken.reserve(3 * seen_events_.size());
    for (const TimelineEvent& each : seen_events_) {
        taken.insert(taken.end(), {each.tick.value, static_cast<std::uint32_t>(each.kind),
                                   static_cast<std::uint32_t>(index(each.slot))});
    }
    seen_events_.clear();
    return taken;
}

void ReplayShow::seek(Tick tick) {
    const std::uint32_t wanted = std::clamp(tick.value, player_->begin().value, player_->end().value);
    const std::uint32_t lead = std::min(wanted - player_->begin().value, observers_.empty() ? 0 : kMemoryTicks);
    player_->seek(Tick{wanted - lead}, verifier_->player());
    copy_world(*before_, player_->world());
    for (TickObserver* each : observers_) each->jump();
    play(Tick{wanted});
}

void ReplayShow::play(Tick tick) {
    while (player_->tick() < tick) {
        copy_world(*before_, player_->world());
        if (!player_->step()) return;
        const bool is_last = player_->tick() >= tick || player_->tick() == player_->end();
        for (TickObserver* each : observers_) {
            each->tick(*before_, player_->world(), player_->events(), is_last ? TickObserver::Seen::yes : TickObserver::Seen::no);
        }
    }
}

}  // namespace albireo::web
