#pragma once
/// The directory of a fleet as the lobbies of one server see it: which server has a code, and which codes are taken. Without a
/// directory, a server knows only its own codes. FleetDirectory (server/fleet/) keeps it in Redis; tests have a twin in memory.
///
/// 1. No call waits for anything but a short lock, whatever happens to the directory. Any thread may call.
/// 2. What it says about other servers is a hint: a game is where a lobby has it. So a directory that is gone, empty or wrong
///    disturbs no game. It counts wrong codes, so a wrong one can refuse newcomers, but nobody who returns with a token.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proto/messages.hpp"
#include "proto/micros.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

using proto::Micros;

/// For the operator's pages.
struct DirectoryFigures {
    bool is_up = false;
    std::uint64_t faults = 0;     // times that it was lost, or could not be reached at the start
    std::uint64_t lookups = 0;
    std::uint64_t conflicts = 0;  // codes that another server already had when this one announced them
    std::uint64_t codes = 0;      // announced by this server
    std::uint64_t servers = 0;    // alive apart from this one
};

class Directory {
  public:
    enum class Where : std::uint8_t {
        asked,      // it is being looked up: ask again soon
        nowhere,    // nobody has the code
        found,      // `place` has it
        down,       // a server has it, but currently shows no sign of life: it may be restarting
        unknown,    // the directory does not answer, or has just come back and may not know all codes yet
        too_many,   // the asker has asked the whole fleet for too many codes that nobody has: not looked up
    };
    struct Answer {
        Where where = Where::unknown;
        proto::Place place{};
    };

    virtual ~Directory() = default;

    /// The server that has a join code or a watch code; `nowhere` for a code of this server, because a lobby asks before it looks among
    /// its own. `asker`: the address that wants to know; an address has at most kLookupsOfAddress lookups under way, and further ones wait. Codes that nobody has count for all servers
    /// together, within Limits::wrong_codes; those of an unknown address (0) do not count.
    virtual Answer find(const std::string& code, Host asker, Micros now) = 0;

    /// A code for a new game on this shard that no other server gives out; nothing if the pool is empty at the moment.
    virtual std::optional<std::string> take_code(std::uint32_t shard) = 0;
    /// Whether a new game has to wait for one. It need not while the directory does not answer: the lobby then draws a code itself.
    virtual bool must_wait(std::uint32_t shard) const = 0;

    /// This shard has a game with these codes, until drop().
    virtual void keep(const std::string& code, const std::string& watch_code, std::uint32_t shard) = 0;
    virtual void drop(const std::string& code) = 0;

    /// A ticket to the place that find() has returned for this code.
    virtual proto::Ticket ticket(const std::string& code, const proto::Place& place, std::uint64_t unix_seconds) = 0;
    /// Whether the pass is that of a ticket which has led here.
    virtual bool admits(const proto::Pass& pass, const std::string& code, std::uint64_t unix_seconds) = 0;

    /// Other servers, for players whose server falls silent. The version changes with them; it is 0 before anything is known.
    virtual std::uint32_t fleet_version() const = 0;
    virtual std::vector<proto::Place> fleet() const = 0;
    /// The server with the most room for new games, if there is one apart from this server.
    virtual std::optional<proto::Place> least_loaded() const = 0;
};

}  // namespace albireo::server
