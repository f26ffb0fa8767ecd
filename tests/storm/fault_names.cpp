// The words of --faults.
#include <algorithm>

#include "tests/storm/faults.hpp"

namespace albireo::storm {
namespace {

struct Named {
    FaultKind kind;
    std::string_view name, what;
};
constexpr std::array<Named, kFaultKindCount> kFaultKinds = {{
    {FaultKind::loss, "loss", "packets are lost: 0 to 98 % in each direction"},
    {FaultKind::bursts, "bursts", "packets are lost in runs of up to 15 on average"},
    {FaultKind::reorder, "reorder", "up to 10 % of packets are overtaken by later ones"},
    {FaultKind::duplicates, "duplicates", "up to 10 % of packets arrive twice, at most 5 ms apart"},
    {FaultKind::late_duplicates, "late-duplicates", "up to 5 % of packets arrive again, up to 10 s later"},
    {FaultKind::delay, "delay", "up to 600 ms one way, with jitter of up to 40 ms"},
    {FaultKind::spikes, "spikes", "the queue of a direction stalls for 2 s"},
    {FaultKind::bandwidth, "bandwidth", "2 to 20 KB/s in each direction, with a queue of up to 4 s"},
    {FaultKind::corrupt, "corrupt", "one bit is flipped in up to 3 % of all packets"},
    {FaultKind::bit_flips, "bit-flips", "1 to 32 bits are flipped in up to 3 % of all packets"},
    {FaultKind::partition, "partition", "one or both directions carry nothing for up to 20 s"},
    {FaultKind::rebind, "rebind", "a client's address changes, and its old connection goes dead"},
    {FaultKind::skew, "skew", "clients' clocks run up to 5 % fast or slow"},
    {FaultKind::clock_drift_change, "clock-drift-change", "a clock's speed changes in mid-game, up to 5 % either way"},
    {FaultKind::clock_jump, "clock-jump", "a client's clock jumps forward by up to 5 s; wall clocks go back"},
    {FaultKind::freeze, "freeze", "a client's process stops for up to 20 s"},
    {FaultKind::server_freeze, "server-freeze", "the server's process stops for up to 15 s"},
    {FaultKind::crash, "crash", "a client crashes in mid-game and rejoins with its token"},
    {FaultKind::crash_before_start, "crash-before-start", "a client crashes in the lobby and is started again"},
    {FaultKind::crash_at_end, "crash-at-end", "a client crashes just before or after the end, and rejoins"},
    {FaultKind::leave, "leave", "a player leaves, and returns as a new player"},
    {FaultKind::lobby, "lobby", "a player gets ready late, or does not have the level"},
    {FaultKind::display, "display", "a client runs once per picture, 25 to 165 times a second, sometimes late"},
    {FaultKind::random_order, "random-order", "clients and server run in random order within a millisecond"},
    {FaultKind::habits, "habits", "players pause, hesitate, press random keys, let \"continue?\" pass"},
    {FaultKind::hostile_partner, "hostile-partner", "blue attacks: nearly valid packets, lies, floods, stolen tokens"},
    {FaultKind::planted_desync, "planted-desync", "a bit flips in a client's world: it must be found and healed"},
    {FaultKind::server_crash, "server-crash", "the server is killed in the middle of a write or a packet, and resumes the game"},
    {FaultKind::disk_full, "disk-full", "the server's files cannot grow for up to 60 s, and the game continues"},
    {FaultKind::disk_torn, "disk-torn", "a write of the server stores only part of its bytes and fails, and the game continues"},
    {FaultKind::rare_points, "rare-points", "rare answers in the code: full, not done yet, not now; only in a build with asserts"},
    {FaultKind::spectator, "spectator", "somebody watches the game, and comes again when the server has gone"},
    {FaultKind::voice, "voice", "the players talk, and now and then hear nothing"},
    {FaultKind::operator_acts, "operator", "an operator lists games, tells players something, bans strangers, and removes a hostile partner"},
    {FaultKind::server_restart, "server-restart", "the server says that it restarts, parks the game, and its next process resumes it"},
    {FaultKind::stranger, "stranger", "somebody asks the server for seats, codes and levels that they may not have"},
    {FaultKind::neighbours, "neighbours", "two others play on the same server, restart their game and play again"},
}};
static_assert([] {
    for (std::size_t i = 0; i < kFaultKindCount; ++i)
        if (static_cast<std::size_t>(kFaultKinds[i].kind) != i) return false;
    return true;
}());

}  // namespace

std::string_view name_of(FaultKind kind) { return kFaultKinds[static_cast<std::size_t>(kind)].name; }
std::string_view description_of(FaultKind kind) { return kFaultKinds[static_cast<std::size_t>(kind)].what; }

std::array<FaultKind, kFaultKindCount> all_fault_kinds() {
    std::array<FaultKind, kFaultKindCount> all;
    for (std::size_t i = 0; i < kFaultKindCount; ++i) all[i] = static_cast<FaultKind>(i);
    return all;
}

std::string parse_faults(std::string_view list, Faults& faults) {
    faults = list == "all" ? Faults{} : Faults::none();
    if (list == "all" || list == "none") return {};
    while (!list.empty()) {
        const auto comma = list.find(',');
        const std::string_view name = list.substr(0, comma);
        const auto found = std::ranges::find(kFaultKinds, name, &Named::name);
        if (found == kFaultKinds.end()) return std::string(name);
        faults.set(found->kind, true);
        list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    }
    return {};
}

std::string list_of(const Faults& faults) {
    if (faults.is_all()) return "all";
    std::string list;
    for (const Named& fault : kFaultKinds) {
        if (faults.has(fault.kind)) list += (list.empty() ? "" : ",") + std::string(fault.name);
    }
    return list.empty() ? "none" : list;
}

std::string fault_names() {
    std::string list;
    for (const Named& fault : kFaultKinds) list += (list.empty() ? "" : ",") + std::string(fault.name);
    return list;
}

}  // namespace albireo::storm
