#include "replays/compare.hpp"

#include "replays/trace.hpp"
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

Comparer::Comparer(const Replay& a, const Replay& b) : a_(a, Player::Keep::nothing), b_(b, Player::Keep::nothing) {
    result_.setup = compare_headers(a.recording.header, b.recording.header);
    if (a.recording.ticks() != b.recording.ticks()) result_.setup.push_back({"ticks", a.recording.ticks(), b.recording.ticks()});
    result_.other_level = a.recording.header.level_digest != b.recording.header.level_digest;
    // A trimmed recording begins later. The ticks that both have are compared.
    if (a_.tick() < b_.tick()) a_.seek(b_.tick());
    if (b_.tick() < a_.tick()) b_.seek(a_.tick());
    if (a_.tick() == b_.tick()) compare_worlds(a_, b_, result_);
}

bool Comparer::step() {
    if (result_.worlds || a_.tick() != b_.tick() || !a_.step() || !b_.step()) return false;
    ++result_.ticks_compared;
    compare_inputs(a_, b_, result_);
    compare_worlds(a_, b_, result_);
    return !result_.worlds;
}

Comparison compare(const Replay& a, const Replay& b) {
    Comparer comparer{a, b};
    while (comparer.step()) {
    }
    return comparer.result();
}

SystemDifference look_within(const Replay& a, const Replay& b, const TickDifference& worlds) {
    const auto trace_a = trace_of(a, worlds.tick), trace_b = trace_of(b, worlds.tick);
    SystemDifference found;
    if (trace_a && trace_b) found.system = system_of_divergence(*trace_a, *trace_b);
    if (found.system == TickTrace::kStoredWorld) {
        found.fields = worlds;
        return found;
    }
    const auto world_a = std::make_unique<World>(), world_b = std::make_unique<World>();
    trace_a->world_at(found.system, *world_a);
    trace_b->world_at(found.system, *world_b);
    found.fields.tick = worlds.tick;
    diff_worlds(*world_a, *world_b, [&](auto... what) { found.fields.add(what...); });
    return found;
}

std::string count_text(const TickDifference& difference) {
    return difference.count == 1 ? "1 field differs" : std::to_string(difference.count) + " fields differ";
}

std::string after_text(std::uint32_t system) {
    return system < kSystems.size() ? " after " + std::string(kSystems[system]) : std::string();
}

std::string text_of(const SystemDifference& difference) {
    const TickDifference& fields = difference.fields;
    const std::string place = "tick " + std::to_string(fields.tick.value) + after_text(difference.system);
    if (fields.fields.empty()) return place + ", in no field that can be named";
    const FieldDifference& first = fields.fields.front();
    return place + ": " + first.path + " " + std::to_string(first.a) + " | " + std::to_string(first.b) + " (" + count_text(fields) + ")";
}

}  // namespace albireo::replays
