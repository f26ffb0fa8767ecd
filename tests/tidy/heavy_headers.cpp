// Libraries whose headers take long to parse, and the only files that may see them.
#include <set>

#include "tests/tidy/rules.hpp"

namespace albireo::tidy {
namespace {

using Includes = std::map<std::string, std::vector<Include>>;  // of each file

/// The file itself and the project's files that it includes, directly or not.
void add_reached(const Includes& includes, const std::string& path, std::set<std::string>& reached) {
    const auto file = includes.find(path);
    if (file == includes.end() || !reached.insert(path).second) return;
    for (const Include& include : file->second) add_reached(includes, include.header, reached);
}

/// The line in which a file itself includes a header of the library; 0: none.
std::size_t line_of(const std::vector<Include>& includes, std::string_view library) {
    for (const Include& include : includes) {
        if (is_header_of(include.header, library)) return include.line;
    }
    return 0;
}

}  // namespace

const std::vector<HeavyLibrary>& heavy_libraries() {
    // The seconds are those of g++ -fsyntax-only for a file of one include, on two busy cores; <string> takes 0.6 s there.
    static const std::vector<HeavyLibrary> all = {
        // Asio 3.8 s, Beast 4.6 to 5.6 s.
        {"boost/",
         {"http/asio.hpp", "http/client.cpp", "http/server.cpp", "scores/main.cpp", "scores/service.cpp",
          "server/admin/figures.cpp", "server/admin/pages.cpp", "server/main.cpp", "server/shard.cpp", "server/socket_watch.cpp",
          "server/web/web_server.cpp", "server/web/web_socket.cpp", "server/web/web_socket.hpp",
          "tests/admin/agones_stand_in.cpp", "tests/admin/attack_test.cpp", "tests/admin/pages_test.cpp", "tests/admin/reply_test.cpp", "tests/netem/main.cpp",
          "tests/netem/netem_test.cpp", "tests/netem/relay.cpp", "tests/proto/enet_link_test.cpp", "tests/voice/voice_link_test.cpp",
          "tests/client/app/boards_client_test.cpp", "tests/client/app/ghosts_test.cpp", "tests/client/app/submit_test.cpp",
          "tests/fuzz/admin_http_fuzz.cpp",
          "tests/scores/copies_test.cpp", "tests/scores/crowd_test.cpp", "tests/scores/pictures_test.cpp", "tests/scores/seasons_test.cpp", "tests/scores/service_test.cpp"}},
        {"CLI/", {"console/arguments.cpp"}},                           // 3.7 s
        {"*.pb.h", {"proto/codec.cpp", "replays/record_format.cpp"}},  // 2.5 s
        {"google/protobuf", {}},
        {"toml++/", {"server/config_file.cpp"}},  // 2.2 s
        // 2.4 s. <nlohmann/json_fwd.hpp> takes 0.8 s and may be included anywhere.
        {"nlohmann/json.hpp",
         {"client/app/boards/board_answers.cpp",
          "client/app/game_figures.cpp",
          "client/app/pictures/shot_main.cpp",
          "client/app/pictures/timing.cpp",
          "client/bot/bot_figures.cpp",
          "client/level/stats.cpp",
          "replays/replay_commands.cpp",
          "replays/replay_diff.cpp",
          "replays/replay_hunt.cpp",
          "replays/replay_live.cpp",
          "replays/replay_page.cpp",
          "replays/replay_tool.cpp",
          "scores/api.cpp",
          "scores/api.hpp",
          "scores/commands.cpp",
          "scores/service.cpp",
          "server/admin/client.cpp",
          "server/admin/figures.cpp",
          "server/admin/pages.cpp",
          "server/main.cpp",
          "tests/admin/agones_stand_in.cpp",
          "tests/admin/agones_test.cpp",
          "tests/admin/attack_test.cpp",
          "tests/admin/open_server.hpp",
          "tests/admin/pages_test.cpp",
          "tests/client/level/stats_test.cpp",
          "tests/fuzz/admin_http_fuzz.cpp",
          "tests/netem/main.cpp",
          "tests/scores/copies_test.cpp",
          "tests/scores/seasons_test.cpp", "tests/scores/service_test.cpp",
          "tests/session/fake_server_test.cpp",
          "tests/session/server_figures.cpp",
          "tests/session/lobby_test.cpp",
          "tests/storm/storm.cpp"}},
    };
    return all;
}

Findings check_heavy_headers(const std::map<std::string, Source>& sources, const std::vector<HeavyLibrary>& libraries) {
    Findings findings;
    Includes includes;
    for (const auto& [path, source] : sources) includes.emplace(path, includes_of(source));
    std::map<std::string, std::set<std::string>> reached;  // of each translation unit
    for (const auto& [path, source] : sources) {
        if (path.ends_with(".cpp")) add_reached(includes, path, reached[path]);
    }
    for (const HeavyLibrary& library : libraries) {
        std::set<std::string> allowed(library.files.begin(), library.files.end());
        std::map<std::string, std::size_t> direct;  // file → line
        for (const auto& [path, own] : includes) {
            if (const std::size_t line = line_of(own, library.header); line != 0) direct[path] = line;
        }
        std::map<std::string, std::pair<std::size_t, std::string>> seen;  // file → line, and through which header
        for (const auto& [path, line] : direct) seen[path] = {line, ""};
        for (const auto& [path, files] : reached) {
            for (const auto& [through, line] : direct) {
                if (files.contains(through)) seen.try_emplace(path, 0, through);
            }
        }
        const std::string name(library.header);
        for (const auto& [path, how] : seen) {
            if (allowed.erase(path) != 0) continue;
            findings.push_back(
                {path, how.first,
                 (how.second.empty() ? "includes " + name : "sees " + name + " through " + how.second) +
                     ", which takes seconds to parse: keep it behind a header without it, or add the file to "
                     "tests/tidy/heavy_headers.cpp"});
        }
        for (const std::string& path : allowed)
            findings.push_back({path, 0, "no longer sees " + name + ": remove it from tests/tidy/heavy_headers.cpp"});
    }
    return findings;
}

}  // namespace albireo::tidy
