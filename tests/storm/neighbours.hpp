#pragma once
/// Two players in a game of their own on the server of a virtual game. They pause, restart their game when both want to, play the rematch,
/// and so on. Whatever happens to the server meanwhile, their clients never find a desync.
///
/// 1. Their links have no faults.
/// 2. When one of them fails, because the server has lost what it knew of a game that had ended, they create another game.
#include <array>
#include <functional>
#include <memory>
#include <string>

#include "client/net/game_client.hpp"

namespace albireo::storm {

using proto::Micros;

class Neighbours {
  public:
    Neighbours(std::string level, std::function<client::ClientEnvironment()> environment);
    ~Neighbours();

    void advance(Micros now);
    Micros next_due() const { return next_; }
    /// They say goodbye, and do nothing more once it has arrived.
    void leave(Micros now);
    std::uint64_t rematches() const { return rematches_; }
    /// Desyncs that their clients were told of; must stay 0.
    std::uint64_t desyncs() const { return desyncs_; }

  private:
    class Hands;
    struct Player {
        std::unique_ptr<Hands> hands;
        std::unique_ptr<client::GameClient> game;
    };
    void start(Slot slot, client::ClientOptions options);
    bool both(client::GameClient::State state) const;
    void restart(Micros now);

    std::string level_;
    std::function<client::ClientEnvironment()> environment_;
    std::array<Player, kSlotCount> players_;
    bool is_rematch_ = false;     // the game that they are about to play
    Micros since_ = 0;            // they are in their present state
    client::GameClient::State state_{};  // of gold, when last looked at
    Micros next_ = 0, leaves_by_ = -1;
    std::uint64_t rematches_ = 0, desyncs_ = 0;
};

}  // namespace albireo::storm
