#include "sim/witness/tick_trace.hpp"

#include "sim/base/hash.hpp"
#include "sim/snapshot.hpp"

namespace albireo {
namespace {

std::uint64_t digest_of(const FramePair& frames) {
    std::array<std::uint8_t, sizeof(FramePair)> bytes;
    ByteWriter out(bytes);
    put(out, frames);
    return hash_bytes(out.written());
}

std::uint64_t root_of_columns(const std::uint64_t* columns) {
    std::array<std::uint64_t, kColumns> list;
    for (std::size_t i = 0; i < kColumns; ++i) list[i] = to_little_endian(columns[i]);
    return hash_bytes({reinterpret_cast<const std::uint8_t*>(list.data()), sizeof list});
}

/// Calls each(system) after each system of the step.
template <class Each>
void step_watched(World& world, const Level& level, const FramePair& frames, const Fault* fault, Each&& each) {
    const auto events = std::make_unique<Events>();
    struct Context {
        World& world;
        const Level& level;
        const Fault* fault;
        Each& each;
    } context{world, level, fault != nullptr && fault->tick == world.tick + 1 ? fault : nullptr, each};
    const SystemProbe probe = [](void* opaque, std::size_t system, const World&) {
        const auto& it = *static_cast<Context*>(opaque);
        if (it.fault != nullptr && it.fault->system == system) strike(*it.fault, it.world, it.level);
        it.each(static_cast<std::uint32_t>(system));
    };
    step_probed(world, level, frames, *events, probe, &context);
}

}  // namespace

TickTrace::TickTrace(std::unique_ptr<World> before, std::unique_ptr<World> after, const FramePair& frames,
                     const Level& level, const Fault* fault)
    : level_(&level), fault_(fault), before_(std::move(before)), after_(std::move(after)), frames_(frames), marks_{} {
    marks_[kFrames] = digest_of(frames_);
    marks_[kBefore] = root_of(*before_);
    const auto mark = [&](std::uint32_t point, const World& world) {
        const Digest digest = albireo::digest_of(world);
        for (std::uint32_t i = 0; i < kColumns; ++i) marks_[kColumnsFrom + point * kColumns + i] = digest.columns[i];
    };
    const auto world = std::make_unique<World>();
    copy_world(*world, *before_);
    step_watched(*world, *level_, frames_, fault_, [&](std::uint32_t system) { mark(system, *world); });
    mark(kStoredWorld, *after_);
    marks_[kRerunRoot] = root_of(*world);
}

std::optional<TickTrace> TickTrace::make(const Witness& witness, Tick tick, const Level& level, const Fault* fault) {
    const std::optional<FramePair> frames = witness.frames_to(tick);
    if (!frames) return std::nullopt;
    auto before = std::make_unique<World>(), after = std::make_unique<World>();
    witness.past().restore(tick - 1, *before);
    witness.past().restore(tick, *after);
    return TickTrace(std::move(before), std::move(after), *frames, level, fault);
}

void TickTrace::world_at(std::uint32_t point, World& out) const {
    if (point >= kStoredWorld) return copy_world(out, *after_);
    const auto world = std::make_unique<World>();
    copy_world(*world, *before_);
    step_watched(*world, *level_, frames_, fault_, [&](std::uint32_t system) {
        if (system == point) copy_world(out, *world);
    });
}

LeafRow TickTrace::row_at(std::uint32_t point, std::uint32_t column) const {
    const auto world = std::make_unique<World>();
    world_at(point, *world);
    return leaf_row(*world, frames_, column);
}

std::string TickTrace::path_at(std::uint32_t point, std::uint32_t column, std::size_t index) const {
    const auto world = std::make_unique<World>();
    world_at(point, *world);
    return leaf_path(*world, frames_, column, index);
}

bool repeats_itself(const TickTrace::Marks& marks) {
    return marks[TickTrace::kRerunRoot] ==
           root_of_columns(&marks[TickTrace::kColumnsFrom + TickTrace::kStoredWorld * kColumns]);
}

std::optional<Divergence> divergence_of(const TickTrace::Marks& a, const TickTrace::Marks& b) {
    if (a[TickTrace::kFrames] != b[TickTrace::kFrames]) return Divergence{0, kFramesColumn};
    for (std::uint32_t i = TickTrace::kColumnsFrom; i < TickTrace::kRerunRoot; ++i) {
        constexpr std::uint32_t kEach = kColumns;
        const std::uint32_t at = i - TickTrace::kColumnsFrom;
        if (a[i] != b[i]) return Divergence{at / kEach, at % kEach};
    }
    return std::nullopt;
}

}  // namespace albireo
