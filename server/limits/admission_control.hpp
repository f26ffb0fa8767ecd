#pragma once
/// Decides what a peer may request, by its address: applies the whole table of limits.hpp. All shards of a server
/// share one object; any thread may use it. It has no socket and no clock.
///
/// 1. Requests of others at the same address never affect a player who has a seat: only new peers, new sessions, codes and
///    transfers are judged. A player who returns needs a new connection: an address gets as many as it has
///    seats, even if strangers have used up the server's connections. So no crowd keeps players out of their own games.
/// 2. An unknown address (0) and the trusted ranges have no limits, except on answers to Hellos, whose senders may be forged.
/// 3. A banned address gets no connection, even if it is trusted. The lobby drops the connections that it has.
/// 4. A request that is refused is not charged, except wrong codes: those are charged when they have been looked up.
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/limits/bans.hpp"
#include "server/limits/budget.hpp"
#include "server/limits/hello_budget.hpp"
#include "server/limits/log_limiter.hpp"
#include "server/limits/seats.hpp"

namespace albireo::server {

class AdmissionControl {
  public:
    /// `key`: random, for HelloBudget.
    explicit AdmissionControl(const Limits& limits = {}, std::vector<HostRange> trusted = {}, const HelloBudget::Key& key = {});

    // Asked by the gate.
    /// Whether a Hello gets a Challenge. Its sender's address may be forged.
    bool answers_hello(Host host, Micros now);
    /// Whether a verified address gets a new connection.
    bool admits_peer(Host host, Micros now);

    // Called by the lobby when a peer has connected, and later when it has taken a seat or left. If there is no room,
    // peer_connected() returns false and does not count the peer.
    bool peer_connected(Host host, Micros now);
    void peer_seated_or_gone(Host host);
    /// A peer has taken a seat, or its connection to it has ended.
    void seat_taken(Host host);
    void seat_left(Host host, Micros now);
    /// The seats that the address has now, or had shortly before.
    std::uint32_t seats_of(Host host, Micros now) const;

    /// Whether a peer may watch a game. If so, it counts as a spectator until spectator_gone(), and no longer as a peer without a
    /// seat: the caller says so with peer_seated_or_gone().
    bool may_watch(Host host);
    void spectator_gone(Host host);

    /// Whether a player without a seat may keep their connection to wait for a rematch. If so, it counts until rematch_wait_over().
    bool may_wait_for_rematch(Host host);
    void rematch_wait_over(Host host);

    /// Whether a session may be created. If so, it counts as held until session_ended().
    bool may_create(Host host, Micros now);
    void session_ended(Host host);
    /// A session of an earlier process was resumed. It counts as held, even beyond the limits.
    void session_resumed(Host host);

    /// Whether a code or token may be looked up. If it is then wrong, the caller says so.
    bool may_try_code(Host host, Micros now);
    void note_wrong_code(Host host, Micros now);

    enum class Transfer : std::uint8_t { other, return_by_token };
    /// Whether a level or snapshot may be sent now. If not, the caller asks again later. A player who has returned to a
    /// running game by token gets it even if others have used up the server's share.
    bool may_transfer(Host host, std::size_t bytes, Micros now, Transfer kind = Transfer::other);

    /// So many bytes of transfers were repeated. Whether there is room for more of it.
    bool charge_repeats(Host host, std::uint64_t bytes, Micros now);

    /// The line to write about something that this address caused, as LogLimiter changes it; nothing if it is left out.
    std::optional<std::string> admit_log_line(LogCause cause, Host host, std::string line, Micros now);

    bool is_trusted(Host host) const;

    // The operator's commands. For false, see Bans. Their work is done beside the list that the shards read, so no shard waits for it.
    bool ban(const Ban& ban, Micros now);
    void ban_all(std::span<const Ban> bans, Micros now);
    bool lift(const HostRange& range, Micros now);
    bool is_banned(Host host, Micros now) const;
    std::vector<Ban> bans(Micros now) const;

    /// The current number of peers without a seat.
    std::uint32_t seatless() const;
    /// The current number of spectators.
    std::uint32_t spectators() const;

  private:
    bool has_place(Host host, Micros now) const;
    bool returns(Host host, Micros now) const;
    template <class Change>
    bool change_bans(Change&& change);
    std::shared_ptr<const Bans> bans_now() const;
    bool take_place(ConcurrentLimit& places, Host host);  // false if there is none
    void return_place(ConcurrentLimit& places, Host host);
    mutable std::mutex mutex_;
    const std::vector<HostRange> trusted_;
    std::mutex bans_change_;  // held while a new list is made
    std::shared_ptr<const Bans> bans_ = std::make_shared<const Bans>();  // replaced as a whole
    HelloBudget hellos_, trusted_hellos_;
    Budget peers_, creates_, wrong_codes_, rare_wrong_codes_, transfers_, transfer_bytes_, repeated_bytes_, returns_;
    ConcurrentLimit seatless_, rematch_waits_, spectators_, sessions_;
    Seats seats_;
    LogLimiter log_lines_;
};

}  // namespace albireo::server
