#pragma once
/// How the commands that find differences print them.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "replays/compare.hpp"

namespace albireo::replays {

nlohmann::json json_of(const TickDifference& difference);
/// A line for each field that is listed.
void say_fields(const TickDifference& difference);

}  // namespace albireo::replays
