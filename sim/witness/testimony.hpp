#pragma once
/// One side's evidence about the tick of a desync: its marks, its worlds, its program and machine. The client
/// sends it as bytes; the server keeps both sides' in a bundle.
///
/// Bytes: "TSTM", a version (1), then little-endian: tick (4), point (4), how many marks (4) and the marks (8 each),
/// the frames of both slots, and four times a size (4) and so many bytes: snapshots before the tick, at the point and
/// after the tick, and a text about program, compiler and processor.
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

/// The bytes are untrusted: they give a testimony within its bounds, or false. Its snapshots are not checked here.
bool read_testimony(std::span<const std::uint8_t> bytes, Testimony& testimony);

}  // namespace albireo
