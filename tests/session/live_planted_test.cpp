// Goal: over real sockets, a fault in any field is named exactly: tick, system, field and both values. Every game has
// a server of its own and two players. It has a fault in each client, or one in the server. All games run at once.
#include <doctest/doctest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "client/net/udp_client.hpp"
#include "replays/bundle.hpp"
#include "server/shard.hpp"
#include "tests/storm/desync_scene.hpp"
#include "tests/session/planted.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::UdpClient;

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kSeed = 11;

/// Gold fires the ribbon at every target, so gold's frames aim.
std::unique_ptr<client::PlayerController> controller_of(Slot slot) {
    return std::make_unique<Mashing>(kSeed + static_cast<std::uint32_t>(slot),
                                     slot == Slot::gold ? Weapon::ribbon : Weapon::needle);
}

/// A fault that must be planted once: `who` is gold, blue, or - for the server.
struct Wish {
    std::string who, field;
};

const std::vector<Wish> kWishes = {
    {"gold", "clock"},
    {"blue", "random.z"},
    {"gold", "random.w"},
    {"blue", "flow.flags"},
    {"gold", "flow.machine.age"},
    {"blue", "flow.life_wait[0]"},
    {"gold", "scroll.row[3].tile"},
    {"blue", "scroll.camera.x"},
    {"gold", "ships[1].at.y"},
    {"blue", "ships[0].arms.age"},
    {"gold", "ships[0].trail[7].x"},
    {"blue", "ships[1].aim.y"},
    {"gold", "ships[0].life.age"},
    {"blue", "ships[1].weapon"},
    {"gold", "earnings[0].gold"},
    {"blue", "earnings[1].multiplier"},
    {"gold", "touches[0][3].part"},
    {"blue", "frames[0].aim.x"},
    {"gold", "marks[0].spent.words[2]"},
    {"blue", "marks[1].unpaid.words[0]"},
    {"gold", "counters[0].applied"},
    {"blue", "counters[1].late"},
    {"gold", "enemies[1].machines[0].age"},
    {"blue", "enemies[0].at.x"},
    {"gold", "shots[1].refused"},
    {"blue", "missiles.refused"},
    {"gold", "enemy_shots.refused"},
    {"blue", "beams.refused"},
    // After a system that is not the last to write the field, in memory, and on the server.
    {"gold", "earnings[0].score@run_flow"},
    {"blue", "ships[0].at.y@apply_reports"},
    {"gold", "counters[1].unpaid@run_cues"},
    {"blue", "enemies[0].parts[0].armour@memory"},
    {"-", "ships[0].at.x"},
    {"-", "flow.flags@advance_scroll"},
    {"-", "frames[0].aim.x"},
    {"-", "enemies[1].random.z@memory"},
};

struct Plant {
    std::string who, text;  // TICK:FIELD
    Fault fault;
};

/// A tick for each fault to plant, none before `from`. A game does not depend on its transport, so one in virtual time shows
/// when the fields exist and make a difference.
std::vector<Plant> plants_from(Tick from) {
    VirtualGameOptions options = plain(20 * kMs, kSeed);
    options.make_controller = [](Slot slot, std::uint32_t) { return controller_of(slot); };
    VirtualGame game(options);
    game.run((from.value + 300) * proto::kMicrosPerTick);
    const replays::Replay replay = replay_of(game);
    replays::Player player(replay, replays::Player::Keep::nothing);
    const auto before = std::make_unique<World>(player.world());
    std::vector<Plant> plants(kWishes.size());
    std::size_t found = 0;
    for (; found < plants.size() && player.step(); *before = player.world()) {
        for (std::size_t i = 0; i < plants.size(); ++i) {
            if (!plants[i].text.empty() || player.tick() < from + static_cast<std::uint32_t>(i * 3)) continue;
            const std::string text = fmt::format("{}:{}", player.tick().value, kWishes[i].field);
            const Fault fault = fault_of(text);
            if (!PlantedTick(*before, replay.level, player.frames(), fault).is_noticeable()) continue;
            plants[i] = {kWishes[i].who, text, fault};
            ++found;
        }
    }
    for (std::size_t i = 0; i < plants.size(); ++i) {
        CAPTURE(kWishes[i].field);
        REQUIRE(plants[i].text != "");
    }
    return plants;
}

struct Player {
    Player(Slot slot, std::uint16_t port, client::ClientOptions options, server::Levels& levels)
        : controller(controller_of(slot)),
          client(
              {"127.0.0.1", port}, std::move(options),
              [&levels](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); },
              *controller) {}
    std::unique_ptr<client::PlayerController> controller;
    UdpClient client;
};

/// A server and its two players, who leave when every planted fault is named, stored and healed.
class LiveGame {
  public:
    LiveGame(fs::path folder, std::vector<Plant> plants, server::Levels& levels)
        : folder_(std::move(folder)), plants_(std::move(plants)), levels_(levels) {
        fs::create_directories(folder_);
        server::Config config;
        config.bind = "127.0.0.1";
        config.port = 0;
        config.record_dir = folder_.string();
        if (plants_.front().who == "-") config.plant = plants_.front().text;
        std::string error;
        shard_ = std::make_unique<server::Shard>(config, 0, levels, error);
        REQUIRE(error == "");
        shard_->start();
        enter(Slot::gold, {});
    }

    void advance() {
        for (const Slot slot : kSlots) {
            if (auto& player = players_[index(slot)]) player->client.advance();
        }
        if (players_[1] == nullptr && !game(Slot::gold).code().empty()) enter(Slot::blue, game(Slot::gold).code());
    }

