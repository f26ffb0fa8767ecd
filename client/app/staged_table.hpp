#pragma once
/// A table for pictures of what players are told: a person and a bot as his friend, over a server in memory, in virtual
/// time. Whoever stages it says when the friend comes, falls silent or leaves, and when the server does.
#include <optional>

#include "client/app/table.hpp"
#include "proto/faulty_link.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"

namespace albireo::app {

class StagedTable final : public Table {
  public:
    StagedTable(bot::BodyStore& bodies, TableSetup setup);

    /// Of the links that are opened from now on.
    std::optional<proto::FaultyLinkOptions> weather{};
    bool friend_speaks = true, server_speaks = true, bot_keeps_seat = false;
    void seat_friend(bool ready_at_once);
    void friend_leaves(Micros now) { friend_->leave(now); }

    void advance(Micros now) override;
    GameClient& game() override { return *game_; }
    void leave(Micros now) override { game_->leave(now); }
    std::vector<Person*> people() override { return {&person_}; }
    bool is_private() const override { return false; }
    bool keeps_seat() const override { return bot_keeps_seat; }
    std::string address() const override { return "203.0.113.7:7777"; }
    std::string replay_path() const override { return "20261120-101500-" + game_->code() + ".replay"; }

  private:
    std::unique_ptr<GameClient> make_game(client::ClientOptions wish, client::Hands& hands);

    TableSetup setup_;
    Random random_ = Random::seed(7, 8);
    server::Levels levels_;
    server::Metrics metrics_;
    proto::MemoryNet net_;  // outlives the games' links
    std::unique_ptr<server::Lobby> lobby_;
    Person person_;
    Mate mate_;
    std::unique_ptr<GameClient> game_, friend_;
};

}  // namespace albireo::app
