#include "replays/trace.hpp"

#include "replays/player.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

std::optional<TickTrace> trace_of(const Replay& replay, Tick tick) {
    if (tick <= replay.recording.begin() || tick > replay.recording.end()) return std::nullopt;
    Player player{replay, Player::Keep::nothing};
    player.seek(tick - 1);
    player.heal();
    auto before = std::make_unique<World>(), after = std::make_unique<World>();
    copy_world(*before, player.world());
    player.step();
    copy_world(*after, player.world());
    return TickTrace(std::move(before), std::move(after), player.frames(), replay.level);
}

std::uint32_t system_of_divergence(const TickTrace& a, const TickTrace& b) {
    if (a.marks()[TickTrace::kBefore] != b.marks()[TickTrace::kBefore]) return TickTrace::kStoredWorld;
    for (std::uint32_t i = TickTrace::kColumnsFrom; i < TickTrace::kRerunRoot; ++i) {
        if (a.marks()[i] != b.marks()[i]) return (i - TickTrace::kColumnsFrom) / static_cast<std::uint32_t>(kColumns);
    }
    return TickTrace::kStoredWorld;
}

}  // namespace albireo::replays
