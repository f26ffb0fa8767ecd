#include "tests/storm/coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace albireo::storm {
namespace {

/// What a game of a minute reaches, from seeds 1001 to 1240. Longer games reach more.
struct Rate {
    std::string_view count;
    double per_game;
    double clump;  // variance of a game's count, divided by its mean
};
constexpr std::array<Rate, 25> kRates = {{
    {"solo", 0.20, 1},
    {"practice", 0.38, 1},
    {"cleared", 0.22, 1},
    {"over", 0.033, 1},
    {"ends_compared", 0.42, 1.5},
    {"told_later", 0.08, 1.2},
    {"next_levels", 0.2, 2},
    {"followed", 0.33, 3.5},
    {"pauses", 1.8, 1},
    {"game_overs", 0.09, 1},
    {"continues", 0.04, 1},
    {"requests", 3.0, 2.6},
    {"brief_requests", 1.6, 2.7},
    {"asked_rejoins", 0.06, 1},
    {"sections", 1.3, 1},
    {"bosses", 0.52, 1.4},
    {"phases", 0.7, 4.3},
    {"deaths", 1.5, 1.7},
    {"lightning", 0.6, 6.4},
    {"reports_applied", 190, 145},
    {"reports_refused", 35, 470},
    {"rejoins", 3.8, 13.5},
    {"absences", 0.52, 1.6},
    {"heals", 0.07, 1},
    {"digests_compared", 110, 36},
}};

/// The least number of independent events that a run of this mean has, but for one run in 10 000 (Poisson).
std::uint64_t sure_of(double mean) {
    constexpr double kChance = 1e-4;
    double sum = 0;
    for (std::uint64_t least = 0;; ++least) {
        const auto events = static_cast<double>(least);
        sum += std::exp(events * std::log(mean) - mean - std::lgamma(events + 1));
        if (sum > kChance) return least;
    }
}

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
    for (const Rate& rate : kRates) {
        if (games == 0) break;
        if (rate.count != count) continue;
        const double events = static_cast<double>(games) * rate.per_game / rate.clump;
        return static_cast<std::uint64_t>(static_cast<double>(sure_of(events)) * rate.clump);
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
