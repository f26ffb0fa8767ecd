#include "server/desync.hpp"

#include <cassert>
#include <utility>

namespace albireo::server {

void DesyncHandler::begin(const Witness& witness, const Level& level, const Fault* fault, Tick tick,
                       std::string build, Micros now) {
    assert(may_begin(now) && "a seat has one exchange per kEvery");
    assert(witness.history().find(tick) != nullptr && "an inquiry is about a tick that the server has stepped");
    level_ = &level;
    build_ = std::move(build);
    inquiry_.emplace(witness, level, fault, tick, now);
    blob_.clear();
    case_ = {};
    told_ = complete_ = hurried_ = false;
    asked_at_ = -1;
    began_ = now;
}

void DesyncHandler::receive(const proto::Evidence& evidence) {
    if (inquiry_) inquiry_->receive(evidence);
}

void DesyncHandler::receive(const proto::Chunk& chunk) {
    if (asked_at_ < 0 || complete_ || !blob_.take(chunk)) return;
    // Stored only if it is a valid testimony: a bundle must be readable whatever a client sends.
    Testimony testimony;
    if (read_testimony(blob_.bytes(), testimony)) case_.client.assign(blob_.bytes().begin(), blob_.bytes().end());
    complete_ = true;
}

std::optional<proto::EvidenceWanted> DesyncHandler::next_question(Micros now) {
    if (!inquiry_) return std::nullopt;
    inquiry_->advance(now);
    if (auto question = inquiry_->next_question()) return question;
    if (!inquiry_->is_done() || asked_at_ >= 0 || complete_) return std::nullopt;
    const TickTrace* trace = inquiry_->trace();
    if (trace == nullptr || build_.empty()) {
        complete_ = true;
        return std::nullopt;
    }
    assert(level_ != nullptr && "begin() has set the level");
    const proto::DesyncFinding& finding = inquiry_->finding();
    case_.server = testimony_bytes(testimony_of(*trace, finding.point, *level_, build_));
    asked_at_ = now;
    return proto::EvidenceWanted{.of = proto::EvidenceOf::testimony, .tick = finding.tick, .point = finding.point};
}

void DesyncHandler::hurry() {
    hurried_ = true;
    if (inquiry_) inquiry_->give_up();
    assert((!inquiry_ || inquiry_->is_done()) && "an inquiry without a client asks no more questions");
}

std::optional<proto::DesyncFinding> DesyncHandler::take_finding() {
    if (!inquiry_ || told_ || !inquiry_->is_done()) return std::nullopt;
    told_ = true;
    case_.finding = inquiry_->finding();
    return case_.finding;
}

std::optional<DesyncCase> DesyncHandler::take_case(Micros now) {
    if (!inquiry_ || !told_) return std::nullopt;
    const bool late = asked_at_ >= 0 && now - asked_at_ > kTestimonyWithin;
    if (!complete_ && !late && !hurried_) return std::nullopt;
    assert(inquiry_->is_done() && "a case has a finding");
    assert((case_.client.empty() || !case_.server.empty()) && "the client's testimony is stored beside the server's");
    inquiry_.reset();
    return std::move(case_);
}

}  // namespace albireo::server
