#pragma once
/// All that is known of a desync, in one file: what was found, what both sides had to say about the tick, the game so
/// far. FORMAT.md, section 6, describes it.
///
/// 1. Any bytes end in a bundle whose parts are within their bounds, or in one line that says why there is none.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "proto/desync_inquiry.hpp"
#include "replays/reader.hpp"

namespace albireo::replays {

inline constexpr std::uint32_t kBundleVersion = 2;

struct Bundle {
    std::string code;           // of the session
    std::uint64_t wall_ms = 0;  // since 1970, UTC
    std::uint32_t core_version = 0;
    proto::DesyncFinding finding;
    std::vector<std::uint8_t> server, client;  // testimonies (sim/witness/testimony.hpp), empty if there is none
    std::vector<std::uint8_t> replay;          // a recording, most likely without its trailer
};

std::vector<std::uint8_t> bundle_bytes(const Bundle& bundle);

/// Returns an empty string, or why these bytes are no bundle.
std::string read_bundle(std::span<const std::uint8_t> file, Bundle& bundle);

/// One side's testimony, with its worlds.
struct Side {
    Testimony testimony;
    std::unique_ptr<World> before, at_point, after;
    /// The tick as this program runs it from that side's world before.
    std::optional<TickTrace> here;
    bool repeated = false;  // … and whether it comes to the same, system by system
};

/// A bundle that this program's core can look into.
struct DesyncFile {
    Bundle bundle;
    Replay replay;
    std::optional<Side> server, client;
    /// Why a side that left a testimony is not there: it may say anything, and the other's must be readable all the same.
    std::string server_fault, client_fault;
};

/// Takes a bundle for looking into: checks core version, replay and worlds. Empty, or one line that says what is wrong
/// with the bundle; what is wrong with one side's testimony is told in the file.
std::string prepare(Bundle bundle, DesyncFile& file);
std::string open_bundle(const std::string& path, DesyncFile& file);

/// The smallest recording that shows the difference: one side's world before the tick, and the frames of that one tick.
std::vector<std::uint8_t> smallest_recording(const DesyncFile& file, const Side& side, const std::string& recorded_by);

/// The finding, from what both sides say in the bundle. Both must have left their testimony.
proto::DesyncFinding find_again(const DesyncFile& file);

}  // namespace albireo::replays
