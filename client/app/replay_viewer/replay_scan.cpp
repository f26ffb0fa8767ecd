#include "client/app/replay_viewer/replay_scan.hpp"

#include <algorithm>

#include "client/words/format.hpp"
#include "replays/text.hpp"

namespace albireo::app {

using replays::NoteKind;

ReplayScan::ReplayScan(const replays::Replay& replay)
    : replay_(replay), verifier_(replay, replays::Player::Keep::places) {
    take_notes();
}

void ReplayScan::take_notes() {
    for (; notes_ < replay_.recording.notes.size(); ++notes_) {
        const replays::Note& note = replay_.recording.notes[notes_];
        if (note.kind == NoteKind::healed) {
            add({note.tick.value, HighlightKind::healed, tr_f("healed: {}", replays::printable(note.text))});
        } else {
            std::string text = replays::printable(note.text);
            if (note.kind == NoteKind::speed) text = tr_f("speed {} % {}", note.value, text);
            add({note.tick.value, HighlightKind::noted, text});
        }
    }
}

void ReplayScan::add(Highlight highlight) {
    highlights_.insert(std::ranges::upper_bound(highlights_, highlight.tick, {}, &Highlight::tick), std::move(highlight));
}

void ReplayScan::look(const Event& event) {
    const std::uint32_t tick = seen_to().value;
    switch (event.kind) {
        case EventKind::ship_died:
            add(event.slot == Slot::gold ? Highlight{tick, HighlightKind::gold_died, tr("gold dies")}
                                         : Highlight{tick, HighlightKind::blue_died, tr("blue dies")});
            break;
        case EventKind::enemy_died: {
            const std::size_t second = (tick - replay_.recording.begin().value) / kTicksPerSecond;
            if (kills_.size() <= second) kills_.resize(second + 1);
            ++kills_[second];
            const KindDef& kind = replay_.level.kinds[static_cast<std::size_t>(event.value)];
            if (kind.size < KindSize::large) break;
            add({tick, HighlightKind::large_died, tr_f("{} dies", translated(replay_.level.name(kind.name)))});
            break;
        }
        case EventKind::combined_storm:
            add({tick, HighlightKind::combined_storm, tr("combined storm")});
            break;
        case EventKind::section:
            add({tick, HighlightKind::section, tr("section")});
            break;
        default:
            break;
    }
}

std::array<std::uint16_t, ReplayScan::kParts> ReplayScan::kills() const {
    std::array<std::uint16_t, kParts> parts{};
    const std::size_t ticks = std::max(replay_.recording.ticks(), 1U);
    for (std::size_t second = 0; second < kills_.size(); ++second) {
        auto& part = parts[std::min(second * kTicksPerSecond * kParts / ticks, kParts - 1)];
        part = static_cast<std::uint16_t>(part + kills_[second]);
    }
    return parts;
}

std::string difference_of(const replays::Verdict& verdict) {
    const std::uint32_t from = verdict.wrong_after.value + 1, to = verdict.wrong_until.value;
    return from >= to ? tr_f("differs at tick {}", to) : tr_f("differs within ticks {} to {}", from, to);
}

bool ReplayScan::advance(std::uint32_t ticks, bool grows) {
    take_notes();
    for (; ticks > 0 && !done_; --ticks) {
        if (grows && seen_to() == player().end()) return true;
        const bool was_same = verdict().same;
        done_ = !verifier_.step();
        if (was_same && !verdict().same) {
            add({verdict().wrong_until.value, HighlightKind::differs, difference_of(verdict())});
        }
        if (done_) break;
        for (const Event& event : player().events().all()) look(event);
    }
    return !done_;
}

}  // namespace albireo::app
