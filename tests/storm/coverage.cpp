#include "tests/storm/coverage.hpp"

#include <array>
#include <fmt/format.h>

namespace albireo::storm {
namespace {

/// At most half of the count that 100 games of a minute reached; less for rare counts.
struct Floor {
    std::string_view count;
    std::uint64_t per_100_games;
};
constexpr std::array<Floor, 23> kFloors = {{
    {"solo", 7},
    {"practice", 5},
    {"cleared", 6},
    {"over", 1},
    {"ends_compared", 10},
    {"told_later", 1},
    {"pauses", 100},
    {"game_overs", 2},
    {"continues", 1},
    {"requests", 1},
    {"brief_requests", 1},
    {"asked_rejoins", 1},
    {"sections", 60},
    {"bosses", 10},
    {"phases", 5},
    {"deaths", 60},
    {"lightning", 20},
    {"reports_applied", 8'000},
    {"reports_refused", 500},
    {"rejoins", 100},
    {"absences", 15},
    {"heals", 2},
    {"digests_compared", 6'000},
}};

}  // namespace

void Coverage::add(const Coverage& other) {
    std::vector<std::uint64_t> more;
    each(other, [&](std::string_view, std::uint64_t count) { more.push_back(count); });
    std::size_t next = 0;
    each(*this, [&](std::string_view, std::uint64_t& count) { count += more[next++]; });
}

void Coverage::note_events(const Events& events) {
    for (const Event& event : events.all()) {
        switch (event.kind) {
            case EventKind::paused: ++pauses; break;
            case EventKind::game_over: ++game_overs; break;
            case EventKind::continued: ++continues; break;
            case EventKind::section: ++sections; break;
            case EventKind::warning: ++bosses; break;
            case EventKind::phase_cracking: ++phases; break;
            case EventKind::ship_died: ++deaths; break;
            case EventKind::lightning: ++lightning; break;
            default: break;
        }
    }
}

/// The longest lead that a person's request promises on an ordinary link. Bots that asked with a delay of their own (120) hid
/// that a rejoin while one's own request is pending desynced: with 16, this command failed in 18 of 260 games:
///     albireo-storm --seeds 41..300 --minutes 1.5 --faults crash,partition --pause-every 60
constexpr std::uint8_t kBriefLead = 29;
static_assert(kPromisedLeadMin < kBriefLead && kBriefLead < kLeadTicksMax);

bool has_brief_request(const World& world, Slot slot) {
    const Flow& flow = world.flow;
    return flow.asked != 0 && flow.asked_wait > 0 && flow.asked_by == static_cast<std::uint8_t>(slot) && flow.asked_lead <= kBriefLead;
}

void Coverage::note_request(const World& world) {
    // From the next tick on, less is left. A player alone waits as long as the frame says.
    constexpr std::uint8_t kBothPlayers = (1 << kSlotCount) - 1;
    if (world.flow.players != kBothPlayers || world.flow.asked == 0 || world.flow.asked_wait != kLeadTicksMax) return;
    ++requests;
    for (const Slot slot : kSlots) brief_requests += has_brief_request(world, slot) ? 1 : 0;
}

void Coverage::note_last(const World& world) {
    for (const ReportCounters& counters : world.counters) {
        reports_applied += counters.applied;
        reports_late += counters.late;
        reports_refused += counters.implausible + counters.unpaid;
    }
}

std::uint64_t floor_of(std::string_view count, std::uint64_t games) {
    // Too few games for an average.
    if (games < 20) return 0;
    for (const Floor& floor : kFloors) {
        if (floor.count == count) return floor.per_100_games * games / 100;
    }
    return 0;
}

std::vector<std::string> below_floors(const Coverage& coverage) {
    std::vector<std::string> lines;
    Coverage::each(coverage, [&](std::string_view name, std::uint64_t count) {
        const std::uint64_t least = floor_of(name, coverage.games);
        if (count < least) lines.push_back(fmt::format("{}: {} in {} games, at least {} required", name, count, coverage.games, least));
    });
    return lines;
}

}  // namespace albireo::storm
