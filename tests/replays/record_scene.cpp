// record_scene FILE TICKS: a small replay, to try the tool on or to begin fuzzing with.
#include <cstdio>
#include <cstdlib>

#include "tests/replays/scene.hpp"

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const auto game = albireo::replays::play(7, static_cast<std::uint32_t>(std::atoi(argv[2])));
    albireo::replays::FileSink file{argv[1], albireo::replays::FileSink::Existing::replace};
    const std::string fault = file.append(game->sink.bytes);
    if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
    return fault.empty() ? 0 : 2;
}
