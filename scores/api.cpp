#include "scores/api.hpp"

#include "scores/achievements.hpp"
#include "scores/pages.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::scores {

using nlohmann::json;

json json_of(const StoredRun& stored) {
    const Run& run = stored.run;
    json out{{"id", stored.id},
             {"level", run.level},
             {"mode", mode_of(run.level)},
             {"difficulty", albireo::name_of(run.difficulty)},
             {"players", run.is_pair() ? "pair" : "solo"},
             {"score", run.score},
             {"continues", run.continues},
             {"ticks", run.ticks},
             {"best_tick", run.best_tick},
             {"outcome", outcome_text(run.outcome)},
             {"core", run.core},
             {"seed", run.seed},
             {"season", run.season},
             {"submitted_ms", stored.submitted_ms},
             {"bytes", stored.bytes},
             {"achievements", run.earned}};
    constexpr const char* kSlotNames[kSlotCount] = {"gold", "blue"};
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (run.players >> slot & 1) out[kSlotNames[slot]] = {{"name", run.names[slot]}, {"score", run.scores[slot]}};
    }
    return out;
}

json json_of(const std::vector<StoredRun>& runs) {
    json out{{"runs", json::array()}, {"achievements", json::array()}};
    for (const StoredRun& each : runs) out["runs"].push_back(json_of(each));
    for (const Achievement& each : achievements()) {
        if (const StoredRun* const first = first_earner(runs, each.id)) out["achievements"].push_back({{"id", each.id}, {"run", first->id}});
    }
    return out;
}

json json_of(const Board& board, const std::vector<StoredRun>& runs) {
    json out{{"level", board.level}, {"difficulty", albireo::name_of(board.difficulty)}, {"players", board.is_pair ? "pair" : "solo"}, {"runs", json::array()}};
    if (!board.seed) out["season"] = board.season;
    for (const StoredRun& each : runs) out["runs"].push_back(json_of(each));
    return out;
}

json json_of(const Challenge& challenge) {
    return {{"week", challenge.week.text()}, {"level", challenge.level}, {"difficulty", albireo::name_of(challenge.difficulty)}, {"seed", challenge.seed}};
}

json json_of(const std::vector<Season>& seasons) {
    json out = json::array();
    for (const Season& each : seasons) {
        json season{{"number", each.number}, {"name", each.name}, {"core", each.core}, {"from_ms", each.from_ms}, {"opened_ms", each.opened_ms}, {"runs", each.runs}};
        if (each.closed_ms) season["closed_ms"] = *each.closed_ms;
        out.push_back(std::move(season));
    }
    return out;
}

json achievements_json(Store& store) {
    json out = json::array();
    for (const Achievement& each : achievements()) {
        out.push_back({{"id", each.id}, {"title", each.title}, {"text", each.text}, {"runs", store.earners(each.id)}});
    }
    return out;
}

json json_of(const Decision& decision) {
    if (!decision.fault.empty()) return {{"error", "the recording could not be stored: try again later"}, {"reason", "fault"}};
    if (decision.ruling.refusal != Refusal::none) return {{"error", decision.ruling.text}, {"reason", name_of(decision.ruling.refusal)}};
    StoredRun stored{.id = decision.added.id, .run = decision.ruling.run};
    json out = json_of(stored);
    out.erase("submitted_ms");
    out.erase("bytes");
    out["place"] = decision.place;
    if (decision.of > 0) out["of"] = decision.of;
    if (decision.challenge_place > 0) out["challenge_place"] = decision.challenge_place;
    if (!decision.added.is_new) {
        const std::string id = std::to_string(decision.added.id);
        out["error"] = decision.added.is_copy ? "this game is a part or a changed copy of run " + id + ": a game counts once"
                                              : "this game is on its board already: run " + id;
        out["reason"] = "duplicate";
    }
    return out;
}

}  // namespace albireo::scores
