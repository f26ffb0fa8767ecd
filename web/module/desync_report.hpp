#pragma once
/// What the page shows of the bundle of a desync, as `albireo-replay desync` tells it: the finding, and the fields of both sides.
#include <cstddef>
#include <string>
#include <string_view>

#include "replays/bundle.hpp"

namespace albireo::web {

/// The tick, the finding, and each side's program, with whether this module reproduces its tick. JSON.
std::string desync_report(const replays::DesyncFile& file);

/// The fields of a side (0: the server, 1: the client) right after the system of the finding, as field_lines() has them. Empty if
/// the side left no testimony that can be used.
std::string desync_fields(const replays::DesyncFile& file, int side, std::string_view within, std::size_t lines_max);

}  // namespace albireo::web
