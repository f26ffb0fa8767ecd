#include "proto/desync_inquiry.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "sim/base/hash.hpp"

namespace albireo::proto {
namespace {

static_assert(kPartsAsked <= kEvidenceValuesMax);

/// The roots of `count` ticks from `first` on if they are no more than kPartsAsked, or else a digest of each part of
/// them. 0 where one of them is not known.
std::vector<std::uint64_t> root_parts(const DigestHistory& history, Tick first, std::uint32_t count) {
    count = std::min(count, DigestHistory::kTicks);
    const auto root = [&](std::uint32_t i) {
        const auto* digest = history.find(first + i);
        return digest == nullptr ? 0 : digest->root;
    };
    std::vector<std::uint64_t> parts;
    if (count <= kPartsAsked) {
        for (std::uint32_t i = 0; i < count; ++i) parts.push_back(root(i));
        return parts;
    }
    for (std::uint32_t part = 0; part < kPartsAsked; ++part) {
        std::vector<std::uint64_t> roots;
        bool known = true;
        for (std::uint32_t i = part_begin(count, part); i < part_begin(count, part + 1); ++i) {
            roots.push_back(to_little_endian(root(i)));
            known = known && roots.back() != 0;
        }
        parts.push_back(known ? hash_bytes({reinterpret_cast<const std::uint8_t*>(roots.data()), roots.size() * 8})
                              : 0);
    }
    return parts;
}

std::vector<std::uint64_t> some_of(const TickTrace::Marks& marks, std::uint32_t first, std::uint32_t count) {
    first = std::min(first, TickTrace::kMarks);
    count = std::min({count, kPartsAsked, TickTrace::kMarks - first});
    return {marks.begin() + first, marks.begin() + first + count};
}

/// The questions for all marks of a tick.
std::array<EvidenceWanted, (TickTrace::kMarks + kPartsAsked - 1) / kPartsAsked> marks_of(Tick tick) {
    std::array<EvidenceWanted, (TickTrace::kMarks + kPartsAsked - 1) / kPartsAsked> questions;
    for (std::uint32_t i = 0; i < questions.size(); ++i) {
        questions[i] = {.of = EvidenceOf::marks, .tick = tick, .first = i * kPartsAsked, .count = kPartsAsked};
    }
    return questions;
}

/// The question for the numbers of one part of a stretch of leaves.
EvidenceWanted part_of(const EvidenceWanted& leaves, std::uint32_t part) {
    EvidenceWanted question = leaves;
    question.own.clear();
    question.first += part_begin(leaves.count, part);
    question.count = part_begin(leaves.count, part + 1) - part_begin(leaves.count, part);
    return question;
}

std::string place_of(const DesyncFinding& finding) {
    if (finding.column == kFramesColumn) return "before apply_reports";
    const std::size_t system = std::min<std::size_t>(finding.point, kSystems.size() - 1);
    return "after " + std::string(kSystems[system]);
}

}  // namespace

std::string DesyncFinding::text() const {
    const std::string at = std::string("desync at ") + (first ? "" : "or before ") + "tick " + std::to_string(tick.value);
    switch (kind) {
        case Kind::named:
            break;
        case Kind::no_answer:
            return at + ": the client did not answer";
        case Kind::too_long_ago:
            return at + ": too long ago to name the field";
        case Kind::no_difference:
            return at + ": the client's answers show none";
        case Kind::contradiction:
            return at + ": the client's answers contradict each other";
        case Kind::game_over:
            return at + ": the client was gone before it could be named";
        case Kind::too_soon:
            return at + ": the field was not asked for, so soon after another desync";
    }
    const std::string values = path + " server " + std::to_string(server) + " client " + std::to_string(client);
    if (!first) return at + ": " + values + " (already different before it: none of its systems is to blame)";
    std::string line = at + " " + place_of(*this) + ": " + values;
    if (column == kFramesColumn) return line + " (the two were given different frames)";
    if (point == TickTrace::kStoredWorld) {
        const char* who = server_repeats ? "client" : client_repeats ? "server" : "client and server";
        line += std::string(" (a second run of the tick on the ") + who +
                " does not repeat it: its memory changed outside of the step)";
    }
    return line;
}

// ------------------------------------------------------------------------------------------------------------- asking

DesyncInquiry::DesyncInquiry(const Witness& witness, const Level& level, const Fault* fault, Tick tick, Micros now)
    : witness_(&witness), level_(&level), fault_(fault), began_(now) {
    finding_.tick = tick;
    const auto newest = [&](std::uint32_t skipped, std::uint32_t count) {
        const std::uint32_t end = tick.value + 1 - std::min(skipped, tick.value + 1);
        const std::uint32_t begin = std::max<std::uint32_t>(1, end - std::min(count, end));
        if (begin < end) ask({.of = EvidenceOf::roots, .tick = Tick{begin}, .count = end - begin});
    };
    newest(0, DigestHistory::kTicks);
    newest(kPartsAsked, kPartsAsked);
    newest(0, kPartsAsked);
}

void DesyncInquiry::ask(const EvidenceWanted& question) {
    if (++questions_ > kQuestionsMax) return end(DesyncFinding::Kind::contradiction);
    unasked_.push_back(question);
}

std::optional<EvidenceWanted> DesyncInquiry::next_question() {
    if (done_ || unasked_.empty()) return std::nullopt;
    EvidenceWanted question = unasked_.front();
    open_.push_back(question);
    unasked_.pop_front();
    if (question.of == EvidenceOf::roots && question.count <= kPartsAsked) question.own = own_roots(question);
    if (question.of == EvidenceOf::leaves && question.count > kPartsAsked) {
        question.own = parts_of(study_->row, question.first, question.count);
    }
    return question;
}

void DesyncInquiry::end(DesyncFinding::Kind kind) {
    done_ = true;
    finding_.kind = kind;
}

void DesyncInquiry::advance(Micros now) {
    if (!done_ && now - began_ > kTimeMax) end(DesyncFinding::Kind::no_answer);
}

void DesyncInquiry::receive(const Evidence& evidence) {
    if (done_) return;
    const auto asked = std::find(open_.begin(), open_.end(), evidence.to);
    if (asked == open_.end()) {
        if (early_.size() < kEarlyMax) early_.push_back(evidence);
        return;
    }
    open_.erase(asked);
    take(evidence);
    take_early();
}

/// Answers that came before their questions were asked.
void DesyncInquiry::take_early() {
    while (!done_ && !unasked_.empty()) {
        const auto early = std::ranges::find(early_, unasked_.front(), &Evidence::to);
        if (early == early_.end()) return;
        unasked_.pop_front();
        take(*early);
    }
}

void DesyncInquiry::take(const Evidence& evidence) {
    switch (stage_) {
        case Stage::roots:
            roots_.push_back(evidence);
            break;
        case Stage::marks:
            if (evidence.values.size() != some_of(theirs_, evidence.to.first, evidence.to.count).size()) {
                return end(DesyncFinding::Kind::too_long_ago);
            }
            std::copy(evidence.values.begin(), evidence.values.end(), theirs_.begin() + evidence.to.first);
            break;
        case Stage::leaves:
            return look_at_leaves(evidence);
    }
    if (!open_.empty() || !unasked_.empty()) return;
    if (stage_ == Stage::roots) return look_at_roots();
    look_at_marks();
}

void DesyncInquiry::study(std::function<void(Study& study)> work, void (DesyncInquiry::*then)()) {
    work_ = [study = study_, work = std::move(work)] { work(*study); };
    then_ = then;
}

void DesyncInquiry::go_on() {
    const auto then = std::exchange(then_, nullptr);
    if (done_ || then == nullptr) return;
    (this->*then)();
    take_early();
}

std::vector<std::uint64_t> DesyncInquiry::own_roots(const EvidenceWanted& question) const {
    return root_parts(witness_->history(), question.tick, question.count);
}

/// The first tick that is known to differ. Where only a span of ticks is known, the inquiry asks for its ticks.
void DesyncInquiry::look_at_roots() {
    std::optional<EvidenceWanted> first;
    for (const Evidence& evidence : roots_) {
        const auto own = own_roots(evidence.to);
        for (std::uint32_t i = 0; i < own.size() && i < evidence.values.size(); ++i) {
            if (own[i] == 0 || evidence.values[i] == 0 || own[i] == evidence.values[i]) continue;
            EvidenceWanted found = evidence.to;
            if (found.count > kPartsAsked) {
                found.tick = evidence.to.tick + part_begin(evidence.to.count, i);
                found.count = part_begin(evidence.to.count, i + 1) - part_begin(evidence.to.count, i);
            } else {
                found.tick = found.tick + i;
                found.count = 1;
            }
            // A single tick is more precise than a span that ends with it or later.
            const auto end_of = [](const EvidenceWanted& it) { return it.tick.value + it.count; };
            if (!first || end_of(found) < end_of(*first) ||
                (found.count < first->count && found.tick >= first->tick && end_of(found) <= end_of(*first))) {
                first = found;
            }
            break;
        }
    }
    if (!first) return end(DesyncFinding::Kind::no_difference);
    if (first->count > 1) {
        for (const Evidence& evidence : roots_) {
            if (evidence.to == *first) return end(DesyncFinding::Kind::contradiction);
        }
        return ask(*first);
    }
    finding_.tick = first->tick;
    // Fresh memory for two worlds takes longer than the copies that go there.
    study([](Study& study) {
        study.before = std::make_unique<World>();
        study.after = std::make_unique<World>();
    }, &DesyncInquiry::trace_tick);
}

/// The witness goes on meanwhile: what it has of the tick is copied. To make the two worlds of it takes longer: 0.6 ms.
void DesyncInquiry::trace_tick() {
    const std::optional<FramePair> frames = witness_->frames_to(finding_.tick);
    if (!frames) return end(DesyncFinding::Kind::too_long_ago);
    auto undos = witness_->past().copy_newest(finding_.tick - 1, *study_->after);
    assert(!undos.empty() && "a tick is newer than the one before it");
    study([undos = std::move(undos), frames = *frames, level = level_, fault = fault_](Study& study) {
        for (std::size_t i = 0; i + 1 < undos.size(); ++i) WorldPast::step_back(*study.after, undos[i]);
        *study.before = *study.after;
        WorldPast::step_back(*study.before, undos.back());
        study.trace = std::make_shared<TickTrace>(std::move(study.before), std::move(study.after), frames, *level, fault);
    }, &DesyncInquiry::ask_for_marks);
}

void DesyncInquiry::ask_for_marks() {
    stage_ = Stage::marks;
    for (const EvidenceWanted& question : marks_of(finding_.tick)) ask(question);
}

void DesyncInquiry::look_at_marks() {
    const TickTrace::Marks& own = study_->trace->marks();
    finding_.first = own[TickTrace::kBefore] == theirs_[TickTrace::kBefore];
    finding_.server_repeats = repeats_itself(own);
    finding_.client_repeats = repeats_itself(theirs_);
    const auto divergence = divergence_of(own, theirs_);
    if (!divergence) return end(DesyncFinding::Kind::contradiction);
    finding_.point = divergence->point;
    finding_.column = divergence->column;
    study([point = finding_.point, column = finding_.column](Study& study) { study.row = study.trace->row_at(point, column); },
          &DesyncInquiry::ask_for_leaves);
}

void DesyncInquiry::ask_for_leaves() {
    stage_ = Stage::leaves;
    ask({.of = EvidenceOf::leaves,
         .tick = finding_.tick,
         .point = finding_.point,
         .column = finding_.column,
         .count = static_cast<std::uint32_t>(study_->row.size())});
}

void DesyncInquiry::look_at_leaves(const Evidence& evidence) {
    const EvidenceWanted& asked = evidence.to;
    const auto own = parts_of(study_->row, asked.first, asked.count);
    std::uint32_t i = 0;
    while (i < own.size() && i < evidence.values.size() && own[i] == evidence.values[i]) ++i;
    if (i == own.size() || i >= evidence.values.size()) return end(DesyncFinding::Kind::contradiction);
    if (asked.count > kPartsAsked) return ask(part_of(asked, i));
    finding_.server = static_cast<std::int64_t>(own[i]);
    finding_.client = static_cast<std::int64_t>(evidence.values[i]);
    study([point = finding_.point, column = finding_.column, index = asked.first + i](Study& study) {
        study.path = study.trace->path_at(point, column, index);
    }, &DesyncInquiry::name_field);
}

void DesyncInquiry::name_field() {
    finding_.path = study_->path;
    end(DesyncFinding::Kind::named);
}

// ---------------------------------------------------------------------------------------------------------- answering

const TickTrace* DesyncAnswers::trace_of(Tick tick) {
    if (!trace_ || trace_->tick() != tick) trace_ = TickTrace::make(*witness_, tick, level_, fault_);
    return trace_ ? &*trace_ : nullptr;
}

Evidence DesyncAnswers::answer_alone(EvidenceWanted question) {
    question.own.clear();
    Evidence evidence{question, {}};
    if (question.of == EvidenceOf::roots) {
        evidence.values = root_parts(witness_->history(), question.tick, question.count);
        return evidence;
    }
    const TickTrace* trace = trace_of(question.tick);
    if (trace == nullptr) return evidence;
    evidence.values = question.of == EvidenceOf::marks
                          ? some_of(trace->marks(), question.first, question.count)
                          : parts_of(trace->row_at(question.point, question.column), question.first, question.count);
    return evidence;
}

std::vector<Evidence> DesyncAnswers::answer(const EvidenceWanted& question) {
    std::vector<Evidence> said;
    if (question.of == EvidenceOf::testimony || ++answers_ > kAnswersMax) return said;
    Evidence asked = answer_alone(question);
    const std::size_t both = std::min(question.own.size(), asked.values.size());
    std::uint32_t i = 0;
    while (i < both && (question.own[i] == asked.values[i] || question.own[i] == 0 || asked.values[i] == 0)) ++i;
    if (i < both && question.of == EvidenceOf::roots && question.count <= kPartsAsked && !foresaw_) {
        foresaw_ = true;
        for (const EvidenceWanted& next : marks_of(question.tick + i)) said.push_back(answer_alone(next));
    } else if (i < both && question.of == EvidenceOf::leaves && question.count > kPartsAsked) {
        said.push_back(answer_alone(part_of(question, i)));
    }
    said.push_back(std::move(asked));
    return said;
}

std::vector<std::uint8_t> DesyncAnswers::testimony(const EvidenceWanted& question, const std::string& build) {
    const TickTrace* trace = ++answers_ > kAnswersMax ? nullptr : trace_of(question.tick);
    if (trace == nullptr) return {};
    return testimony_bytes(testimony_of(*trace, std::min(question.point, TickTrace::kStoredWorld), level_, build));
}

}  // namespace albireo::proto
