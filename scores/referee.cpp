#include "scores/referee.hpp"

#include <array>
#include <cassert>

#include "platform/clock.hpp"
#include "proto/names.hpp"
#include "replays/reader.hpp"
#include "replays/text.hpp"
#include "replays/verify.hpp"
#include "scores/achievements.hpp"
#include "scores/steering.hpp"
#include "scores/tally.hpp"
#include "sim/base/bytes.hpp"
#include "sim/fields.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/snapshot.hpp"

namespace albireo::scores {
namespace {

constexpr std::uint32_t kTicksBetweenLooks = 600;  // at the clock

Ruling refuse(Refusal refusal, std::string text) { return {.refusal = refusal, .text = std::move(text)}; }

/// The inputs of a game: what a recording of the same game has in common with this one.
class Inputs {
  public:
    Inputs(const replays::RecordingHeader& header, std::uint64_t level) {
        std::array<std::uint8_t, 16> bytes{};
        ByteWriter writer(bytes);
        writer.put(level);
        writer.put(header.setup.seed);
        writer.put(header.setup.players);
        hasher_.add(writer.written());
    }
    void add(const FramePair& frames) {
        std::array<std::uint8_t, sizeof(FramePair)> bytes;
        ByteWriter writer(bytes);
        for (const Frame& frame : frames) put(writer, frame);
        assert(!writer.full() && "the canonical bytes of a frame are at most those in memory");
        hasher_.add(writer.written());
    }
    Hash finish() { return hasher_.finish(); }

  private:
    Hasher hasher_;
};

void take_result(const World& world, Tick begun, const Tally& tally, Run& run) {
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        run.scores[slot] = world.earnings[slot].score;
        run.score += run.scores[slot];
    }
    run.continues = world.flow.continues;
    run.ticks = static_cast<std::uint32_t>(world.clock - begun);
    run.outcome = outcome_of(world);
    run.best_tick = tally.best_tick();
    for (const Achievement& each : achievements()) {
        if (is_earned(each, run.level, tally)) run.earned.emplace_back(each.id);
    }
}

/// Without playing it.
Ruling against(const Wanted& wanted, const OwnLevel& level, const replays::RecordingHeader& header) {
    if (header.started_ms < wanted.started_min_ms) {
        return refuse(Refusal::other_season, "it says that it began on " + replays::date_text(header.started_ms) + "; the season that is open takes games since " +
                                                 replays::date_text(wanted.started_min_ms));
    }
    if (wanted.level != nullptr && &level != wanted.level) {
        return refuse(Refusal::other_seed, "the challenge is " + wanted.level->title + ", " + std::string(name_of(wanted.level->difficulty)) + "; this is " + level.title + ", " +
                                               std::string(name_of(level.difficulty)));
    }
    if (wanted.seed && header.setup.seed != *wanted.seed) {
        return refuse(Refusal::other_seed, "the challenge has seed " + std::to_string(*wanted.seed) + "; this game has seed " + std::to_string(header.setup.seed));
    }
    return {};
}

}  // namespace

std::chrono::milliseconds processor_time() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(platform::thread_processor_time());
}

Ruling judge(const Catalogue& catalogue, std::span<const std::uint8_t> file, const Bounds& bounds, const Wanted& wanted) {
    const auto begun = processor_time();
    if (file.size() > bounds.bytes_max) {
        return refuse(Refusal::too_large, "it has " + grouped(file.size()) + " bytes; at most " + grouped(bounds.bytes_max) + " are taken");
    }
    replays::Recording recording;
    if (std::string fault = replays::read_recording(file, recording); !fault.empty()) return refuse(Refusal::damaged, std::move(fault));
    Eligibility eligibility = eligibility_of(catalogue, recording, bounds.ticks_max);
    if (eligibility.refusal != Refusal::none) return refuse(eligibility.refusal, std::move(eligibility.text));
    const OwnLevel* const level = eligibility.level;
    assert(level != nullptr && "a recording that passes is of a level that is known");
    if (Ruling other = against(wanted, *level, recording.header); other.refusal != Refusal::none) return other;
    replays::Replay replay;
    if (std::string fault = replays::prepare(std::move(recording), replay, replays::Partial::refuse); !fault.empty()) {
        return refuse(Refusal::damaged, std::move(fault));
    }

    const replays::RecordingHeader& header = replay.recording.header;
    Ruling ruling;
    Run& run = ruling.run;
    run.level = level->name;
    run.difficulty = level->difficulty;
    run.players = header.setup.players;
    run.core = header.core_version;
    run.seed = header.setup.seed;
    run.season = wanted.season;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (run.players >> slot & 1) run.names[slot] = proto::tidy_name(header.names[slot]);
    }

    Inputs inputs{header, level->digest};
    Steering steering{level->digest, header.setup};
    Tally tally{replay.level};
    replays::Verifier verifier{replay, replays::Player::Keep::nothing};
    const replays::Player& player = verifier.player();
    // Frames after the end change nothing, so they do not make another game of it.
    bool is_decided = false;
    const Tick clock_begun = player.world().clock;
    Tick clock = clock_begun;
    while (verifier.verdict().same && verifier.step()) {
        if (!is_decided) inputs.add(player.frames());
        if (player.world().clock != clock) steering.note(player.frames());
        clock = player.world().clock;
        tally.note(player.world(), player.events());
        is_decided = is_decided || outcome_of(player.world()) != Outcome::playing;
        if (verifier.verdict().ticks % kTicksBetweenLooks == 0 && processor_time() - begun > bounds.processor_max) {
            return refuse(Refusal::too_slow, "it takes more than " + std::to_string(bounds.processor_max.count()) + " ms to play");
        }
    }
    if (!verifier.verdict().same) return refuse(Refusal::not_same, "it does not verify: " + verifier.verdict().text);
    tally.finish(player.world(), run.players);
    take_result(player.world(), clock_begun, tally, run);
    run.inputs = inputs.finish();
    run.marks = steering.marks();
    return ruling;
}

}  // namespace albireo::scores
