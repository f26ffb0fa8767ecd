// Goal: any datagram is a query, an answer or neither; what was read can be written and read again, and an answer is
// never longer than its query.
#include <cstdlib>

#include "reach/answerer.hpp"

using namespace albireo::reach;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Answerer answerer(1, 9, 7777, [](const Query& query) {
        return std::vector<Game>{{query.code.empty() ? "K7QF2M" : query.code, "Anna", "the_cut", true}};
    });
    const std::span<const std::uint8_t> datagram{data, size};
    std::array<std::uint8_t, kQueryBytes> out{};
    if (read_query(datagram)) {
        static albireo::proto::Micros now = 0;
        now += albireo::proto::kMicrosPerSecond;
        const std::size_t written = answerer.answer(datagram, {.is_neighbour = true}, now, out);
        if (written == 0 || written > size || !read_answer(std::span{out}.first(written))) std::abort();
    }
    if (const auto answer = read_answer(datagram)) {
        const std::size_t written = write_answer(*answer, out);
        const auto again = read_answer(std::span{out}.first(written));
        if (!again || again->games != answer->games || again->port != answer->port) std::abort();
    }
    return 0;
}
