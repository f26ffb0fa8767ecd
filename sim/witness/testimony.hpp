#pragma once
/// One side's evidence about the tick of a desync: its marks, its worlds, its program and machine. The client sends it
/// as bytes; the server stores the testimonies of both sides in a bundle.
///
/// Bytes: "TSTM", a version (1), then little-endian: tick (4), point (4), number of marks (4) and the marks (8 each),
/// the frames of both slots, and four blocks, each a size (4) and that many bytes: snapshots before the tick, at the
/// point and after the tick, and a text about program, compiler and processor.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/witness/tick_trace.hpp"

namespace albireo {

struct Testimony {
    static constexpr std::size_t kTextBytesMax = 200;

    Tick tick;
    std::uint32_t point = 0;
    TickTrace::Marks marks{};
    FramePair frames{};
    std::vector<std::uint8_t> before, at_point, after;  // save_world()
    std::string build;
};

Testimony testimony_of(const TickTrace& trace, std::uint32_t point, const Level& level, std::string build);

std::vector<std::uint8_t> testimony_bytes(const Testimony& testimony);

/// Reads untrusted bytes. False if they are not a testimony, or if one of its sizes is out of bounds. Does not check
/// the snapshots in it.
bool read_testimony(std::span<const std::uint8_t> bytes, Testimony& testimony);

}  // namespace albireo
