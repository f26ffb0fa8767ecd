#include "client/bot/bot_hands.hpp"

namespace albireo::bot {

void BotHands::begin(const Level& level, Slot own) {
    // The meshes of a level are made once, however often a game on it begins anew.
    if (level_ != &level) bodies_ = std::make_unique<client::Bodies>(level);
    level_ = &level;
    reporter_ = std::make_unique<client::Reporter>(level, *bodies_, own);
    Autopilot::Options pilot;
    pilot.own = own;
    pilot.skill = options_.skill;
    pilot.seed = options_.seed;
    autopilot_ = std::make_unique<Autopilot>(level, pilot);
}

client::Controls BotHands::steer(const World& predicted) { return autopilot_->next(predicted); }

void BotHands::see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) {
    const auto seen = reporter_->look(predicted, remote);
    reports.insert(reports.end(), seen.begin(), seen.end());
}

}  // namespace albireo::bot
