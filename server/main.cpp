// albireo-server: the authoritative lockstep server. Signals, shards and the operator's pages; the games are in Lobby and
// Session.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "console/kept_memory.hpp"
#include "console/log_thread.hpp"
#include "console/run_program.hpp"
#include "platform/process.hpp"
#include "proto/address.hpp"
#include "server/admin/ban_file.hpp"
#include "server/admin/client.hpp"
#include "server/admin/gather.hpp"
#include "server/admin/http_server.hpp"
#include "server/admin/notify.hpp"
#include "server/admin/pages.hpp"
#include "server/descriptors.hpp"
#include "server/fleet/agones.hpp"
#include "server/fleet/fleet_directory.hpp"
#include "server/fleet/sidecar.hpp"
#include "server/forwarder.hpp"
#include "server/key_file.hpp"
#include "server/log.hpp"
#include "server/options.hpp"
#include "server/shard.hpp"
#include "server/web/page_file.hpp"
#include "server/web/web_server.hpp"

namespace {

using namespace albireo::server;

/// The running server. The main thread has the signals, the operator's pages and the watchdog; each shard has its own.
class Server {
  public:
    Server(Settings& settings, Shards& shards, const Levels& levels, std::string bans_file)
        : settings_(settings),
          shards_(shards),
          storage_(storage_options(settings.config())),
          pages_(io_, {shards_, health_, storage_, ALBIREO_VERSION},
                 {.drain = [this] { drain(); },
                  .http_figures = [this] { return http_->figures(); },
                  .web_figures = [this] { return web_ ? &web_->figures() : nullptr; },
                  .directory_figures = [this] { return directory_ ? std::optional(directory_->figures()) : std::nullopt; },
                  .log = [](const std::string& line) { log_event(line); },
                  .bans_changed = [this] { store_bans(); }}),
          ban_file_(std::move(bans_file)) {
        if (const int hang_up = albireo::platform::hang_up_signal(); hang_up != 0) signals_.add(hang_up);  // first: until then it ends the process
        health_.watch_levels(levels);
        for (auto& shard : shards_) {
            shard->on_log = log_event;
            shard->on_recording_failed = [this](const std::string&, const auto& fault) { storage_.note_failure(fault.text); };
            shard->on_journal_failed = [this](const std::string& fault) { storage_.note_journal_failure(fault); };
            shard->can_record = [this] { return storage_.fault(steady_now()).empty(); };
        }
    }

    /// Returns an empty string, or why the pages cannot be opened.
    std::string open_pages() {
        const Config& config = settings_.config();
        if (config.admin_address.empty()) return {};
        if (!config.admin_token.empty()) {
            if (std::string fault = pages_.bearer().read(config.admin_token); !fault.empty()) return "--admin-token: " + fault;
        }
        try {
            http_ = std::make_unique<AdminHttpServer>(io_, config.admin_address, config.admin_port,
                                               [this](const AdminRequest& request, AdminHttpServer::Reply reply) { pages_.answer(request, std::move(reply)); });
        } catch (const boost::system::system_error& error) {
            return fmt::format("--admin: cannot listen on {}: {}", config.admin, error.code().message());
        }
        return {};
    }

    /// Returns an empty string, or why the players' page cannot be served.
    std::string open_web(std::string page, const albireo::proto::KeyPair& key) {
        const Config& config = settings_.config();
        if (config.web.empty()) return {};
        std::vector<WebLink*> shards;
        for (const auto& shard : shards_) shards.push_back(shard->web_link());
        WebOptions options{.address = config.web_address, .port = config.web_port, .page = std::move(page), .is_behind_proxy = config.web_proxy};
        try {
            web_ = std::make_unique<WebServer>(std::move(options), std::move(shards), key, shards_.front()->admission());
        } catch (const boost::system::system_error& error) {
            return fmt::format("--web: cannot listen on {} port {}: {}", config.web_address, config.web_port, error.code().message());
        }
        return {};
    }

    void set_directory(std::shared_ptr<FleetDirectory> directory) { directory_ = std::move(directory); }
    /// An Agones sidecar listens on this port.
    void join_fleet(std::uint16_t port) { sidecar_ = std::make_unique<Sidecar>(port); }

