#include "tests/session/load_player.hpp"

#include <algorithm>

#include "proto/sealed_datagram.hpp"
#include "sim/base/limits.hpp"
#include "sim/snapshot.hpp"

namespace albireo::session_tests {
namespace {

constexpr const char* kLevelName = "the_cut";

void add(LoadFigures::Counter& counter, std::uint64_t by = 1) {
    counter.fetch_add(by, std::memory_order_relaxed);
}

}  // namespace

LoadPlayer::LoadPlayer(const RecordedGame& game, LoadFigures& figures, std::uint32_t connect_id, std::string code, std::optional<proto::PublicKey> server)
    : game_(game), figures_(figures), handshake_(connect_id, proto::KeyPair::random(), server), code_(std::move(code)) {
    connection_.send(proto::Hello{.core_version = kCoreVersion, .name = code_.empty() ? "gold" : "blue", .signals = true, .spectators = true});
    if (code_.empty()) {
        connection_.send(proto::Create{.level = kLevelName, .difficulty = static_cast<std::uint8_t>(Difficulty::standard), .seed_wish = game.seed, .level_digest = game.level_digest});
    } else {
        connection_.send(proto::Join{code_});
    }
}

void LoadPlayer::fail(std::string why) {
    if (state_ == State::failed) return;
    if (state_ == State::playing) figures_.playing.fetch_sub(1, std::memory_order_relaxed);
    add(figures_.failed);
    state_ = State::failed;
    failure_ = std::move(why);
}

void LoadPlayer::receive(std::span<const std::uint8_t> datagram, Micros now) {
    if (state_ == State::failed) return;
    std::array<std::uint8_t, proto::kSealedPacketMax> packet;
    std::size_t head_bytes = 0;
    if (proto::is_knock(datagram)) {
        if (!proto::read_knock(datagram, head_bytes)) return;
        const auto size = handshake_.take(datagram, now, packet);
        if (handshake_.state() == proto::HandshakeClient::State::full) return fail("the server has no room");
        if (size && *size != 0) receive_packet(proto::Channel::control, std::span{packet}.first(*size), now);
        return;
    }
    const auto head = proto::read_sealed_head(datagram);
    if (!head || !is_connected()) return;
    if (const auto size = handshake_.line().in.open(datagram, proto::kSealedHeadBytes, packet)) {
        receive_packet(head->channel, std::span{packet}.first(*size), now);
    }
}

void LoadPlayer::receive_packet(proto::Channel channel, std::span<const std::uint8_t> packet, Micros now) {
    connection_.receive(channel, packet, now);
    while (const auto message = connection_.next_message()) receive(*message, now);
    if (state_ == State::playing) learn(now);
}

void LoadPlayer::receive(const proto::Message& message, Micros now) {
    if (const auto* entered = std::get_if<proto::Entered>(&message)) {
        if (state_ != State::entering) return;
        if (entered->seed != game_.seed || entered->level_digest != game_.level_digest) return fail("the server plays another game than the recorded one");
        code_ = entered->code;
        slot_ = entered->slot;
        state_ = State::waiting;
        add(figures_.seated);
        connection_.send(proto::Ready{game_.level_digest});
    } else if (const auto* start = std::get_if<proto::Start>(&message)) {
        if (state_ != State::waiting) return;
        if (start->first_tick != game_.first) return fail("the server starts the game at another tick");
        connection_.start_frames(game_.first, game_.first);
        confirmed_ = partner_known_ = game_.first;
        clock_.start(now);
        state_ = State::playing;
        add(figures_.playing);
    } else if (const auto* refused = std::get_if<proto::Refused>(&message)) {
        fail("refused: " + std::string(proto::text_of(*refused)));
    } else if (const auto* bye = std::get_if<proto::Bye>(&message)) {
        fail("the server says goodbye: " + std::string(proto::text_of(bye->reason)));
    } else if (std::holds_alternative<proto::Resume>(message) || std::holds_alternative<proto::DesyncNotice>(message)) {
        add(figures_.desyncs);
    } else if (std::holds_alternative<proto::Ended>(message)) {
        fail("the game has ended");
    }
}

/// As TickLoop::learn(): confirmed ticks, and what a client does in each of them.
void LoadPlayer::learn(Micros now) {
    proto::FrameWindow& window = connection_.incoming();
    if (partner_ != nullptr && figures_.measures.load(std::memory_order_relaxed)) {
        for (Tick tick = partner_known_; tick < window.confirmed_up_to(); tick = tick + 1) figures_.relay.note(now - partner_->sent_at_[tick.value % kRemembered]);
    }
    partner_known_ = window.confirmed_up_to();
    const Tick confirmed = std::min(partner_known_, connection_.outgoing().begin());
    for (; confirmed_ < confirmed; confirmed_ = confirmed_ + 1) {
        if (const Tick after = confirmed_ + 1; RecordedGame::has_digest(after)) connection_.set_digest({after, game_.digest(after)});
    }
    window.release(confirmed_);
    while (const auto note = connection_.next_digest()) {
        if (!RecordedGame::has_digest(note->tick) || note->tick > game_.end()) continue;
        add(note->digest == game_.digest(note->tick) ? figures_.digests_checked : figures_.digests_wrong);
    }
}

/// As TickLoop::step().
void LoadPlayer::play(Micros now) {
    if (now - connection_.last_heard() > kSilentMax) return fail("the server is silent");
    for (int i = 0; i < kTicksAtOnceMax && clock_.due() <= now; ++i) {
        if (const auto margin = connection_.peer_arrival_margin()) clock_.note_arrival_margin(margin->partner_quarters, margin->need_quarters);
        const Tick tick = connection_.outgoing().end();
        if (tick >= game_.end()) return fail("the recorded game is over: measure for a shorter time");
        const bool was_held = is_held_;
        is_held_ = tick - confirmed_ >= static_cast<std::int32_t>(kLeadTicksMax) || !connection_.has_room();
        if (is_held_) {
            if (now - clock_.due() < clock_.period()) return;
            add(figures_.frozen_ticks);
            return clock_.give_up(now);
        }
        if (was_held) clock_.slip_to(now);
        if (figures_.measures.load(std::memory_order_relaxed)) figures_.tick_late.note(now - clock_.due());
        clock_.advance(now);
        const Frame& frame = game_.frame(slot_, tick);
        connection_.push_frame(frame, now);
        sent_at_[tick.value % kRemembered] = now;
        add(figures_.ticks);
        add(figures_.reports, frame.report_count);
    }
}

void LoadPlayer::advance(Micros now, const SendDatagram& send) {
    if (began_ < 0) began_ = now;
    if (state_ != State::playing && state_ != State::failed && now - began_ > 20 * proto::kMicrosPerSecond) fail("the server does not start the game");
    if (state_ == State::playing) play(now);
    if (state_ == State::failed) return;
    send_packets(now, send);
}

void LoadPlayer::send_packets(Micros now, const SendDatagram& send) {
    proto::OutPacket packet;
    while (connection_.next_packet(packet, now)) {
        if (!is_connected()) {
            if (packet.channel == proto::Channel::control) waiting_.assign(packet.bytes().begin(), packet.bytes().end());
            continue;
        }
        std::array<std::uint8_t, proto::kSealedDatagramMax> datagram;
        send(std::span{datagram}.first(proto::write_sealed({handshake_.peer(), packet.channel}, handshake_.line().out, packet.bytes(), datagram)));
    }
    if (handshake_.due() > now) return;
    std::array<std::uint8_t, proto::kKnockDatagramMax> datagram;
    const std::size_t size = handshake_.write(waiting_, now, datagram);
    if (size != 0) send(std::span{datagram}.first(size));
}

Micros LoadPlayer::next_due(Micros now) {
    if (state_ == State::failed) return proto::kNever;
    Micros due = std::min({handshake_.due(), connection_.next_due(now), now + proto::kMicrosPerSecond});
    if (state_ == State::playing) due = std::min(due, clock_.due() + (is_held_ ? clock_.period() : 0));
    return std::max(due, now);
}

}  // namespace albireo::session_tests
