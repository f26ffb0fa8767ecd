#pragma once
/// What a storm run has exercised. A run that finds nothing proves little if it never reached an ending, a rejoin or a
/// heal: so each count has a floor, and a run below one fails.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "replays/player.hpp"

namespace albireo::storm {

struct Coverage {
    std::uint64_t games = 0;
    std::uint64_t solo = 0, practice = 0;  // games of one player; games from a section on
    // How they ended. Lost: with the server, after its disk had failed; running: cut off by --minutes.
    std::uint64_t cleared = 0, over = 0, left = 0, lost = 0, running = 0;
    std::uint64_t ends_compared = 0;  // clients whose outcome and last world were compared with the server's
    std::uint64_t told_later = 0;     // clients that learned of the end after a crash
    std::uint64_t next_levels = 0, followed = 0;  // of campaigns: levels after the first that have begun; clients that went on to one
    std::uint64_t pauses = 0, game_overs = 0, continues = 0;
    std::uint64_t requests = 0, brief_requests = 0;  // of two players, to pause, resume or continue; brief: with a lead as short as people's
    std::uint64_t asked_rejoins = 0;                 // rejoins while the player's own brief request was pending
    std::uint64_t sections = 0, bosses = 0, phases = 0;  // bosses: warnings of one; phases: of enemies broken by damage
    std::uint64_t deaths = 0, lightning = 0;
    std::uint64_t reports_applied = 0, reports_late = 0, reports_refused = 0;
    std::uint64_t rejoins = 0, absences = 0, heals = 0;
    std::uint64_t ticks_compared = 0;    // of clients' confirmed worlds, by the storm
    std::uint64_t digests_compared = 0;  // by the clients themselves

    static void each(auto& self, auto&& visit) {
        visit("games", self.games);
        visit("solo", self.solo);
        visit("practice", self.practice);
        visit("cleared", self.cleared);
        visit("over", self.over);
        visit("left", self.left);
        visit("lost", self.lost);
        visit("running", self.running);
        visit("ends_compared", self.ends_compared);
        visit("told_later", self.told_later);
        visit("next_levels", self.next_levels);
        visit("followed", self.followed);
        visit("pauses", self.pauses);
        visit("game_overs", self.game_overs);
        visit("continues", self.continues);
        visit("requests", self.requests);
        visit("brief_requests", self.brief_requests);
        visit("asked_rejoins", self.asked_rejoins);
        visit("sections", self.sections);
        visit("bosses", self.bosses);
        visit("phases", self.phases);
        visit("deaths", self.deaths);
        visit("lightning", self.lightning);
        visit("reports_applied", self.reports_applied);
        visit("reports_late", self.reports_late);
        visit("reports_refused", self.reports_refused);
        visit("rejoins", self.rejoins);
        visit("absences", self.absences);
        visit("heals", self.heals);
        visit("ticks_compared", self.ticks_compared);
        visit("digests_compared", self.digests_compared);
    }
    void add(const Coverage& other);

    /// The events of the present tick of a recording that is being played.
    void note_events(const Events& events);
    /// The world after that tick.
    void note_request(const World& world);
    /// The last world of the recording.
    void note_last(const World& world);
};

/// Whether the world has a request of this player that waits for its tick, with a lead as short as people's.
bool has_brief_request(const World& world, Slot slot);

/// One line per count that is below its floor: what was wanted and what was reached. By chance of the seeds, one run in
/// 10 000 misses a floor; so a count has none in a run in which it may be 0.
std::vector<std::string> below_floors(const Coverage& coverage);
/// The floor of one count in a run of so many games; 0: none.
std::uint64_t floor_of(std::string_view count, std::uint64_t games);

}  // namespace albireo::storm
