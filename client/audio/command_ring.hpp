#pragma once
/// A queue from one thread to one other, without locks: neither ever waits.
/// 1. push() is called by one thread only, pop() by one other.
/// 2. A full ring refuses a command, and push() counts it; an accepted command is never lost or reordered.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace albireo::audio {

template <class T, std::size_t N>
class CommandRing {
    static_assert((N & (N - 1)) == 0 && std::is_trivially_copyable_v<T>);

  public:
    bool push(const T& item) {
        const std::size_t tail = tail_.load(std::memory_order_relaxed);
        if (tail - head_seen_ == N) {
            head_seen_ = head_.load(std::memory_order_acquire);
            if (tail - head_seen_ == N) {
                ++refused_;
                return false;
            }
        }
        items_[tail % N] = item;
        tail_.store(tail + 1, std::memory_order_release);
        return true;
    }

    bool pop(T& item) {
        const std::size_t head = head_.load(std::memory_order_relaxed);
        if (head == tail_seen_) {
            tail_seen_ = tail_.load(std::memory_order_acquire);
            if (head == tail_seen_) return false;
        }
        item = items_[head % N];
        head_.store(head + 1, std::memory_order_release);
        return true;
    }

    /// For the pushing thread.
    std::uint64_t refused() const { return refused_; }

  private:
    // Each side's counters, and its copy of the other side's, have a cache line of their own.
    static constexpr std::size_t kLine = 64;
    alignas(kLine) std::atomic<std::size_t> tail_{0};
    std::size_t head_seen_ = 0;
    std::uint64_t refused_ = 0;
    alignas(kLine) std::atomic<std::size_t> head_{0};
    std::size_t tail_seen_ = 0;
    alignas(kLine) std::array<T, N> items_{};
};

}  // namespace albireo::audio
