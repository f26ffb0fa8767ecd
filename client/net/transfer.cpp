#include "client/net/transfer.hpp"

#include <utility>

#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"

namespace albireo::client {
namespace {

// 1.1 years of play; after that it takes as long again until the tick number wraps around.
constexpr std::uint32_t kSnapshotTickMax = 1u << 31;

}  // namespace

void Transfer::announce(const proto::Resume& resume) {
    resume_ = resume;
    blob_.clear();
}

Transfer::LevelRead Transfer::read_level(std::uint64_t digest) const {
    auto level = std::make_shared<Level>();
    if (const std::string error = load_level(*level, blob_.bytes()); !error.empty())
        return {nullptr, level_failure(error)};
    if (level->digest != digest) return {nullptr, level_failure("it is not the level that the server announced")};
    return {std::move(level), {}};
}

Transfer::WorldRead Transfer::read_world(const Level& level, World& world, bool is_playing) {
    if (!resume_) return {};
    const proto::Resume resume = *std::exchange(resume_, std::nullopt);
    if (const LoadError error = load_world(world, level, blob_.bytes()); error != LoadError::none)
        return {std::nullopt, "the server's snapshot cannot be used: " + std::string(text_of(error))};
    if (world.tick != resume.snapshot_tick)
        return {std::nullopt, "the server's snapshot is of another tick than it said"};
    // A client that is reconnecting has no frames to step a healed world with: it starts over.
    if (is_playing && resume.reason == proto::ResumeReason::desync) return {resume, {}};
    const std::int32_t away = resume.own_first_tick - resume.snapshot_tick;
    if (resume.snapshot_tick.value > kSnapshotTickMax || away < 0 || away > static_cast<std::int32_t>(kLeadTicksMax))
        return {std::nullopt, "the server's snapshot is of tick " + std::to_string(resume.snapshot_tick.value) +
                                  ", which cannot lead to a game that begins at tick " +
                                  std::to_string(resume.own_first_tick.value)};
    return {resume, {}};
}

}  // namespace albireo::client
