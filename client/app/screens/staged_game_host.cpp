#include "client/app/screens/staged_game_host.hpp"

#include "client/app/pictures/offscreen.hpp"

namespace albireo::app {

StagedGameHost::StagedGameHost(bot::BodyStore& bodies, GameHostSetup setup, StagedPlan plan)
    : setup_(std::move(setup)),
      plan_(std::move(plan)),
      person_(bodies),
      partner_(bodies, {.skill = 7, .seed = 1}),
      stand_in_(bodies, {.skill = 7, .seed = 2}) {
    if (plan_.offer) plan_.offer(levels_);
    server::LobbyEnvironment environment;
    environment.random = [this] {
        const std::uint64_t high = random_.next();
        return high << 32 | random_.next();
    };
    environment.wall_ms = [] { return std::uint64_t{0}; };
    environment.log = [](const std::string&) {};
    lobby_ = std::make_unique<server::Lobby>(levels_, std::move(environment), metrics_, plan_.limits);
    if (!plan_.joins) {
        game_ = make_game(new_game(0), person_);
        return;
    }
    friend_ = make_game(new_game(1), partner_);
    const auto play_until = [this](const auto& is_done) {
        for (const Micros until = began_ + 60 * proto::kMicrosPerSecond; !is_done(); began_ += proto::kMicrosPerTick) {
            if (began_ > until) throw PictureError{"the staged game never reached the state to show"};
            friend_->advance(began_);
            if (stand_in_game_) stand_in_game_->advance(began_);
            lobby_->advance(net_, began_);
        }
    };
    play_until([this] { return !friend_->code().empty(); });
    if (plan_.runs) {
        stand_in_game_ = make_game({.name = "Bot", .code = friend_->code(), .stand_in = true}, stand_in_);
        play_until([this] { return friend_->has_game() && friend_->predictor().confirmed().tick > Tick{600}; });
    }
    const std::string code = plan_.code.empty() ? friend_->code() : plan_.code;
    game_ = make_game({.name = setup_.names[0], .code = code, .ready_at_once = false}, person_);
}

client::ClientOptions StagedGameHost::new_game(std::size_t seat) const {
    return {.name = setup_.names[seat],
            .level = setup_.level,
            .players = static_cast<std::uint8_t>(setup_.play_mode == PlayMode::alone ? 1 : 2),
            .seed = 5,
            .speed = static_cast<std::uint8_t>(setup_.shared_speed),
            .ready_at_once = seat > 0 && setup_.ready_at_once};
}

void StagedGameHost::seat_friend(bool ready_at_once) {
    friend_ = make_game({.name = setup_.names[1], .code = game_->code(), .ready_at_once = ready_at_once}, partner_);
}

void StagedGameHost::friend_wants(const std::string& level) {
    friend_ = make_game(friend_->next_options(level), partner_);
}

void StagedGameHost::advance(Micros now) {
    for (int activity = 0; activity < 2; ++activity) {
        game_->advance(now);
        if (friend_ && friend_speaks) friend_->advance(now);
        if (stand_in_game_) stand_in_game_->advance(now);
        if (server_speaks) lobby_->advance(net_, now);
    }
}

std::unique_ptr<GameClient> StagedGameHost::make_game(client::ClientOptions options, client::PlayerController& controller) {
    const bool own = &controller == &person_;
    if (own) options.fault = plan_.fault;
    options.wishes = true;  // as in the game's own hosts
    client::ClientEnvironment environment;
    environment.open_link = [this, own]() -> std::unique_ptr<proto::Link> {
        return own && plan_.between ? plan_.between(net_.connect()) : net_.connect();
    };
    environment.find_level = [this, own](const std::string& name, Difficulty difficulty) {
        return own && !plan_.has_level ? nullptr : levels_.find(name, difficulty);
    };
    return std::make_unique<GameClient>(std::move(options), std::move(environment), controller);
}

}  // namespace albireo::app
