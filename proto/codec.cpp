// One file: for all messages the two halves of each, put() and get(), stand side by side and change together.
#include "proto/codec.hpp"

#include "proto/carry_fields.hpp"
#include "proto/field_checker.hpp"
#include "wire.pb.h"

namespace albireo::proto {

namespace {

std::string string_of(const auto& bytes) {
    return {bytes.begin(), bytes.end()};
}

// One pair of functions for each message: put fills the wire form, get checks the fields and copies them.

void put(wire::Control& out, const Hello& m) {
    auto& w = *out.mutable_hello();
    w.set_protocol_version(m.protocol_version);
    w.set_core_version(m.core_version);
    w.set_name(m.name);
    w.set_eco(m.eco);
    w.set_signals(m.signals);
    w.set_spectators(m.spectators);
    w.set_tickets(m.tickets);
    w.set_voice(m.voice);
    w.set_wishes(m.wishes);
}
Hello get(const wire::Hello& w, FieldChecker& check) {
    return {w.protocol_version(), w.core_version(), check.text(w.name(), kNameBytesMax), w.eco(), w.signals(),
            w.spectators(), w.tickets(), w.voice(), w.wishes()};
}

void put(wire::Control& out, const Welcome& m) {
    auto& w = *out.mutable_welcome();
    w.set_protocol_version(m.protocol_version);
    w.set_core_version(m.core_version);
    w.set_server_name(m.server_name);
    w.set_signals(m.signals);
    w.set_spectators(m.spectators);
    w.set_voice(m.voice);
    w.set_wishes(m.wishes);
    w.set_forwards(m.forwards);
}
Welcome get(const wire::Welcome& w, FieldChecker& check) {
    return {w.protocol_version(), w.core_version(), check.text(w.server_name(), kNameBytesMax), w.signals(), w.spectators(), w.voice(), w.wishes(), w.forwards()};
}

void put(wire::Control& out, const Create& m) {
    auto& w = *out.mutable_create();
    w.set_level(m.level);
    w.set_difficulty(m.difficulty);
    w.set_seed_wish(m.seed_wish);
    w.set_players(m.players);
    w.set_level_digest(m.level_digest);
    w.set_section(m.section);
    w.set_phase(m.phase);
    w.set_watch_delay_ms(m.watch_delay_ms);
    w.set_may_move(m.may_move);
    w.set_speed(m.speed);
}
Create get(const wire::Create& w, FieldChecker& check) {
    check.require(w.players() >= 1 && (w.phase() == 0 || w.section() != 0));
    return {check.text(w.level(), kLevelNameBytesMax), check.below<std::uint8_t>(w.difficulty(), kDifficultyMax + 1),
            w.seed_wish(), check.below<std::uint8_t>(w.players(), kSlotCount + 1), w.level_digest(),
            check.below<std::uint8_t>(w.section(), 256), check.below<std::uint8_t>(w.phase(), 256), w.watch_delay_ms(),
            w.may_move(), check.speed(w.speed())};
}

void put(wire::Control& out, const Join& m) {
    out.mutable_join()->set_code(m.code);
    out.mutable_join()->set_stand_in(m.stand_in);
    out.mutable_join()->set_watch_delay_ms(m.watch_delay_ms);
    if (m.pass) out.mutable_join()->set_pass(string_of(*m.pass));
}
Join get(const wire::Join& w, FieldChecker& check) {
    return {check.text(w.code(), kNameBytesMax), w.stand_in(), check.pass(w.pass()), w.watch_delay_ms()};
}

void put(wire::Control& out, const Rejoin& m) {
    out.mutable_rejoin()->set_code(m.code);
    out.mutable_rejoin()->set_proof(string_of(m.proof.bytes));
    out.mutable_rejoin()->set_rematch(m.rematch);
    out.mutable_rejoin()->set_rematch_level(m.rematch_level);
    if (m.pass) out.mutable_rejoin()->set_pass(string_of(*m.pass));
}
Rejoin get(const wire::Rejoin& w, FieldChecker& check) {
    static_assert(kProofBytes == kTokenBytes);
    return {check.text(w.code(), kNameBytesMax), {check.token(w.proof())}, check.pass(w.pass()), w.rematch(),
            check.text(w.rematch_level(), kLevelNameBytesMax)};
}

void put(wire::Control& out, const Entered& m) {
    auto& w = *out.mutable_entered();
    w.set_code(m.code);
    w.set_token(string_of(m.token));
    w.set_slot(static_cast<std::uint32_t>(m.slot));
    w.set_level(m.level);
    w.set_level_digest(m.level_digest);
    w.set_difficulty(m.difficulty);
    w.set_seed(m.seed);
    w.set_players(m.players);
    w.set_partner_name(m.partner_name);
    w.set_running(m.running);
    w.set_section(m.section);
    w.set_phase(m.phase);
    w.set_stage(m.stage);
    if (m.carry) write_carry(*w.mutable_carry(), *m.carry);
    w.set_watch_code(m.watch_code);
    w.set_speed(m.speed);
}
Entered get(const wire::Entered& w, FieldChecker& check) {
    const std::optional<Carry> carry = w.has_carry() ? read_carry(w.carry()) : std::nullopt;
    check.require(w.players() >= 1 && w.has_carry() == carry.has_value() && (!carry || w.section() == 0) &&
                  (w.phase() == 0 || w.section() != 0));
    return {check.text(w.code(), kNameBytesMax),
            check.token(w.token()),
            check.below<Slot>(w.slot(), kSlotCount),
            check.text(w.level(), kLevelNameBytesMax),
            w.level_digest(),
            check.below<std::uint8_t>(w.difficulty(), kDifficultyMax + 1),
            w.seed(),
            check.below<std::uint8_t>(w.players(), kSlotCount + 1),
            check.text(w.partner_name(), kNameBytesMax),
            w.running(),
            check.below<std::uint8_t>(w.section(), 256),
            carry,
            check.below<std::uint8_t>(w.stage(), 256),
            check.below<std::uint8_t>(w.phase(), 256),
            check.text(w.watch_code(), kNameBytesMax),
            check.speed(w.speed())};
}

void put(wire::Control& out, const LevelWanted& m) {
    out.mutable_level_wanted()->set_digest(m.digest);
}
LevelWanted get(const wire::LevelWanted& w, FieldChecker&) {
    return {w.digest()};
}

void put(wire::Control& out, const Ready& m) {
    out.mutable_ready()->set_level_digest(m.level_digest);
    out.mutable_ready()->set_snapshot_tick(m.snapshot_tick.value);
}
Ready get(const wire::Ready& w, FieldChecker&) {
    return {w.level_digest(), Tick{w.snapshot_tick()}};
}

void put(wire::Control& out, const Start& m) {
    out.mutable_start()->set_first_tick(m.first_tick.value);
    out.mutable_start()->set_delay_ms(m.delay_ms);
}
Start get(const wire::Start& w, FieldChecker& check) {
    return {Tick{w.first_tick()}, check.below<std::uint16_t>(w.delay_ms(), 0x10000)};
}

void put(wire::Control& out, const Resume& m) {
    auto& w = *out.mutable_resume();
    w.set_snapshot_tick(m.snapshot_tick.value);
    w.set_own_first_tick(m.own_first_tick.value);
    w.set_reason(static_cast<std::uint32_t>(m.reason));
}
Resume get(const wire::Resume& w, FieldChecker& check) {
    return {Tick{w.snapshot_tick()}, Tick{w.own_first_tick()},
            check.below<ResumeReason>(w.reason(), kResumeReasonCount)};
}

void put(wire::Control& out, const Chunk& m) {
    auto& w = *out.mutable_chunk();
    w.set_kind(static_cast<std::uint32_t>(m.kind));
    w.set_id(m.id);
    w.set_total(m.total);
    w.set_offset(m.offset);
    w.set_data(m.data.data(), m.data.size());
}
Chunk get(const wire::Chunk& w, FieldChecker& check) {
    Chunk m{check.below<BlobKind>(w.kind(), kBlobKindCount),
            w.id(),
            check.below(w.total(), kBlobBytesMax + 1),
            check.below(w.offset(), kBlobBytesMax),
            {}};
    check.require(!w.data().empty() && w.data().size() <= kChunkBytesMax &&
                  std::uint64_t{m.offset} + w.data().size() <= m.total);
    if (check.error() == CodecError::none) m.data.assign(w.data().begin(), w.data().end());
    return m;
}

void put(wire::Control& out, const PartnerState& m) {
    auto& w = *out.mutable_partner_state();
    w.set_state(static_cast<std::uint32_t>(m.state));
    w.set_name(m.name);
    w.set_silent_ms(m.silent_ms);
}
PartnerState get(const wire::PartnerState& w, FieldChecker& check) {
    return {check.below<Partner>(w.state(), kPartnerCount), check.text(w.name(), kNameBytesMax), w.silent_ms()};
}

void put(wire::Control& out, const PaceNotice& m) {
    auto& w = *out.mutable_pace_notice();
    w.set_ticks_per_second(m.ticks_per_second);
    w.set_absent_in_ms(m.absent_in_ms);
    w.set_back_in_ms(m.back_in_ms);
}
PaceNotice get(const wire::PaceNotice& w, FieldChecker&) {
    return {w.ticks_per_second(), w.absent_in_ms(), w.back_in_ms()};
}

void put(wire::Control& out, const Signal& m) {
    out.mutable_signal()->set_kind(static_cast<std::uint32_t>(m.kind));
}
Signal get(const wire::Signal& w, FieldChecker& check) {
    return {check.below<SignalKind>(w.kind(), kSignalKindCount)};
}

void put(wire::Control& out, const VoiceState& m) {
    out.mutable_voice_state()->set_hears(m.hears);
}
VoiceState get(const wire::VoiceState& w, FieldChecker&) {
    return {w.hears()};
}

void put(wire::Control& out, const RematchWish& m) {
    auto& w = *out.mutable_rematch_wish();
    w.set_wants(m.wants);
    w.set_title(m.title);
}
RematchWish get(const wire::RematchWish& w, FieldChecker& check) {
    return {w.wants(), check.text(w.title(), kLevelNameBytesMax)};
}

void put(wire::Control& out, const OperatorNotice& m) {
    out.mutable_operator_notice()->set_text(m.text);
}
OperatorNotice get(const wire::OperatorNotice& w, FieldChecker& check) {
    return {check.text(w.text(), kTextBytesMax)};
}

void put(wire::Control& out, const LobbyState& m) {
    for (const LobbyState::Seat& seat : m.seats) {
        auto& w = *out.mutable_lobby_state()->add_seats();
        w.set_state(static_cast<std::uint32_t>(seat.state));
        w.set_ready(seat.ready);
        w.set_name(seat.name);
        w.set_ping_ms(seat.ping_ms);
    }
}
LobbyState get(const wire::LobbyState& w, FieldChecker& check) {
    LobbyState m;
    check.require(static_cast<std::size_t>(w.seats_size()) == m.seats.size());
    if (check.error() != CodecError::none) return m;
    for (std::size_t i = 0; i < m.seats.size(); ++i) {
        const wire::LobbyState::Seat& seat = w.seats(static_cast<int>(i));
        m.seats[i] = {check.below<Partner>(seat.state(), kPartnerCount), seat.ready(),
                      check.text(seat.name(), kNameBytesMax), seat.ping_ms()};
    }
    return m;
}

void put(wire::Control& out, const DesyncNotice& m) {
    auto& w = *out.mutable_desync_notice();
    w.set_tick(m.tick.value);
    w.set_server_digest(m.server_digest);
    w.set_client_digest(m.client_digest);
    w.set_text(m.text);
}
DesyncNotice get(const wire::DesyncNotice& w, FieldChecker& check) {
    return {Tick{w.tick()}, w.server_digest(), w.client_digest(), check.text(w.text(), kTextBytesMax)};
}

void put(wire::EvidenceWanted& w, const EvidenceWanted& m) {
    w.set_of(static_cast<std::uint32_t>(m.of));
    w.set_tick(m.tick.value);
    w.set_point(m.point);
    w.set_column(m.column);
    w.set_first(m.first);
    w.set_count(m.count);
    for (const std::uint64_t value : m.own) w.add_own(value);
}
void put(wire::Control& out, const EvidenceWanted& m) { put(*out.mutable_evidence_wanted(), m); }
EvidenceWanted get(const wire::EvidenceWanted& w, FieldChecker& check) {
    check.require(static_cast<std::size_t>(w.own_size()) <= kEvidenceValuesMax);
    EvidenceWanted m{check.below<EvidenceOf>(w.of(), kEvidenceOfCount), Tick{w.tick()}, w.point(), w.column(),
                     w.first(), w.count()};
    if (check.error() == CodecError::none) m.own.assign(w.own().begin(), w.own().end());
    return m;
}

void put(wire::Control& out, const Evidence& m) {
    auto& w = *out.mutable_evidence();
    put(*w.mutable_to(), m.to);
    for (const std::uint64_t value : m.values) w.add_values(value);
}
Evidence get(const wire::Evidence& w, FieldChecker& check) {
    Evidence m{get(w.to(), check), {}};
    check.require(m.to.own.empty() && static_cast<std::size_t>(w.values_size()) <= kEvidenceValuesMax);
    if (check.error() == CodecError::none) m.values.assign(w.values().begin(), w.values().end());
    return m;
}

void put(wire::Control& out, const Ended& m) {
    auto& w = *out.mutable_ended();
    w.set_outcome(static_cast<std::uint32_t>(m.outcome));
    w.set_tick(m.tick.value);
    w.set_digest(m.digest);
    w.set_span(m.span);
    w.set_goes_on(m.goes_on);
    w.set_may_rematch(m.may_rematch);
    w.set_next_level(m.next_level);
}
Ended get(const wire::Ended& w, FieldChecker& check) {
    return {check.below<Outcome>(w.outcome(), kOutcomeCount), Tick{w.tick()}, w.digest(), w.span(), w.goes_on(), w.may_rematch(),
            check.text(w.next_level(), kLevelNameBytesMax)};
}

void put(wire::Place& w, const Place& m) {
    w.set_host(m.host);
    w.set_port(m.port);
    w.set_key(string_of(m.key));
}
Place get(const wire::Place& w, FieldChecker& check) {
    check.require(is_host(w.host()) && w.port() != 0);
    return {check.text(w.host(), kHostBytesMax), check.below<std::uint16_t>(w.port(), 0x10000), check.bytes<32>(w.key())};
}

void put(wire::Control& out, const Fleet& m) {
    for (const Place& place : m.places) put(*out.mutable_fleet()->add_places(), place);
    out.mutable_fleet();
}
Fleet get(const wire::Fleet& w, FieldChecker& check) {
    Fleet m;
    check.require(static_cast<std::size_t>(w.places_size()) <= kFleetPlacesMax);
    if (check.error() != CodecError::none) return m;
    for (const wire::Place& place : w.places()) m.places.push_back(get(place, check));
    return m;
}

void put(wire::Control& out, const Refused& m) {
    out.mutable_refused()->set_reason(static_cast<std::uint32_t>(m.reason));
    out.mutable_refused()->set_text(m.text);
    if (!m.ticket) return;
    put(*out.mutable_refused()->mutable_ticket()->mutable_place(), m.ticket->place);
    out.mutable_refused()->mutable_ticket()->set_pass(string_of(m.ticket->pass));
}
Refused get(const wire::Refused& w, FieldChecker& check) {
    Refused m{check.below<Refusal>(w.reason(), kRefusalCount), check.text(w.text(), kTextBytesMax)};
    check.require(w.has_ticket() == (m.reason == Refusal::other_server));
    if (w.has_ticket()) m.ticket = Ticket{get(w.ticket().place(), check), check.bytes<kPassBytes>(w.ticket().pass())};
    return m;
}

void put(wire::Control& out, const Bye& m) {
    out.mutable_bye()->set_reason(static_cast<std::uint32_t>(m.reason));
}
Bye get(const wire::Bye& w, FieldChecker& check) {
    return {check.below<ByeReason>(w.reason(), kByeReasonCount)};
}

void put(wire::Control& out, const SeatTried& m) {
    out.mutable_seat_tried()->set_with_old_token(m.with_old_token);
}
SeatTried get(const wire::SeatTried& w, FieldChecker&) {
    return {w.with_old_token()};
}

void put(wire::Control& out, const Watch& m) {
    out.mutable_watch()->set_code(m.code);
    out.mutable_watch()->set_delay_ms(m.delay_ms);
    if (m.pass) out.mutable_watch()->set_pass(string_of(*m.pass));
}
Watch get(const wire::Watch& w, FieldChecker& check) {
    return {check.text(w.code(), kNameBytesMax), w.delay_ms(), check.pass(w.pass())};
}

void put(wire::Control& out, const Watching& m) {
    auto& w = *out.mutable_watching();
    w.set_delay_ms(m.delay_ms);
    w.set_spectators(m.spectators);
    w.set_running(m.running);
    w.set_bytes(m.bytes);
}
Watching get(const wire::Watching& w, FieldChecker&) {
    return {w.delay_ms(), w.spectators(), w.running(), w.bytes()};
}

void put(wire::Control& out, const Spectators& m) {
    out.mutable_spectators()->set_count(m.count);
    for (const std::string& name : m.names) out.mutable_spectators()->add_names(name);
}
Spectators get(const wire::Spectators& w, FieldChecker& check) {
    check.require(w.names_size() <= static_cast<int>(kSpectatorsMax));
    Spectators m{w.count()};
    for (const std::string& name : w.names()) m.names.push_back(check.text(name, kNameBytesMax));
    return m;
}

/// False if it contains no known message.
bool get_any(const wire::Control& in, Message& out, FieldChecker& check) {
    const auto take = [&](const auto& w) {
        out = get(w, check);
        return true;
    };
    switch (in.message_case()) {
        case wire::Control::kHello:
            return take(in.hello());
        case wire::Control::kWelcome:
            return take(in.welcome());
        case wire::Control::kCreate:
            return take(in.create());
        case wire::Control::kJoin:
            return take(in.join());
        case wire::Control::kRejoin:
            return take(in.rejoin());
        case wire::Control::kEntered:
            return take(in.entered());
        case wire::Control::kLevelWanted:
            return take(in.level_wanted());
        case wire::Control::kReady:
            return take(in.ready());
        case wire::Control::kStart:
            return take(in.start());
        case wire::Control::kResume:
            return take(in.resume());
        case wire::Control::kChunk:
            return take(in.chunk());
        case wire::Control::kPartnerState:
            return take(in.partner_state());
        case wire::Control::kSignal:
            return take(in.signal());
        case wire::Control::kOperatorNotice:
            return take(in.operator_notice());
        case wire::Control::kPaceNotice:
            return take(in.pace_notice());
        case wire::Control::kLobbyState:
            return take(in.lobby_state());
        case wire::Control::kDesyncNotice:
            return take(in.desync_notice());
        case wire::Control::kEvidenceWanted:
            return take(in.evidence_wanted());
        case wire::Control::kEvidence:
            return take(in.evidence());
        case wire::Control::kEnded:
            return take(in.ended());
        case wire::Control::kRefused:
            return take(in.refused());
        case wire::Control::kBye:
            return take(in.bye());
        case wire::Control::kSeatTried:
            return take(in.seat_tried());
        case wire::Control::kWatch:
            return take(in.watch());
        case wire::Control::kWatching:
            return take(in.watching());
        case wire::Control::kSpectators:
            return take(in.spectators());
        case wire::Control::kFleet:
            return take(in.fleet());
        case wire::Control::kVoiceState:
            return take(in.voice_state());
        case wire::Control::kRematchWish:
            return take(in.rematch_wish());
        case wire::Control::MESSAGE_NOT_SET:
            break;
    }
    return false;
}

}  // namespace

std::vector<std::uint8_t> encode(const Message& message) {
    wire::Control control;
    std::visit([&](const auto& m) { put(control, m); }, message);
    std::vector<std::uint8_t> bytes(control.ByteSizeLong());
    if (bytes.size() > kMessageBytesMax || !control.SerializeToArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return {};
    }
    // A message that decode() would refuse is not sent.
    Message back;
    return decode(bytes, back) == CodecError::none ? bytes : std::vector<std::uint8_t>{};
}

CodecError decode(std::span<const std::uint8_t> bytes, Message& message) {
    if (bytes.size() > kMessageBytesMax) return CodecError::too_long;
    wire::Control control;
    if (!control.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return CodecError::not_protobuf;
    FieldChecker check;
    if (!get_any(control, message, check)) return CodecError::unknown_message;
    return check.error();
}

}  // namespace albireo::proto
