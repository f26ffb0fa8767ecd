#include "server/options.hpp"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <filesystem>
#include <iostream>

#include "console/console.hpp"
#include "console/version.hpp"
#include "proto/address.hpp"
#include "proto/messages.hpp"
#include "proto/net_address.hpp"
#include "reach/join_socket.hpp"
#include "reach/lan_server.hpp"
#include "server/admin/bearer.hpp"
#include "server/admin/client.hpp"
#include "server/fleet/redis.hpp"
#include "server/forwarder.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/fault.hpp"

namespace albireo::server {
namespace {

constexpr auto kReload = Option::Applies::on_reload;
constexpr auto kStart = Option::Applies::at_start;
constexpr double kAny = 4'294'967'295.0;

/// Copies the value of one option.
void copy(const Option& row, const Config& from, Config& to) {
    std::visit([&](auto member) { to.*member = from.*member; }, row.place);
}
bool is_equal(const Option& row, const Config& one, const Config& other) {
    return std::visit([&](auto member) { return one.*member == other.*member; }, row.place);
}

/// Splits Config::web into its parts. "0" means none. Returns false if it has another form.
bool read_web_address(Config& config) {
    if (config.web == "0") config.web.clear();
    if (config.web.empty()) return true;
    const auto colon = config.web.rfind(':');
    const std::string address = colon == std::string::npos ? config.bind : config.web.substr(0, colon);
    const bool has_brackets = address.starts_with('[') && address.ends_with(']');
    config.web_address = has_brackets ? address.substr(1, address.size() - 2) : address;
    const std::string port = colon == std::string::npos ? config.web : config.web.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), config.web_port);
    return !port.empty() && error == std::errc{} && end == port.data() + port.size() &&
           (colon == std::string::npos || (proto::read_bind_address(config.web_address) && has_brackets == (address.find(':') != std::string::npos)));
}

/// Splits Config::public_address into its parts. Returns an empty string, or the error.
std::string read_public_address(Config& config) {
    const std::string& text = config.public_address;
    if (config.directory.empty()) return text.empty() ? "" : "it is announced to the servers of a fleet: give --directory";
    config.public_host = text.empty() ? config.bind : text;
    // Servers of a fleet tell clients names, or addresses of IPv4.
    if (config.public_host == "0.0.0.0" || (text.empty() && !proto::is_host(config.public_host))) {
        return "needed with --directory: the HOST[:PORT] at which players reach this server";
    }
    const bool is_wrong = text.find(':') != std::string::npos && !proto::split_address(text, config.public_host, config.public_port);
    if (is_wrong || !proto::is_host(config.public_host)) return "'" + text + "' is not HOST or HOST:PORT, e.g. eu1.example.org:7777";
    return {};
}

}  // namespace

