// Writes the plain heads of journals into a folder: a lobby, a game of one player and of two, practice, and two levels of a campaign.
// A head that is not read is an error, because the fuzzer would get nowhere with it.
#include <cstdio>
#include <string>

#include "replays/sink.hpp"
#include "server/kept_game.hpp"
#include "sim/snapshot.hpp"

using namespace albireo;

namespace {

bool write(const std::string& path, const server::KeptGame& game) {
    const auto bytes = server::bytes_of(game);
    const std::string fault = server::read_kept_game(bytes) ? replays::write_whole(path, bytes) : path + " is not read";
    if (!fault.empty()) std::fprintf(stderr, "journal_seeds: %s\n", fault.c_str());
    return fault.empty();
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("journal_seeds FOLDER\n", stderr), 2;
    const std::string folder = std::string(arguments[1]) + "/";
    server::KeptGame game;
    game.core_version = kCoreVersion;
    game.code = "K7QF2M";
    game.level_name = "small";
    proto::Token token{};
    token.fill(7);
    game.seats[0] = {.taken = true, .ready = true, .presence = proto::Partner::here, .name = "Anna", .tokens = server::SeatTokens{token}};
    bool good = write(folder + "lobby", game);
    game.started = true;
    game.players = 1;
    good = write(folder + "alone", game) && good;
    game.section = 1;
    good = write(folder + "practice", game) && good;
    game.section = 0;
    game.players = 2;
    game.seats[1] = {.taken = true, .ready = true, .stand_in = true, .presence = proto::Partner::absent, .name = "Ben", .tokens = {}};
    good = write(folder + "two", game) && good;
    game.stages = {"small", "small"};
    game.stage = 1;
    good = write(folder + "campaign", game) && good;
    game.stage = 2;
    game.carry = Carry{};
    return write(folder + "later_level", game) && good ? 0 : 1;
}
