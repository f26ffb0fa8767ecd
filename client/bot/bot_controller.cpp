#include "client/bot/bot_controller.hpp"

namespace albireo::bot {

std::shared_ptr<const client::Bodies> BodyStore::of(const Level& level) {
    const std::lock_guard lock(guard_);
    auto& entry = entries_[level.digest];
    if (entry == nullptr) {
        entry = std::make_shared<Entry>();
        entry->level = level;
        entry->bodies = std::make_unique<client::Bodies>(entry->level, catalog_);
    }
    return {entry, entry->bodies.get()};
}

void BodyStore::set_looks(std::shared_ptr<const models::LookBook> looks) {
    const std::lock_guard lock(guard_);
    catalog_.set_looks(std::move(looks));
    for (auto& [digest, entry] : entries_) *entry->bodies = client::Bodies(entry->level, catalog_);
}

void BotController::begin(const Level& level, Slot own) {
    bodies_ = store_.of(level);
    reporter_ = std::make_unique<client::Reporter>(level, *bodies_, own);
    Autopilot::Options pilot;
    pilot.own = own;
    pilot.skill = options_.skill;
    pilot.seed = options_.seed;
    pilot.spares_bosses = options_.spares_bosses;
    pilot.command_delay = 0;  // the client knows its own lead
    autopilot_ = std::make_unique<Autopilot>(level, pilot);
}

client::Controls BotController::steer(const World& predicted) {
    return autopilot_->next(predicted);
}

void BotController::see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) {
    const auto lock = store_.reading();
    const auto seen = reporter_->look(predicted, remote);
    reports.insert(reports.end(), seen.begin(), seen.end());
}

}  // namespace albireo::bot
