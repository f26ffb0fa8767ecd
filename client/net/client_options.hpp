#pragma once
/// The options of a client, and its interface to the program around it.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/net/net_figures.hpp"
#include "proto/link.hpp"
#include "proto/messages.hpp"
#include "sim/level/level.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::client {

/// The path of a client's packets to its server, as reports name it.
enum class Route : std::uint8_t { direct, punched, relayed };
inline const char* text_of(Route route) {
    return route == Route::direct ? "direct" : route == Route::punched ? "punched" : "relayed";
}

struct ClientOptions {
    std::string name = "player";
    std::string code{};  // join this session; empty: create one
    std::string level = "the_cut";
    Difficulty difficulty = Difficulty::standard;
    std::uint8_t players = 2;
    std::uint64_t seed = 0;               // 0: the server draws one
    std::uint8_t section = 0;             // practice from this section of the level; 0: the whole level
    std::uint8_t phase = 0;               // … or from this phase of the section's boss; 0: from its beginning
    std::uint8_t speed = proto::kSpeedFull;  // of a game that this client creates, in percent of real time
    std::uint32_t watch_delay_ms = 0;     // spectators are at least this far behind the game; the server has a minimum
    std::optional<proto::Token> token{};  // with a code: rejoin a running game
    bool rematch = false;                 // with code and token of a game that has ended: play another one with the same players
    std::string rematch_level{};          // … on this level, from its beginning; empty: on the same one, with all its options
    bool eco = false;
    Route route = Route::direct;
    bool stand_in = false;         // with a code: keep the seat until a player joins who is not a stand-in
    bool voice = false;            // the program can play and send voice
    bool wishes = false;           // the program shows what the partner wants to play next, and lets its player agree
    bool ready_at_once = true;     // otherwise the game waits for be_ready()
    bool late_at_once = true;      // … but a game that runs already does not, unless this is false, too
    std::uint32_t until_tick = 0;  // play the game up to this tick and no further (0: to its end)
    SampleBoard* samples = nullptr;
    std::string build = "unknown";  // describes this program and machine, for the analysis of a desync
    std::optional<Fault> fault{};   // injected by a test
};

/// The client's interface to the program around it.
struct ClientEnvironment {
    /// A fresh link to the server, or null if none is available now.
    std::function<std::unique_ptr<proto::Link>()> open_link;
    /// Why no link can ever be opened; empty while one may still be. Optional.
    std::function<std::string()> link_error;
    /// The message for the player if the server does not hold its known key. Optional.
    std::function<std::string()> other_key{};
    /// Later links go to this shard of the server (ClientPath::shard), because it has the game or should have the new one. Optional.
    std::function<void(std::uint8_t shard)> go_to_shard;
    /// The server has redirected the client: later links go to the server at `place`, which must hold the key given there. Empty: the
    /// client cannot follow a redirection, and says so to the server.
    std::function<void(const proto::Place& place)> go_to_server{};
    /// The servers that know where the game is, should this one fall silent: open_link() tries them in turn. Optional.
    std::function<void(const std::vector<proto::Place>& places)> know_fleet{};
    /// Whether open_link() can lead to another server than the last link. Optional.
    std::function<bool()> has_fleet{};
    /// The level of that name if this program has it; otherwise null (the server sends its bytes).
    std::function<std::shared_ptr<const Level>(const std::string& name, Difficulty difficulty)> find_level;
};

}  // namespace albireo::client
