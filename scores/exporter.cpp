#include "scores/exporter.hpp"

#include <filesystem>
#include <set>

#include "replays/sink.hpp"
#include "scores/submissions.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::scores {
namespace {

/// Writes files until one fails.
class Writer {
  public:
    Writer(const std::string& folder, Exported& exported) : folder_(folder), exported_(exported) {}

    void put(const std::string& path, std::span<const std::uint8_t> bytes) {
        if (!fault.empty()) return;
        const std::filesystem::path file = folder_ / path;
        std::error_code error;
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) {
            fault = file.parent_path().string() + ": " + error.message();
            return;
        }
        fault = replays::write_whole(file.string(), bytes, {.sync = false});
        ++exported_.files;
    }
    void put(const std::string& path, std::string_view text) {
        put(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    }

    std::string fault;

  private:
    std::filesystem::path folder_;
    Exported& exported_;
};

}  // namespace

std::string export_boards(const Catalogue& catalogue, Store& store, const ReplayPages& replay_pages, const std::string& folder,
                          Exported& exported) {
    const Pages pages(catalogue, store, {.is_static = true, .cores = replay_pages.cores()});
    Writer writer(folder, exported);
    writer.put("style.css", kStyle);
    writer.put("index.html", pages.home());
    writer.put("seasons.html", pages.seasons());
    writer.put("achievements.html", pages.achievements());
    writer.put("challenge.html", pages.challenge(now_ms()));
    for (const std::uint32_t core : replay_pages.cores()) {
        writer.put("cores/" + std::to_string(core) + ".html", replay_pages.without(core, "*.html"));
    }

    std::set<std::int64_t> shown, players;
    const Season open = open_season(store.database());
    std::vector<Season> seasons = all_seasons(store.database());
    if (seasons.empty()) seasons.push_back(open);
    for (const Season& season : seasons) {
        if (season.number != open.number) writer.put("seasons/" + std::to_string(season.number) + ".html", pages.season(season));
        for (const OwnLevel& level : catalogue.levels()) {
            for (const bool is_pair : {false, true}) {
                const Board board{.level = level.name, .difficulty = level.difficulty, .is_pair = is_pair, .season = season.number};
                writer.put(board_path(board, open) + ".html", pages.board(board, 1));
                for (const StoredRun& each : store.board(board, kRowsOnPage)) shown.insert(each.id);
            }
        }
    }
    const Challenge challenge = challenge_of(week_of(now_ms()), catalogue, store.secret());
    for (const bool is_pair : {false, true}) {
        for (const StoredRun& each : store.board({challenge.level, challenge.difficulty, is_pair, challenge.seed}, kRowsOnPage)) shown.insert(each.id);
    }
    for (const std::int64_t id : shown) {
        const std::string name = std::to_string(id), path = "runs/" + name;
        const auto page = pages.run(id);
        const auto run = store.find(id);
        const auto recording = store.recording(id);
        if (!page || !run || recording.empty()) continue;  // deleted meanwhile
        writer.put(path + ".html", *page);
        writer.put(path + "/" + name + ".replay", recording);
        if (replay_pages.has(run->run.core)) {
            writer.put(path + "/page.html", replay_pages.with(run->run.core, recording, name + ".replay", "../../cores/*.html"));
        }
        if (run->has_picture) writer.put(path + "/" + name + ".png", store.picture(id));
        ++exported.runs;
        if (const auto player = store.player_of(id)) players.insert(*player);
    }
    for (const std::int64_t player : players) {
        if (const auto page = pages.player(player, &shown)) writer.put("players/" + std::to_string(player) + ".html", *page);
    }
    return writer.fault;
}

}  // namespace albireo::scores
