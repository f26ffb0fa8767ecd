#include "server/config.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <cassert>

#include "console/console.hpp"
#include "console/version.hpp"
#include "proto/address.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::server {
std::optional<Config> parse_command_line(int argc, char** argv, int& exit_code) {
    Config config;
    config.program = console::program_text("albireo-server");
    std::string admin;
    console::Arguments app{"albireo-server: the authoritative lockstep server. Players create sessions on it and join them by code.",
                 "albireo-server"};
    app.set_version("albireo-server " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    app.add_option("--port", config.port, "UDP port of the first shard; shard n listens on port + n (0: the system chooses)")
        ->shows_default();
    app.add_option("--bind", config.bind, "IPv4 address to listen on")->shows_default();
    app.add_option("--shards", config.shards, "threads, each with its own socket and sessions")
        ->range(1, kShardsMax)
        ->shows_default();
    app.add_option("--max-sessions", config.max_sessions, "most concurrent sessions, over all shards")
        ->range(1, 100'000)
        ->shows_default();
    app.add_option("--record", config.record_dir, "directory for the replays of all sessions; created if missing");
    app.add_option("--levels", config.level_dir, "directory of level scripts to offer besides the game's own")
        ->existing_directory();
    app.add_option("--level", config.only_levels, "offer only this level, such as the_cut; may be given more than once");
    app.add_option("--desyncs", config.desync_dir,
                   "directory for desync bundles, created for the first one (default: desyncs in the --record directory, "
                   "or in the current one)");
#ifdef ALBIREO_PLANTS
    app.add_option("--plant-desync", config.plant, "test build: flips a bit of TICK:FIELD[@SYSTEM|@memory]");
#endif
    app.add_option("--key", config.key_file,
                   "file of the server's key, by which players recognise it; made at the first start (default: "
                   "~/.local/state/albireo/server.key)");
    app.add_flag("--fingerprint", config.fingerprint, "print the fingerprint of the server's key and exit");
    app.add_option("--admin", admin, "HOST:PORT of the admin page, e.g. 127.0.0.1:7780 (off by default)");
    app.add_option("--exit-after", config.exit_after, "exit after this many sessions have ended (0: never)");
    app.add_option("--drain", config.drain_seconds,
                   "seconds that running games get to finish after SIGTERM; then the rest are ended and their recordings closed")
        ->range(0, 86'400)
        ->shows_default();
    console::add_log_level(app, config.log_level);
    app.add_flag("--json", config.json, "at exit, print one JSON object with the totals on stdout");
    const auto wrong = [&](const std::string& text) {
        exit_code = app.wrong(text);
        return std::nullopt;
    };
    if (exit_code = app.parse(argc, argv); exit_code >= 0) return std::nullopt;
    if (!admin.empty() && !proto::split_address(admin, config.admin_address, config.admin_port)) {
        return wrong("--admin: '" + admin + "' is not HOST:PORT, e.g. 127.0.0.1:7780");
    }
    if (Fault fault; !config.plant.empty()) {
        if (const std::string fault_text = parse_fault(config.plant, fault); !fault_text.empty()) {
            return wrong("--plant-desync: " + fault_text);
        }
    }
    if (in_addr parsed; inet_pton(AF_INET, config.bind.c_str(), &parsed) != 1) {
        return wrong("--bind: '" + config.bind + "' is not an IPv4 address, such as 0.0.0.0 or 127.0.0.1");
    }
    if (!config.record_dir.empty()) {
        if (const std::string fault = console::make_folder(config.record_dir); !fault.empty()) {
            return wrong("--record: " + fault);
        }
    }
    if (config.port > 65535 - config.shards + 1) {
        return wrong(fmt::format("--port: the last of {} shards would need port {}; the highest is 65535", config.shards,
                                 config.port + config.shards - 1));
    }
    assert(config.shards >= 1 && config.shards <= kShardsMax && "the option's range holds");
    assert(config.max_sessions >= 1 && "the option's range holds");
    return config;
}

}  // namespace albireo::server
