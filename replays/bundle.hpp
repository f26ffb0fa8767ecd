#pragma once
/// A desync bundle: everything known about a desync in one file. It contains the finding, both sides' testimonies about
/// the tick, and the game so far. FORMAT.md, section 6, describes it.
///
/// 1. Input is untrusted: any bytes yield a bundle whose parts are within their bounds, or a one-line error.
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
    std::vector<std::uint8_t> replay;          // a recording, usually without its trailer
};

std::vector<std::uint8_t> bundle_bytes(const Bundle& bundle);

/// Whether the bytes begin as those of a bundle do.
bool is_bundle(std::span<const std::uint8_t> file);

/// Returns an empty string, or why these bytes are not a bundle.
std::string read_bundle(std::span<const std::uint8_t> file, Bundle& bundle);

/// One side's testimony, with its worlds.
struct Side {
    Testimony testimony;
    std::unique_ptr<World> before, at_point, after;
    /// The tick, run again by this program from that side's world before it.
    std::optional<TickTrace> here;
    bool repeated = false;  // whether `here` has the same result as the testimony, system by system
};

/// A bundle that this program's core can examine.
struct DesyncFile {
    Bundle bundle;
    Replay replay;
    std::optional<Side> server, client;
    /// Why a side is missing although the bundle has its testimony. Testimonies are untrusted, and an invalid one must
    /// not make the other unreadable.
    std::string server_fault, client_fault;
};

/// Prepares a bundle for examination: checks core version, replay and worlds. Returns an empty string, or one line with
/// the error in the bundle. Errors in one side's testimony are in server_fault and client_fault.
std::string prepare(Bundle bundle, DesyncFile& file);
/// Reads a file, then read_bundle() and prepare().
std::string open_bundle(const std::string& path, DesyncFile& file);

/// The smallest recording that shows the difference: one side's world before the tick, and the frames of that one tick.
std::vector<std::uint8_t> smallest_recording(const DesyncFile& file, const Side& side, const std::string& recorded_by);

/// Repeats the search for the difference on the two testimonies in the bundle. Requires both.
proto::DesyncFinding find_again(const DesyncFile& file);

}  // namespace albireo::replays
