#pragma once
/// The server's command-line options. Everything else is a constant.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proto/keys.hpp"

namespace albireo::server {

struct Config {
    std::string bind = "0.0.0.0";
    std::uint16_t port = 7777;        // shard n listens on port + n
    std::uint32_t shards = 1;         // 1 … kShardsMax
    std::uint32_t max_sessions = 1000;
    std::string record_dir;           // empty: sessions are not recorded
    std::string level_dir;            // folder of level scripts to offer besides the game's own; empty: none
    std::vector<std::string> only_levels;  // offer no others; empty: all
    std::string desync_dir;           // folder of bundles; empty: "desyncs" in record_dir or the working directory
    std::string plant;                // test builds: the fault to plant in every game
    std::string admin_address;        // empty: no admin page
    std::uint16_t admin_port = 0;
    std::string key_file;             // of the server's key; empty: default_key_path()
    std::optional<proto::KeyPair> key;  // what is in it; none: a new one for this run
    bool fingerprint = false;         // print the key's fingerprint and exit
    std::uint32_t exit_after = 0;     // exit after this many sessions have ended; 0: never
    std::uint32_t drain_seconds = 10;  // after SIGTERM, how long running games may take to end by themselves
    std::string program = "albireo-server";  // named in recordings and bundles as their writer
    std::string log_level = "info";
    bool json = false;
};

inline constexpr std::uint32_t kShardsMax = 16;  // a join code's first letter names the shard

/// Parses the command line. After printing an error or --help, returns nothing and sets `exit_code`.
std::optional<Config> parse_command_line(int argc, char** argv, int& exit_code);

}  // namespace albireo::server
