#pragma once
/// A game host for pictures and tests of a player's screens: a person and a friend (a bot) play on a server in memory, in virtual
/// time. The caller decides when the friend joins, falls silent or leaves, and when the server falls silent.
#include <functional>
#include <optional>

#include "client/app/activities/game_host.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"

namespace albireo::app {

/// Differences from a normal hosted game.
struct StagedPlan {
    bool joins = false;            // the friend has opened the game, and the person joins by its code
    bool runs = false;             // the game already runs, and a bot keeps the person's seat until they join
    bool has_level = true;         // the person's program has the level; else the server sends it
    std::string code{};            // typed by the person; empty: the right one
    std::optional<Fault> fault{};  // on the person's machine
    server::LobbyLimits limits{};
    /// Offers levels of the picture's own beside those of the game.
    std::function<void(server::Levels&)> offer{};
    /// A link wrapped around the one between the person's program and the server.
    std::function<std::unique_ptr<proto::Link>(std::unique_ptr<proto::Link>)> between{};
};

class StagedGameHost final : public GameHost {
  public:
    StagedGameHost(bot::BodyStore& bodies, GameHostSetup setup, StagedPlan plan = {});

    static constexpr const char* kServerKey = "wJ7nQ0mGZ2yTfV4kXhR8sB1dLc5oP9uE_Ai3MvWqK6g";  // in invitations
    bool friend_speaks = true, server_speaks = true, bot_keeps_seat = false;
    reach::PortMapping mapped{};  // the simulated grant of the router
    reach::Enrolment enrolled = reach::Enrolment::none;  // … and what the rendezvous server has said
    bool has_ipv6 = false;                               // this computer has an address of IPv6 on the internet
    bool has_many_networks = false;                      // … and more of them, and of IPv4, than most computers
    void seat_friend(bool ready_at_once);
    /// A link of another client of the server, such as a spectator.
    std::unique_ptr<proto::Link> connect() { return net_.connect(); }
    void friend_leaves(Micros now) { friend_->leave(now); }
    /// After the game: to play this level next; empty: the same again.
    void friend_wants(const std::string& level);
    void friend_wants_restart() { friend_->wish_restart(true); }

    Micros time(Micros now) override { return began_ + now; }
    void advance(Micros now) override;
    GameClient& game() override { return *game_; }
    const GameHostSetup& setup() const override { return setup_; }
    void leave(Micros now) override { game_->leave(now); }
    std::vector<LocalPlayer*> people() override { return {&person_}; }
    bool is_private() const override { return false; }
    bool keeps_seat() const override { return bot_keeps_seat; }
    bool owns_game() const override { return !plan_.joins; }
    std::string address() const override { return plan_.joins ? "" : "192.168.1.20:7777"; }
    std::optional<reach::Invitation> invitation() override {
        if (plan_.joins || game_->code().empty()) return {};
        reach::Invitation made{.code = game_->code(), .key = kServerKey};
        if (mapped.is_told()) made.addresses.push_back({"203.0.113.5", mapped.port});
        if (has_ipv6) made.addresses.push_back({"2001:db8:4f2a:91c3:a8b7:6d5e:f1c2:3b4d", 7777});
        if (has_many_networks) made.addresses.push_back({"2001:db8:5e3b:82d4:b9c8:7e6f:a2d3:4c5e", 7777});
        made.addresses.push_back({"192.168.1.20", 7777});
        for (const char* const other : {"192.168.100.200", "172.17.0.1", "172.18.0.1"}) {
            if (has_many_networks) made.addresses.push_back({other, 7777});
        }
        made.rendezvous = reach::read_address(setup_.rendezvous);
        return made;
    }
    reach::PortMapping mapping() const override { return mapped; }
    reach::Enrolment enrolment() override { return enrolled; }
    std::string server() const override { return plan_.joins ? "play.example.org:7777" : ""; }
    std::string replay_path() const override { return "20261120-101500-" + game_->code() + ".replay"; }

  private:
    std::unique_ptr<GameClient> make_game(client::ClientOptions options, client::PlayerController& controller);
    client::ClientOptions new_game(std::size_t seat) const;

    GameHostSetup setup_;
    StagedPlan plan_;
    Random random_ = Random::seed(7, 8);
    server::Levels levels_;
    server::Metrics metrics_;
    proto::MemoryNet net_;  // outlives the games' links
    std::unique_ptr<server::Lobby> lobby_;
    LocalPlayer person_;
    BotPartner partner_, stand_in_;
    std::unique_ptr<GameClient> game_, friend_, stand_in_game_;
    Micros began_ = 0;  // virtual time that passed before the person joined
};

}  // namespace albireo::app
