#pragma once
/// Shared by the tests of desyncs: a plain game, a fault, and controller that play the same whatever the network does.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "tests/storm/bots.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::storm {


inline VirtualGameOptions plain(Micros delay = 40 * kMs, std::uint32_t seed = 3) {
    VirtualGameOptions options;
    options.seed = seed;
    options.make_controller = bot_controller(bodies(), 6);
    for (auto& link : options.links) link.out.delay = link.in.delay = delay;
    return options;
}

/// The line of the server's log that names a desync, or an empty string.
inline std::string desync_line(VirtualGame& game, std::string_view who = "blue") {
    for (const std::string& line : game.log()) {
        if (line.find("desync at ") != std::string::npos && line.ends_with("[\"" + std::string(who) + "\"]")) return line;
    }
    return {};
}

/// The recording of a game so far.
inline replays::Replay replay_of(const VirtualGame& game) {
    replays::Recording recording;
    REQUIRE(replays::read_recording(game.recording(), recording).empty());
    replays::Replay replay;
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::accept).empty());
    return replay;
}

inline Fault fault_of(const std::string& text) {
    Fault fault;
    REQUIRE(parse_fault(text, fault) == "");
    return fault;
}

/// Presses random keys, the same at a tick whatever the network does, and reports no hits, so no enemy dies of shots. Rock
/// still kills its ship, so it continues when the game asks.
/// With the ribbon it never releases fire, so it aims whenever there is a target.
class Mashing final : public client::PlayerController {
  public:
    explicit Mashing(std::uint32_t seed, Weapon weapon = Weapon::needle) : seed_(seed), weapon_(weapon) {}
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World& world) override {
        Random random = Random::seed(seed_, world.tick.value / 20 + 1);
        random.next();
        const auto keys = static_cast<std::uint16_t>(random.next() & (kUp | kDown | kLeft | kRight | kFire));
        const auto held = static_cast<std::uint16_t>(weapon_ == Weapon::ribbon ? kFire : 0);
        const bool is_asked = is_over(world) && world.tick.value % 60 == 0;
        return {.buttons = static_cast<std::uint16_t>(keys | held),
                .weapon = weapon_,
                .command = is_asked ? Command::carry_on : Command::none};
    }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}

  private:
    std::uint32_t seed_;
    Weapon weapon_;
};

inline auto mashing_controllers() {
    return [](Slot, std::uint32_t seed) -> std::unique_ptr<client::PlayerController> { return std::make_unique<Mashing>(seed); };
}

}  // namespace albireo::storm
