#include "tests/session/recorded_game.hpp"

#include <memory>

#include "proto/frame_codec.hpp"
#include "sim/step.hpp"

namespace albireo::session_tests {

RecordedGame record_game(const Stage& stage, std::uint32_t seed, std::uint32_t ticks_max) {
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, stage.level, {.seed = seed});
    RecordedGame record;
    record.seed = seed;
    record.level_digest = stage.level.digest;
    record.first = world->tick;
    record.digests.push_back(0);
    DigestHistory history;
    history.restart(world->tick);
    std::array<std::unique_ptr<Pilot>, kSlotCount> pilots;
    for (const Slot slot : kSlots) {
        pilots[index(slot)] = std::make_unique<Pilot>(stage, bot::Autopilot::Options{.own = slot, .skill = bot::kSkillMax, .seed = seed}, 0);
    }
    std::array<std::uint64_t, kSlotCount> sent{};
    while (record.frames.size() < ticks_max && outcome_of(*world) == Outcome::playing) {
        FramePair frames;
        for (const Slot slot : kSlots) {
            pilots[index(slot)]->see_confirmed(*world, world->tick);
            Frame& frame = frames[index(slot)];
            frame = pilots[index(slot)]->frame(*world);
            record.honest += frame.report_count;
            const bool is_short = sent[index(slot)] < record.frames.size() / 2;
            if (is_short && frame.report_count < kReportsPerFrameMax) frame.reports[frame.report_count++] = {ReportKind::hit, slot};
            frame = proto::normal(frame);
            sent[index(slot)] += frame.report_count;
            record.reports += frame.report_count;
        }
        events->clear();
        step(*world, stage.level, frames, *events);
        history.add(*world);
        record.frames.push_back(frames);
        if (RecordedGame::has_digest(world->tick)) record.digests.push_back(history.span_digest(world->tick));
    }
    return record;
}

}  // namespace albireo::session_tests
