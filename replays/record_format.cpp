#include "replays/record_format.hpp"

#include "proto/carry_fields.hpp"
#include "proto/frame_codec.hpp"
#include "replays/packed.hpp"
#include "replays/replay.pb.h"
#include "replays/text.hpp"

namespace albireo::replays {

namespace {

std::string as_string(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::span<const std::uint8_t> as_bytes(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// The text as a valid proto3 string: UTF-8, because readers refuse the record otherwise, and at most `size` bytes, cut
/// between characters.
std::string fit(std::string_view given, std::size_t size) {
    std::string text = valid_utf8(given);
    if (text.size() <= size) return text;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
    text.resize(size);
    return text;
}

void put(wire::Record& out, const RecordingHeader& header) {
    auto& to = *out.mutable_header();
    to.set_format_version(header.format_version);
    to.set_core_version(header.core_version);
    to.set_level(as_string(header.packed_level.empty() ? pack(header.level) : header.packed_level));
    to.set_level_digest(header.level_digest);
    to.set_level_name(fit(header.level_name, kNameBytesMax));
    to.set_difficulty(static_cast<std::uint32_t>(header.difficulty));
    to.set_seed(header.setup.seed);
    to.set_players(header.setup.players);
    to.set_section(header.setup.section);
    to.set_phase(header.setup.phase);
    if (header.setup.carry) proto::write_carry(*to.mutable_carry(), *header.setup.carry);
    to.set_gold_name(fit(header.names[0], kNameBytesMax));
    to.set_blue_name(fit(header.names[1], kNameBytesMax));
    to.set_started_ms(header.started_ms);
    to.set_first_tick(header.first_tick.value);
    to.set_recorded_by(fit(header.recorded_by, kTextBytesMax));
    to.set_origin(fit(header.origin, kTextBytesMax));
}

std::string get(const wire::Header& from, RecordingHeader& header) {
    header.format_version = from.format_version();
    header.core_version = from.core_version();
    // The rest of a header of another format version is unknown, so it is not checked.
    if (header.format_version != kFormatVersion) return {};
    if (!unpack(as_bytes(from.level()), kLevelBytesMax, header.level)) return "its level cannot be decompressed";
    if (from.level_name().size() > kNameBytesMax || from.gold_name().size() > kNameBytesMax ||
        from.blue_name().size() > kNameBytesMax || from.recorded_by().size() > kTextBytesMax ||
        from.origin().size() > kTextBytesMax) {
        return "it has a name that is too long";
    }
    if (from.difficulty() >= kDifficultyCount) return "its difficulty is unknown";
    if (from.players() < 1 || from.players() > 3) return "its set of players is invalid";
    if (from.section() > UINT8_MAX || from.phase() > UINT8_MAX) return "its section is invalid";
    if (from.first_tick() > kFirstTickMax.value) return "its first tick is too late";
    header.level_digest = from.level_digest();
    header.level_name = from.level_name();
    header.difficulty = static_cast<Difficulty>(from.difficulty());
    header.setup = {.seed = from.seed(),
                    .players = static_cast<std::uint8_t>(from.players()),
                    .section = static_cast<std::uint8_t>(from.section()),
                    .phase = static_cast<std::uint8_t>(from.phase())};
    if (from.has_carry()) {
        header.setup.carry = proto::read_carry(from.carry());
        if (from.section() != 0 || !header.setup.carry) return "its carry is invalid";
    }
    header.names = {from.gold_name(), from.blue_name()};
    header.started_ms = from.started_ms();
    header.first_tick = Tick{from.first_tick()};
    header.recorded_by = from.recorded_by();
    header.origin = from.origin();
    return {};
}

void put(wire::Record& out, const FramesRecord& frames) {
    auto& to = *out.mutable_frames();
    to.set_ticks(frames.ticks);
    to.set_runs(as_string(frames.runs));
    to.set_roots(frames.roots);
}

std::string get(const wire::Frames& from, FramesRecord& frames) {
    if (from.ticks() == 0 || from.ticks() > proto::kRunFramesMax) return "its number of frames is out of range";
    frames.ticks = from.ticks();
    frames.runs.assign(from.runs().begin(), from.runs().end());
    frames.roots = from.roots();
    return {};
}

void put(wire::Record& out, const SnapshotRecord& snapshot) {
    out.mutable_snapshot()->set_world(as_string(snapshot.world));
    out.mutable_snapshot()->set_checkpoint(snapshot.checkpoint);
}

std::string get(const wire::Snapshot& from, SnapshotRecord& snapshot) {
    snapshot.world.assign(from.world().begin(), from.world().end());
    snapshot.checkpoint = from.checkpoint();
    return {};
}

void put(wire::Record& out, const Note& note) {
    auto& to = *out.mutable_note();
    to.set_kind(static_cast<wire::Note::Kind>(note.kind));
    to.set_value(note.value);
    to.set_text(fit(note.text, kTextBytesMax));
}

std::string get(const wire::Note& from, Note& note) {
    if (!wire::Note::Kind_IsValid(from.kind())) return "its kind of note is unknown";
    if (from.text().size() > kTextBytesMax) return "its text is too long";
    note.kind = static_cast<NoteKind>(from.kind());
    note.value = from.value();
    note.text = from.text();
    return {};
}

void put(wire::Record& out, const Trailer& trailer) {
    auto& to = *out.mutable_trailer();
    to.set_outcome(static_cast<std::uint32_t>(trailer.outcome));
    to.set_ticks(trailer.ticks);
    to.set_gold_score(trailer.scores[0]);
    to.set_blue_score(trailer.scores[1]);
    to.set_root(trailer.root);
}

std::string get(const wire::Trailer& from, Trailer& trailer) {
    if (from.outcome() > static_cast<std::uint32_t>(Outcome::over)) return "its outcome is unknown";
    trailer.outcome = static_cast<Outcome>(from.outcome());
    trailer.ticks = from.ticks();
    trailer.scores = {from.gold_score(), from.blue_score()};
    trailer.root = from.root();
    return {};
}

}  // namespace

std::vector<std::uint8_t> record_bytes(const AnyRecord& record) {
    wire::Record out;
    std::visit([&](const auto& from) { put(out, from); }, record);
    std::vector<std::uint8_t> bytes(out.ByteSizeLong());
    out.SerializeWithCachedSizesToArray(bytes.data());
    return bytes;
}

std::string parse_record(std::span<const std::uint8_t> bytes, AnyRecord& record) {
    wire::Record in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return "it is not a protobuf record";
    switch (in.what_case()) {
        case wire::Record::kHeader:
            return get(in.header(), record.emplace<RecordingHeader>());
        case wire::Record::kFrames:
            return get(in.frames(), record.emplace<FramesRecord>());
        case wire::Record::kSnapshot:
            return get(in.snapshot(), record.emplace<SnapshotRecord>());
        case wire::Record::kNote:
            return get(in.note(), record.emplace<Note>());
        case wire::Record::kTrailer:
            return get(in.trailer(), record.emplace<Trailer>());
        case wire::Record::WHAT_NOT_SET:
            break;
    }
    return "its kind is unknown";
}

}  // namespace albireo::replays
