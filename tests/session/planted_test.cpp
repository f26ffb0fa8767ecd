// Goal: whatever goes wrong in a replica (any field, after any system, in memory or in the frames), the log line gives exactly
// that tick, system, field and both values, over links of every kind.
#include <doctest/doctest.h>

#include "replays/player.hpp"
#include "tests/storm/desync_scene.hpp"
#include "tests/session/planted.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

struct Plant {
    std::string text;  // TICK:FIELD@SYSTEM
    Fault fault;
    std::string line, line_on_server;
};

/// The kinds of faults: after each system, in memory, in the frames.
constexpr std::size_t kWays = kSystems.size() + 2;

std::string plant_text(Tick tick, const std::string& path, std::size_t way) {
    if (way == Fault::kFrames) return fmt::format("{}:{}", tick.value, path);
    return fmt::format("{}:{}@{}", tick.value, path, way == Fault::kMemory ? "memory" : kSystems[way]);
}

/// The fields of each column, by their current paths. Of the frames only the buttons, which always make a difference.
std::vector<std::vector<std::string>> fields_of(const World& world) {
    std::vector<std::vector<std::string>> fields;
    const auto visit = [&](std::string_view name, const auto& column) {
        auto& paths = fields.emplace_back();
        FieldPath path;
        path.push(name);
        for_each_leaf(column, path, [&](std::string_view leaf, std::int64_t) {
            if (!leaf.ends_with(".count")) paths.emplace_back(leaf);
        });
    };
    visit_fields(visit, world);
    return fields;
}

/// Faults of every kind throughout a game, in the order of ticks. All of them change the world.
std::array<std::vector<Plant>, kWays> plants_of(const replays::Replay& replay, Random& random) {
    std::array<std::vector<Plant>, kWays> plants;
    replays::Player player(replay, replays::Player::Keep::nothing);
    const auto before = std::make_unique<World>(player.world());
    for (; player.tick() < Tick{1300} && player.step(); *before = player.world()) {
        if (random.below(2) != 0) continue;
        const std::size_t way = random.below(kWays);
        const auto fields = fields_of(player.world());
        const auto& some = fields[1 + random.below(kColumns - 1)];
        std::string path = fmt::format("frames[{}].buttons", random.below(2));
        if (way != Fault::kFrames) {
            if (some.empty()) continue;
            path = some[random.below(static_cast<std::uint32_t>(some.size()))];
        }
        Plant plant{.text = plant_text(player.tick(), path, way), .fault = {}, .line = {}, .line_on_server = {}};
        plant.fault = fault_of(plant.text);
        REQUIRE(plant.fault.system == way);
        const PlantedTick tick(*before, replay.level, player.frames(), plant.fault);
        if (!tick.is_noticeable()) continue;
        plant.line = tick.line(false);
        plant.line_on_server = tick.line(true);
        plants[way].push_back(std::move(plant));
    }
    return plants;
}

bool says(VirtualGame& game, const std::string& line, std::string_view who) {
    const bool is_there = desync_line(game, who).find(fmt::format(": {} [\"{}\"]", line, who)) != std::string::npos;
    if (!is_there) {
        std::string log;
        for (const std::string& each : game.log()) log += each + "\n";
        FAIL_CHECK("wanted: " << line << "\n" << log);
    }
    return is_there;
}

}  // namespace

TEST_CASE(
    "faults in fields all over the world and throughout the game are named exactly, with the system, over links of "
    "every kind") {
    const auto seeds = static_cast<std::uint32_t>(support::repetitions(3, 3, 1));
    const auto rounds = static_cast<std::uint32_t>(support::repetitions(4, 8, 4));  // the fourth has its fault on the server
    const auto game_options = [seeds](std::uint32_t i) {
        VirtualGameOptions options = plain((5 + i % 5 * 30) * kMs, 20 + i % seeds);
        options.make_controller = mashing_controllers();
        for (auto& link : options.links) link.out.loss_ppm = link.in.loss_ppm = i % 4 * 60'000;
        return options;
    };
    // The same game without a fault shows which fields exist at which tick, and their values.
    std::vector<std::array<std::vector<Plant>, kWays>> plants;
    Random random = Random::seed(5, 7);
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        VirtualGame game(game_options(seed));
        game.run(26 * kSecond);
        plants.push_back(plants_of(replay_of(game), random));
        for (const auto& of_way : plants.back()) REQUIRE(of_way.size() > rounds);
    }
    std::array<std::uint32_t, kWays> named{};
    for (std::uint32_t i = 0; i < rounds * seeds * kWays; ++i) {
        const std::size_t way = i % kWays;
        const std::uint32_t round = i / (seeds * static_cast<std::uint32_t>(kWays));
        const auto& of_way = plants[i % seeds][way];
        const Plant& plant = of_way[round * of_way.size() / rounds];
        CAPTURE(plant.text);
        VirtualGameOptions options = game_options(i);
        const bool on_server = round % 4 == 3;
        const Slot slot = kSlots[i / kWays % kSlotCount];
        (on_server ? options.server_fault : options.faults[index(slot)]) = plant.fault;
        VirtualGame game(options);
        game.run(plant.fault.tick.value * proto::kMicrosPerTick + 8 * kSecond);
        bool all = true;
        for (const Slot who : kSlots) {
            const std::string_view name = who == Slot::gold ? "gold" : "blue";
            if (on_server || who == slot) {
                all = says(game, on_server ? plant.line_on_server : plant.line, name) && all;
            } else {
                CHECK(desync_line(game, name) == "");
            }
        }
        if (all) ++named[way];
    }
    for (std::size_t way = 0; way < kWays; ++way) {
        CAPTURE(way);
        CHECK(named[way] == rounds * seeds);
    }
}
