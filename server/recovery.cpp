#include "server/recovery.hpp"

#include <fmt/format.h>

#include <cassert>

#include "replays/packed.hpp"
#include "replays/reader.hpp"
#include "replays/text.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {

/// Holds what is recorded until the file has been truncated.
class Recovery::ForwardingSink final : public replays::ByteSink {
  public:
    std::string append(std::span<const std::uint8_t> bytes) override {
        if (is_open_) return to_ != nullptr ? to_->append(bytes) : "it cannot be continued";
        held_.insert(held_.end(), bytes.begin(), bytes.end());
        return {};
    }
    void open(std::unique_ptr<replays::ByteSink> to) {
        is_open_ = true;
        to_ = std::move(to);
        // An error shows again at the next write, which the recorder sees.
        if (to_ != nullptr && !held_.empty() && !to_->append(held_).empty()) to_.reset();
        held_ = {};
    }

  private:
    std::unique_ptr<replays::ByteSink> to_;
    std::vector<std::uint8_t> held_;
    bool is_open_ = false;
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
    if (fault_ = wrong_recording(); !fault_.empty()) return;
    auto level = find_level(levels);
    if (level == nullptr) {
        fault_ = "its level " + kept.level_name + " is no longer offered, or has changed";
        return;
    }
    for (std::size_t later = kept.stage; later < kept.stages.size(); ++later) {
        if (levels.find(kept.stages[later], kept.difficulty) != nullptr) continue;
        fault_ = "a later level of its campaign, " + kept.stages[later] + ", is no longer offered";
        return;
    }
    SessionSetup setup = make_setup(kept, std::move(level));
    setup.journal = parked_.journal;
    setup.make_journal = parked_.make_journal;
    setup.record = parked_.record;
    is_compared_ = !setup.fault;
    if (kept.started && parked_.truncate) {
        setup.record = [this] {
            auto sink = std::make_unique<ForwardingSink>();
            forwarding_sink_ = sink.get();
            return sink;
        };
    } else if (kept.started) {
        setup.record = nullptr;
    }
    session_ = std::make_shared<Session>(std::move(setup), metrics);
    session_->restore(kept);
    assert(session_->code() == kept.code && session_->has_started() == kept.started && "a session is restored as it was kept");
    if (kept.started) begin();
}

Recovery::~Recovery() = default;

/// Why the recording is not one of this game that a server has made; empty if it is, or if there is none.
std::string Recovery::wrong_recording() const {
    const replays::RecordingHeader& header = recording_.header;
    const KeptGame& kept = parked_.image.game();
    if (header.core_version == 0) return {};
    if (recording_.begin() != Tick{} || !recording_.snapshots.empty() || !recording_.tail) {
        return "its recording begins with a snapshot or cannot be continued: no server makes such a recording";
    }
    const bool is_of_game = header.core_version == kept.core_version && header.level_digest == kept.level_digest &&
                            header.setup.seed == kept.seed && header.setup.section == kept.section && header.setup.phase == kept.phase;
    return is_of_game ? "" : "its recording is of another game: its level or seed differs from the journal's";
}

/// Begins with the newest checkpoint that can be read, or with the first world.
void Recovery::begin() {
    cursor_ = std::make_unique<replays::FrameCursor>(recording_);
    for (auto each = recording_.checkpoints.rbegin(); each != recording_.checkpoints.rend(); ++each) {
        if (!begin_at(*each)) continue;
        cursor_->go_to({each->coder, each->stretch, 0});
        break;
    }
    if (session_->tick() == recording_.end()) record_on();
}

bool Recovery::begin_at(const replays::Checkpoint& checkpoint) {
    std::vector<std::uint8_t> bytes;
    const auto world = std::make_unique<World>();
    if (!replays::unpack(recording_.bytes_of(checkpoint.world), kSnapshotBytesMax, bytes)) return false;
    if (load_world(*world, *session_->setup().level, bytes) != LoadError::none || world->tick != checkpoint.tick) return false;
    session_->begin_at(*world);
    return true;
}

std::shared_ptr<const Level> Recovery::find_level(Levels& levels) {
    const KeptGame& kept = parked_.image.game();
    const auto is_of_game = [&](const Level& level) {
        return level.digest == kept.level_digest && is_start(level, {kept.section, kept.phase});
    };
    if (auto level = levels.find(kept.level_name, kept.difficulty); level != nullptr && is_of_game(*level)) return level;
    auto level = std::make_shared<Level>();
    if (recording_.header.level.empty() || !load_level(*level, recording_.header.level).empty()) return nullptr;
    return is_of_game(*level) ? level : nullptr;
}

