#include "client/bot/bot_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/game/score.hpp"

namespace albireo::bot {
namespace {

std::string_view outcome_name(const client::GameClient& game) {
    if (!game.outcome()) return "left";
    switch (*game.outcome()) {
        case proto::Outcome::cleared: return "cleared";
        case proto::Outcome::over: return "over";
        case proto::Outcome::left: return "left";
    }
    return "left";
}

double ship_p99_units(const client::Corrections& corrections) {
    return static_cast<double>(corrections.remote_ship_tenths.at_permille(990)) / 10;
}

/// A figure of a histogram that counts fractions of a unit.
double in_units(const client::Histogram& fractions, int permille, double per_unit) {
    return static_cast<double>(fractions.at_permille(permille)) / per_unit;
}

double loss_pct(int permille) {
    return permille / 10.0;
}

}  // namespace

LevelResult result_of(const client::GameClient& game) {
    LevelResult result;
    result.stage = game.stage();
    result.outcome = outcome_name(game);
    result.final_tick = game.final_tick().value;
    result.final_digest = game.final_digest();
    if (game.has_game()) {
        result.level = std::string(game.level().title.view());
        result.team_score = team_score(game.predictor().confirmed());
    }
    result.digests_checked = game.figures().digests_checked;
    result.desyncs = game.figures().desyncs;
    result.resyncs = game.figures().resyncs;
    return result;
}

std::string figures_json(const client::GameClient& game, double seconds, std::span<const LevelResult> levels) {
    const client::NetFigures& figures = game.figures();
    nlohmann::json out;
    out["outcome"] = outcome_name(game);
    out["ticks"] = figures.ticks;
    out["seconds"] = seconds;
    out["route"] = client::text_of(game.route());
    out["frozen_ticks"] = figures.frozen_ticks;
    out["confirmed_per_s"] = figures.confirmed_per_second();
    out["lead_ticks"] = {{"p50", figures.lead.at_permille(500)},
                         {"p99", figures.lead.at_permille(990)},
                         {"max", figures.lead.max()}};
    if (figures.delivery_ms.count() > 0) {
        out["delivery_ms"] = {{"p50", figures.delivery_ms.at_permille(500)},
                              {"p99", figures.delivery_ms.at_permille(990)},
                              {"changed", figures.changed_ms.count()},
                              {"changed_p50", figures.changed_ms.at_permille(500)},
                              {"changed_p99", figures.changed_ms.at_permille(990)}};
    } else {
        out["delivery_ms"] = nullptr;  // the partner posts no samples: see --samples
    }
    out["rebuild_ticks"] = {{"p50", figures.rebuild_ticks.at_permille(500)}, {"max", figures.rebuild_ticks.max()}};
    out["bytes_per_s"] = {{"sent_mean", figures.sent.mean()},
                          {"sent_max", figures.sent.max()},
                          {"received_mean", figures.received.mean()},
                          {"received_max", figures.received.max()}};
    const double span = std::max(seconds, 0.001);
    out["packets_per_s"] = {{"sent", figures.packets_sent.mean()}, {"received", figures.packets_received.mean()}};
    out["digests_checked"] = figures.digests_checked;
    out["desyncs"] = figures.desyncs;
    out["rejoins"] = figures.rejoins;
    out["unexpected_messages"] = figures.unexpected;
    out["connect_ms"] = static_cast<double>(figures.connect_micros) / 1000;
    out["rejoin_ms"] = figures.last_rejoin_micros < 0 ? nlohmann::json(nullptr)
                                                      : nlohmann::json(static_cast<double>(figures.last_rejoin_micros) / 1000);
    // By the machine's wall clock, so that it can be compared with the time of a network failure.
    out["opened_at_ms"] = figures.opened_at / 1000;
    out["resumed_at_ms"] = figures.resumed_at < 0 ? nlohmann::json(nullptr) : nlohmann::json(figures.resumed_at / 1000);
    out["rtt_ms"] = game.path().knows_rtt() ? static_cast<double>(game.path().rtt()) / 1000 : 0.0;
    const int loss_in = game.path().loss_in_permille(), loss_out = game.path().loss_out_permille();
    out["loss_pct"] = loss_pct(std::max(loss_in, loss_out));
    out["loss_ways_pct"] = {{"in", loss_pct(loss_in)}, {"out", loss_pct(loss_out)}};
    out["final_tick"] = game.final_tick().value;
    out["final_digest"] = fmt::format("{:016x}", game.final_digest());

    const client::Corrections corrections = game.has_game() ? game.predictor().corrections() : client::Corrections{};
    out["rebuilds"] = corrections.rebuilds;
    out["corrections"] = {{"own_ship", corrections.own_ship},
                          {"own_shots", corrections.own_shots},
                          {"remote_ship_p99_units", ship_p99_units(corrections)},
                          {"shots_withdrawn", corrections.shots_withdrawn},
                          {"shots_spent", corrections.shots_spent},
                          {"enemies_late", corrections.enemies_late}};
    // The partner's ship as drawn: units, and units a tick.
    out["partner_drawn"] = {{"step_max", static_cast<double>(corrections.drawn_step_thousandths.max()) / 1000},
                            {"after_200_ms_p99", in_units(corrections.drawn_late_hundredths, 990, 100)},
                            {"off_truth_p50", in_units(corrections.drawn_error_hundredths, 500, 100)},
                            {"off_truth_p99", in_units(corrections.drawn_error_hundredths, 990, 100)}};
    const World* world = game.has_game() ? &game.predictor().confirmed() : nullptr;
    const std::size_t own = index(game.slot());
    out["reports"] = {{"sent", figures.reports_sent},
                      {"per_s", static_cast<double>(figures.reports_sent) / span},
                      {"refused", world != nullptr ? world->counters[own].implausible : 0}};
    out["score"] = {{"own", world != nullptr ? world->earnings[own].score : 0},
                    {"team", world != nullptr ? team_score(*world) : 0}};
    out["grazes"] = world != nullptr ? world->earnings[own].grazes : 0;
    out["links"] = {{"count", world != nullptr ? world->team.links : 0},
                    {"ticks", world != nullptr ? world->team.linked_ticks : 0}};
    out["extends"] = world != nullptr ? world->team.extends : 0;
    out["levels"] = nlohmann::json::array();
    for (const LevelResult& each : levels) {
        out["levels"].push_back({{"stage", each.stage},
                                 {"level", each.level},
                                 {"outcome", each.outcome},
                                 {"final_tick", each.final_tick},
                                 {"final_digest", fmt::format("{:016x}", each.final_digest)},
                                 {"team_score", each.team_score},
                                 {"digests_checked", each.digests_checked},
                                 {"desyncs", each.desyncs},
                                 {"resyncs", each.resyncs}});
    }
    return out.dump(2);
}

std::string figures_text(const client::GameClient& game, double seconds) {
    const client::NetFigures& figures = game.figures();
    std::string text = fmt::format("{} after {:.0f} s, {} ticks ({} frozen)\n", outcome_name(game), seconds, figures.ticks,
                                   figures.frozen_ticks);
    if (game.has_game()) {
        const World& world = game.predictor().confirmed();
        const client::Corrections& corrections = game.predictor().corrections();
        text += fmt::format("score {} of the team's {}, {} deaths\n", world.earnings[index(game.slot())].score,
                            team_score(world), world.ships[index(game.slot())].deaths);
        text += fmt::format(
            "corrections: own ship {}, own shots {}, partner's ship {:.1f} units (p99), {} shots, {} enemies\n"
            "partner's ship as drawn: {:.2f} units off 200 ms after a turn (p99), error {:.2f} (p50)\n",
            corrections.own_ship, corrections.own_shots, ship_p99_units(corrections), corrections.shots_withdrawn,
            corrections.enemies_late, in_units(corrections.drawn_late_hundredths, 990, 100),
            in_units(corrections.drawn_error_hundredths, 500, 100));
    }
    text += fmt::format("ping {:.0f} ms, loss {:.1f} % in {:.1f} % out, lead {} ticks (p99 {})\n",
                        static_cast<double>(game.path().rtt()) / 1000, loss_pct(game.path().loss_in_permille()),
                        loss_pct(game.path().loss_out_permille()), figures.lead.at_permille(500),
                        figures.lead.at_permille(990));
    text += fmt::format("bytes a second: sent {:.0f} (peak {}), received {:.0f} (peak {})\n", figures.sent.mean(),
                        figures.sent.max(), figures.received.mean(), figures.received.max());
    text += fmt::format("digests agreed {}, desyncs {}, rejoins {}", figures.digests_checked, figures.desyncs,
                        figures.rejoins);
    return text;
}

}  // namespace albireo::bot
