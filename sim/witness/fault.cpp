#include "sim/witness/fault.hpp"

#include <algorithm>
#include <memory>

#include "sim/digest.hpp"
#include "sim/snapshot.hpp"

namespace albireo {
namespace {

constexpr std::size_t system_named(std::string_view name) {
    return static_cast<std::size_t>(std::find(kSystems.begin(), kSystems.end(), name) - kSystems.begin());
}

struct LastWriter {
    std::string_view column, system;
};
constexpr LastWriter kLastWriters[] = {
    {"tick", "sweep"},           {"clock", "sweep"},           {"random", "run_cues"},   {"flow", "move_enemies"},
    {"scroll", "run_cues"},      {"deck", "advance_scroll"},   {"ships", "move_ships"},  {"earnings", "settle_score"},
    {"team", "settle_score"},    {"marks", "settle_score"},    {"touches", "apply_reports"},
    {"counters", "settle_score"}, {"shots", "sweep"},          {"enemies", "sweep"},     {"enemy_shots", "sweep"},
    {"beams", "move_enemies"},   {"missiles", "sweep"},        {"formations", "sweep"},
};

/// The system in kSystems for each column. Compile errors: a column without a row, and a row with an unknown system.
constexpr std::array<std::size_t, kColumns> kLastWriter = [] {
    std::array<std::size_t, kColumns> systems{};
    for (std::size_t column = 0; column < kColumns; ++column) {
        const auto* row = std::find_if(std::begin(kLastWriters), std::end(kLastWriters),
                                       [&](const LastWriter& word) { return word.column == kColumnNames[column]; });
        if (row == std::end(kLastWriters)) throw "this column of the world has no row in kLastWriters";
        systems[column] = system_named(row->system);
        if (systems[column] == kSystems.size()) throw "a row of kLastWriters names no system of the step";
    }
    return systems;
}();

/// Calls each(leaf) for the leaf at that path. A pool's count is not a leaf here: items beyond it do not exist.
template <class T, class Each>
void with_leaf(T& value, FieldPath& path, std::string_view wanted, Each&& each) {
    if (!wanted.starts_with(path.text())) return;
    if constexpr (Leaf<T>) {
        if (path.text() == wanted) each(value);
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        const std::size_t size = path.size();
        if constexpr (kIsPool<T>) {
            path.push("refused");
            with_leaf(value.refused, path, wanted, each);
            path.shrink(size);
        }
        std::size_t i = 0;
        for (auto& item : value) {
            path.push(i++);
            with_leaf(item, path, wanted, each);
            path.shrink(size);
        }
    } else {
        const auto visit = [&](std::string_view name, auto& field) {
            const std::size_t size = path.size();
            path.push(name);
            with_leaf(field, path, wanted, each);
            path.shrink(size);
        };
        visit_fields(visit, value);
    }
}

template <Leaf T>
T turned(T value, unsigned bit) {
    return static_cast<T>(static_cast<std::uint64_t>(leaf_value(value)) ^ std::uint64_t{1} << bit);
}

struct Strike {
    const Fault& fault;
    World& world;
    const Level& level;
};

}  // namespace

std::size_t last_writer_of(std::size_t column) { return kLastWriter[column]; }

std::string parse_fault(std::string_view text, Fault& fault) {
    const std::string wrong = "'" + std::string(text) + "' is not TICK:FIELD, such as 4512:enemies[0].parts[0].armour";
    const auto colon = text.find(':');
    const std::string_view digits = text.substr(0, colon);
    if (colon == std::string_view::npos || digits.empty() || digits.size() > 9) return wrong;
    fault.tick = {};
    for (const auto digit : digits) {
        if (digit < '0' || digit > '9') return wrong;
        fault.tick.value = fault.tick.value * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    if (fault.tick == Tick{}) return "there is no step to tick 0";
    std::string_view field = text.substr(colon + 1);
    const auto at = field.find('@');
    const std::string_view system = at == std::string_view::npos ? std::string_view{} : field.substr(at + 1);
    field = field.substr(0, at);
    const std::string_view column = field.substr(0, field.find_first_of(".["));
    if (column == "frames") {
        if (at != std::string_view::npos) return "frames change before any system runs; leave out the '@'";
        fault.path = field;
        fault.system = Fault::kFrames;
        return {};
    }
    if (column == "tick") return "no fault can be planted in the tick itself, by which replicas compare their worlds";
    std::size_t place = 0;
    while (place < kColumns && column_name(place) != column) ++place;
    if (place == kColumns) return "the world has no field '" + std::string(column) + "'";
    fault.path = field;
    if (system == "memory") {
        fault.system = Fault::kMemory;
        return {};
    }
    fault.system = system.empty() ? last_writer_of(place) : system_named(system);
    if (fault.system == kSystems.size()) return "there is no system '" + std::string(system) + "'";
    return {};
}

bool strike(const Fault& fault, World& world, const Level& level) {
    bool struck = false;
    FieldPath path;
    // Within a tick a world holds what is gone, which no sound world at its end does.
    const auto swept = std::make_unique<World>();
    with_leaf(world, path, fault.path, [&](auto& leaf) {
        const auto old = leaf;
        for (unsigned bit = 0; bit < 8 * sizeof leaf && !struck; ++bit) {
            leaf = turned(old, bit);
            copy_world(*swept, world);
            remove_gone(*swept);
            struck = is_sound(*swept, level);
        }
        if (!struck) leaf = old;
    });
    return struck;
}

FramePair frames_with(const Fault* fault, Tick tick, FramePair frames) {
    if (fault == nullptr || fault->system != Fault::kFrames || !(fault->tick == tick)) return frames;
    FieldPath path;
    path.push("frames");
    with_leaf(frames, path, fault->path, [](auto& leaf) { leaf = turned(leaf, 0); });
    return frames;
}

void step_with(const Fault* fault, World& world, const Level& level, const FramePair& frames, Events& events) {
    if (fault == nullptr || fault->system >= kSystems.size() || !(world.tick + 1 == fault->tick)) {
        return step(world, level, frames, events);
    }
    Strike context{*fault, world, level};
    const SystemProbe probe = [](void* opaque, std::size_t system, const World&) {
        const auto& it = *static_cast<const Strike*>(opaque);
        if (system == it.fault.system) strike(it.fault, it.world, it.level);
    };
    step_probed(world, level, frames, events, probe, &context);
}

void strike_memory(const Fault* fault, World& world, const Level& level) {
    if (fault == nullptr || fault->system != Fault::kMemory || !(world.tick == fault->tick)) return;
    strike(*fault, world, level);
}

}  // namespace albireo
