#pragma once
/// The payloads of records as plain structs. Only record_format.cpp includes the generated protobuf code.
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "replays/recording.hpp"

namespace albireo::replays {

struct FramesRecord {
    std::uint32_t ticks = 0;
    std::vector<std::uint8_t> runs;
    std::uint64_t roots = 0;
};

struct SnapshotRecord {
    std::vector<std::uint8_t> world;  // packed
    bool checkpoint = false;          // the world that the frames before it lead to, not one that replaces it
};

using AnyRecord = std::variant<RecordingHeader, FramesRecord, SnapshotRecord, Note, Trailer>;

/// The payload of a record. Texts that exceed their limits are truncated; invalid UTF-8 in them becomes U+FFFD.
std::vector<std::uint8_t> record_bytes(const AnyRecord& record);

/// Fills `record`. Returns an empty string, or the error in the bytes. The bytes of a note do not contain its tick.
std::string parse_record(std::span<const std::uint8_t> bytes, AnyRecord& record);

}  // namespace albireo::replays
