#include "client/app/inspector/netgraph.hpp"

#include <algorithm>

#include "proto/byte_bucket.hpp"

namespace albireo::app {
namespace {

struct Def {
    const char* name;
    float least_top;
    float limit = -1;
};
// In the order of Netgraph::Number. The budget covers all bytes sent, including headers.
constexpr std::array<Def, Netgraph::kNumbers> kDefs = {{{"frame ms", 33},
                                                        {"ping ms", 50},
                                                        {"jitter ms", 10},
                                                        {"loss %", 5},
                                                        {"lead ticks", 10, static_cast<float>(kLeadTicksMax)},
                                                        {"rebuilt ticks", 10},
                                                        {"corrected", 3},
                                                        {"partner jump", 1},
                                                        {"digest age", 60},
                                                        {"sent B/s", 3000, 8000},
                                                        {"received B/s", 3000, 8000}}};

/// The increase since the last call; 0 when a different game began.
std::uint64_t fresh(std::uint64_t now, std::uint64_t& before) {
    const std::uint64_t difference = now - std::min(now, before);
    before = now;
    return difference;
}

}  // namespace

Netgraph::Netgraph() {
    for (std::size_t i = 0; i < kNumbers; ++i) {
        curves_[i].name = kDefs[i].name;
        curves_[i].least_top = kDefs[i].least_top;
        // On a good link the lead stays far below its limit: its curve would be flat at the bottom.
        if (i != kLead) curves_[i].limit = kDefs[i].limit;
    }
}

void Netgraph::note(client::GameClient& game, float frame_ms) {
    const proto::PathEstimate& path = game.path();
    const client::NetFigures& figures = game.figures();
    curves_[kFrame].add(frame_ms);
    curves_[kPing].add(static_cast<float>(path.rtt()) / 1000);
    curves_[kJitter].add(static_cast<float>(path.jitter()) / 1000);
    curves_[kLoss].add(static_cast<float>(path.loss_in_permille()) / 10);
    curves_[kRebuilt].add(static_cast<float>(fresh(figures.rebuilt_ticks, rebuilt_)));
    curves_[kSent].add(static_cast<float>(figures.sent.last_second()));
    curves_[kReceived].add(static_cast<float>(figures.received.last_second()));
    if (fresh(figures.digests_checked, digests_) > 0) ticks_ = figures.ticks;
    curves_[kDigests].add(static_cast<float>(figures.ticks - std::min(figures.ticks, ticks_)));
    route_ = client::text_of(game.route());
    counts_ = {.digests = figures.digests_checked,
               .desyncs = figures.desyncs,
               .resyncs = figures.resyncs,
               .rejoins = figures.rejoins,
               .frozen_ticks = figures.frozen_ticks,
               .unexpected = figures.unexpected};
    if (!game.has_game()) return;
    const client::Predictor& predictor = game.predictor();
    const client::Corrections& corrections = predictor.corrections();
    curves_[kLead].add(static_cast<float>(predictor.lead()));
    curves_[kCorrections].add(
        static_cast<float>(fresh(corrections.shots_withdrawn + corrections.enemies_late, corrections_)));
    curves_[kJump].add(static_cast<float>(fresh(corrections.remote_ship_tenths_sum, jumped_)) / 10);
    counts_.own_ship = corrections.own_ship;
    counts_.own_shots = corrections.own_shots;
    counts_.enemies_late = corrections.enemies_late;
    counts_.has_game = true;
}

std::vector<ui::Row> Netgraph::rows() const {
    const auto several = [](auto... count) {
        std::string text;
        ((text += (text.empty() ? "" : ", ") + std::to_string(count)), ...);
        return text;
    };
    std::vector<ui::Row> rows = {{"connection", route_},
                                 {"digests agreed", several(counts_.digests)},
                                 {"desync, resync, rejoin", several(counts_.desyncs, counts_.resyncs, counts_.rejoins)},
                                 {"frozen ticks", several(counts_.frozen_ticks)},
                                 {"unexpected messages", several(counts_.unexpected)}};
    if (!counts_.has_game) return rows;
    rows.push_back({"own ship, shots corrected", several(counts_.own_ship, counts_.own_shots)});
    rows.push_back({"enemies late", several(counts_.enemies_late)});
    return rows;
}

void Netgraph::draw() {
    const ui::Panel panel("Netgraph (F3)", {.side = ui::Panel::Side::left, .width = 22, .height = 25.2F});
    ui::curves(curves_);
    ui::rows(rows());
}

}  // namespace albireo::app
