// Makes a folder of unfinished games as a killed server leaves it, to measure how long another one takes to recover them:
//     left_games FOLDER KEY_FILE GAMES TICKS && albireo-server --record FOLDER --key KEY_FILE ...
// All games are the same one, under different codes: nobody fires, and nobody reports a hit.
#include <cstdio>
#include <cstdlib>

#include "proto/join_code.hpp"
#include "replays/recorder.hpp"
#include "server/key_file.hpp"
#include "server/levels.hpp"
#include "server/parked_games.hpp"
#include "sim/snapshot.hpp"
#include "sim/digest.hpp"
#include "sim/step.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

struct Played {
    std::vector<FramePair> frames;
    replays::MemorySink recording;
};

Played play(const Level& level, std::uint32_t ticks) {
    Played played;
    replays::Recorder recorder(played.recording, level, {.game = {.seed = 5, .players = 3}, .names = {"Anna", "Ben"}});
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, level, {.seed = 5, .players = 3});
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        FramePair frames;
        for (const Slot slot : kSlots) frames[index(slot)].buttons = static_cast<std::uint16_t>((tick / 9 * 5 + index(slot)) & 0xf);
        events->clear();
        step(*world, level, frames, *events);
        recorder.append(frames, root_of(*world));
        recorder.checkpoint_if_due(*world);
        played.frames.push_back(frames);
        if (outcome_of(*world) == Outcome::playing) continue;
        std::fprintf(stderr, "left_games: the game ends at tick %u\n", tick);
        std::exit(2);
    }
    return played;
}

/// Six letters of the alphabet of codes.
std::string code_of(int number) {
    std::string code(proto::kJoinCodeLetters, proto::kJoinCodeAlphabet[0]);
    for (std::size_t i = code.size(); number > 0; number /= 28) code[--i] = proto::kJoinCodeAlphabet[static_cast<std::size_t>(number % 28)];
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr const char* kUsage = "Leaves unfinished games for a server to resume: left_games FOLDER KEY_FILE GAMES TICKS";
    support::answer_help(argc, argv, "left_games", kUsage);
    if (argc != 5) {
        std::fprintf(stderr, "left_games: four arguments are needed. %s\n", kUsage);
        return 2;
    }
    const std::string folder = argv[1];
    const int games = std::atoi(argv[3]);
    std::string error;
    const auto key = load_or_make_key(argv[2], error);
    Levels levels;
    const auto level = levels.find("endless", Difficulty::standard);
    if (!key || level == nullptr || games < 1) {
        std::fprintf(stderr, "left_games: %s\n", error.c_str());
        return 2;
    }
    const Played played = play(*level, static_cast<std::uint32_t>(std::atoi(argv[4])));
    DiskSync disk;
    for (int i = 0; i < games; ++i) {
        KeptGame kept;
        kept.core_version = kCoreVersion;
        kept.code = code_of(i + 1);
        kept.level_name = "endless";
        kept.level_digest = level->digest;
        kept.seed = 5;
        kept.started = true;
        for (const Slot slot : kSlots) {
            proto::Token token{};
            token[0] = static_cast<std::uint8_t>(1 + index(slot));
            kept.seats[index(slot)] = {.taken = true, .ready = true, .presence = proto::Partner::here,
                                       .name = slot == Slot::gold ? "Anna" : "Ben", .tokens = SeatTokens{token}};
        }
        constexpr std::uint64_t kWall = 1'795'000'000'000;
        const auto journal = new_journal(disk, journal_path(folder, kept.code, kWall), journal_key(key->secret));
        journal->keep(kept);
        journal->reserve();
        const std::size_t from = played.frames.size() - std::min<std::size_t>(played.frames.size(), Journal::kRing);
        for (std::size_t tick = from; tick < played.frames.size(); ++tick) {
            for (const Slot slot : kSlots) journal->note(slot, Tick{static_cast<std::uint32_t>(tick)}, played.frames[tick][index(slot)]);
        }
        const auto recording = new_recording(disk, recording_path(folder, kept.code, kWall), error);
        if (recording != nullptr) error = recording->append(played.recording.bytes);
        if (error.empty()) error = journal->fault();
        if (error.empty()) continue;
        std::fprintf(stderr, "left_games: %s\n", error.c_str());
        return 2;
    }
    return 0;
}
