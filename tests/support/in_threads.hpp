#pragma once
/// Independent pieces of work, shared by threads.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace albireo::support {

/// Calls work(0) … work(count − 1), each once and in one of `threads` threads. Returns when all are done. `work` must not throw.
template <class Work>
void in_threads(std::size_t count, std::uint32_t threads, const Work& work) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> running;
    for (std::uint32_t i = 0; i < threads; ++i) {
        running.emplace_back([&] {
            for (std::size_t n = next++; n < count; n = next++) work(n);
        });
    }
}

}  // namespace albireo::support
