// albireo-server: the authoritative lockstep server. Signals, shards and the admin page; the games are in Lobby and
// Session.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cassert>
#include <future>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "server/admin_http.hpp"
#include "server/config.hpp"
#include "server/key_file.hpp"
#include "server/shard.hpp"

namespace {

using namespace albireo::server;

nlohmann::json totals(const Shards& shards) {
    nlohmann::json sum = nlohmann::json::object();
    for (const auto& shard : shards) {
        Metrics::each(shard->metrics(), [&](const char* name, const Metrics::Counter& counter) {
            sum[name] = sum.value(name, std::uint64_t{0}) + counter.load(std::memory_order_relaxed);
        });
    }
    std::map<std::string, Lateness::Summary> latenesses;
    for (const auto& shard : shards) {
        Metrics::each_lateness(shard->metrics(), [&](const char* name, const Lateness& lateness) {
            latenesses[name].add(lateness);
        });
    }
    for (const auto& [name, lateness] : latenesses) {
        sum[name] = {{"count", lateness.count},
                     {"p99_us", lateness.at_permille(990)},
                     {"p999_us", lateness.at_permille(999)},
                     {"max_us", lateness.max},
                     {"over_5_ms", lateness.too_long}};
    }
    return sum;
}

nlohmann::json sessions(const Shards& shards) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& shard : shards) {
        // Shared: a shard that is busy for longer than a second answers after this function has returned.
        const auto promise = std::make_shared<std::promise<std::vector<Lobby::SessionLine>>>();
        auto lines = promise->get_future();
        shard->list_sessions(
            [promise](std::vector<Lobby::SessionLine> found) { promise->set_value(std::move(found)); });
        if (lines.wait_for(std::chrono::seconds(1)) != std::future_status::ready) continue;
        for (const auto& line : lines.get()) {
            list.push_back({{"code", line.code},
                            {"level", line.level},
                            {"players", line.names},
                            {"states", line.states},
                            {"tick", line.tick},
                            {"scores", line.scores}});
        }
    }
    return list;
}

/// Loads the server's key. Returns the exit code if the program ends here, else -1.
int take_key(Config& config) {
    std::string error;
    const std::string path = config.key_file.empty() ? default_key_path() : config.key_file;
    if (path.empty()) {
        error = "there is no home folder (HOME is not set): give --key FILE";
    } else {
        config.key = load_or_make_key(path, error);
    }
    if (!config.key && (!config.key_file.empty() || config.fingerprint)) {
        std::cerr << "albireo-server: --key: " << error << '\n';
        return 2;
    }
    if (!config.key) {
        config.key = albireo::proto::KeyPair::random();
        spdlog::warn("{}: this server has a key for this run only, and players will not recognise it later", error);
    }
    if (!config.fingerprint) return -1;
    std::cout << albireo::proto::fingerprint_of(config.key->open) << '\n';
    return albireo::console::is_stdout_written("albireo-server") ? 0 : 2;
}

int run(int argc, char** argv) {
    int exit_code = 0;
    auto config = parse_command_line(argc, argv, exit_code);
    if (!config) return exit_code;
    albireo::console::start_log(config->log_level, "%Y-%m-%d %H:%M:%S.%eZ %l %v");

    if (const int code = take_key(*config); code >= 0) return code;
    Levels levels;
    if (!config->level_dir.empty()) {
        if (const std::string error = levels.offer_folder(config->level_dir); !error.empty()) {
            std::cerr << "albireo-server: --levels: " << error << '\n';
            return 2;
        }
    }
    if (const std::string error = levels.offer_only(config->only_levels); !error.empty()) {
        std::cerr << "albireo-server: --level: " << error << '\n';
        return 2;
    }
    std::string fault;
    const Shards shards = open_shards(*config, levels, fault);
    if (!fault.empty()) {
        std::cerr << "albireo-server: " << fault << '\n';
        return 3;
    }
    assert(shards.size() == config->shards && "a server runs with all its shards, or not at all");
    boost::asio::io_context io;
    std::unique_ptr<AdminHttp> admin;
    if (!config->admin_address.empty()) {
        try {
            admin = std::make_unique<AdminHttp>(io, config->admin_address, config->admin_port, [&](std::string_view path) {
                if (path == "/metrics") return totals(shards).dump();
                if (path == "/sessions") return sessions(shards).dump();
                if (path == "/health") return std::string(R"({"ok":true})");
                return std::string();
            });
        } catch (const boost::system::system_error& error) {
            std::cerr << "albireo-server: --admin: cannot listen on " << config->admin_address << ":" << config->admin_port
                      << ": " << error.code().message() << '\n';
            return 3;
        }
    }
    for (auto& shard : shards) shard->start();
    std::vector<std::uint16_t> ports;
    for (const auto& shard : shards) ports.push_back(shard->port());
    spdlog::info("listening on {} ports {}", config->bind, fmt::join(ports, ", "));
    spdlog::info("fingerprint {}", albireo::proto::fingerprint_of(config->key->open));

    boost::asio::signal_set signals(io, SIGINT, SIGTERM);
    bool asked = false;
    std::function<void()> wait_for_signal = [&] {
        signals.async_wait([&](boost::system::error_code error, int) {
            if (error) return;
            spdlog::info(asked ? "stopping now: running games are ended" : "draining: running games may finish, new ones are refused");
            for (auto& shard : shards) asked ? shard->stop() : shard->drain();
            asked = true;
            wait_for_signal();
        });
    };
    wait_for_signal();

    boost::asio::steady_timer timer(io);
    std::function<void()> watch = [&] {
        timer.expires_after(std::chrono::milliseconds(100));
        timer.async_wait([&](boost::system::error_code) {
            if (std::all_of(shards.begin(), shards.end(), [](const auto& shard) { return shard->is_done(); })) {
                io.stop();
                return;
            }
            if (config->exit_after > 0 && !asked) {
                std::uint64_t ended = 0, now = 0;
                for (const auto& shard : shards) {
                    ended += shard->metrics().sessions_ended.load();
                    now += shard->metrics().sessions_now.load();
                }
                if (ended >= config->exit_after && now == 0) {
                    asked = true;
                    for (auto& shard : shards) shard->drain();
                }
            }
            watch();
        });
    };
    watch();
    io.run();
    for (auto& shard : shards) shard->join();
    if (config->json) std::cout << totals(shards).dump() << '\n';
    spdlog::info("done");
    return albireo::console::is_stdout_written("albireo-server") ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-server", [&] { return run(argc, argv); });
}
