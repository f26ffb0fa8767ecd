#pragma once
/// A timer that is due every millisecond on one core and does nothing. Its lateness measures the machine alone, not other programs
/// on the core: the system lets a thread that hardly runs go first, whatever a server there does.
/// 1. `first` asks for a priority above everything else on the core, which the system may refuse (is_first()). Otherwise the timer is
///    scheduled like any program.
/// 2. held_ticks() is the number of ticks that a program on that core may have missed because the machine delayed it.
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "server/lateness.hpp"
#include "sim/base/limits.hpp"

namespace albireo::session_tests {

/// Pins the calling thread, and the threads that it creates from now on, to that core. False if the system refuses.
inline bool stay_on_core(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return pthread_setaffinity_np(pthread_self(), sizeof cores, &cores) == 0;
}

class IdleTimer {
  public:
    enum class Priority : std::uint8_t { as_any, first };

    explicit IdleTimer(int core, Priority priority = Priority::first)
        : thread_([this, core, priority] { run(core, priority); }) {}
    IdleTimer(const IdleTimer&) = delete;
    IdleTimer& operator=(const IdleTimer&) = delete;
    ~IdleTimer() {
        stop_ = true;
        thread_.join();
    }

    server::Lateness::Summary lateness() const {
        server::Lateness::Summary summary;
        summary.add(late_);
        return summary;
    }
    std::uint64_t held_ticks() const { return held_ticks_; }
    bool is_first() const { return is_first_; }

  private:
    static proto::Micros now() {
        return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds{1};
    }
    void run(int core, Priority priority) {
        const sched_param most{.sched_priority = 90};
        is_first_ = stay_on_core(core) && priority == Priority::first &&
                    pthread_setschedparam(pthread_self(), SCHED_FIFO, &most) == 0;
        for (proto::Micros due = now(); !stop_;) {
            due += proto::kMicrosPerMs;
            std::this_thread::sleep_until(std::chrono::steady_clock::time_point(std::chrono::microseconds(due)));
            const proto::Micros late = now() - due;
            late_.note(late);
            if (late > server::Lateness::kTooLong)
                held_ticks_ += static_cast<std::uint64_t>(late / proto::kMicrosPerTick + 1);
            due = std::max(due, now() - proto::kMicrosPerMs);
        }
    }

    std::atomic<bool> stop_{false}, is_first_{false};
    std::atomic<std::uint64_t> held_ticks_{0};
    server::Lateness late_;
    std::thread thread_;
};

/// A test's server has the first core to itself; everything else that the test runs is on this one.
inline int last_core() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())) - 1;
}

/// What a game may have missed because the machine delayed its server or its clients.
class IdleTimers {
  public:
    std::uint64_t held_ticks() const { return first_.held_ticks() + last_.held_ticks(); }

  private:
    IdleTimer first_{0, IdleTimer::Priority::as_any}, last_{last_core(), IdleTimer::Priority::as_any};
};

}  // namespace albireo::session_tests
