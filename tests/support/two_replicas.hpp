#pragma once
/// Two replicas of one game, for tests of the desync inquiry. Each steps like the confirmed world of a server or a
/// client, one of them has a fault, and they exchange messages without a network.
#include <memory>
#include <optional>
#include <vector>

#include "proto/desync_inquiry.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::support {

struct Replica {
    explicit Replica(const Level& on) : level(on) {
        init(*world, level, {});
        witness->restart(*world);
    }
    void step(const FramePair& frames = {}) {
        const Fault* strikes = fault ? &*fault : nullptr;
        const FramePair given = frames_with(strikes, world->tick + 1, frames);
        events->clear();
        step_with(strikes, *world, level, given, *events);
        strike_memory(strikes, *world, level);
        witness->note(*world, given);
    }
    void steps(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) step();
    }
    proto::DesyncAnswers answers() const { return {witness, level, fault ? &*fault : nullptr}; }
    proto::DesyncInquiry inquiry(Tick detected) const {
        return {*witness, level, fault ? &*fault : nullptr, detected, 0};
    }

    const Level& level;
    std::optional<Fault> fault;
    std::unique_ptr<World> world = std::make_unique<World>();
    std::unique_ptr<Events> events = std::make_unique<Events>();
    std::shared_ptr<Witness> witness = std::make_shared<Witness>();
};

/// Passes each question to `answer` and its evidence back, until there are no more questions. Returns how many there
/// were.
template <class Answer>
int talk(proto::DesyncInquiry& inquiry, Answer&& answer) {
    int questions = 0;
    while (const auto question = inquiry.next_question()) {
        ++questions;
        for (const proto::Evidence& evidence : answer(*question)) {
            inquiry.receive(evidence);
            while (const auto work = inquiry.take_work()) work(), inquiry.go_on();
        }
    }
    return questions;
}

}  // namespace albireo::support
