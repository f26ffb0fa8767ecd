#pragma once
/// Where a game over the protocol is played, and who sits there: one or two people of this machine, a bot, a friend far
/// away. The server may be inside (in memory, or on a UDP port) or elsewhere; the clients cannot tell.
///
/// 1. One thread: advance() does everything of this machine that is due. Only a hosted server has a thread of its own.
/// 2. game() is what this machine's first person sees; a second one plays at the same screen.
#include <memory>
#include <string>
#include <vector>

#include "client/app/rounds/person.hpp"
#include "client/net/game_client.hpp"
#include "client/net/udp_client.hpp"

namespace albireo::app {

using client::GameClient;
using client::Micros;

enum class Company : std::uint8_t { alone, bot, two };

struct TableSetup {
    std::string level = "the_cut";  // a built-in one's name, or the path of a .lua script
    Difficulty difficulty = Difficulty::standard;
    Company company = Company::bot;
    std::array<std::string, 2> names = {"Gold", "Blue"};
    int skill = 7;  // of the bot
    std::uint32_t seed = 0;
    int speed = 100;            // percent of real time, at home
    bool ready_at_once = true;  // otherwise the lobby waits for every player's word
    std::string record_dir;     // empty: not recorded
    std::string program = "albireo";  // what recordings and bundles say made them
    std::string seat_path;      // of a game on another's server, to come back by; empty: not kept
};

class Table {
  public:
    virtual ~Table() = default;
    virtual void advance(Micros now) = 0;
    virtual GameClient& game() = 0;
    /// Says goodbye; farewell() waits until it is heard, for half a second at most, on whatever thread.
    virtual void leave(Micros now) = 0;
    virtual void farewell() {}
    /// What the game takes for now: a game for practice may run slowly.
    virtual Micros time(Micros now) { return now; }
    /// The people of this machine, in order.
    virtual std::vector<Person*> people() = 0;
    /// Whether nobody elsewhere waits for this machine: then losing the focus may pause.
    virtual bool is_private() const = 0;
    /// Whether the game is this machine's, wherever its server is: then there can be another one like it.
    virtual bool owns_game() const { return true; }
    /// Whether a bot sits where a friend may: then the code stays of use.
    virtual bool keeps_seat() const { return false; }
    /// What to give a friend beside the code; empty if there is nothing to give.
    virtual std::string address() const { return {}; }
    /// Where the server is that this machine asks; empty if it is its own.
    virtual std::string server() const { return {}; }
    /// The file of the recording; empty if there is none.
    virtual std::string replay_path() const = 0;
    /// Why there is none though one was wanted; empty otherwise.
    virtual std::string recording_fault() const { return {}; }
    /// Why the seat is not kept, or could not be come back to; empty otherwise.
    virtual std::string seat_fault() const { return {}; }
};

/// The level that the setup names. What is wrong with it comes back as text, and no level.
std::shared_ptr<const Level> level_of(const TableSetup& setup, std::string& error);

/// A server in this thread, in memory.
std::unique_ptr<Table> sit_at_home(bot::BodyStore& bodies, const TableSetup& setup);

/// A server in a thread of its own, on UDP; the bot comes along if the company says so. Null, and `error` says why.
std::unique_ptr<Table> host_table(bot::BodyStore& bodies, const TableSetup& setup, std::uint16_t port,
                                  std::string& error);

/// Someone else's server: a session to join, or to create if the code is empty.
std::unique_ptr<Table> join_table(bot::BodyStore& bodies, const TableSetup& setup, const client::ServerAddress& server,
                                  const std::string& code);

}  // namespace albireo::app