    /// `with_key`: the configuration, with the server's key.
    void run(const Config& with_key) {
        load_bans();
        if (web_) web_->start();
        for (auto& shard : shards_) shard->start();
        // The games' threads take precedence. This one only answers the operator, and a flood of requests must not slow them.
        albireo::platform::yield_to_other_threads();
        spdlog::info("listening on {} port {}{}", settings_.config().bind, shards_.front()->port(),
                     shards_.size() == 1 ? "" : fmt::format(" with {} shards", shards_.size()));
        if (web_) spdlog::info("friends play in a browser at http://{}/", albireo::proto::join_address(settings_.config().web_address, web_->port()));
        notify_system("READY=1");
        const auto forwarders = begin_forwarding(with_key, shards_);
        wait_for_signal();
        watch();
        watchdog();
        if (sidecar_) tell_fleet();
        io_.run();
        for (auto& shard : shards_) shard->join();
    }

  private:
    static BanFile::Now ban_time() {
        using namespace std::chrono;
        return {.steady = steady_now(), .unix_seconds = duration_cast<seconds>(system_clock::now().time_since_epoch()).count()};
    }
    AdmissionControl& admission() { return shards_.front()->admission(); }
    void load_bans() {
        const BanFile::Now now = ban_time();
        std::string fault;
        const std::vector<Ban> bans = ban_file_.read(now, fault);
        if (!fault.empty()) spdlog::error("bans: {}", fault);
        admission().ban_all(bans, now.steady);
        if (!bans.empty()) spdlog::info("{} bans of an earlier run are still in force", bans.size());
    }
    void store_bans() {
        const BanFile::Now now = ban_time();
        const std::string fault = ban_file_.write(admission().bans(now.steady), now);
        if (!fault.empty()) spdlog::error("bans end with this process: {}", fault);
    }
    void drain() {
        if (std::exchange(asked_, true)) return;
        health_.note_drain();
        notify_system("STOPPING=1");
        spdlog::info("draining: running games may finish, new ones are refused");
        for (auto& shard : shards_) shard->drain();
    }

    void wait_for_signal() {
        signals_.async_wait([this](boost::system::error_code error, int signal) {
            if (error) return;
            if (signal == albireo::platform::hang_up_signal()) {
                reload();
            } else if (asked_) {
                spdlog::info("stopping now: running games are parked, or ended if they are not recorded");
                for (auto& shard : shards_) shard->stop();
            } else {
                drain();
            }
            wait_for_signal();
        });
    }

    void reload() {
        notify_system(fmt::format("RELOADING=1\nMONOTONIC_USEC={}", steady_now()));
        const Settings::Reload reload = settings_.reload();
        const Config& config = settings_.config();
        if (!reload.fault.empty()) {
            spdlog::error("nothing is reloaded: {}", reload.fault);
        } else {
            start_log(config);
            storage_.set(storage_options(config));
            // Even if the path has not changed, the secret in the file may have.
            const std::string fault = config.admin_token.empty() ? "" : pages_.bearer().read(config.admin_token);
            if (!fault.empty()) spdlog::error("--admin-token: {}", fault);
            spdlog::info("reloaded: {}{}{}", reload.changed.empty() ? "nothing has changed" : fmt::format("{}", fmt::join(reload.changed, ", ")),
                         reload.ignored.empty() ? "" : "; needs a restart: ", fmt::join(reload.ignored, ", "));
        }
        notify_system("READY=1");
    }

    void watch() {
        timer_.expires_after(std::chrono::milliseconds(100));
        timer_.async_wait([this](boost::system::error_code) {
            if (std::ranges::all_of(shards_, [](const auto& shard) { return shard->is_done(); })) {
                io_.stop();
                return;
            }
            if (settings_.config().exit_after > 0 && !asked_) {
                std::uint64_t ended = 0, now = 0;
                for (const auto& shard : shards_) {
                    ended += shard->metrics().sessions_ended.load();
                    now += shard->metrics().sessions_now.load();
                }
                if (ended >= settings_.config().exit_after && now == 0) drain();
            }
            if (directory_) tell_directory();
            if (const std::string news = health_.disk_news(steady_now()); !news.empty()) spdlog::warn("{}", news);
            watch();
        });
    }

