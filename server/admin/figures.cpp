#include "server/admin/figures.hpp"

#include <fmt/format.h>

#include <cassert>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "console/log_thread.hpp"
#include "platform/process.hpp"
#include "server/admin/prometheus.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {
namespace {

/// A counter of Metrics::each(), and the sample that shows it.
struct Row {
    std::string_view counter;
    std::string_view family;
    std::string_view label;  // besides the shard's
    std::string_view help;   // of the family: only the first row of a family has it
};
constexpr Row kRows[] = {
    {"sessions_started", "albireo_sessions_started_total", "", "Games that have begun."},
    {"sessions_ended", "albireo_sessions_ended_total", "", "Games that have begun and ended."},
    {"sessions_resumed", "albireo_sessions_resumed_total", "", "Games of an earlier process that were resumed here."},
    {"sessions_unresumed", "albireo_sessions_unresumed_total", "", "Games of an earlier process that could not be resumed; their journals are set aside."},
    {"sessions_parked", "albireo_sessions_parked_total", "", "Games left to the next process."},
    {"games_not_kept", "albireo_games_not_kept_total", "", "Games whose journal cannot be written: a restart would end them."},
    {"peers_now", "albireo_peers", "", "Connected clients."},
    {"ticks", "albireo_ticks_total", "", "Ticks simulated, in all games."},
    {"late_ticks", "albireo_late_ticks_total", "", "Ticks simulated more than 5 ms after both players' frames had arrived."},
    {"desyncs", "albireo_desyncs_total", "", "Differences between a client's world and the server's."},
    {"absences", "albireo_absences_total", "", "Players who sent no frames for 10 seconds, or were too slow."},
    {"rejoins", "albireo_rejoins_total", "", "Players who rejoined a running game."},
    {"seat_tries", "albireo_seat_tries_total", "", "Requests to rejoin with an old or a wrong token."},
    {"conflicts", "albireo_conflicting_frames_total", "", "Frames that contradict an earlier one of the same tick."},
    {"refused", "albireo_requests_refused_total", "", "Requests of clients to enter that were refused: wrong code, full, draining, another version."},
    {"sent_on", "albireo_requests_sent_on_total", "", "Of them, those redirected to another server of the fleet."},
    {"over_limit", "albireo_over_limit_total", "", "Clients, games and codes refused by the limits of an address."},
    {"hellos_dropped", "albireo_hellos_dropped_total", "", "Handshakes not answered because of the limits of an address."},
    {"log_lines_left_out", "albireo_log_lines_left_out_total", "", "Log lines left out: too many of one cause and address."},
    {"packets_in", "albireo_packets_total", "direction=\"in\"", "Packets of verified clients."},
    {"packets_out", "albireo_packets_total", "direction=\"out\"", ""},
    {"bytes_in", "albireo_packet_bytes_total", "direction=\"in\"", "Bytes of these packets, with the headers of IP, UDP and ENet."},
    {"bytes_out", "albireo_packet_bytes_total", "direction=\"out\"", ""},
    {"malformed", "albireo_packets_refused_total", "reason=\"malformed\"", "Packets, messages and frames dropped, by reason."},
    {"out_of_context", "albireo_packets_refused_total", "reason=\"out_of_context\"", ""},
    {"too_early", "albireo_packets_refused_total", "reason=\"too_early\"", ""},
    {"future_frames", "albireo_packets_refused_total", "reason=\"future_frames\"", ""},
    {"unexpected", "albireo_packets_refused_total", "reason=\"unexpected\"", ""},
    {"floods", "albireo_packets_refused_total", "reason=\"flood\"", ""},
    {"refused_datagrams", "albireo_packets_refused_total", "reason=\"not_ours\"", ""},
    {"broken_seals", "albireo_packets_refused_total", "reason=\"broken_seal\"", ""},
    {"bad_knocks", "albireo_packets_refused_total", "reason=\"bad_cookie\"", ""},
    {"full", "albireo_packets_refused_total", "reason=\"no_slot\"", ""},
    {"challenges", "albireo_challenges_total", "", "Handshakes answered, before an address is verified."},
    {"socket_errors", "albireo_socket_errors_total", "", "Errors of the games' sockets."},
};
/// Shown as albireo_sessions, by state.
constexpr std::string_view kCountersOfStates[] = {"sessions_now", "sessions_closed"};

struct Histogram {
    std::string_view name, family, help;
    double unit;
    std::size_t bits_least, bits_most;
};
constexpr Histogram kHistograms[] = {
    {"timer_late", "albireo_timer_lateness_seconds", "Delay of a pass of a shard's loop after the time at which it was due.", 1e-6, 6, 23},
    {"pass", "albireo_pass_duration_seconds", "Duration of a pass of a shard's loop.", 1e-6, 4, 23},
    {"lead", "albireo_player_lead_ticks", "Ticks by which a player's frames are ahead of the game, once a second and player.", 1, 2, 7},
    {"loss", "albireo_player_loss_ratio", "Share of a player's packets that are lost on the way here, once a second and player.", 1e-3, 2, 10},
};

std::string labels_of(std::size_t shard, std::string_view more) {
    return fmt::format("shard=\"{}\"{}{}", shard, more.empty() ? "" : ",", more);
}

using Values = std::map<std::string_view, std::uint64_t>;

void show_counters(PrometheusText& page, const std::vector<Values>& shards) {
    for (const Row& row : kRows) {
        if (!row.help.empty()) page.begin(row.family, row.family.ends_with("_total") ? "counter" : "gauge", row.help);
        for (std::size_t i = 0; i < shards.size(); ++i) page.sample(labels_of(i, row.label), shards[i].at(row.counter));
    }
}

/// A game waits for its players, is running, or is ending: its players compare their last ticks and say goodbye.
void show_states(PrometheusText& page, const std::vector<Values>& shards) {
    page.begin("albireo_sessions", "gauge", "Games by state.");
    for (std::size_t i = 0; i < shards.size(); ++i) {
        // The counters change while they are read one after another. So a difference may be off by one; below zero it counts as 0.
        const auto least = [](std::uint64_t all, std::uint64_t part) { return all - std::min(all, part); };
        const std::uint64_t now = shards[i].at("sessions_now");
        const std::uint64_t running = std::min(now, least(shards[i].at("sessions_started"), shards[i].at("sessions_ended")));
        const std::uint64_t ending = std::min(now - running, least(shards[i].at("sessions_ended"), shards[i].at("sessions_closed")));
        assert(running + ending <= now && "each game is in one state");
        page.sample(labels_of(i, "state=\"waiting\""), now - running - ending);
        page.sample(labels_of(i, "state=\"running\""), running);
        page.sample(labels_of(i, "state=\"ending\""), ending);
    }
}

void show_process(PrometheusText& page, const Watched& watched) {
    const platform::ProcessFigures process = platform::process_figures();
    page.begin("process_cpu_seconds_total", "counter", "Processor time, user and system.");
    page.sample("", process.processor_seconds);
    page.begin("process_resident_memory_bytes", "gauge", "Memory in use.");
    page.sample("", process.resident_bytes);
    page.begin("process_open_fds", "gauge", "Open file descriptors.");
    page.sample("", process.open_files);
    page.begin("process_max_fds", "gauge", "Most open file descriptors.");
    page.sample("", process.open_files_max);
    page.begin("albireo_log_lines_unwritten_total", "counter", "Log lines left out because stderr did not take them.");
    page.sample("", console::LogThread::left_out());
    page.begin("albireo_build_info", "gauge", "1; the labels name the program.");
    page.sample(fmt::format("version=\"{}\",core=\"{}\"", watched.version, kCoreVersion), std::uint64_t{1});
}

void show_disk(PrometheusText& page, const Storage& storage) {
    const Storage::DiskStatus seen = storage.sight();
    page.begin("albireo_recordings_failed_total", "counter", "Games whose recording failed. The games continued.");
    page.sample("", seen.failures);
    page.begin("albireo_disk_fault", "gauge", "1 while nothing can be recorded: the disk is full, read-only or fails.");
    page.sample("", std::uint64_t{!seen.fault.empty()});
    const auto folders = [&](const char* family, const char* kind, const char* help, std::uint64_t Storage::DiskStatus::Folder::*value) {
        page.begin(family, kind, help);
        page.sample("kind=\"recordings\"", seen.recordings.*value);
        page.sample("kind=\"bundles\"", seen.bundles.*value);
    };
    using Folder = Storage::DiskStatus::Folder;
    folders("albireo_kept_files", "gauge", "Files kept.", &Folder::files);
    folders("albireo_kept_bytes", "gauge", "Their size.", &Folder::bytes);
    folders("albireo_deleted_files_total", "counter", "Files deleted because they were beyond the quota.", &Folder::deleted);
    folders("albireo_spared_files", "gauge", "Files beyond the quota that are kept: unfinished, or not readable.", &Folder::spared);
    if (seen.size_bytes == 0) return;
    page.begin("albireo_disk_free_bytes", "gauge", "Free space where the recordings are.");
    page.sample("", seen.free_bytes);
    page.begin("albireo_disk_size_bytes", "gauge", "Size of the disk where the recordings are.");
    page.sample("", seen.size_bytes);
}

void show_http(PrometheusText& page, const AdminHttpServer::Figures& http) {
    page.begin("albireo_admin_requests_total", "counter", "Connections to these pages, by how they ended.");
    page.sample("result=\"answered\"", http.answered);
    page.sample("result=\"refused\"", http.refused);
    page.sample("result=\"expired\"", http.expired);
    page.sample("result=\"evicted\"", http.evicted);
    page.begin("albireo_admin_back_offs_total", "counter", "Pauses because no connection could be accepted: no file descriptor or no memory.");
    page.sample("", http.back_offs);
}

void show_web(PrometheusText& page, const WebFigures& web) {
    page.begin("albireo_web_connections", "gauge", "Open connections to the players' page, WebSockets included.");
    page.sample("", web.connections.load());
    page.begin("albireo_web_links", "gauge", "Open WebSockets of players in browsers.");
    page.sample("", web.links.load());
    page.begin("albireo_web_pages_total", "counter", "Times that the players' page was sent.");
    page.sample("", web.pages.load());
    page.begin("albireo_web_refused_total", "counter", "Connections, requests and handshakes refused: malformed, too many, too large.");
    page.sample("", web.refused.load());
    page.begin("albireo_web_back_offs_total", "counter", "Pauses of the players' page because no connection could be accepted: no file descriptor or no memory.");
    page.sample("", web.back_offs.load());
    page.begin("albireo_web_bad_messages_total", "counter", "WebSocket messages that are malformed or not genuine.");
    page.sample("", web.bad_messages.load());
    page.begin("albireo_web_stale_packets_total", "counter", "Packets dropped because a browser's connection was backed up.");
    page.sample("", web.stale_dropped.load());
}

void show_directory(PrometheusText& page, const DirectoryFigures& directory) {
    page.begin("albireo_directory_up", "gauge", "1 while the fleet's directory of codes answers.");
    page.sample("", std::uint64_t{directory.is_up});
    page.begin("albireo_directory_faults_total", "counter", "Times that the directory was lost.");
    page.sample("", directory.faults);
    page.begin("albireo_directory_lookups_total", "counter", "Codes of other servers that were looked up.");
    page.sample("", directory.lookups);
    page.begin("albireo_directory_conflicts_total", "counter", "Codes of this server that another one had in the directory already.");
    page.sample("", directory.conflicts);
    page.begin("albireo_directory_codes", "gauge", "Codes of this server that are in the directory, join codes and watch codes.");
    page.sample("", directory.codes);
    page.begin("albireo_directory_servers", "gauge", "Other servers that show signs of life.");
    page.sample("", directory.servers);
}

}  // namespace

