// Compares the client's digests with the server's and answers the server's questions about a difference.
#include <algorithm>

#include "client/net/game_client.hpp"

namespace albireo::client {

void GameClient::check_digests() {
    std::erase_if(unchecked_, [&](const proto::DigestNote& note) {
        const std::int32_t ahead = note.tick - predictor_->confirmed().tick;
        if (ahead > 0) return false;
        const std::uint64_t own = history().span_digest(note.tick);
        if (own == 0) return true;  // too old, or from before a snapshot
        if (own == note.digest) {
            ++figures_.digests_checked;
        } else if (!differs_) {
            differs_ = true;
            ++figures_.desyncs;
            connection_->send(proto::DesyncNotice{note.tick, note.digest, own, {}});
        }
        return true;
    });
    if (unchecked_.size() > 64) unchecked_.erase(unchecked_.begin());
}

/// Whether the client may leave: the last digests equal the server's, or the difference has been named and healed, or
/// that takes too long.
bool GameClient::agrees_with_end(Micros now) {
    const Tick confirmed = predictor_->confirmed().tick;
    if (enough_) return true;  // it stopped comparing earlier
    if (!outcome_ && confirmed < ended_->tick) return false;
    if (end_until_ < 0) {
        const Tick last = std::min(history().newest(), ended_->tick);
        const std::uint64_t own = history().span_digest(last);
        const bool same = outcome_ && final_tick_ == ended_->tick && final_digest_ == ended_->digest;
        const bool agrees = same && (own == ended_->span || own == 0 || ended_->span == 0);
        if (agrees && !in_question_) return true;
        end_until_ = now + kEndWait;
        if (!agrees) {
            if (!differs_) ++figures_.desyncs;
            differs_ = in_question_ = true;
            connection_->send(proto::DesyncNotice{last, ended_->span, own, {}});
        }
    }
    return now >= end_until_ || must_come_back_ ||
           (!differs_ && !in_question_ && connection_->messages_unacknowledged() == 0);
}

void GameClient::hear(const proto::DesyncNotice& notice, Micros now) {
    in_question_ = notice.text.empty();
    if (!in_question_) {
        desync_text_ = notice.text;
        if (notice.server_digest != 0) must_come_back_ = true;
    } else if (predictor_ != nullptr && (!answers_ || now - answers_since_ >= kAnswersEvery)) {
        // The questions are about the run that differed, whatever heals it meanwhile. A server that reports one
        // difference after another gets no more answers than this.
        answers_.emplace(witness_, *level_, options_.fault ? &*options_.fault : nullptr);
        answers_since_ = now;
    }
}

/// The server asks for this side's evidence about a tick that differs.
void GameClient::answer(const proto::EvidenceWanted& question) {
    if (!answers_) return;
    if (question.of == proto::EvidenceOf::testimony) {
        const auto bytes = answers_->testimony(question, options_.build);
        return proto::send_blob(*connection_, proto::BlobKind::evidence, question.tick.value, bytes);
    }
    for (const proto::Evidence& evidence : answers_->answer(question)) connection_->send(evidence);
}

}  // namespace albireo::client
