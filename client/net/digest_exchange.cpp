#include "client/net/digest_exchange.hpp"

#include <algorithm>
#include <cassert>

#include "proto/blob.hpp"

namespace albireo::client {

void DigestExchange::restart(const World& world) {
    witness_ = std::make_shared<Witness>();
    witness_->restart(world);
    differs_ = must_return_ = false;
    unchecked_.clear();
    assert(history().count() == 0 && "a run begins without the digests of the one before");
}

void DigestExchange::note(const World& world, const FramePair& frames) {
    assert((history().count() == 0 || world.tick == history().newest() + 1) && "a digest covers ticks without a gap");
    witness_->note(world, frames);
    assert(history().find(world.tick) != nullptr && "the digest of a confirmed tick can be read at once");
}

void DigestExchange::send(proto::Connection& connection) const {
    assert(history().count() > 0 && "a digest is sent after its tick was stepped");
    const Tick tick = history().newest();
    if (const std::uint64_t digest = history().span_digest(tick)) connection.set_digest({tick, digest});
}

void DigestExchange::report(const proto::DesyncNotice& notice, proto::Connection& connection, NetFigures& figures) {
    if (!differs_) ++figures.desyncs;
    differs_ = true;
    connection.send(notice);
}

void DigestExchange::check(Tick confirmed, proto::Connection& connection, NetFigures& figures) {
    while (const auto note = connection.next_digest()) unchecked_.push_back(*note);
    std::erase_if(unchecked_, [&](const proto::DigestNote& note) {
        const std::int32_t ahead = note.tick - confirmed;
        if (ahead > 0) return false;
        const std::uint64_t own = history().span_digest(note.tick);
        if (own == 0) return true;  // too old, or from before a snapshot
        if (own == note.digest) {
            ++figures.digests_checked;
        } else if (!differs_) {
            report({note.tick, note.digest, own, {}}, connection, figures);
        }
        return true;
    });
    if (unchecked_.size() > kUncheckedMax) unchecked_.erase(unchecked_.begin());
    assert(unchecked_.size() <= kUncheckedMax && "a server that is ahead cannot make the list grow");
}

bool DigestExchange::check_end(const proto::Ended& ended, bool is_same_end, proto::Connection& connection,
                               NetFigures& figures) {
    const Tick last = std::min(history().newest(), ended.tick);
    const std::uint64_t own = history().span_digest(last);
    const bool agrees = is_same_end && (own == ended.span || own == 0 || ended.span == 0);
    if (agrees) return !in_question_;
    in_question_ = true;
    report({last, ended.span, own, {}}, connection, figures);
    return false;
}

void DigestExchange::receive(const proto::DesyncNotice& notice, const Level* level, const Fault* fault, Micros now) {
    in_question_ = notice.text.empty();
    if (!in_question_) {
        finding_ = notice.text;
        if (notice.server_digest != 0) must_return_ = true;
    } else if (level != nullptr && (!answers_ || now - answers_since_ >= kAnswersEvery)) {
        answers_.emplace(witness_, *level, fault);
        answers_since_ = now;
    }
}

void DigestExchange::answer(const proto::EvidenceWanted& question, const std::string& build,
                            proto::Connection& connection) {
    if (!answers_) return;
    if (question.of == proto::EvidenceOf::testimony) {
        const auto bytes = answers_->testimony(question, build);
        return proto::send_blob(connection, proto::BlobKind::evidence, question.tick.value, bytes);
    }
    for (const proto::Evidence& evidence : answers_->answer(question)) connection.send(evidence);
}

}  // namespace albireo::client