std::string prometheus_page(const Watched& watched, const AdminHttpServer::Figures& http, const WebFigures* web,
                            const std::optional<DirectoryFigures>& directory, Micros now) {
    PrometheusText page;
    std::vector<Values> shards;
    for (const auto& shard : watched.shards) {
        Values& values = shards.emplace_back();
        Metrics::each(shard->metrics(), [&](const char* name, const Metrics::Counter& counter) { values[name] = counter.load(std::memory_order_relaxed); });
        assert(values.size() == std::size(kRows) + std::size(kCountersOfStates) && "every counter has a row");
    }
    page.begin("albireo_ready", "gauge", "1 if the server takes new games, as /ready answers.");
    page.sample("", std::uint64_t{watched.health.not_ready(now).empty()});
    page.begin("albireo_draining", "gauge", "1 if the server is shutting down.");
    page.sample("", std::uint64_t{watched.health.is_draining()});
    page.begin("albireo_shard_overdue_seconds", "gauge", "For how long a shard has been late for its next pass.");
    for (std::size_t i = 0; i < watched.shards.size(); ++i) {
        page.sample(labels_of(i, ""), static_cast<double>(watched.shards[i]->overdue(now)) * 1e-6);
    }
    page.begin("albireo_unsynced_seconds", "gauge", "Age of the oldest data of recordings and journals that is not on the disk yet.");
    for (std::size_t i = 0; i < watched.shards.size(); ++i) {
        page.sample(labels_of(i, ""), static_cast<double>(watched.shards[i]->unsynced_for(now)) * 1e-6);
    }
    show_states(page, shards);
    show_counters(page, shards);
    for (const Histogram& each : kHistograms) {
        page.begin(each.family, "histogram", each.help);
        for (std::size_t i = 0; i < watched.shards.size(); ++i) {
            Metrics::each_histogram(watched.shards[i]->metrics(), [&](std::string_view name, const Lateness& values) {
                if (name != each.name) return;
                Lateness::Summary sum;
                sum.add(values);
                page.histogram(labels_of(i, ""), sum, each.unit, each.bits_least, each.bits_most);
            });
        }
    }
    show_disk(page, watched.storage);
    show_http(page, http);
    if (web != nullptr) show_web(page, *web);
    if (directory) show_directory(page, *directory);
    show_process(page, watched);
    return page.text();
}

nlohmann::json totals(const Shards& shards) {
    nlohmann::json sum = nlohmann::json::object();
    std::map<std::string, Lateness::Summary> latenesses;
    for (const auto& shard : shards) {
        Metrics::each(shard->metrics(), [&](const char* name, const Metrics::Counter& counter) {
            sum[name] = sum.value(name, std::uint64_t{0}) + counter.load(std::memory_order_relaxed);
        });
        Metrics::each_lateness(shard->metrics(), [&](const char* name, const Lateness& lateness) { latenesses[name].add(lateness); });
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

}  // namespace albireo::server