bool Recovery::play(std::uint32_t ticks) {
    if (!fault_.empty() || !session_->has_started()) return true;
    for (; ticks > 0 && !is_played_; --ticks) {
        is_played_ = !play_tick();
        if (!fault_.empty()) return true;
    }
    return is_played_ && is_truncated();
}

/// Returns false at the end, or after a fault.
bool Recovery::play_tick() {
    assert(cursor_ != nullptr && "a game that has begun has a cursor on its recording");
    const Tick tick = session_->tick();
    if (const FramePair* recorded = cursor_->next()) {
        if (!check_frames(*recorded)) return false;
        if (!session_->play(*recorded)) {
            fault_ = fmt::format("its recording has ticks after tick {}, at which the game has ended", tick.value);
            return false;
        }
        check_digests();
        if (session_->tick() == recording_.end()) record_on();
        return fault_.empty();
    }
    const auto gold = parked_.image.frame(Slot::gold, tick);
    const auto blue = parked_.image.frame(Slot::blue, tick);
    if (!gold || !blue) {
        check_whole();
        return false;
    }
    return session_->play({*gold, *blue});
}

/// The journal has the newest ticks of the recording too.
bool Recovery::check_frames(const FramePair& recorded) {
    const Tick tick = session_->tick();
    for (const Slot slot : kSlots) {
        const auto frame = parked_.image.frame(slot, tick);
        if (!frame || *frame == recorded[index(slot)] || !is_compared_) continue;
        fault_ = fmt::format("its recording and its journal do not agree: their frames of tick {} differ", tick.value);
    }
    return fault_.empty();
}

/// A recording has one hash for each stretch of ticks.
void Recovery::check_digests() {
    const Tick tick = session_->tick();
    assert(session_->history().find(tick) != nullptr && "the tick that was just played is in the history");
    replays::add_root(roots_, session_->history().find(tick)->root);
    if (!cursor_->at_stretch_end()) return;
    const replays::Stretch& stretch = recording_.stretches[cursor_->stretch()];
    const bool is_same = replays::hash_roots(roots_) == stretch.roots;
    roots_.clear();
    if (is_same || !is_compared_) return;
    fault_ = fmt::format("its recording has another digest for ticks {} to {} than playing them gives: another program made it",
                         stretch.first.value + 1, tick.value);
}

/// All recorded ticks have been played: further ticks are recorded.
void Recovery::record_on() {
    assert(!is_recording_ && session_->tick() == recording_.end() && "a recording is continued once, at its end");
    is_recording_ = true;
    if (recording_.header.core_version == 0) {
        const KeptGame& kept = parked_.image.game();
        return session_->begin_recording({kept.seats[0].name, kept.seats[1].name});
    }
    parked_.recording.resize(recording_.tail->bytes);
    session_->continue_recording(recording_, std::move(parked_.recording));
}

/// The game has played what recording and journal have. If the journal has later frames of both players, ticks are missing
/// between the two: the recording stopped early or is gone. Such a game is not taken back to an earlier tick.
void Recovery::check_whole() {
    const Tick tick = session_->tick();
    const auto has_later = [&](Slot slot) {
        const auto newest = parked_.image.newest(slot);
        return newest && *newest >= tick;
    };
    if (!has_later(Slot::gold) || !has_later(Slot::blue)) return;
    fault_ = fmt::format("its recording ends at tick {}, before the frames of its journal begin", tick.value);
}

/// The file is truncated by another thread.
bool Recovery::is_truncated() {
    assert(is_recording_ && "what follows is recorded before the file is truncated");
    if (forwarding_sink_ == nullptr) return true;
    if (!truncation_.valid()) truncation_ = parked_.truncate(recording_.tail ? recording_.tail->bytes : 0);
    if (truncation_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
    std::exchange(forwarding_sink_, nullptr)->open(truncation_.get());
    return true;
}

std::shared_ptr<Session> Recovery::take(Micros now) {
    assert(fault_.empty() && "only a session without a fault is taken");
    session_->go_on(parked_.image, now);
    return std::move(session_);
}

void Recovery::set_aside() {
    assert(!fault_.empty() && "only a game that cannot be resumed is set aside");
    if (parked_.set_aside) parked_.set_aside();
}

}  // namespace albireo::server
