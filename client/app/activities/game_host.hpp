#pragma once
/// This machine's part in a game over the protocol: one or two people here, a bot, a remote friend, and the server. The
/// server may be in this program (in memory, or on a UDP port) or elsewhere; the clients cannot tell the difference.
///
/// 1. advance() does all the work that is due here; GameRunner calls it. A hosted server has a separate thread.
/// 2. game() is the client of this machine's first person; a second person plays at the same screen.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/app/controls/bindings.hpp"
#include "client/net/game_client.hpp"
#include "client/net/udp_client.hpp"
#include "reach/host_meeting.hpp"
#include "reach/invitation.hpp"
#include "reach/port_mapper.hpp"
#include "replays/recording_fault.hpp"
#include "sim/level/section.hpp"

namespace albireo::app {

using client::GameClient;
using client::Micros;

enum class PlayMode : std::uint8_t { alone, bot, two };

struct GameHostSetup {
    std::string level = "the_cut";  // the name of a built-in level, "campaign", or the path of a .lua script
    Difficulty difficulty = Difficulty::standard;
    PlayMode play_mode = PlayMode::bot;
    std::array<std::string, 2> names = {"Gold", "Blue"};
    int skill = 7;  // of the bot
    std::uint32_t seed = 0;
    StartPoint from{};          // practice from this section of the level, or from a phase of its boss
    int speed = 100;            // percent of real time, for local games
    int shared_speed = 100;     // … for a game with players on other machines, who see it before they are ready
    bool ready_at_once = true;  // otherwise the lobby waits until every player is ready
    bool interludes = true;     // a campaign's intro and ending are shown
    std::string record_dir{};     // empty: not recorded
    std::string program = "albireo";  // stored in recordings and bundles as their creator
    bool lan = true;            // hosting: players on the local network can find the game
    int watch_delay = 0;        // seconds that spectators are behind the game, at least; the server has a minimum
    bool maps_port = false;     // hosting: ask the home router to forward a port to this machine
    bool may_relay = true;      // the rendezvous server may relay the game if no direct path exists
    std::string rendezvous{};   // hosting: HOST:PORT of the rendezvous server for invited friends; empty: none
    std::string known_servers_path{};  // keys of servers on other machines; empty: not remembered
    std::optional<proto::PublicKey> server_key{};  // of the joined server, from the invitation; none: any
    std::string server_key_path{};     // key of the server in this program; empty: a new one for each game
    std::string seat_path{};      // for a game on another machine's server, to rejoin it; empty: not kept
    std::string seat_key_path{};  // of the key with which its token is sealed
};

class GameHost {
  public:
    virtual ~GameHost() = default;
    virtual void advance(Micros now) = 0;
    /// Whether the game has players on other machines. Then it is advanced in real time, whatever this machine draws.
    virtual bool is_in_real_time() const { return false; }
    /// The client of this machine's first person. It is not ready to begin until be_ready() is called.
    virtual GameClient& game() = 0;
    /// The setup with which this machine opened or joined the game.
    virtual const GameHostSetup& setup() const = 0;
    /// Replaces game() by a client that rejoins the session for its next level, and waits there for be_ready(). Levels and
    /// worlds of the old client become invalid. Requires game().goes_on(). Returns false if it is too early: call again.
    /// In a game with players on other machines also after game().may_rematch(): the new client asks for the rematch, which goes on with
    /// `level` (GameClient::next_options).
    virtual bool go_on(const std::string& /*level*/) { return false; }
    /// leave() says goodbye. farewell() waits for at most half a second until the goodbye is acknowledged; it may run on
    /// any thread.
    virtual void leave(Micros now) = 0;
    virtual void farewell() {}
    /// The game's time: a practice game may run slowly.
    virtual Micros time(Micros now) { return now; }
    /// The people of this machine, in order.
    virtual std::vector<LocalPlayer*> people() = 0;
    /// Whether all players are at this machine. Then losing the focus may pause the game.
    virtual bool is_private() const = 0;
    /// Whether this machine opened the game, wherever its server is. Then it can start another game like it.
    virtual bool owns_game() const { return true; }
    /// Whether a bot keeps the seat for a friend. If so, the code remains valid during the game.
    virtual bool keeps_seat() const { return false; }
    /// The address to give a friend along with the code; empty if there is none.
    virtual std::string address() const { return {}; }
    /// The invitation to the game that this machine opened; nothing while the game has no code, or if another machine opened
    /// it.
    virtual std::optional<reach::Invitation> invitation() { return {}; }
    /// The port that the home router forwards to this machine's server.
    virtual reach::PortMapping mapping() const { return {}; }
    /// Where the game of this machine's server stands with the rendezvous server of the setup.
    virtual reach::Enrolment enrolment() { return reach::Enrolment::none; }
    /// The address of the server that this machine uses; empty if it is its own.
    virtual std::string server() const { return {}; }
    /// The file of the recording; empty if there is none.
    virtual std::string replay_path() const = 0;
    /// Why the requested recording is missing or incomplete; without text otherwise.
    virtual replays::RecordingFault recording_fault() const { return {}; }
    /// A line for the player about the server's key; empty if there is none.
    virtual std::string key_note() const { return {}; }
    /// Why the seat is not kept, or the game could not be rejoined; empty otherwise.
    virtual std::string seat_fault() const { return {}; }
};

/// The level named by the setup, or the first one of the campaign. On failure returns null, and `error` has the reason.
std::shared_ptr<const Level> level_of(const GameHostSetup& setup, std::string& error);

/// The level to play after this one: the campaign's next level or, after the tutorial, its first; empty if there is none.
std::string level_after(std::string_view level);

/// A game on a server in memory, in this thread.
std::unique_ptr<GameHost> open_local_game(bot::BodyStore& bodies, const GameHostSetup& setup);

/// A game on a UDP server in a separate thread. A bot joins if `play_mode` is PlayMode::bot. Returns null and a
/// reason in `error` on failure.
std::unique_ptr<GameHost> host_game(bot::BodyStore& bodies, const GameHostSetup& setup, std::uint16_t port,
                                  std::string& error);

/// A game on another machine's server: joins the session with that code, or creates one if the code is empty.
std::unique_ptr<GameHost> join_game(bot::BodyStore& bodies, const GameHostSetup& setup, const client::ServerAddress& server,
                                  const std::string& code);

}  // namespace albireo::app
