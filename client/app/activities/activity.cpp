#include "client/app/activities/activity.hpp"

#include <utility>

#include "client/app/activities/rumble.hpp"
#include "client/scene/soundscape.hpp"
#include "client/words/format.hpp"

namespace albireo::app {

Notice notice_of_search(const std::string& code, std::vector<SearchWay> ways) {
    Notice notice;
    notice.title = tr_f("Looking for {}", code);
    notice.ways = std::move(ways);
    notice.hint = tr("Esc, gamepad B or right click: back");
    return notice;
}

std::vector<Notice::Row> score_rows(const World& world, const std::array<std::string, 2>& names) {
    std::vector<Notice::Row> rows = {{.slot = -1, .cells = {"", tr("score"), tr("kills"), tr("deaths")}}};
    for (const Slot slot : kSlots) {
        if (((world.flow.players >> index(slot)) & 1) == 0) continue;
        const Earnings& earnings = world.earnings[index(slot)];
        rows.push_back({.slot = static_cast<int>(index(slot)),
                        .cells = {names[index(slot)], std::to_string(earnings.score), std::to_string(earnings.kills),
                                  std::to_string(world.ships[index(slot)].deaths)}});
    }
    if (world.flow.players == 3) {
        const std::uint32_t together = world.earnings[0].score + world.earnings[1].score;
        rows.push_back({.slot = -1, .cells = {tr("Team"), std::to_string(together), "", ""}});
    }
    return rows;
}

Activity::~Activity() {
    if (audio_ != nullptr) audio_->let_go();
}

void Activity::play_effects(std::span<const client::EffectLedger::Effect> effects, const Level& level) {
    for (const client::EffectLedger::Effect& effect : effects) {
        shake(effect.event);
        if (audio_ == nullptr) continue;
        if (const auto command = sound_.command_for(effect.event, level)) audio_->push(*command);
        if (const auto stinger = sound_.stinger_for(effect.event, level)) audio_->push(*stinger);
    }
}

/// A single player may use any pad; with two players, each has every second pad. A combined storm vibrates both players' pads.
void Activity::shake(const Event& event) {
    const auto rumble = rumble_output_ != nullptr ? rumble_of(event) : std::nullopt;
    if (!rumble) return;
    for (std::size_t pad = 0; pad < platform::kPadsMax; ++pad) {
        const bool theirs = sound_.own() ? *sound_.own() == event.slot : pad % kSlotCount == index(event.slot);
        if (theirs || event.kind == EventKind::combined_storm) rumble_output_->shake(pad, *rumble);
    }
}

void Activity::follow(const World& world, const Level& level) {
    if (audio_ == nullptr || heard_ == world.tick) return;
    heard_ = world.tick;
    for (const audio::Command& command : sound_.follow(world, scene::place_of(world, level))) audio_->push(command);
}

void Activity::be_still() {
    heard_.reset();
    if (audio_ != nullptr) audio_->let_go();
}

}  // namespace albireo::app
