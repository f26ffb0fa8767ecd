// Goal: the tsan preset finds races. Each kind but `none` has a defect that ThreadSanitizer must report, however the threads are
// scheduled; `none` uses threads in the ways that the game does, correctly, and must not be reported.
//   planted_race none | plain | published | destroyed | locks
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/tool_help.hpp"

namespace {

/// Two threads count without a lock.
void plain() {
    int count = 0;
    std::thread one([&] { ++count; }), other([&] { ++count; });
    one.join();
    other.join();
}

/// The reader sees the flag, but a relaxed flag does not publish what was written before it. On the heap, because clang 14 checks no
/// reads of some local variables that another thread has by reference.
void published() {
    const auto text = std::make_unique<std::string>();
    std::atomic<bool> is_there{false};
    std::thread writer([&] {
        *text = "a text that is too long to be stored in the string itself";
        is_there.store(true, std::memory_order_relaxed);
    });
    while (!is_there.load(std::memory_order_relaxed)) std::this_thread::yield();
    std::printf("%zu\n", text->size());
    writer.join();
}

/// A thread still calls a function that its owner replaces, as in a destructor that joins too late.
void destroyed() {
    std::atomic<int> calls{0};
    std::function<void()> call = [&] { ++calls; };
    std::atomic<bool> has_called{false};
    std::thread caller([&] {
        call();
        has_called.store(true, std::memory_order_relaxed);
    });
    while (!has_called.load(std::memory_order_relaxed)) std::this_thread::yield();
    call = {};
    caller.join();
}

/// One thread takes two locks in one order, then another thread in the other order: it works only by luck.
void locks() {
    std::mutex a, b;
    std::thread([&] {
        const std::lock_guard first(a);
        const std::lock_guard second(b);
    }).join();
    std::thread([&] {
        const std::lock_guard first(b);
        const std::lock_guard second(a);
    }).join();
}

/// What the libraries that are not instrumented do for the game's threads.
void none() {
    // A queue with a condition variable, as in server/disk_sync.cpp.
    std::mutex mutex;
    std::condition_variable wake;
    std::vector<std::string> queue;
    std::thread consumer([&] {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return queue.size() == 3; });
    });
    for (int i = 0; i < 3; ++i) {
        const std::lock_guard lock(mutex);
        queue.push_back("work number " + std::to_string(i));
        wake.notify_one();
    }
    consumer.join();
    // Results and exceptions of another thread, as in server/offload.hpp and server/levels.cpp.
    const auto task = std::make_shared<std::packaged_task<std::string()>>([] { return std::string(100, 'x'); });
    std::future<std::string> result = task->get_future();
    std::jthread runner([task] { (*task)(); });
    auto failed = std::async(std::launch::async, []() -> int { throw std::runtime_error("as planned"); });
    std::size_t size = result.get().size();
    try {
        failed.get();
    } catch (const std::runtime_error& error) {
        size += std::string_view(error.what()).size();
    }
    // A thread that is told to stop while it waits, as in server/fleet/sidecar.cpp.
    std::condition_variable_any changed;
    std::jthread waiting([&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
    });
    waiting.request_stop();
    waiting.join();
    // The last of two owners destroys what the other thread has written.
    auto shared = std::make_shared<std::string>();
    std::thread owner([held = shared]() mutable {
        *held = "written by one thread, destroyed by another";
        held.reset();
    });
    shared.reset();
    owner.join();
    std::printf("%zu\n", size);
}

}  // namespace

int main(int argc, char** argv) {
    albireo::support::answer_help(argc, argv, "planted_race",
                                  "Runs threads with a planted race of one kind, or with none: planted_race none|plain|published|destroyed|locks");
    const std::string_view kind = argc == 2 ? argv[1] : "";
    constexpr std::pair<std::string_view, void (*)()> kKinds[] = {
        {"none", none}, {"plain", plain}, {"published", published}, {"destroyed", destroyed}, {"locks", locks}};
    for (const auto& [name, run] : kKinds) {
        if (kind != name) continue;
        run();
        return 0;
    }
    std::fprintf(stderr, "planted_race: expected none, plain, published, destroyed or locks\n");
    return 2;
}