    /// A server with a dead shard shows no sign of life.
    void tell_directory() {
        const Micros now = steady_now();
        if (!health_.not_live(now).empty()) return;
        FleetDirectory::Load load{.is_open = !health_.is_draining() && health_.not_ready(now).empty(), .sessions_max = settings_.config().max_sessions};
        for (const auto& shard : shards_) load.sessions += shard->metrics().sessions_now.load();
        directory_->set_load(load);
    }

    /// A server with a dead shard stops sending, so that systemd restarts it.
    void watchdog() {
        const Micros every = watchdog_every();
        if (every == 0) return;
        if (health_.not_live(steady_now()).empty()) notify_system("WATCHDOG=1");
        watchdog_timer_.expires_after(std::chrono::microseconds(every));
        watchdog_timer_.async_wait([this](boost::system::error_code error) {
            if (!error) watchdog();
        });
    }

    void tell_fleet() {
        struct Games {
            std::vector<std::string> codes;
            std::uint64_t players = 0;
        };
        gather<Games>(
            io_, shards_,
            [](Lobby& lobby, Micros) {
                return Games{lobby.codes(Agones::kCodesMax), lobby.players()};
            },
            [this](const std::vector<std::optional<Games>>& answers) {
                const Micros now = steady_now();
                FleetState state{.is_live = health_.not_live(now).empty(),
                                 .is_ready = health_.not_ready(now).empty(),
                                 .is_draining = health_.is_draining(),
                                 .sessions_max = settings_.config().max_sessions};
                for (const auto& shard : shards_) state.sessions += shard->metrics().sessions_now.load();
                for (const auto& games : answers) {
                    if (!games) continue;
                    state.players += games->players;
                    state.codes.insert(state.codes.end(), games->codes.begin(), games->codes.end());
                }
                sidecar_->set(std::move(state));
            });
        fleet_timer_.expires_after(std::chrono::seconds(1));
        fleet_timer_.async_wait([this](boost::system::error_code error) {
            if (!error) tell_fleet();
        });
    }

