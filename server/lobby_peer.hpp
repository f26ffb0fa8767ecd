#pragma once
#include "proto/byte_bucket.hpp"
#include "proto/connection.hpp"
#include "server/lobby.hpp"

namespace albireo::server {

/// How much of a recording a spectator has been sent.
struct Lobby::Watching {
    std::string code;  // of the game: its join code, or the watch code of a forwarded one
    std::shared_ptr<const LiveRecording> recording;
    Micros delay = 0;
    std::size_t sent = 0;     // bytes of the recording, queued
    std::size_t waiting = 0;  // messages unacknowledged at the last check
    Micros progress_at = 0;   // when one was last acknowledged, or none waited
    Micros announced_at = -1;
    Micros over_since = -1;   // the game is over: the rest is sent
    std::uint32_t forwards_to = 0;    // spectators, by its own account
    Micros forwards_told_at = -1;     // negative: never
};

/// The game that a spectator watches, as it is now.
struct Lobby::Source {
    bool is_game_over = false;  // what is there of the recording may be sent at once
    bool is_over = false;       // nothing is added to the recording
    bool has_started = false;
    Micros delay = 0;        // behind the game, at least
    Micros came_late = 0;    // … of which the recording was when it came here
    std::uint32_t spectators = 0;  // in all
};

/// One peer of the link: its connection, and its session and seat.
struct Lobby::Peer {
    Peer(Micros now, Host from) : since(now), second_began(now), host(from), seatless_since(now) {}

    proto::Connection connection;
    std::string name;
    bool greeted = false;
    bool closing = false;  // refused or gone: only queued messages are still sent
    Micros since;
    Micros closing_since = 0;
    std::uint32_t tries = 0;
    std::uint32_t packets_this_second = 0;
    Micros second_began;
    bool flooding = false;
    proto::Connection::Counters noted;  // already added to the metrics
    std::uint64_t noted_future = 0;     // frames from the future, already added to the metrics
    std::uint64_t noted_repeats = 0;    // bytes repeated, already charged to the address
    std::shared_ptr<Session> session;
    Slot slot = Slot::gold;
    std::optional<proto::Message> request;  // waits for a level that is being compiled, or the directory of codes
    bool is_asking = false;                 // … for the directory
    bool knows_tickets = false;
    std::uint32_t fleet_sent = 0;  // Directory::fleet_version()
    Micros fleet_sent_at = 0;
    Host host = 0;  // Link::host_of()
    proto::Binding binding{};  // Link::binding_of()
    std::shared_ptr<Rematch> rematch{};  // of the game that this player has said goodbye to, and of which they still look at the results
    Micros listens_until = 0;            // … at the latest
    enum class CountsAs : std::uint8_t { seatless, rematch_wait, spectator, nothing };
    CountsAs counts_as = CountsAs::seatless;  // for admission control
    Micros seatless_since;
    std::unique_ptr<Watching> watching;  // a spectator; null: not
    bool is_spectator = false;           // … or was one: its packets stay within the spectators' budget
    proto::ByteBucket bucket{kSpectatorRate, kSpectatorDepth};  // a spectator's
};

}  // namespace albireo::server