std::span<const Option> options() {
    static const std::vector<Option> rows = {
        {"port", &Config::port, "UDP port, of all shards (0: the system chooses)", kStart, 0, 65535},
        {"bind", &Config::bind, "IPv4 or IPv6 address to listen on; ::, all of both; 0.0.0.0, all of IPv4"},
        {"shards", &Config::shards, "threads, each with sessions of its own; all share the port", kStart, 1, kShardsMax},
        {"max-sessions", &Config::max_sessions, "maximum number of concurrent sessions, over all shards", kStart, 1, 100'000},
        {"lan", &Config::answers_lan,
         fmt::format("list the games with a free seat on the local network; works on ports {} to {}",
                     reach::kLanPortFirst, reach::kLanPortLast)},
        {"rendezvous", &Config::rendezvous,
         "introduce players to each other across their routers, and relay for those that cannot connect directly; uses the "
         "port and the one after it"},
        {"rendezvous-second", &Config::rendezvous_second,
         "with --rendezvous: another address of this machine, for its second port; finds routers that are symmetric by address only"},
        {"rendezvous-probe", &Config::rendezvous_probe,
         "with --rendezvous: an address of this machine to which players send nothing; mapped ports are probed from it, as by a stranger"},
        {"enrol-at", &Config::enrol_at,
         "HOST[:PORT] of a rendezvous server that introduces players to the games here, for a server behind a router"},
        {"watch", &Config::watch,
         "watch a game on another server, and serve it to spectators by the same watch code: CODE@HOST[:PORT], or the link for spectators; up to eight times"},
        {"directory", &Config::directory,
         "redis://HOST:PORT[/DB] of a Redis server, in which the servers of a fleet keep their codes: each sends players on to the server that has their game"},
        {"directory-keep", &Config::directory_keep, "seconds for which the directory keeps the codes of a server that is gone", kStart, 4, 604'800},
        {"public-address", &Config::public_address,
         "with --directory: HOST[:PORT] at which players reach this server (default: --bind and --port)"},
        {"record", &Config::record_dir, "directory for the replays of all sessions; created if missing"},
        {"levels", &Config::level_dir, "directory of level scripts to offer in addition to the game's own", kStart, 0, 0, {}, true},
        {"level", &Config::only_levels, "offer only this level, such as the_cut; may be given more than once"},
        {"campaign", &Config::campaign, "a level of the campaign; give it once for each level, in order (default: the game's own campaign)"},
        {"desyncs", &Config::desync_dir,
         "directory for desync bundles, created if missing (default: desyncs in the --record directory, or in the current one)"},
#ifdef ALBIREO_PLANTS
        {"plant-desync", &Config::plant, "test build: flips a bit of TICK:FIELD[@SYSTEM|@memory]"},
#endif
        {"key", &Config::key_file,
         "file of the server's key, by which players recognise it; made at the first start (default: ~/.local/state/albireo/server.key)"},
        {"web", &Config::web,
         "[ADDRESS:]PORT of a web page on which friends play in a browser, over HTTP and TCP; without ADDRESS that of --bind (0: none)"},
        {"web-proxy", &Config::web_proxy,
         "only a reverse proxy connects to --web; players' addresses are the last ones in its X-Forwarded-For"},
        {"web-page", &Config::web_page, "file of that page (default: share/albireo/play.html of the installation, or build/web/play.html)"},
        {"admin", &Config::admin, "HOST:PORT of the admin pages, e.g. 127.0.0.1:7780 (off by default)"},
        {"admin-token", &Config::admin_token,
         "file with the secret of the admin pages: only requests that carry it see codes and names, and can drain or kick", kReload},
        {"trust", &Config::trust,
         "ADDRESS[/BITS] without limits per address, such as 192.168.0.0/16 at a LAN party; may be given more than once"},
        {"exit-after", &Config::exit_after, "exit after this many sessions have ended (0: never)", kStart, 0, kAny},
        {"drain", &Config::drain_seconds,
         "seconds after SIGTERM for running games to finish; then the rest are parked for the next server, or ended if not recorded", kStart, 0, 86'400},
        {"free-mb", &Config::free_mb, "megabytes: the disk of --record counts as full with less free space than this", kReload, 0, kAny},
        {"replays-mb", &Config::replays_mb, "maximum size of all replays, in megabytes; the oldest are deleted first (0: no limit)", kReload, 0, kAny},
        {"replays-files", &Config::replays_files, "maximum number of replays to keep (0: no limit)", kReload, 0, kAny},
        {"replays-days", &Config::replays_days, "days for which a replay is kept (0: forever)", kReload, 0, kAny},
        {"bundles-mb", &Config::bundles_mb, "maximum size of all desync bundles, in megabytes (0: no limit)", kStart, 0, kAny},
        {"bundles-files", &Config::bundles_files, "maximum number of desync bundles to keep (0: no limit)", kStart, 0, kAny},
        {"bundles-days", &Config::bundles_days, "days for which a desync bundle is kept (0: forever)", kReload, 0, kAny},
        {"log-level", &Config::log_level, "trace, debug, info, warn, error, critical or off", kReload, 0, 0,
         {"trace", "debug", "info", "warn", "warning", "error", "critical", "off"}},
        {"log-format", &Config::log_format, "text, or json: one object a line", kReload, 0, 0, {"text", "json"}},
        {"log-addresses", &Config::log_addresses, "addresses of players in the log: off, net (without the last part) or full", kReload, 0, 0,
         {"off", "net", "full"}},
        {"json", &Config::json, "at exit, print one JSON object with the totals on stdout"},
    };
    return rows;
}

bool Settings::parse(int argc, char** argv, int& exit_code) {
    console::Arguments app{"albireo-server: the authoritative lockstep server. Players create sessions on it and join them by code.",
                           "albireo-server"};
    app.set_version("albireo-server " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    flags_.program = console::program_text("albireo-server");
    std::vector<console::Option*> flags;
    for (const Option& row : options()) {
        const std::string flag = "--" + row.name;
        flags.push_back(std::visit(
            [&](auto member) {
                using Value = std::remove_reference_t<decltype(flags_.*member)>;
                console::Option* option = nullptr;
                if constexpr (std::is_same_v<Value, bool>) {
                    option = app.add_flag(flag, flags_.*member, row.help);
                } else {
                    option = app.add_option(flag, flags_.*member, row.help);
                    if constexpr (std::is_integral_v<Value>) option->range(row.least, row.most)->shows_default();
                    if constexpr (std::is_same_v<Value, std::string>) {
                        if (!(flags_.*member).empty()) option->shows_default();
                        if (!row.words.empty()) option->one_of(row.words);
                        if (row.is_folder) option->existing_directory();
                    }
                }
                return option;
            },
            row.place));
    }
    app.add_option("--config", path_, "file with any of these options (TOML: port = 7777); flags override it, and SIGHUP reads it again");
    bool check_only = false;
    app.add_flag("--check-config", check_only, "check all options, print the errors, and exit");
    app.add_flag("--fingerprint", wants_fingerprint_, "print the fingerprint of the server's key, and exit");
    console::Arguments* client = app.add_command("admin", "control the running server at --admin, with its --admin-token");
    client->add_option("WORDS", client_words_, kAdminWords);
    if (exit_code = app.parse(argc, argv); exit_code >= 0) return false;
    is_client_ = client->given();
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i]->given()) given_.insert(options()[i].name);
    }
    Config config;
    std::string fault = combine(config);
    const std::pair<std::string, const std::string&> folders[] = {{"record", config.record_dir}, {"desyncs", config.desync_dir}};
    for (const auto& [name, folder] : folders) {
        if (!fault.empty() || check_only || is_client_ || folder.empty()) continue;
        if (const std::string why = console::make_folder(folder); !why.empty()) {
            fault = (given_.contains(name) ? "--" + name + ": " : path_ + ": " + name + ": ") + why;
        }
    }
    if (!fault.empty()) {
        exit_code = app.wrong(fault);
        return false;
    }
    config_ = std::move(config);
    if (!check_only) return true;
    std::cout << "albireo-server: the configuration is valid\n";
    exit_code = 0;
    return false;
}

/// Combines defaults, file and flags, and checks the result. Returns an empty string, or the error.
std::string Settings::combine(Config& config) const {
    std::set<std::string> keys;
    if (!path_.empty()) {
        if (std::string fault = read_config_file(path_, options(), config, keys); !fault.empty()) return "--config: " + fault;
    }
    for (const Option& row : options()) {
        if (given_.contains(row.name)) copy(row, flags_, config);
    }
    config.program = flags_.program;
    // Names the option by its flag or, if it came from the file, by its key there.
    const auto wrong = [&](const std::string& name, const std::string& text) {
        return (keys.contains(name) && !given_.contains(name) ? "--config: " + path_ + ": " + name : "--" + name) + ": " + text;
    };
    if (!config.admin.empty() && !proto::split_address(config.admin, config.admin_address, config.admin_port)) {
        return wrong("admin", "'" + config.admin + "' is not HOST:PORT, e.g. 127.0.0.1:7780");
    }
    if (!read_web_address(config)) {
        return wrong("web", "'" + config.web + "' is not PORT or ADDRESS:PORT, e.g. 8080 or 127.0.0.1:8080");
    }
    if (config.web.empty() && (config.web_proxy || !config.web_page.empty())) {
        return wrong(config.web_proxy ? "web-proxy" : "web-page", "there is no page: give --web PORT");
    }
    if (Bearer bearer; !config.admin_token.empty()) {
        if (const std::string fault = bearer.read(config.admin_token); !fault.empty()) return wrong("admin-token", fault);
    }
    if (!config.enrol_at.empty() && !reach::read_rendezvous(config.enrol_at)) {
        return wrong("enrol-at", "'" + config.enrol_at + "' is not HOST or HOST:PORT, e.g. play.example.org:7777");
    }
    const std::pair<std::string, const std::string&> addresses[] = {{"rendezvous-second", config.rendezvous_second}, {"rendezvous-probe", config.rendezvous_probe}};
    for (const auto& [name, text] : addresses) {
        if (text.empty()) continue;
        if (!config.rendezvous) return wrong(name, "there is no rendezvous: give --rendezvous");
        const proto::IpAddress address = proto::read_ip(text);
        if (address.is_none()) return wrong(name, "'" + text + "' is not an address of this machine, such as 198.51.100.8");
        if (address == proto::read_ip(config.bind)) return wrong(name, "that is the address of --bind: another one is needed");
    }
    // Players send to the second address, so what comes from there says nothing about strangers.
    if (!config.rendezvous_probe.empty() && proto::read_ip(config.rendezvous_probe) == proto::read_ip(config.rendezvous_second)) {
        return wrong("rendezvous-probe", "that is the address of --rendezvous-second: players send to it");
    }
    for (const std::string& text : config.watch) {
        if (!read_forward_order(text)) return wrong("watch", "'" + text + "' is not CODE@HOST[:PORT] with a watch code, nor a link for spectators with an address");
    }
    if (config.watch.size() > Forwarder::kGamesMax) return wrong("watch", fmt::format("{} games; at most {} are forwarded", config.watch.size(), Forwarder::kGamesMax));
    if (!config.directory.empty() && !read_redis_address(config.directory)) {
        // Not shown: it may have a password.
        return wrong("directory", "expected redis://HOST:PORT or redis://HOST:PORT/DB, e.g. redis://127.0.0.1:6379");
    }
    if (const std::string why = read_public_address(config); !why.empty()) return wrong("public-address", why);
    for (const std::string& text : config.trust) {
        const auto range = read_host_range(text);
        if (!range) return wrong("trust", "'" + text + "' is not an address or range, such as 10.0.0.5, 10.0.0.0/8 or 2001:db8:1::/48");
        config.trusted.push_back(*range);
    }
    if (Fault fault; !config.plant.empty()) {
        if (const std::string fault_text = parse_fault(config.plant, fault); !fault_text.empty()) return wrong("plant-desync", fault_text);
    }
    if (!proto::read_bind_address(config.bind)) {
        return wrong("bind", "'" + config.bind + "' is not an address, such as ::, 0.0.0.0 or 192.168.1.20");
    }
    if (config.rendezvous && config.port == 65535) return wrong("port", "--rendezvous needs the port after it, and the highest is 65535");
    assert(config.shards >= 1 && config.shards <= kShardsMax && "the option's range holds");
    assert(config.max_sessions >= 1 && "the option's range holds");
    return {};
}

Settings::Reload Settings::reload() {
    Reload reload;
    Config config;
    reload.fault = combine(config);
    if (!reload.fault.empty()) return reload;
    for (const Option& row : options()) {
        if (is_equal(row, config, config_)) continue;
        if (row.applies == Option::Applies::on_reload) {
            copy(row, config, config_);
            reload.changed.push_back(row.name);
        } else {
            reload.ignored.push_back(row.name);
        }
    }
    return reload;
}

}  // namespace albireo::server
