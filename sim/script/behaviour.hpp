#pragma once
/// Machines of a kind, as scripts write them:
///
///     machines = {
///         { name = "movement",
///             { name = "enter", begin = { hover = {9, 0}, over = 120 }, next = { { arrived = true, to = "stay" } } },
///             { name = "stay",  tick = { { sleep = 200 }, { go = "flee" } } },
///             { name = "flee",  begin = { leave = {0.1, 0} } },
///         },
///     }
///
/// A state has lists of actions `begin`, `tick` and `finish`, and a list of transitions `next`. A list of one item
/// needs no braces around it. An action is named by its operation, a transition by its condition.
#include "sim/script/emitter.hpp"

namespace albireo::script {

/// Writes a kind's machines to out.level and returns their range in Level::machines. `part_names` are the kind's parts,
/// in order. Throws a Mistake whose text begins with `where`.
Range write_machines(Emitter& out, std::span<const Value> machines, const std::string& where,
                     std::span<const std::string> part_names);

}  // namespace albireo::script
