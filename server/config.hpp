#pragma once
/// The server's options: one table (options.hpp) makes the command line, the configuration file and the manual page.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proto/keys.hpp"
#include "server/limits/limits.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

struct Config {
    std::string bind = "::";  // all addresses, IPv6 and IPv4
    std::uint16_t port = 7777;        // UDP, of all shards
    std::uint32_t shards = 1;         // 1 … kShardsMax
    std::uint32_t max_sessions = 1000;
    std::string record_dir;           // empty: sessions are not recorded
    std::string level_dir;            // folder of level scripts to offer in addition to the game's own; empty: none
    std::vector<std::string> only_levels;  // offer no others; empty: all
    std::vector<std::string> campaign;     // its levels, in order; empty: those of the game
    std::string desync_dir;           // folder of bundles; empty: "desyncs" in record_dir or the working directory
    std::string plant;                // test builds: the fault to plant in every game
    bool answers_lan = false;         // games can be found by queries on the local network
    bool rendezvous = false;          // introduces programs to each other, and relays
    std::string rendezvous_second;    // another address of this machine: of the rendezvous's second port; empty: that of bind
    std::string rendezvous_probe;     // … from which it probes mapped ports; empty: that of bind
    std::string enrol_at;             // HOST[:PORT] of a rendezvous that introduces players to the games here; empty: none
    std::int64_t spectators_rate = kSpectatorsRate;  // bytes a second to all spectators of a shard; has no flag
    bool may_relay = true;            // … and may relay for them; only a hosted game of a player sets it to false
    std::vector<std::string> watch;   // games of other servers to forward to spectators: links, or CODE@HOST[:PORT]
    std::string directory;            // redis://HOST:PORT[/DB] of the fleet's directory of codes; empty: none
    std::uint32_t directory_keep = 600;  // seconds for which it keeps the codes of a server that is gone
    std::string public_address;       // HOST[:PORT] that clients of other servers are sent to; empty: bind and port
    std::string public_host;          // … its two parts
    std::uint16_t public_port = 0;    // 0: port
    std::string web;                  // [ADDRESS:]PORT of the page and of players in browsers; empty: none
    std::string web_address;          // … its two parts
    std::uint16_t web_port = 0;
    bool web_proxy = false;           // only a proxy connects there, and names the players' addresses
    std::string web_page;             // file of the page; empty: installed or built with the program
    std::string admin;                // HOST:PORT of the admin pages; empty: none
    std::string admin_address;        // … its two parts
    std::uint16_t admin_port = 0;
    std::string admin_token;          // file with the bearer token; empty: no page shows codes, and nobody can drain
    std::string key_file;             // of the server's key; empty: default_key_path()
    std::optional<proto::KeyPair> key;  // the key in that file; none: a new one for this run
    std::string bans_file;            // beside the key; empty: bans end with this process; has no flag
    bool keeps_games = false;         // games outlive the process: the next one with this key and record_dir resumes them; has no flag
    Limits limits{};                  // per address, prefix and server; has no flag
    std::vector<std::string> trust;   // addresses and ranges without limits: load tests, a LAN party
    std::vector<HostRange> trusted;   // … the same, parsed
    std::uint32_t exit_after = 0;     // exit after this many sessions have ended; 0: never
    std::uint32_t drain_seconds = 10;  // after SIGTERM, how long running games may take to finish
    std::uint32_t free_mb = 64;       // the disk of the recordings counts as full below this
    // The most that is kept; the oldest is deleted first. 0: no limit.
    std::uint32_t replays_mb = 0, replays_files = 0, replays_days = 0;
    std::uint32_t bundles_mb = 256, bundles_files = 64, bundles_days = 0;
    std::string program = "albireo-server";  // named in recordings and bundles as their writer
    std::string log_level = "info";
    std::string log_format = "text";       // or json
    std::string log_addresses = "net";     // off, net or full
    bool json = false;
};

inline constexpr std::uint32_t kShardsMax = 16;  // a join code's first letter names the shard

/// Where bundles are kept.
inline std::string bundle_folder(const Config& config) {
    if (!config.desync_dir.empty()) return config.desync_dir;
    return config.record_dir.empty() ? "desyncs" : config.record_dir + "/desyncs";
}

}  // namespace albireo::server
