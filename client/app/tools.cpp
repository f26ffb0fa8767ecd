#include "client/app/tools.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace albireo::app {

Tools::Tools() {
    constexpr std::array<const char*, kNumbers> kNames = {
        "frame ms", "ping ms", "jitter ms", "loss %", "lead ticks", "rebuilds a frame", "sent B/s", "received B/s"};
    constexpr std::array<float, kNumbers> kTops = {33, 50, 10, 5, 10, 1, 8000, 8000};
    for (std::size_t i = 0; i < kNumbers; ++i) {
        curves_[i].name = kNames[i];
        curves_[i].least_top = kTops[i];
    }
}

void Tools::draw(const platform::Input& input, Round& round, float frame_ms) {
    if (input.was_pressed(platform::Key::f3)) net_ = !net_;
    if (input.was_pressed(platform::Key::f4)) inside_ = !inside_;
    if (net_ && round.game() != nullptr) draw_net(*round.game(), frame_ms);
    if (inside_ && round.world() != nullptr) draw_pools(*round.world());
}

void Tools::draw_net(client::GameClient& game, float frame_ms) {
    const proto::PathGauge& path = game.path();
    const client::NetFigures& figures = game.figures();
    const std::uint64_t rebuilds = game.has_game() ? game.predictor().rebuilds() : 0;
    curves_[kFrame].add(frame_ms);
    curves_[kPing].add(static_cast<float>(path.rtt()) / 1000);
    curves_[kJitter].add(static_cast<float>(path.jitter()) / 1000);
    curves_[kLoss].add(static_cast<float>(path.loss_in_permille()) / 10);
    curves_[kLead].add(game.has_game() ? static_cast<float>(game.predictor().lead()) : 0);
    curves_[kRebuilds].add(static_cast<float>(rebuilds - std::min(rebuilds_, rebuilds)));
    curves_[kSent].add(static_cast<float>(figures.sent.last_second()));
    curves_[kReceived].add(static_cast<float>(figures.received.last_second()));
    rebuilds_ = rebuilds;
    ui::draw_curves("Netgraph (F3)", 0.02F, 0.1F, curves_);
    rows_ = {{"digests agreed", std::to_string(figures.digests_checked)},
             {"desyncs", std::to_string(figures.desyncs)},
             {"resyncs", std::to_string(figures.resyncs)},
             {"rejoins", std::to_string(figures.rejoins)},
             {"frozen ticks", std::to_string(figures.frozen_ticks)}};
    if (game.has_game()) {
        const client::Corrections& corrections = game.predictor().corrections();
        rows_.push_back({"own ship corrected", std::to_string(corrections.own_ship)});
        rows_.push_back({"own shots corrected", std::to_string(corrections.own_shots)});
        rows_.push_back({"enemies late", std::to_string(corrections.enemies_late)});
    }
    ui::draw_table("Agreement", 0.02F, 0.62F, rows_);
}

void Tools::draw_pools(const World& world) {
    rows_ = {{"tick", std::to_string(world.tick.value)}, {"clock", std::to_string(world.clock.value)}};
    const auto add = [&](const char* name, const auto& pool) {
        const auto count = static_cast<std::size_t>(pool.count);
        std::size_t& peak = peaks_[name];
        peak = std::max(peak, count);
        rows_.push_back({name, fmt::format("{:5} peak {:5}", count, peak)});
    };
    add("enemies", world.enemies);
    add("enemy shots", world.enemy_shots);
    add("gold's shots", world.shots[0]);
    add("blue's shots", world.shots[1]);
    add("missiles", world.missiles);
    add("beams", world.beams);
    ui::draw_table("Inspector (F4)", 0.66F, 0.1F, rows_);
}

}  // namespace albireo::app
