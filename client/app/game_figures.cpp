#include "client/app/game_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "platform/process.hpp"

namespace albireo::app {

using proto::Micros;

void GameMeter::note(const client::GameClient& game, bool seen, Micros now) {
    ++pictures_;
    if (seen && first_picture_ms_ < 0) first_picture_ms_ = platform::ms_since_start();
    const std::uint64_t ticks = game.figures().ticks;
    const bool plays = ticks != ticks_;
    ticks_ = ticks;
    if (plays) last_ = now;
    if (plays && began_ < 0) {
        began_ = second_began_ = noted_ = now;
        first_ = ticks_at_second_ = ticks;
    }
    if (began_ < 0 || game.state() != client::GameClient::State::playing) return;
    longest_ = std::max(longest_, now - noted_);
    noted_ = now;
    if (const Micros passed = now - second_began_; passed >= proto::kMicrosPerSecond) {
        seconds_.push_back(static_cast<double>(ticks - ticks_at_second_) * 1e6 / static_cast<double>(passed));
        second_began_ = now;
        ticks_at_second_ = ticks;
    }
}

GameFigures GameMeter::figures(const client::GameClient& game) const {
    GameFigures all;
    all.code = game.code();
    all.pictures = pictures_;
    all.ticks = ticks_;
    all.frozen_ticks = game.figures().frozen_ticks;
    all.digests_agreed = game.figures().digests_checked;
    all.desyncs = game.figures().desyncs;
    all.seconds = began_ < 0 ? 0 : static_cast<double>(last_ - began_) / 1e6;
    all.ticks_per_second = all.seconds > 0 ? static_cast<double>(ticks_ - first_) / all.seconds : 0;
    std::vector<double> sorted = seconds_;
    std::sort(sorted.begin(), sorted.end());
    all.median_second = sorted.empty() ? all.ticks_per_second : sorted[sorted.size() / 2];
    all.longest_frame_ms = static_cast<double>(longest_) / 1000;
    all.first_picture_ms = first_picture_ms_;
    return all;
}

std::string text_of(const GameFigures& figures) {
    return fmt::format(
        "pictures {}  ticks {}  seconds {:.2f}  ticks/s {:.2f}  median second {:.2f}  longest frame {:.0f} ms  "
        "frozen {}  digests agreed {}  desyncs {}  first playable picture {} ms",
        figures.pictures, figures.ticks, figures.seconds, figures.ticks_per_second, figures.median_second,
        figures.longest_frame_ms, figures.frozen_ticks, figures.digests_agreed, figures.desyncs,
        figures.first_picture_ms);
}

std::string json_of(const std::vector<GameFigures>& games, std::size_t pictures) {
    nlohmann::json all = {{"games", nlohmann::json::array()}, {"pictures", pictures}};
    for (const GameFigures& each : games) {
        all["games"].push_back({{"code", each.code},
                                {"pictures", each.pictures},
                                {"ticks", each.ticks},
                                {"seconds", each.seconds},
                                {"ticks_per_s", each.ticks_per_second},
                                {"ticks_per_s_median", each.median_second},
                                {"longest_frame_ms", each.longest_frame_ms},
                                {"frozen_ticks", each.frozen_ticks},
                                {"digests_agreed", each.digests_agreed},
                                {"desyncs", each.desyncs},
                                {"first_picture_ms", each.first_picture_ms}});
    }
    return all.dump();
}

}  // namespace albireo::app
