#include "client/app/activities/hit_replay.hpp"

#include <algorithm>
#include <cassert>

#include "client/predict/units.hpp"
#include "client/words/words.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"

namespace albireo::app {

void HitReplay::enable(bool is_enabled) {
    is_enabled_ = is_enabled;
    if (!is_enabled) reset();
}

void HitReplay::reset() {
    first_ = count_ = 0;
    left_ = 0;
}

void HitReplay::keep(const World& world) {
    if (worlds_.empty()) worlds_.resize(kKeptTicks);
    const bool is_next = count_ > 0 && world.tick == kept(count_ - 1).tick + 1;
    if (!is_next) first_ = count_ = 0;
    if (count_ == worlds_.size()) {
        first_ = (first_ + 1) % worlds_.size();
        --count_;
    }
    std::unique_ptr<World>& place = worlds_[(first_ + count_++) % worlds_.size()];
    if (place == nullptr) place = std::make_unique<World>();
    copy_world(*place, world);
}

void HitReplay::tick(const World& before, const World& now, std::span<const client::EffectLedger::Effect> effects,
                     const Level& level, std::optional<Slot> own) {
    if (!is_enabled_ || is_paused(now)) return;
    if (left_ > 0) {
        if (--left_ == 0) reset();
        return;
    }
    // The last world before the hit shows it: a client reports what it sees there.
    keep(before);
    const auto hit = std::ranges::find_if(effects, [&](const client::EffectLedger::Effect& effect) {
        return effect.event.kind == EventKind::ship_died && (!own || *own == effect.event.slot);
    });
    if (hit == effects.end()) return;
    const Event& event = hit->event;
    assert(event.value >= 0 && event.value < kCauseCount && "a death has a cause");
    slot_ = event.slot;
    culprit_ = scene::find_culprit(before, level, slot_, static_cast<Cause>(event.value));
    centre_ = client::in_field(before.ships[index(slot_)].at);
    left_ = kShownTicks;
    drawn_ = 0;
}

ShownHit HitReplay::shown(const Level& level, const client::Bodies* bodies) {
    if (!is_shown() || bodies == nullptr) return {};
    assert(count_ > 0 && "a death is shown with the worlds before it");
    const std::uint32_t passed = kShownTicks - left_;
    // A short game has kept less than half a second.
    const std::uint32_t skipped = kKeptTicks - static_cast<std::uint32_t>(count_);
    const std::uint32_t place = std::max(passed / kSlowness, skipped) - skipped;
    const std::size_t shown = std::min<std::size_t>(place, count_ - 1);
    if (drawn_ != shown + 1) scene::draw_hits(kept(shown), level, *bodies, centre_, culprit_, picture_);
    drawn_ = shown + 1;
    return {&picture_, text(), static_cast<int>(index(slot_))};
}

std::string HitReplay::text() const {
    switch (culprit_.cause) {
        case Cause::enemy:
            return tr("hit by an enemy");
        case Cause::enemy_shot:
            return tr("hit by a shot");
        case Cause::beam:
            return tr("hit by a beam");
        case Cause::wall:
            return tr("hit by rock");
        case Cause::missile:
            return tr("hit by a missile");
    }
    return {};
}

}  // namespace albireo::app
