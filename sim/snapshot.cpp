#include "sim/snapshot.hpp"

#include "sim/base/hash.hpp"

namespace albireo {
namespace {

constexpr std::uint64_t kMagic = 0x50414e5342424c41;  // "ALBBSNAP" as little-endian bytes
constexpr std::size_t kHeaderBytes = 8 + 4 + 8;
constexpr std::size_t kChecksumBytes = 8;
static_assert(kSnapshotBytesMax >= sizeof(World) + kHeaderBytes + kChecksumBytes);

template <class T>
void copy_column(T& to, const T& from) {
    if constexpr (kIsPool<T>) {
        to.count = from.count;
        to.refused = from.refused;
        std::memcpy(to.items.data(), from.items.data(), from.count * sizeof(typename T::Item));
    } else if constexpr (kIsArray<T>) {
        for (std::size_t i = 0; i < to.size(); ++i) copy_column(to[i], from[i]);
    } else {
        to = from;
    }
}

/// Of the live data in memory, which has no padding: the saved form is as long.
template <class T>
std::size_t live_bytes(const T& from) {
    if constexpr (kIsPool<T>) {
        return sizeof(T) - sizeof from.items + from.count * sizeof(typename T::Item);
    } else if constexpr (kIsArray<T>) {
        std::size_t sum = 0;
        for (const auto& each : from) sum += live_bytes(each);
        return sum;
    } else {
        return sizeof(T);
    }
}

}  // namespace

std::size_t snapshot_room(const World& world) {
    std::size_t sum = kHeaderBytes + kChecksumBytes;
    visit_fields([&](std::string_view, const auto& column) { sum += live_bytes(column); }, world);
    return sum;
}

void copy_world(World& to, const World& from) {
    const auto copy = [](std::string_view, auto& target, const auto& source) { copy_column(target, source); };
    visit_fields(copy, to, from);
}

std::size_t save_world(const World& world, const Level& level, std::span<std::uint8_t> out) {
    ByteWriter writer(out);
    writer.put(kMagic);
    writer.put(kCoreVersion);
    writer.put(level.digest);
    visit_fields([&](std::string_view, const auto& column) { put(writer, column); }, world);
    if (writer.full()) return 0;
    writer.put(hash_bytes(writer.written()));
    return writer.full() ? 0 : writer.size();
}

std::string_view text_of(LoadError error) {
    switch (error) {
        case LoadError::none: return "no error";
        case LoadError::not_a_snapshot: return "not a snapshot";
        case LoadError::wrong_version: return "the snapshot is of another core version: use the release that made it";
        case LoadError::wrong_level: return "the snapshot belongs to another level or difficulty";
        case LoadError::damaged: return "the snapshot is damaged: its checksum or length is wrong";
        case LoadError::out_of_range: return "the snapshot holds values that no game can reach";
    }
    return "unknown error";
}

std::uint32_t core_version_of(std::span<const std::uint8_t> snapshot) {
    ByteReader reader(snapshot);
    reader.get<std::uint64_t>();  // the magic
    return reader.get<std::uint32_t>();
}

LoadError load_world(World& world, const Level& level, std::span<const std::uint8_t> bytes) {
    if (bytes.size() < kHeaderBytes + kChecksumBytes) return LoadError::not_a_snapshot;
    const auto body = bytes.first(bytes.size() - kChecksumBytes);
    ByteReader reader(body);
    if (reader.get<std::uint64_t>() != kMagic) return LoadError::not_a_snapshot;
    if (reader.get<std::uint32_t>() != kCoreVersion) return LoadError::wrong_version;
    const auto level_digest = reader.get<std::uint64_t>();
    ByteReader checksum(bytes.last(kChecksumBytes));
    if (checksum.get<std::uint64_t>() != hash_bytes(body)) return LoadError::damaged;
    if (level_digest != level.digest) return LoadError::wrong_level;
    visit_fields([&](std::string_view, auto& column) { get(reader, column); }, world);
    if (reader.bad() || !reader.at_end()) return LoadError::damaged;
    return is_sound(world, level) ? LoadError::none : LoadError::out_of_range;
}

}  // namespace albireo
