#pragma once
/// Counters of one shard, written by its thread and read by any thread. Access is relaxed: no counter depends on
/// another.
#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "server/lateness.hpp"

namespace albireo::server {

struct Metrics {
    using Counter = std::atomic<std::uint64_t>;

    Counter sessions_started{0}, sessions_ended{0}, sessions_now{0};
    Counter sessions_closed{0};  // ended sessions whose players have said goodbye
    Counter sessions_resumed{0}, sessions_parked{0};  // from and for another process
    Counter sessions_unresumed{0};                    // set aside, because they could not be resumed
    Counter games_not_kept{0};                        // whose journal cannot be written: they would end with this process
    Counter peers_now{0};
    Counter ticks{0};
    Counter packets_in{0}, packets_out{0}, bytes_in{0}, bytes_out{0};
    Counter malformed{0};      // packets or messages that did not decode
    Counter out_of_context{0}; // runs that cannot be decoded: frames before them have not arrived
    Counter too_early{0};      // packets of frames before the game has started
    Counter future_frames{0};  // frames further ahead than any client can be
    Counter unexpected{0};     // well-formed messages that do not fit the peer's state
    Counter floods{0};         // seconds in which a peer sent too much: the excess is dropped
    Counter refused{0};        // hellos, creates and joins refused
    Counter sent_on{0};        // … of them, those redirected to another server of the fleet
    Counter over_limit{0};     // peers, creates and codes refused by the limits of an address (limits/limits.hpp)
    Counter log_lines_left_out{0};
    Counter hellos_dropped{0}; // Hellos and new connections that the gate did not answer because of these limits
    Counter conflicts{0};      // frames that contradict an earlier one of the same tick
    Counter desyncs{0};
    Counter absences{0}, rejoins{0};
    Counter seat_tries{0};     // requests to rejoin with an old or a wrong token
    Counter late_ticks{0};     // ticks stepped more than 5 ms after both frames were in
    // Of the socket: datagrams that are not ours, damaged, forged or copied ones for a connected peer, Knocks without a
    // valid cookie or seal, Hellos answered, peers refused because no slot was free, errors.
    Counter refused_datagrams{0}, broken_seals{0}, bad_knocks{0}, challenges{0}, full{0}, socket_errors{0};

    Lateness timer_late;  // delay of a pass of the loop after the time it was due
    Lateness pass;        // duration of a pass
    // Of each player in a running game, once a second.
    Lateness lead;  // ticks by which the player's frames are ahead of the server's world
    Lateness loss;  // permille of the player's packets lost on their way to the server

    static void each_lateness(const Metrics& self, auto&& visit) {
        visit("timer_late", self.timer_late);
        visit("pass", self.pass);
    }
    static void each_histogram(const Metrics& self, auto&& visit) {
        each_lateness(self, visit);
        visit("lead", self.lead);
        visit("loss", self.loss);
    }
    static void each(const Metrics& self, auto&& visit) {
        visit("sessions_started", self.sessions_started);
        visit("sessions_ended", self.sessions_ended);
        visit("sessions_now", self.sessions_now);
        visit("sessions_closed", self.sessions_closed);
        visit("sessions_resumed", self.sessions_resumed);
        visit("sessions_unresumed", self.sessions_unresumed);
        visit("sessions_parked", self.sessions_parked);
        visit("games_not_kept", self.games_not_kept);
        visit("peers_now", self.peers_now);
        visit("ticks", self.ticks);
        visit("packets_in", self.packets_in);
        visit("packets_out", self.packets_out);
        visit("bytes_in", self.bytes_in);
        visit("bytes_out", self.bytes_out);
        visit("malformed", self.malformed);
        visit("out_of_context", self.out_of_context);
        visit("too_early", self.too_early);
        visit("future_frames", self.future_frames);
        visit("unexpected", self.unexpected);
        visit("floods", self.floods);
        visit("refused", self.refused);
        visit("sent_on", self.sent_on);
        visit("over_limit", self.over_limit);
        visit("log_lines_left_out", self.log_lines_left_out);
        visit("hellos_dropped", self.hellos_dropped);
        visit("conflicts", self.conflicts);
        visit("desyncs", self.desyncs);
        visit("absences", self.absences);
        visit("rejoins", self.rejoins);
        visit("seat_tries", self.seat_tries);
        visit("late_ticks", self.late_ticks);
        visit("refused_datagrams", self.refused_datagrams);
        visit("broken_seals", self.broken_seals);
        visit("bad_knocks", self.bad_knocks);
        visit("challenges", self.challenges);
        visit("full", self.full);
        visit("socket_errors", self.socket_errors);
    }
};

inline void count(Metrics::Counter& counter, std::uint64_t by = 1) { counter.fetch_add(by, std::memory_order_relaxed); }

}  // namespace albireo::server
