#pragma once
/// The exact log line that a planted fault must produce. It is worked out independently of the code that finds and names desyncs:
/// the tick runs once as it was and once with the fault, and the one field is read in both.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "replays/player.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::storm {

/// The number at that path, or nothing if the path does not exist.
template <class Tree>
std::optional<std::int64_t> leaf_of(const Tree& tree, std::string_view root, std::string_view wanted) {
    std::optional<std::int64_t> found;
    FieldPath path;
    path.push(root);
    for_each_leaf(tree, path, [&](std::string_view leaf, std::int64_t value) {
        if (leaf == wanted) found = value;
    });
    return found;
}

/// The step of `before` with `frames`, without `fault` and with it.
class PlantedTick {
  public:
    PlantedTick(const World& before, const Level& level, const FramePair& frames, const Fault& fault)
        : level_(level), fault_(fault) {
        right_ = run(before, frames, nullptr);
        wrong_ = run(before, frames_with(&fault, fault.tick, frames), &fault);
    }

    /// Whether the fault changes the world after the tick. Otherwise there is nothing to detect.
    bool is_noticeable() const { return right_.root != wrong_.root; }

    /// The whole line. `on_server`: the server's world is the wrong one.
    std::string line(bool on_server) const {
        const bool in_frames = fault_.system == Fault::kFrames, in_memory = fault_.system == Fault::kMemory;
        const std::string_view system = kSystems[std::min(fault_.system, kSystems.size() - 1)];
        return fmt::format(
            "desync at tick {} {}: {} server {} client {}{}", fault_.tick.value,
            in_frames ? "before apply_reports" : fmt::format("after {}", system), fault_.path,
            (on_server ? wrong_ : right_).value.value_or(0), (on_server ? right_ : wrong_).value.value_or(0),
            in_frames   ? " (the two were given different frames)"
            : in_memory ? fmt::format(" (a second run of the tick on the {} does not repeat it: its memory changed "
                                      "outside of the step)",
                                      on_server ? "server" : "client")
                        : "");
    }

  private:
    struct Run {
        std::optional<std::int64_t> value;  // of the field, where the fault is planted
        std::uint64_t root = 0;             // of the world after the tick
    };
    struct Look {
        World& world;
        const Level& level;
        const Fault& fault;
        bool strikes;
        Run& run;
    };

    static void plant_and_read(const Look& look) {
        if (look.strikes) strike(look.fault, look.world, look.level);
        const auto look_at = [&](std::string_view name, const auto& column) {
            if (look.fault.path.starts_with(name)) {
                if (const auto value = leaf_of(column, name, look.fault.path)) look.run.value = value;
            }
        };
        visit_fields(look_at, look.world);
    }

    Run run(const World& before, const FramePair& frames, const Fault* strikes) const {
        Run run;
        const auto world = std::make_unique<World>(before);
        const auto events = std::make_unique<Events>();
        Look look{*world, level_, fault_, strikes != nullptr && fault_.system != Fault::kFrames, run};
        step_probed(
            *world, level_, frames, *events,
            [](void* context, std::size_t system, const World&) {
                const Look& it = *static_cast<const Look*>(context);
                if (system == it.fault.system) plant_and_read(it);
            },
            &look);
        if (fault_.system == Fault::kMemory) plant_and_read(look);
        if (fault_.system == Fault::kFrames) run.value = leaf_of(frames, "frames", fault_.path);
        run.root = root_of(*world);
        return run;
    }

    const Level& level_;
    Fault fault_;
    Run right_, wrong_;
};

/// The tick of a fault in a replay, or nothing if the replay does not reach it.
inline std::optional<PlantedTick> planted_tick(const replays::Replay& replay, const Fault& fault) {
    replays::Player player(replay, replays::Player::Keep::nothing);
    while (player.tick() < fault.tick - 1 && player.step()) {
    }
    const auto before = std::make_unique<World>(player.world());
    if (!player.step() || player.tick() != fault.tick) return std::nullopt;
    return PlantedTick(*before, replay.level, player.frames(), fault);
}

}  // namespace albireo::storm
