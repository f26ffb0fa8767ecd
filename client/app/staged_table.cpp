#include "client/app/staged_table.hpp"

namespace albireo::app {

StagedTable::StagedTable(bot::BodyStore& bodies, TableSetup setup)
    : setup_(std::move(setup)), person_(bodies), mate_(bodies, {.skill = 7, .seed = 1}) {
    server::LobbyOutside outside;
    outside.random = [this] {
        const std::uint64_t high = random_.next();
        return high << 32 | random_.next();
    };
    outside.wall_ms = [] { return std::uint64_t{0}; };
    outside.log = [](const std::string&) {};
    lobby_ = std::make_unique<server::Lobby>(levels_, std::move(outside), metrics_);
    game_ = make_game({.name = setup_.names[0],
                       .level = setup_.level,
                       .players = static_cast<std::uint8_t>(setup_.company == Company::alone ? 1 : 2),
                       .seed = 5,
                       .ready_at_once = setup_.ready_at_once},
                      person_);
}

void StagedTable::seat_friend(bool ready_at_once) {
    friend_ = make_game({.name = setup_.names[1], .code = game_->code(), .ready_at_once = ready_at_once}, mate_);
}

void StagedTable::advance(Micros now) {
    for (int round = 0; round < 2; ++round) {
        game_->advance(now);
        if (friend_ && friend_speaks) friend_->advance(now);
        if (server_speaks) lobby_->advance(net_, now);
    }
}

std::unique_ptr<GameClient> StagedTable::make_game(client::ClientOptions wish, client::Hands& hands) {
    client::ClientOutside outside;
    outside.open_link = [this]() -> std::unique_ptr<proto::Link> {
        if (!weather) return net_.connect();
        return std::make_unique<proto::FaultyLink>(net_.connect(), *weather);
    };
    outside.find_level = [this](const std::string& name, Difficulty difficulty) {
        return levels_.find(name, difficulty);
    };
    return std::make_unique<GameClient>(std::move(wish), std::move(outside), hands);
}

}  // namespace albireo::app
