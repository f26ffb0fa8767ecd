// Goal: closed tools cost a game no allocation. This is a binary of its own because it replaces operator new.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "client/app/inspector/inspector.hpp"
#include "client/app/inspector/netgraph.hpp"
#include "client/app/screens/staging.hpp"
#include "client/gpu/null_device.hpp"

namespace {
std::atomic<long> allocations{0};
}

// GCC warns of mismatched pairs once these are inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace albireo;
using namespace albireo::app;

TEST_CASE("hidden tools record every frame and allocate nothing") {
    const auto device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    Staging game(picture, bodies, {});
    game.run(1);
    game.host().seat_friend(true);
    game.run(10);
    REQUIRE(game.activity().game()->has_game());
    Netgraph netgraph;
    Inspector inspector(bodies);
    const auto note = [&] {
        netgraph.note(*game.activity().game(), 16.7F);
        inspector.note(*game.activity().world());
        inspector.times().add({1, 2, 3, 4, 5});
    };
    long during = 0;
    for (int frame = 0; frame < 300; ++frame) {
        game.run(1.0 / 60);
        const long before = allocations.load();
        note();
        if (frame > 0) during += allocations.load() - before;
    }
    CHECK(during == 0);
    // They have recorded the frames all the same.
    CHECK(inspector.peak("enemies") > 0);
    CHECK(netgraph.curve(Netgraph::kFrame).last() == 16.7F);
}
