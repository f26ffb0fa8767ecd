// A session looked at the trace of a tick while another thread made it, if the client left meanwhile. Goal: an inquiry that ends in the
// midst of its work leaves that work alone. ThreadSanitizer (tests/tsan/run) sees what it touches.
#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "server/desync.hpp"
#include "tests/support/small_level.hpp"
#include "tests/support/two_replicas.hpp"

using namespace albireo;

namespace {

/// Another thread. It does the first piece of work at once, in which an inquiry makes room, and the second, in which it makes the trace,
/// when it is told to. Being told orders nothing: what the session and the second piece both touch is unordered, however
/// the threads are scheduled.
struct OtherThread {
    server::Offload offload() {
        return [this](std::function<void()> work) {
            if (++pieces == 1) return std::jthread(work).join();
            second = std::jthread([this, work = std::move(work)] {
                while (!begins.load(std::memory_order_relaxed)) std::this_thread::yield();
                work();
            });
        };
    }
    int pieces = 0;
    std::atomic<bool> begins{false};
    std::jthread second;
};

}  // namespace

TEST_CASE("a client that leaves while another thread works for its inquiry: the inquiry ends, and the work goes on alone") {
    const auto level = std::make_shared<const Level>(support::small_level());
    support::Replica server(*level), client(*level);
    REQUIRE(parse_fault("20:clock", client.fault.emplace()) == "");
    server.steps(40);
    client.steps(40);
    proto::DesyncAnswers answers = client.answers();
    OtherThread other;
    server::DesyncHandler handler;
    proto::Micros now = proto::kMicrosPerSecond;
    handler.begin(*server.witness, {.level = level, .fault = {}, .build = "a build", .offload = other.offload()}, Tick{40}, now);
    for (int turn = 0; turn < 10 && !handler.is_working(); ++turn, now += proto::kMicrosPerMs) {
        while (const auto question = handler.next_question(now)) {
            for (const proto::Evidence& evidence : answers.answer(*question)) handler.receive(evidence);
        }
    }
    REQUIRE(handler.is_working());
    REQUIRE(other.pieces == 2);
    handler.hurry();
    CHECK_FALSE(handler.next_question(now));
    const auto finding = handler.take_finding();
    REQUIRE(finding);
    CHECK(finding->kind == proto::DesyncFinding::Kind::game_over);
    const auto end = handler.take_case(now);
    REQUIRE(end);
    CHECK_FALSE(end->server.valid());
    other.begins.store(true, std::memory_order_relaxed);
}
