// Goal: step, save, load, copy, digest and diff never allocate. A separate binary, because it replaces operator new.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "sim/digest.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace albireo;
using namespace albireo::support;

TEST_CASE("a whole game steps, saves, loads, copies, digests and compares without an allocation") {
    const Level levels[] = {small_level(), overfull_level(40), script::compile_builtin_level("endless", Difficulty::standard).level};
    for (const Level& level : levels) {
        Game game(level);
        Game twin(level);
        std::vector<FramePair> frames(1200);
        {
            Game rehearsal(level);
            frames = play(rehearsal, two_players({.seed = 1, .nonsense_permille = 100}, {.seed = 2, .careless = true}),
                          frames.size());
        }
        std::vector<std::uint8_t> room(kSnapshotBytesMax);
        std::uint64_t roots = 0;
        std::uint64_t differences = 0;
        const std::uint64_t before = allocations;
        for (const FramePair& pair : frames) {
            game.step(pair);
            const std::size_t size = save_world(*game.world, level, room);
            roots ^= root_of(*game.world);
            diff_worlds(*game.world, *twin.world, [&](std::string_view, std::int64_t, std::int64_t) { ++differences; });
            if (load_world(*twin.world, level, std::span(room.data(), size)) != LoadError::none) break;
            copy_world(*twin.world, *game.world);
        }
        CHECK(allocations == before);
        CHECK(twin.world->tick.value == frames.size());
        CHECK(differences > 1000);
        CHECK(roots != 0);
    }
    const std::uint64_t before = allocations;
    ::operator delete(::operator new(1));
    CHECK(allocations == before + 1);  // the counter works
}
