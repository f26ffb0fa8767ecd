#include "server/recovery.hpp"

#include <cassert>

#include "replays/reader.hpp"
#include "replays/text.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"

namespace albireo::server {

/// Holds the recording until all of it has been made again.
class Recovery::Rewriting final : public replays::ByteSink {
  public:
    explicit Rewriting(decltype(ParkedGame::rewrite) rewrite) : rewrite_(std::move(rewrite)) {}

    std::string append(std::span<const std::uint8_t> bytes) override {
        if (is_whole_) return onward_ != nullptr ? onward_->append(bytes) : "it cannot be written on";
        whole_.insert(whole_.end(), bytes.begin(), bytes.end());
        return {};
    }
    void finish() {
        is_whole_ = true;
        onward_ = rewrite_(whole_);
        whole_ = {};
    }

  private:
    decltype(ParkedGame::rewrite) rewrite_;
    std::vector<std::uint8_t> whole_;
    std::unique_ptr<replays::ByteSink> onward_;
    bool is_whole_ = false;
};

Recovery::Recovery(ParkedGame parked, Levels& levels, const MakeSetup& make_setup, Metrics& metrics)
    : parked_(std::move(parked)) {
    const KeptGame& kept = parked_.image.game();
    if (kept.core_version != kCoreVersion) {
        fault_ = replays::core_version_text("the game", kept.core_version);
        return;
    }
    // A recording without a whole header is of a game that had just begun: all its frames are in the journal.
    if (kept.started && !replays::read_recording(parked_.recording, recording_).empty()) recording_ = {};
    if (recording_.begin() != Tick{} || !recording_.snapshots.empty()) {
        fault_ = "its recording begins with a snapshot, as no server's does";
        return;
    }
    auto level = find_level(levels);
    if (level == nullptr) {
        if (fault_.empty()) fault_ = "its level " + kept.level_name + " is not on offer any more, or has changed";
        return;
    }
    for (std::size_t later = kept.stage; later < kept.stages.size(); ++later) {
        if (levels.find(kept.stages[later], kept.difficulty) != nullptr) continue;
        fault_ = "a later level of its campaign, " + kept.stages[later] + ", is not on offer any more";
        return;
    }
    SessionSetup setup = make_setup(kept, std::move(level));
    setup.journal = parked_.journal;
    setup.record = nullptr;
    if (kept.started && parked_.rewrite) {
        setup.record = [this, rewrite = parked_.rewrite] {
            auto sink = std::make_unique<Rewriting>(rewrite);
            rewriting_ = sink.get();
            return sink;
        };
    } else if (parked_.rewrite) {
        setup.record = [rewrite = parked_.rewrite] { return rewrite({}); };
    }
    session_ = std::make_shared<Session>(std::move(setup), metrics);
    const bool has_names = recording_.header.core_version != 0;
    session_->restore(kept, has_names ? recording_.header.names : std::array{kept.seats[0].name, kept.seats[1].name});
    cursor_ = std::make_unique<replays::FrameCursor>(recording_);
}

Recovery::~Recovery() = default;

std::shared_ptr<const Level> Recovery::find_level(Levels& levels) {
    const KeptGame& kept = parked_.image.game();
    if (auto level = levels.find(kept.level_name, kept.difficulty); level != nullptr && level->digest == kept.level_digest) {
        return level;
    }
    auto level = std::make_shared<Level>();
    if (recording_.header.level.empty() || !load_level(*level, recording_.header.level).empty()) return nullptr;
    const bool is_same = level->digest == kept.level_digest && is_start(*level, {kept.section, kept.phase});
    return is_same ? level : nullptr;
}

bool Recovery::play(std::uint32_t ticks) {
    if (!fault_.empty() || !session_->has_started()) return true;
    for (; ticks > 0; --ticks) {
        play_notes();
        const auto frames = next_frames();
        if (!frames) {
            check_whole();
            return true;
        }
        if (!session_->play(*frames)) return true;
    }
    return false;
}

void Recovery::play_notes() {
    while (next_note_ < recording_.notes.size() && recording_.notes[next_note_].tick == session_->tick()) {
        session_->replay_note(recording_.notes[next_note_++]);
    }
}

/// Those of the recording; after its end those of the journal, as long as it has both.
std::optional<FramePair> Recovery::next_frames() {
    if (const FramePair* recorded = cursor_->next()) return *recorded;
    const Tick tick = session_->tick();
    const auto gold = parked_.image.frame(Slot::gold, tick);
    const auto blue = parked_.image.frame(Slot::blue, tick);
    return gold && blue ? std::optional(FramePair{*gold, *blue}) : std::nullopt;
}

/// The game has played what recording and journal have. If the journal has later frames of both players, ticks are missing
/// between the two: the recording stopped early or is gone. Such a game is not taken back to an earlier tick.
void Recovery::check_whole() {
    const Tick tick = session_->tick();
    const auto has_later = [&](Slot slot) {
        for (std::uint32_t ahead = 0; ahead < Journal::kRing; ++ahead) {
            if (parked_.image.frame(slot, tick + ahead)) return true;
        }
        return false;
    };
    if (!has_later(Slot::gold) || !has_later(Slot::blue)) return;
    fault_ = "its recording ends at tick " + std::to_string(tick.value) + ", before the frames of its journal begin";
}

std::shared_ptr<Session> Recovery::take(Micros now) {
    assert(fault_.empty() && "only a session without a fault is taken");
    if (rewriting_ != nullptr) rewriting_->finish();
    session_->go_on(parked_.image, now);
    return std::move(session_);
}

}  // namespace albireo::server
