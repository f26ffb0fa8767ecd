// Goal: any bytes as the head of a journal end in a game that goes on with its players, and can be parked again, or in no game.
// The head is sealed here, so that the fuzzer gets past the cipher. Frames follow from the input.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>

#include "client/net/game_client.hpp"
#include "proto/frame_codec.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"
#include "sim/base/random.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/memory_disk.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

/// Levels of which every game is.
struct Offer {
    Offer() {
        for (int i = 0; i < kDifficultyCount; ++i) levels.offer("small", static_cast<Difficulty>(i), level);
    }
    std::shared_ptr<const Level> level = std::make_shared<const Level>(support::small_level());
    server::Levels levels;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Offer offer;
    const std::span<const std::uint8_t> input{data, size};
    server::JournalImage image;
    if (image.read({input.begin(), input.end()}, support::MemoryDisk::kKey).empty()) std::abort();  // it is not sealed
    auto game = server::read_kept_game(input);
    if (!game) return 0;
    // A head of before spectators had a delay, or games a speed, ends before it, which then is as in any new game.
    const std::vector<std::uint8_t> written = server::bytes_of(*game), any = server::bytes_of({});
    const auto [kept, read] = std::ranges::mismatch(written, input);
    const auto left = written.end() - kept;
    if (read != input.end() || left > std::ssize(any) || !std::equal(kept, written.end(), any.end() - left)) std::abort();
    game->core_version = kCoreVersion;
    game->level_name = "small";
    game->level_digest = offer.level->digest;
    for (std::string& stage : game->stages) stage = "small";

    support::MemoryDisk disk;
    const auto journal = disk.create(game->code);
    journal->keep(*game);
    if (!journal->fault().empty()) return 0;  // it does not fit
    for (std::uint32_t tick = 0; game->started && tick < size; ++tick) {
        for (const Slot slot : kSlots) {
            Frame frame;
            frame.buttons = static_cast<std::uint16_t>(data[tick] << (4 * index(slot)));
            journal->note(slot, Tick{tick}, proto::normal(frame));
        }
    }
    server::Metrics metrics;
    proto::MemoryNet net;
    Random random;
    server::LobbyEnvironment environment;
    environment.random = [&] { return (std::uint64_t{random.next()} << 32) | random.next(); };
    environment.wall_ms = [] { return std::uint64_t{0}; };
    environment.log = [](const auto&) {};
    server::Lobby lobby(offer.levels, environment, metrics);
    lobby.recover(disk.all());
    if (lobby.recovering() != 1) std::abort();

    IdleController idle;
    client::ClientEnvironment reach;
    reach.open_link = [&] { return net.connect(); };
    reach.find_level = [&](const std::string&, Difficulty) { return offer.level; };
    client::ClientOptions options;
    options.code = game->code;
    options.token = game->seats[0].tokens.current();
    client::GameClient client(options, reach, idle);
    proto::Micros now = 0;
    for (; now < proto::kMicrosPerSecond; now += 5000) {
        client.advance(now);
        lobby.advance(net, now);
    }
    lobby.park_all();
    lobby.finish_sweeps(now);
    server::JournalImage parked;
    if (!disk.games[0]->journal.empty() && !parked.read(disk.games[0]->journal, support::MemoryDisk::kKey).empty()) std::abort();
    return 0;
}
