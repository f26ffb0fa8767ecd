#include "client/app/replay_viewer/replay_scan.hpp"

#include <algorithm>

#include "client/words/format.hpp"
#include "replays/text.hpp"

namespace albireo::app {

using replays::NoteKind;

ReplayScan::ReplayScan(const replays::Replay& replay)
    : replay_(replay), verifier_(replay, replays::Player::Keep::places) {
    for (const replays::Note& note : replay.recording.notes) {
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
            const std::uint32_t begin = replay_.recording.begin().value, ticks = replay_.recording.ticks();
            ++kills_[std::min<std::size_t>(std::uint64_t{tick - begin} * kParts / std::max(ticks, 1U), kParts - 1)];
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

bool ReplayScan::advance(std::uint32_t ticks) {
    for (; ticks > 0 && !done_; --ticks) {
        const bool was_same = verdict().same;
        done_ = !verifier_.step();
        if (was_same && !verdict().same) {
            add({verdict().wrong_until.value, HighlightKind::differs, verdict().text});
        }
        if (done_) break;
        for (const Event& event : player().events().all()) look(event);
    }
    return !done_;
}

}  // namespace albireo::app
