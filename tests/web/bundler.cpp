// bundler OUT.desync: the bundle of a small desync, as a server stores it, with the testimonies of both sides.
#include <cstdio>

#include "tests/fuzz/desync_case.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

int main(int argc, char** argv) {
    constexpr const char* kUsage = "Writes the bundle of a desync in move_ships at tick 75: bundler OUT.desync";
    support::answer_help(argc, argv, "bundler", kUsage);
    if (argc != 2) return std::fprintf(stderr, "bundler: one argument is needed. %s\n", kUsage), 2;
    const DesyncCase desync{"75:ships[0].at.x@move_ships", 90};
    const std::string fault =
        replays::write_whole(argv[1], replays::bundle_bytes(desync.bundle), {.existing = replays::FileSink::Existing::replace});
    return fault.empty() ? 0 : (std::fprintf(stderr, "bundler: %s\n", fault.c_str()), 2);
}
