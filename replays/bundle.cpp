#include "replays/bundle.hpp"

#include <algorithm>

#include "proto/frame_codec.hpp"
#include "replays/packed.hpp"
#include "replays/record_stream.hpp"
#include "replays/recorder.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "sim/digest.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {
namespace {

constexpr RecordSignature kBundleSignature = {0x89, 'A', 'L', 'D', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t kTestimonyBytesMax = 4 * kSnapshotBytesMax;
constexpr std::size_t kPieceBytes = 1 << 20;
constexpr std::size_t kReplayBytesMax = 64 << 20;  // hours of play

void put_text(ByteWriter& out, const std::string& text) {
    out.put(static_cast<std::uint16_t>(text.size()));
    out.put_bytes(text.data(), text.size());
}

bool get_text(ByteReader& in, std::string& text) {
    const auto size = in.get<std::uint16_t>();
    if (size > kTextBytesMax || size > in.left()) return false;
    text.resize(size);
    in.get_bytes(text.data(), size);
    return !in.bad();
}

std::vector<std::uint8_t> header_bytes(const Bundle& bundle) {
    const proto::DesyncFinding& finding = bundle.finding;
    std::vector<std::uint8_t> bytes(64 + 2 * kTextBytesMax);
    ByteWriter out(bytes);
    out.put(kBundleVersion);
    out.put(bundle.core_version);
    out.put(bundle.wall_ms);
    out.put(static_cast<std::uint32_t>(bundle.replay.size()));
    out.put(static_cast<std::uint8_t>(finding.kind));
    out.put(finding.tick.value);
    const unsigned flags =
        (finding.first ? 1u : 0u) | (finding.server_repeats ? 2u : 0u) | (finding.client_repeats ? 4u : 0u);
    out.put(static_cast<std::uint8_t>(flags));
    out.put(finding.point);
    out.put(finding.column);
    out.put(finding.server);
    out.put(finding.client);
    put_text(out, bundle.code.substr(0, kTextBytesMax));
    put_text(out, finding.path.substr(0, kTextBytesMax));
    bytes.resize(out.size());
    return bytes;
}

/// `replay_bytes`: the size of the recording that the following records must contain.
std::string read_header(std::span<const std::uint8_t> bytes, Bundle& bundle, std::size_t& replay_bytes) {
    proto::DesyncFinding& finding = bundle.finding;
    ByteReader in(bytes);
    if (const auto version = in.get<std::uint32_t>(); version != kBundleVersion) {
        return "bundle of version " + std::to_string(version) + "; this program reads version " +
               std::to_string(kBundleVersion);
    }
    bundle.core_version = in.get<std::uint32_t>();
    bundle.wall_ms = in.get<std::uint64_t>();
    replay_bytes = in.get<std::uint32_t>();
    const auto kind = in.get<std::uint8_t>();
    finding.tick.value = in.get<std::uint32_t>();
    const auto flags = in.get<std::uint8_t>();
    finding.point = in.get<std::uint32_t>();
    finding.column = in.get<std::uint32_t>();
    finding.server = in.get<std::int64_t>();
    finding.client = in.get<std::int64_t>();
    const bool texts = get_text(in, bundle.code) && get_text(in, finding.path);
    const bool ranges = kind < proto::DesyncFinding::kKinds && flags < 8 &&
                        finding.point < TickTrace::kPoints && finding.column <= kFramesColumn;
    if (!texts || !ranges || !in.at_end()) return "its header has values out of range";
    if (replay_bytes > kReplayBytesMax) return "its replay is too large to be that of a game";
    finding.kind = static_cast<proto::DesyncFinding::Kind>(kind);
    finding.first = (flags & 1) != 0;
    finding.server_repeats = (flags & 2) != 0;
    finding.client_repeats = (flags & 4) != 0;
    return {};
}

/// The world of a testimony's snapshot. If it is only displayed it need not be safe to step: a fault may have produced
/// it.
std::string load(std::span<const std::uint8_t> bytes, const Level& level, bool to_be_stepped,
                 std::unique_ptr<World>& world) {
    world = std::make_unique<World>();
    const LoadError error = load_world(*world, level, bytes);
    if (error == LoadError::none || (error == LoadError::out_of_range && !to_be_stepped)) return {};
    return snapshot_text(error, bytes);
}

/// Returns an empty string, or the error in a testimony.
std::string open_side(std::span<const std::uint8_t> bytes, const Level& level, Tick tick, std::optional<Side>& out) {
    if (bytes.empty()) return {};
    Side& side = out.emplace();
    if (!read_testimony(bytes, side.testimony)) return "it cannot be decoded";
    std::string fault = load(side.testimony.before, level, true, side.before);
    if (fault.empty()) fault = load(side.testimony.at_point, level, false, side.at_point);
    if (fault.empty()) fault = load(side.testimony.after, level, false, side.after);
    if (!fault.empty()) return "it has a snapshot that cannot be used: " + fault;
    if (side.testimony.tick != tick || side.before->tick + 1 != tick || side.after->tick != tick)
        return "its tick differs from the finding's";
    side.here.emplace(std::make_unique<World>(*side.before), std::make_unique<World>(*side.after),
                      side.testimony.frames, level);
    side.repeated = side.here->marks() == side.testimony.marks && repeats_itself(side.testimony.marks);
    return {};
}

}  // namespace

std::vector<std::uint8_t> bundle_bytes(const Bundle& bundle) {
    RecordWriter records{kBundleSignature};
    std::vector<std::uint8_t> file;
    const auto add = [&](std::span<const std::uint8_t> payload) {
        const auto record = records.seal(payload);
        file.insert(file.end(), record.begin(), record.end());
    };
    add(header_bytes(bundle));
    add(pack(bundle.server, Packing::quick));
    add(pack(bundle.client, Packing::quick));
    const std::span<const std::uint8_t> replay(bundle.replay);
    for (std::size_t at = 0; at < replay.size(); at += kPieceBytes) {
        add(replay.subspan(at, std::min(kPieceBytes, replay.size() - at)));
    }
    return file;
}

bool is_bundle(std::span<const std::uint8_t> file) {
    return file.size() >= kBundleSignature.size() && std::equal(kBundleSignature.begin(), kBundleSignature.end(), file.begin());
}

std::string read_bundle(std::span<const std::uint8_t> file, Bundle& bundle) {
    bundle = {};
    RecordReader records{file, kBundleSignature};
    if (!records.is_replay()) return "not a desync bundle: the file does not begin with its signature";
    std::size_t replay_bytes = 0;
    for (auto found = records.next(); found != RecordReader::Found::end; found = records.next()) {
        const std::string place = "record " + std::to_string(records.number());
        if (found != RecordReader::Found::record) return "bundle damaged: " + place + " is truncated or damaged";
        std::string fault;
        if (records.number() == 0) {
            fault = read_header(records.payload(), bundle, replay_bytes);
        } else if (records.number() <= 2) {
            auto& side = records.number() == 1 ? bundle.server : bundle.client;
            if (!unpack(records.payload(), kTestimonyBytesMax, side)) fault = "a testimony cannot be decompressed";
        } else if (bundle.replay.size() + records.payload().size() > replay_bytes) {
            fault = "its replay is longer than its header says";
        } else {
            bundle.replay.insert(bundle.replay.end(), records.payload().begin(), records.payload().end());
        }
        if (!fault.empty()) return "bundle damaged: " + place + ": " + fault;
        if (records.number() == 0 && file.size() > kReplayBytesMax + 4 * kTestimonyBytesMax) {
            return "bundle damaged: it is too large";
        }
    }
    if (!bundle.replay.empty() && bundle.replay.size() == replay_bytes) return {};
    return "bundle damaged: " + grouped(bundle.replay.size()) + " of " +
           grouped(replay_bytes) + " bytes of its replay are readable";
}

std::string prepare(Bundle bundle, DesyncFile& file) {
    if (bundle.core_version != kCoreVersion) {
        return core_version_text("bundle", bundle.core_version);
    }
    Recording recording;
    std::string fault = read_recording(bundle.replay, recording);
    if (fault.empty()) fault = prepare(std::move(recording), file.replay, Partial::accept);
    if (!fault.empty()) return "its replay: " + fault;
    const Level& level = file.replay.level;
    file.server_fault = open_side(bundle.server, level, bundle.finding.tick, file.server);
    file.client_fault = open_side(bundle.client, level, bundle.finding.tick, file.client);
    if (!file.server_fault.empty()) file.server.reset();
    if (!file.client_fault.empty()) file.client.reset();
    file.bundle = std::move(bundle);
    return {};
}

std::string open_bundle(const std::string& path, DesyncFile& file) {
    std::vector<std::uint8_t> bytes;
    Bundle bundle;
    std::string fault = read_file(path, bytes);
    if (!fault.empty()) return fault;
    fault = read_bundle(bytes, bundle);
    if (fault.empty()) fault = prepare(std::move(bundle), file);
    return fault.empty() ? fault : path + ": " + fault;
}

std::vector<std::uint8_t> smallest_recording(const DesyncFile& file, const Side& side, const std::string& recorded_by) {
    MemorySink memory;
    const RecordingHeader& header = file.replay.recording.header;
    Recorder recorder{memory,
                      file.replay.level,
                      {.game = header.setup,
                       .names = header.names,
                       .started_ms = header.started_ms,
                       .recorded_by = recorded_by + ", of a desync; " + side.testimony.build,
                       .start = side.before.get()}};
    // A testimony's frames are untrusted; the codec accepts only normal frames.
    const FramePair frames = {proto::normal(side.testimony.frames[0]), proto::normal(side.testimony.frames[1])};
    recorder.append(frames, root_of(*side.after));
    recorder.finish(*side.after);
    return std::move(memory.bytes);
}

proto::DesyncFinding find_again(const DesyncFile& file) {
    using Kind = proto::DesyncFinding::Kind;
    const Testimony& server = file.server->testimony;
    const Testimony& client = file.client->testimony;
    proto::DesyncFinding finding;
    finding.kind = Kind::contradiction;
    finding.tick = file.bundle.finding.tick;
    finding.first = server.marks[TickTrace::kBefore] == client.marks[TickTrace::kBefore];
    finding.server_repeats = repeats_itself(server.marks);
    finding.client_repeats = repeats_itself(client.marks);
    const auto divergence = divergence_of(server.marks, client.marks);
    if (!divergence || divergence->point != server.point || divergence->point != client.point) return finding;
    finding.point = divergence->point;
    finding.column = divergence->column;
    const LeafRow a = leaf_row(*file.server->at_point, server.frames, divergence->column);
    const LeafRow b = leaf_row(*file.client->at_point, client.frames, divergence->column);
    const std::size_t at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    if (at == std::min(a.size(), b.size())) return finding;
    finding.kind = Kind::named;
    finding.path = leaf_path(*file.server->at_point, server.frames, divergence->column, at);
    finding.server = a[at];
    finding.client = b[at];
    return finding;
}

}  // namespace albireo::replays
