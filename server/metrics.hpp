#pragma once
/// Counters of one shard, written by its thread and read by any (relaxed: each is a number of its own).
#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "server/lateness.hpp"

namespace albireo::server {

struct Metrics {
    using Counter = std::atomic<std::uint64_t>;

    Counter sessions_started{0}, sessions_ended{0}, sessions_now{0};
    Counter peers_now{0};
    Counter ticks{0};
    Counter packets_in{0}, packets_out{0}, bytes_in{0}, bytes_out{0};
    Counter malformed{0};      // packets or messages that did not decode
    Counter unexpected{0};     // well-formed, but not now
    Counter floods{0};         // peers cut off for sending too much
    Counter refused{0};        // hellos, creates and joins turned away
    Counter conflicts{0};      // frames that came again and were not the same
    Counter desyncs{0};
    Counter absences{0}, rejoins{0};
    Counter late_ticks{0};     // ticks stepped more than 5 ms after both frames were in

    Lateness timer_late;  // a pass of the loop, behind the time it was due
    Lateness pass;        // how long one took

    static void each_lateness(const Metrics& self, auto&& visit) {
        visit("timer_late", self.timer_late);
        visit("pass", self.pass);
    }
    static void each(const Metrics& self, auto&& visit) {
        visit("sessions_started", self.sessions_started);
        visit("sessions_ended", self.sessions_ended);
        visit("sessions_now", self.sessions_now);
        visit("peers_now", self.peers_now);
        visit("ticks", self.ticks);
        visit("packets_in", self.packets_in);
        visit("packets_out", self.packets_out);
        visit("bytes_in", self.bytes_in);
        visit("bytes_out", self.bytes_out);
        visit("malformed", self.malformed);
        visit("unexpected", self.unexpected);
        visit("floods", self.floods);
        visit("refused", self.refused);
        visit("conflicts", self.conflicts);
        visit("desyncs", self.desyncs);
        visit("absences", self.absences);
        visit("rejoins", self.rejoins);
        visit("late_ticks", self.late_ticks);
    }
};

inline void count(Metrics::Counter& counter, std::uint64_t by = 1) { counter.fetch_add(by, std::memory_order_relaxed); }

}  // namespace albireo::server
