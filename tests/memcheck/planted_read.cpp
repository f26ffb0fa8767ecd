// Goal: memcheck finds reads of memory that nothing has written. Each kind but `none` has one that it must report; `none` copies such memory,
// which is no fault as long as nothing depends on it, and must not be reported.
//   planted_read none | branch | sent
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

#include "tests/support/tool_help.hpp"

namespace {

/// Half of it is written.
struct Packet {
    std::array<std::uint8_t, 32> bytes;
    Packet() { std::memset(bytes.data(), 7, 16); }
};

/// On the heap, and behind a pointer that the compiler cannot see through.
std::unique_ptr<Packet> packet() {
    auto made = std::make_unique<Packet>();
    Packet* volatile hidden = made.release();
    return std::unique_ptr<Packet>(hidden);
}

}  // namespace

int main(int argc, char** argv) {
    albireo::support::answer_help(argc, argv, "planted_read", "Reads memory that nothing has written: planted_read none|branch|sent", "");
    const std::string_view kind = argc == 2 ? argv[1] : "";
    const auto one = packet();
    if (kind == "none") {
        const auto copy = std::make_unique<Packet>(*one);
        return copy->bytes[15] == 7 ? 0 : 1;
    }
    if (kind == "branch") {
        if (one->bytes[16] == 9) std::puts("nine");
        return 0;
    }
    if (kind == "sent") {
        std::array<int, 2> ends{};
        return pipe(ends.data()) == 0 && write(ends[1], one->bytes.data(), one->bytes.size()) == 32 ? 0 : 1;
    }
    std::fprintf(stderr, "usage: planted_read none|branch|sent\n");
    return 2;
}
