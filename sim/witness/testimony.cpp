#include "sim/witness/testimony.hpp"

#include <algorithm>

#include "sim/snapshot.hpp"

namespace albireo {
namespace {

constexpr std::uint32_t kMagic = 0x4d545354;  // "TSTM"
constexpr std::uint8_t kVersion = 1;

std::vector<std::uint8_t> saved(const World& world, const Level& level) {
    std::vector<std::uint8_t> bytes(snapshot_room(world));
    bytes.resize(save_world(world, level, bytes));
    return bytes;
}

bool read_piece(ByteReader& in, std::size_t most, auto& piece) {
    const auto size = in.get<std::uint32_t>();
    if (size > most || size > in.left()) return false;
    piece.resize(size);
    in.get_bytes(piece.data(), size);
    return true;
}

}  // namespace

Testimony testimony_of(const TickTrace& trace, std::uint32_t point, const Level& level, std::string build) {
    Testimony testimony;
    testimony.tick = trace.tick();
    testimony.point = point;
    testimony.marks = trace.marks();
    testimony.frames = trace.frames();
    const auto world = std::make_unique<World>();
    trace.world_at(point, *world);
    testimony.before = saved(trace.before(), level);
    testimony.at_point = saved(*world, level);
    testimony.after = saved(trace.after(), level);
    testimony.build = std::move(build);
    testimony.build.resize(std::min(testimony.build.size(), Testimony::kTextBytesMax));
    return testimony;
}

std::vector<std::uint8_t> testimony_bytes(const Testimony& testimony) {
    const std::array pieces = {
        std::span<const std::uint8_t>(testimony.before), std::span<const std::uint8_t>(testimony.at_point),
        std::span<const std::uint8_t>(testimony.after),
        std::span(reinterpret_cast<const std::uint8_t*>(testimony.build.data()), testimony.build.size())};
    std::size_t size = 17 + testimony.marks.size() * 8 + sizeof(FramePair);
    for (const auto piece : pieces) size += 4 + piece.size();
    std::vector<std::uint8_t> bytes(size);
    ByteWriter out(bytes);
    out.put(kMagic);
    out.put(kVersion);
    out.put(testimony.tick.value);
    out.put(testimony.point);
    out.put(static_cast<std::uint32_t>(testimony.marks.size()));
    for (const std::uint64_t mark : testimony.marks) out.put(mark);
    put(out, testimony.frames);
    for (const auto piece : pieces) {
        out.put(static_cast<std::uint32_t>(piece.size()));
        out.put_bytes(piece.data(), piece.size());
    }
    return bytes;
}

bool read_testimony(std::span<const std::uint8_t> bytes, Testimony& testimony) {
    ByteReader in(bytes);
    if (in.get<std::uint32_t>() != kMagic || in.get<std::uint8_t>() != kVersion) return false;
    testimony.tick.value = in.get<std::uint32_t>();
    testimony.point = in.get<std::uint32_t>();
    if (testimony.point >= TickTrace::kPoints || in.get<std::uint32_t>() != testimony.marks.size()) return false;
    for (std::uint64_t& mark : testimony.marks) mark = in.get<std::uint64_t>();
    get(in, testimony.frames);
    return read_piece(in, kSnapshotBytesMax, testimony.before) &&
           read_piece(in, kSnapshotBytesMax, testimony.at_point) &&
           read_piece(in, kSnapshotBytesMax, testimony.after) &&
           read_piece(in, Testimony::kTextBytesMax, testimony.build) && !in.bad() && in.at_end();
}

}  // namespace albireo
