#include "server/desync.hpp"

#include <cassert>
#include <utility>

namespace albireo::server {

void DesyncHandler::begin(const Witness& witness, Scene scene, Tick tick, Micros now) {
    assert(may_begin(now) && "a seat has one exchange per kEvery");
    assert(witness.history().find(tick) != nullptr && "an inquiry is about a tick that the server has stepped");
    scene_ = std::make_shared<const Scene>(std::move(scene));
    inquiry_.emplace(witness, *scene_->level, scene_->fault ? &*scene_->fault : nullptr, tick, now);
    work_ = {};
    blob_.clear();
    case_ = {};
    finding_taken_ = complete_ = hurried_ = false;
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

/// Takes the results of the inquiry's work, and has more of it done.
void DesyncHandler::do_work() {
    for (;;) {
        if (work_.valid()) {
            if (!is_ready(work_)) return;
            work_.get();
            inquiry_->go_on();
        }
        auto work = inquiry_->take_work();
        if (!work) return;
        work_ = offload(scene_->offload, [scene = scene_, work = std::move(work)] { work(); });
    }
}

std::optional<proto::EvidenceWanted> DesyncHandler::next_question(Micros now) {
    if (!inquiry_) return std::nullopt;
    inquiry_->advance(now);
    do_work();
    if (auto question = inquiry_->next_question()) return question;
    if (!inquiry_->is_done() || asked_at_ >= 0 || complete_) return std::nullopt;
    // While work is done, the trace is not to be looked at: another thread may be setting it. An inquiry that ends then has had no answer.
    const auto trace = work_.valid() ? nullptr : inquiry_->trace();
    if (trace == nullptr || scene_->build.empty()) {
        complete_ = true;
        return std::nullopt;
    }
    const proto::DesyncFinding& finding = inquiry_->finding();
    case_.server = offload(scene_->offload, [scene = scene_, trace, point = finding.point] {
        return testimony_bytes(testimony_of(*trace, point, *scene->level, scene->build));
    });
    asked_at_ = now;
    return proto::EvidenceWanted{.of = proto::EvidenceOf::testimony, .tick = finding.tick, .point = finding.point};
}

void DesyncHandler::hurry() {
    hurried_ = true;
    if (inquiry_) inquiry_->give_up();
    assert((!inquiry_ || inquiry_->is_done()) && "an inquiry without a client asks no more questions");
}

std::optional<proto::DesyncFinding> DesyncHandler::take_finding() {
    if (!inquiry_ || finding_taken_ || !inquiry_->is_done()) return std::nullopt;
    finding_taken_ = true;
    case_.finding = inquiry_->finding();
    return case_.finding;
}

std::optional<DesyncCase> DesyncHandler::take_case(Micros now) {
    if (!inquiry_ || !finding_taken_) return std::nullopt;
    const bool late = asked_at_ >= 0 && now - asked_at_ > kTestimonyWithin;
    if (!complete_ && !late && !hurried_) return std::nullopt;
    assert(inquiry_->is_done() && "a case has a finding");
    assert((case_.client.empty() || case_.server.valid()) && "the client's testimony is stored beside the server's");
    inquiry_.reset();
    return std::move(case_);
}

}  // namespace albireo::server
