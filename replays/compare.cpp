#include "replays/compare.hpp"

#include "replays/player.hpp"
#include "sim/digest.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

namespace {

constexpr std::array<std::string_view, kSlotCount> kSlotNames = {"gold", "blue"};

void compare_inputs(const Player& a, const Player& b, Comparison& result) {
    if (result.inputs || a.frames() == b.frames()) return;
    result.inputs.emplace().tick = a.tick();
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        FieldPath path;
        path.push(kSlotNames[slot]);
        for_each_difference(a.frames()[slot], b.frames()[slot], path,
                            [&](auto... what) { result.inputs->add(what...); });
    }
}

void compare_worlds(const Player& a, const Player& b, Comparison& result) {
    if (root_of(a.world()) == root_of(b.world())) return;
    result.worlds.emplace().tick = a.tick();
    diff_worlds(a.world(), b.world(), [&](auto... what) { result.worlds->add(what...); });
}

}  // namespace

void TickDifference::add(std::string_view path, std::int64_t a, std::int64_t b) {
    if (count++ < kListed) fields.push_back({std::string(path), a, b});
}

std::vector<FieldDifference> compare_headers(const RecordingHeader& a, const RecordingHeader& b) {
    std::vector<FieldDifference> found;
    const auto check = [&](const char* what, std::int64_t in_a, std::int64_t in_b) {
        if (in_a != in_b) found.push_back({what, in_a, in_b});
    };
    check("seed", a.setup.seed, b.setup.seed);
    check("players", a.setup.players, b.setup.players);
    check("section", a.setup.section, b.setup.section);
    check("phase", a.setup.phase, b.setup.phase);
    check("carries", a.setup.carry.has_value() ? 1 : 0, b.setup.carry.has_value() ? 1 : 0);
    if (a.setup.carry && b.setup.carry) check("carry", 0, *a.setup.carry == *b.setup.carry ? 0 : 1);
    check("difficulty", static_cast<int>(a.difficulty), static_cast<int>(b.difficulty));
    check("first_tick", a.first_tick.value, b.first_tick.value);
    return found;
}

Comparison compare(const Replay& a, const Replay& b) {
    Comparison result;
    result.setup = compare_headers(a.recording.header, b.recording.header);
    if (a.recording.ticks() != b.recording.ticks()) result.setup.push_back({"ticks", a.recording.ticks(), b.recording.ticks()});
    result.other_level = a.recording.header.level_digest != b.recording.header.level_digest;
    Player player_a{a, Player::Keep::nothing}, player_b{b, Player::Keep::nothing};
    // A trimmed recording begins later. The ticks that both have are compared.
    if (player_a.tick() < player_b.tick()) player_a.seek(player_b.tick());
    if (player_b.tick() < player_a.tick()) player_b.seek(player_a.tick());
    if (player_a.tick() != player_b.tick()) return result;
    compare_worlds(player_a, player_b, result);
    while (!result.worlds && player_a.step() && player_b.step()) {
        ++result.ticks_compared;
        compare_inputs(player_a, player_b, result);
        compare_worlds(player_a, player_b, result);
    }
    return result;
}

}  // namespace albireo::replays
