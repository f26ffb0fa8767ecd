#include "replays/spectator.hpp"

#include <algorithm>
#include <charconv>

#include "replays/spectator_texts.hpp"
#include "replays/text.hpp"
#include "sim/world.hpp"

namespace albireo::replays {

Spectator::Spectator(std::unique_ptr<proto::Link> link, Options options) : link_(std::move(link)), options_(std::move(options)) {
    connection_.send(proto::Hello{.core_version = kCoreVersion, .name = options_.name, .tickets = true});
}

void Spectator::advance(Micros now) {
    if (began_ < 0) began_ = now;
    proto::LinkEvent event;
    while (link_->poll(event, now)) {
        if (event.kind == proto::LinkEvent::Kind::received) connection_.receive(event.channel, event.bytes, now);
        if (event.kind == proto::LinkEvent::Kind::refused) fail(Cause::refused, kServerFull);
        if (event.kind == proto::LinkEvent::Kind::other_key) fail(Cause::refused, kOtherKey);
    }
    while (const auto message = connection_.next_message()) receive(*message);
    verify();
    const Micros heard = std::max(began_, connection_.last_heard());
    if (now - heard > kSilentMax) {
        const std::string_view other_version = proto::text_of(link_->version_gap());
        fail(Cause::unreachable, !other_version.empty() ? std::string(other_version) : connection_.last_heard() < 0 ? kNoAnswer : kAnswersNoMore);
    }
    send_due(now);
}

void Spectator::send_due(Micros now) {
    proto::OutPacket packet;
    while (connection_.next_packet(packet, now)) link_->send(proto::kServer, packet.channel, packet.bytes(), now);
    link_->flush(now);
}

Micros Spectator::next_due(Micros now) {
    if (has_more_) return now;
    return std::min(connection_.next_due(now), std::max(began_, connection_.last_heard()) + kSilentMax + 1);
}

void Spectator::receive(const proto::Message& message) {
    if (is_over()) return;
    if (const auto* welcome = std::get_if<proto::Welcome>(&message)) {
        // An older server would take Watch for garbage and close the connection without a word.
        if (!welcome->spectators) {
            return fail(Cause::refused, std::string(kNoSpectators) + " (" + printable(welcome->server_name) + ", core " +
                                            std::to_string(welcome->core_version) + ")");
        }
        may_tell_ = welcome->forwards;
        connection_.send(proto::Watch{.code = options_.code, .delay_ms = options_.delay_ms, .pass = options_.pass});
    } else if (const auto* watching = std::get_if<proto::Watching>(&message)) {
        watching_ = *watching;
        if (state_ == State::connecting) state_ = State::waiting;
    } else if (const auto* chunk = std::get_if<proto::Chunk>(&message)) {
        take(*chunk);
    } else if (const auto* refused = std::get_if<proto::Refused>(&message)) {
        refusal_ = refused->reason;
        ticket_ = refused->ticket;
        if (refused->reason == proto::Refusal::elsewhere) {
            std::uint8_t shard = 0;
            const char* const end = refused->text.data() + refused->text.size();
            if (end != refused->text.data() && std::from_chars(refused->text.data(), end, shard).ptr == end) elsewhere_ = shard;
        }
        fail(Cause::refused, std::string(proto::text_of(*refused)) + (refused->text.empty() ? "" : " (" + printable(refused->text) + ")"));
    } else if (const auto* bye = std::get_if<proto::Bye>(&message)) {
        farewell_ = bye->reason;
    }
}

void Spectator::take(const proto::Chunk& chunk) {
    if (chunk.kind != proto::BlobKind::recording) return;
    if (chunk.offset == 0 && chunk.id != replay_.bytes()) return fail(Cause::bad_recording, std::string(kBadRecording) + " (a part is missing)");
    if (!blob_.take(chunk)) return;
    if (std::string fault = replay_.append(blob_.bytes()); !fault.empty()) return fail(Cause::bad_recording, std::string(kBadRecording) + " (" + fault + ")");
    if (replay_.has_begun() && !verifier_) {
        verifier_.emplace(replay_.replay(), Player::Keep::nothing);
        state_ = State::watching;
    }
}

void Spectator::verify() {
    has_more_ = false;
    if (is_over()) return;
    for (std::uint32_t i = 0; verifier_ && verifier_->verdict().same && verifier_->player().tick() < verifier_->player().end(); ++i) {
        if (i == kTicksAtOnce) {
            has_more_ = true;
            return;
        }
        verifier_->step();
    }
    if (verifier_ && !verifier_->verdict().same) return finish();
    if (verifier_ && replay_.is_complete()) {
        verifier_->step();  // compares the trailer
        return finish();
    }
    if (!farewell_) return;
    fail(Cause::cut_short, !verifier_ ? kNeverBegan
                           : *farewell_ == proto::ByeReason::done ? kNoEnd
                           : *farewell_ == proto::ByeReason::lost ? kBrokeOff
                                                                  : std::string(proto::text_of(*farewell_)));
}

void Spectator::tell_forwarded(std::uint32_t spectators) {
    if (may_tell_ && !is_over() && watching_.delay_ms != 0) connection_.send(proto::Spectators{.count = spectators, .names = {}});
}

void Spectator::finish() {
    state_ = State::done;
    connection_.send(proto::Bye{proto::ByeReason::done});
}

void Spectator::fail(Cause cause, std::string why) {
    if (is_over()) return;
    state_ = State::failed;
    cause_ = cause;
    failure_ = std::move(why);
    connection_.send(proto::Bye{proto::ByeReason::left});
}

}  // namespace albireo::replays