    Settings& settings_;
    Shards& shards_;
    Storage storage_;
    Health health_{shards_, storage_};
    boost::asio::io_context io_;
    boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
    boost::asio::steady_timer timer_{io_}, watchdog_timer_{io_}, fleet_timer_{io_};
    Pages pages_;
    std::unique_ptr<AdminHttpServer> http_;
    std::unique_ptr<WebServer> web_;  // null: no --web
    std::unique_ptr<Sidecar> sidecar_;  // null: no Agones
    std::shared_ptr<FleetDirectory> directory_;  // null: no --directory
    BanFile ban_file_;
    bool asked_ = false;  // to shut down
};

/// A recorded game needs a descriptor, so there are no more games than descriptors.
void reserve_descriptors(Config& config) {
    const bool records = !config.record_dir.empty(), has_web = !config.web.empty();
    if (!records && !has_web) return;
    const std::uint32_t limit =
        albireo::platform::raise_open_files_max((records ? kDescriptorsPerGame * config.max_sessions : 0) + descriptors_kept(config.shards, has_web));
    if (!records) return;
    const std::uint32_t games = std::max(games_recordable(limit, config.shards, has_web), 1u);
    if (games >= config.max_sessions) return;
    spdlog::warn("at most {} sessions, not {}: the system allows {} open files, and each recorded game needs two (raise ulimit -n)",
                 games, config.max_sessions, limit);
    config.max_sessions = games;
}

/// Loads the server's key, and prints its fingerprint if that is what the program was started for. Returns the exit code if
/// the program ends here, else -1.
int take_key(Config& config, bool fingerprint) {
    std::string error;
    const std::string path = config.key_file.empty() ? default_key_path() : config.key_file;
    if (path.empty()) {
        error = "there is no home folder (HOME is not set): give --key FILE";
    } else {
        config.key = load_or_make_key(path, error);
        config.keeps_games = config.key.has_value();
        if (config.key) config.bans_file = (std::filesystem::path(path).parent_path() / "server.bans").string();
    }
    if (!config.key && (!config.key_file.empty() || fingerprint)) {
        std::cerr << "albireo-server: --key: " << error << '\n';
        return 2;
    }
    if (!config.key) {
        config.key = albireo::proto::KeyPair::random();
        spdlog::warn("{}: this server has a key for this run only, and players will not recognise it later", error);
    }
    const std::string text = albireo::proto::fingerprint_of(config.key->public_key);
    if (!fingerprint) {
        spdlog::info("the fingerprint of this server's key is {}", text);
        return -1;
    }
    std::cout << text << '\n';
    return 0;
}

/// With the priority of games: it takes half a second, and a Create waits for its level. With less, a busy machine would keep
/// the first players waiting until their connections expire.
void compile(Levels& levels) {
    const Micros before = steady_now();
    std::string fault;
    const std::size_t compiled = levels.compile_all(fault);
    if (!fault.empty()) return spdlog::error("a level is not offered: {}", fault);
    spdlog::info("{} levels are compiled, each for one difficulty, in {} ms", compiled, (steady_now() - before) / albireo::proto::kMicrosPerMs);
}

int run(int argc, char** argv) {
    albireo::console::keep_used_memory();
    int exit_code = 0;
    Settings settings;
    if (!settings.parse(argc, argv, exit_code)) return exit_code;
    Config config = settings.config();
    if (settings.is_client()) return run_admin_client(config, settings.client_words());
    start_log(config);

    Levels levels;
    if (!config.level_dir.empty()) {
        if (const std::string error = levels.offer_folder(config.level_dir); !error.empty()) {
            std::cerr << "albireo-server: --levels: " << error << '\n';
            return 2;
        }
    }
    if (!config.campaign.empty()) {
        if (const std::string error = levels.set_campaign(config.campaign); !error.empty()) {
            std::cerr << "albireo-server: --campaign: " << error << '\n';
            return 2;
        }
    }
    if (const std::string error = levels.offer_only(config.only_levels); !error.empty()) {
        std::cerr << "albireo-server: --level: " << error << '\n';
        return 2;
    }
    std::string page;
    if (!config.web.empty() && !settings.wants_fingerprint()) {
        std::string error;
        page = load_page(config.web_page, error);
        if (!error.empty()) {
            std::cerr << "albireo-server: --web: " << error << '\n';
            return 2;
        }
    }
    std::string no_port;
    const auto sidecar = agones_port(no_port);
    if (!no_port.empty()) {
        std::cerr << "albireo-server: " << no_port << '\n';
        return 2;
    }
    // After all checks of the options, so that a mistake in them prints only one line.
    if (const int code = take_key(config, settings.wants_fingerprint()); code >= 0) return code;
    reserve_descriptors(config);
    std::string fault;
    // Beside the shards, which resume the games of an earlier process meanwhile. A new game waits for its level.
    levels.begin_compiling();
    const std::jthread compiling([&levels] { compile(levels); });
    std::shared_ptr<FleetDirectory> directory;
    MakeDirectory make_directory;
    if (!config.directory.empty()) make_directory = [&](std::uint16_t port) { return directory = make_fleet_directory(config, port); };
    Shards shards = open_shards(config, levels, fault, make_directory);
    if (!fault.empty()) {
        std::cerr << "albireo-server: " << fault << '\n';
        return 3;
    }
    assert(shards.size() == config.shards && "a server runs with all its shards, or not at all");
    {
        const albireo::console::LogThread log_thread;
        Server server(settings, shards, levels, config.bans_file);
        for (const std::string& error : {server.open_pages(), server.open_web(std::move(page), *config.key)}) {
            if (error.empty()) continue;
            std::cerr << "albireo-server: " << error << '\n';
            return 3;
        }
        server.set_directory(directory);
        if (sidecar) server.join_fleet(*sidecar);
        server.run(config);
    }
    if (config.json) std::cout << totals(shards).dump() << '\n';
    spdlog::info("done");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-server", [&] { return run(argc, argv); });
}