    /// Whether every client has been sent its faults and healed, and the bundles are stored.
    bool is_settled() {
        if (players_[1] == nullptr) return false;
        std::size_t awaited = 0;
        for (const Slot slot : kSlots) {
            if (plant_of(slot) == nullptr) continue;
            ++awaited;
            if (game(slot).desync_text().empty() || game(slot).figures().resyncs == 0 || game(slot).differs()) {
                return false;
            }
        }
        return bundles().size() == awaited;
    }

    void stop() { shard_->stop(); }
    void join() { shard_->join(); }

    /// `log`: the log of all servers.
    void check(const std::string& log) {
        replays::Replay replay;
        for (const fs::path& path : files(folder_, ".replay")) {
            REQUIRE(replays::open_replay(path.string(), replay, replays::Partial::accept) == "");
        }
        std::vector<std::string> found;
        for (const fs::path& path : bundles()) {
            replays::DesyncFile file;
            REQUIRE(replays::open_bundle(path.string(), file) == "");
            REQUIRE(file.server);
            REQUIRE(file.client);
            CHECK(replays::find_again(file).text() == file.bundle.finding.text());
            found.push_back(file.bundle.finding.text());
        }
        for (const Slot slot : kSlots) {
            const Plant* plant = plant_of(slot);
            if (plant == nullptr) continue;
            CAPTURE(plant->text);
            const auto tick = planted_tick(replay, plant->fault);
            REQUIRE(tick);
            // A server with wrong frames records those, so applying the faults to them again gives the players' frames.
            const bool server_is_struck = plant->who == "-" && plant->fault.system != Fault::kFrames;
            const std::string line = tick->line(server_is_struck);
            CHECK(game(slot).desync_text() == line);
            CHECK(log.find(fmt::format("{}: {} [\"{}\"]\n", game(slot).code(), line, name_of(slot))) != std::string::npos);
            CHECK(std::ranges::count(found, line) == (plant->who == "-" ? 2 : 1));
            CHECK(std::ranges::count_if(replay.recording.notes, [&](const replays::Note& note) {
                      return note.kind == replays::NoteKind::desync && note.text == line;
                  }) == (plant->who == "-" ? 2 : 1));
        }
    }

  private:
    static std::string name_of(Slot slot) { return slot == Slot::gold ? "gold" : "blue"; }
    static std::vector<fs::path> files(const fs::path& folder, const char* ending) {
        std::vector<fs::path> found;
        std::error_code none;
        for (const auto& file : fs::directory_iterator(folder, none)) {
            if (file.path().extension() == ending) found.push_back(file.path());
        }
        return found;
    }
    std::vector<fs::path> bundles() const { return files(folder_ / "desyncs", ".desync"); }
    client::GameClient& game(Slot slot) { return players_[index(slot)]->client.game(); }

    /// The fault that this player's replica sees: its own or the server's.
    const Plant* plant_of(Slot slot) const {
        for (const Plant& plant : plants_) {
            if (plant.who == "-" || plant.who == name_of(slot)) return &plant;
        }
        return nullptr;
    }

    void enter(Slot slot, const std::string& code) {
        client::ClientOptions options;
        options.name = name_of(slot);
        options.code = code;
        options.seed = kSeed;
        if (const Plant* plant = plant_of(slot); plant != nullptr && plant->who != "-") options.fault = plant->fault;
        players_[index(slot)] = std::make_unique<Player>(slot, shard_->port(), std::move(options), levels_);
    }

    fs::path folder_;
    std::vector<Plant> plants_;
    server::Levels& levels_;
    std::unique_ptr<server::Shard> shard_;
    std::array<std::unique_ptr<Player>, kSlotCount> players_;
};

/// Puts two players' faults, or one of a server, into each game.
std::vector<std::vector<Plant>> games_of(const std::vector<Plant>& plants) {
    std::vector<std::vector<Plant>> games;
    for (const Plant& plant : plants) {
        const bool joins =
            plant.who == "blue" && !games.empty() && games.back().size() == 1 && games.back().front().who == "gold";
        if (joins) {
            games.back().push_back(plant);
        } else {
            games.push_back({plant});
        }
    }
    return games;
}

}  // namespace

TEST_CASE("a fault in any field of a game over real sockets is named exactly, stored and healed") {
    static std::ostringstream log;  // the logger outlives the test
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::ostream_sink_mt>(log)));
    spdlog::set_pattern("%v");
    const fs::path folder = fs::temp_directory_path() / fmt::format("albireo-planted-{}", getpid());
    server::Levels levels;
    std::vector<Tick> starts{Tick{100}};
    if (std::getenv("ALBIREO_FULL") != nullptr) {
        for (std::uint32_t tick = 141; tick < 800; tick += 131) starts.emplace_back(Tick{tick});
    }
    for (const Tick from : starts) {
        std::vector<std::unique_ptr<LiveGame>> games;
        for (const auto& plants : games_of(plants_from(from))) {
            games.push_back(
                std::make_unique<LiveGame>(folder / fmt::format("{}-{}", from.value, games.size()), plants, levels));
        }
        const auto all_settled = [&] {
            return std::ranges::all_of(games, [](const auto& game) { return game->is_settled(); });
        };
        const Micros began = UdpClient::now();
        for (Micros looked = began; UdpClient::now() - began < 120 * kSecond;) {
            for (const auto& game : games) game->advance();
            usleep(1000);
            if (UdpClient::now() - looked < 50 * kMs) continue;
            looked = UdpClient::now();
            if (all_settled()) break;
        }
        for (const auto& game : games) game->stop();
        for (const auto& game : games) game->join();
        const std::string lines = log.str();
        for (const auto& game : games) game->check(lines);
    }
    fs::remove_all(folder);
}
