#pragma once
/// A player of a load test: sends and receives what a real client does, but has no world. Its frames and digests are those of a recorded
/// game, and it checks the server's digests against them. Bytes and `now` in, bytes out.
/// 1. The handshake, the seal, the connection and the clock are those of a real client: a frame each tick, sent at once; acknowledgements, echoes,
///    copies and repeats by the same rules; the lead and the stretch of the clock too.
/// 2. It takes no snapshot and does not come back to a seat that it has lost: that counts as a failure.
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "client/net/tick_clock.hpp"
#include "proto/connection.hpp"
#include "proto/handshake.hpp"
#include "server/lateness.hpp"
#include "tests/session/recorded_game.hpp"

namespace albireo::session_tests {

using proto::Micros;

/// Of all players of a thread, which fills it; any thread may read it. Times are noted only while `measures`.
struct LoadFigures {
    using Counter = std::atomic<std::uint64_t>;

    std::atomic<bool> measures{false};
    Counter seated{0}, playing{0}, failed{0};
    Counter ticks{0}, frozen_ticks{0}, reports{0};
    Counter digests_checked{0}, digests_wrong{0}, desyncs{0};
    Counter datagrams_in{0}, datagrams_out{0}, datagrams_refused{0}, passes{0};
    server::Lateness tick_late;  // of the load itself: how long after its time a player's tick was sent
    server::Lateness relay;      // from when a player's frame was sent until its partner had it, with the load's own delay
};

class LoadPlayer {
  public:
    using SendDatagram = std::function<void(std::span<const std::uint8_t>)>;

    /// `connect_id`: another one for each player. `code`: of the game to join; empty: creates one. `figures` and `game` must outlive the player.
    LoadPlayer(const RecordedGame& game, LoadFigures& figures, std::uint32_t connect_id, std::string code, std::optional<proto::PublicKey> server);

    /// Of both players, once both exist.
    void set_partner(const LoadPlayer& partner) { partner_ = &partner; }

    void receive(std::span<const std::uint8_t> datagram, Micros now);
    /// Does what is due, and sends it.
    void advance(Micros now, const SendDatagram& send);
    Micros next_due(Micros now);

    const std::string& code() const { return code_; }
    bool is_playing() const { return state_ == State::playing; }
    /// Why it cannot go on; empty while it can.
    const std::string& failure() const { return failure_; }
    const std::optional<proto::PublicKey>& server_key() const { return handshake_.server_key(); }

  private:
    enum class State : std::uint8_t { entering, waiting, playing, failed };
    static constexpr std::uint32_t kRemembered = 256;  // ticks
    static constexpr int kTicksAtOnceMax = 8;
    static constexpr Micros kSilentMax = 4 * proto::kMicrosPerSecond;

    bool is_connected() const { return handshake_.state() == proto::HandshakeClient::State::accepted; }
    void receive_packet(proto::Channel channel, std::span<const std::uint8_t> packet, Micros now);
    void receive(const proto::Message& message, Micros now);
    void learn(Micros now);
    void play(Micros now);
    void send_packets(Micros now, const SendDatagram& send);
    void fail(std::string why);

    const RecordedGame& game_;
    LoadFigures& figures_;
    proto::HandshakeClient handshake_;
    proto::Connection connection_;
    client::TickClock clock_;
    State state_ = State::entering;
    Slot slot_ = Slot::gold;
    std::string code_, failure_;
    std::vector<std::uint8_t> waiting_;  // the newest control packet, sent along with the knocking
    const LoadPlayer* partner_ = nullptr;
    Tick confirmed_;
    Tick partner_known_;
    bool is_held_ = false;
    Micros began_ = -1;
    std::array<Micros, kRemembered> sent_at_{};  // of the frames, by tick
};

}  // namespace albireo::session_tests
