#pragma once
/// One thread with one socket and many sessions: a lobby, ENet's socket and a timer on an Asio event loop. The loop
/// sleeps until the socket is readable or the timer fires. While many datagrams come it looks at the socket every kGatherFor instead. Passes of the loop begin at least kGatherFor apart, unless
/// one has left work undone.
#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/config.hpp"
#include "server/disk_sync.hpp"
#include "server/levels.hpp"
#include "server/lobby.hpp"
#include "server/lobby_store.hpp"
#include "server/meeting_point.hpp"
#include "server/web/web_link.hpp"
#include "proto/enet_link.hpp"
#include "reach/lan_server.hpp"

namespace albireo::server {

class Shard {
  public:
    /// Opens the socket. On failure `error` gives the reason, and the shard must not be started.
    Shard(const Config& config, std::uint32_t number, Levels& levels, std::string& error,
          std::shared_ptr<ExchangeLedger> exchanges = std::make_shared<ExchangeLedger>(),
          std::shared_ptr<AdmissionControl> admission = nullptr, std::shared_ptr<LobbyStore> lobbies = nullptr);
    ~Shard();

    /// Called on the shard's thread: whether a failed recording may be restarted. By default it may not. Set it before start().
    std::function<bool()> can_record = [] { return false; };
    /// Called when a game's recording fails, once for each part: on the shard's thread, or on its second one (offload.hpp). Set it
    /// before start().
    std::function<void(const std::string& code, const replays::RecordingFault& fault)> on_recording_failed;
    /// Called on the shard's thread when a game's journal fails: that game would not survive the process. Set it before start().
    std::function<void(const std::string& fault)> on_journal_failed;
    /// Called on the shard's thread with every event of its games; empty: spdlog gets their lines. Set it before start().
    std::function<void(const LogEvent& event)> on_log;
    /// This is shard number `own` of these, which share a port and outlive it. All have the same `loads`. Call it before start().
    void set_shards(std::uint32_t own, const std::vector<std::unique_ptr<Shard>>& all, std::shared_ptr<ShardLoads> loads);
    /// The fleet's directory of codes. Call it before recover().
    void set_directory(std::shared_ptr<Directory> directory);
    /// Recovers the games of this shard that an earlier process has left, and these lobbies. Call it after set_shards(), before start().
    void recover(const Config& config, std::vector<LeftLobby> lobbies);
    bool is_own(const std::string& code) const { return lobby_->is_own(code); }
    void start();
    /// From any thread: accepts no new games. Running games get Config::drain_seconds to end; then their recordings are
    /// closed.
    void drain();
    /// From any thread: ends everything now.
    void stop();
    void join();

    const Metrics& metrics() const { return metrics_; }
    /// CPU time used by the shard's thread so far. From any thread, between start() and join().
    Micros processor_time();
    std::uint16_t port() const { return link_->port(); }
    bool has_ipv6() const { return link_->has_ipv6(); }
    /// The link to players in browsers, for the web server; null without Config::web.
    WebLink* web_link() const { return web_.get(); }
    /// The server's public key.
    std::optional<proto::PublicKey> server_key() const { return link_->server_key(); }
    /// The limits on what an address may request, and its bans. All shards of a server share it; any thread may use it.
    AdmissionControl& admission() const { return *admission_; }
    /// Whether the shard has ended after drain() or stop().
    bool is_done() const { return done_.load(); }
    /// From any thread: calls `then` on the shard's thread with its lobby.
    void ask(std::function<void(Lobby& lobby, Micros now)> then);
    /// From any thread: for how long the shard's thread has been late for its next pass; 0 if it is not. A shard that
    /// has nothing to do makes a pass every kPassEvery.
    Micros overdue(Micros now) const { return done_.load() ? 0 : std::max<Micros>(now - due_by_.load(), 0); }
    /// From any thread: for how long the oldest data of recordings and journals has been waiting for the disk (DiskSync::unsynced_for());
    /// 0 if nothing is recorded.
    Micros unsynced_for(Micros now) const {
        return std::max(records_to_ != nullptr ? records_to_->unsynced_for(now) : 0, lobbies_ != nullptr ? lobbies_->unsynced_for(now) : 0);
    }
    /// From any thread: where a game of this shard stands with the rendezvous of Config::enrol_at.
    reach::Enrolment enrolment_of(const std::string& code) const {
        return meeting_ ? meeting_->enrolment_of(code) : reach::Enrolment::none;
    }
    /// From any thread: MeetingPoint::probe().
    reach::PortProbe probe(const proto::NetAddress& port) { return meeting_ ? meeting_->probe(port) : reach::PortProbe::none; }
    static constexpr Micros kPassEvery = 200 * proto::kMicrosPerMs;
    /// A pass visits no further game or peer when it has lasted this long. It reads for 1 ms at most (proto/enet_base.hpp); three
    /// visits of 0.2 ms at most may follow, one each of a game, a peer and a spectator. Together that is 2 ms.
    static constexpr Micros kVisitFor = 1'400;
    /// So one pass serves all packets and timers of a millisecond. They wait for 0.5 ms on average; those of a server with few games hardly
    /// ever: a packet that arrives later than this after the last pass is served at once.
    static constexpr Micros kGatherFor = proto::kMicrosPerMs;
    /// How long after a pass that left work undone the next one begins.
    static constexpr Micros kGoOnAfter = 200;

  private:
    /// From a pass with so many datagrams on, at about 4 000 a second, the loop looks at the socket every kGatherFor instead of being
    /// woken by it, until a pass finds nothing there.
    static constexpr std::uint64_t kBusyFrom = 4;

    proto::Link& link() { return joint_ ? static_cast<proto::Link&>(*joint_) : *link_; }
    /// Datagrams of a shard that wait for its thread. More are dropped, as in a full socket.
    static constexpr int kHandedMax = 256;

    void take(std::vector<std::uint8_t> datagram, proto::NetAddress from);
    void advance();
    void advance_soon();
    void wait_until(Micros due);
    std::vector<std::string> codes_to_enrol() const;
    void note_socket();
    void answer_lan(std::uint64_t server);
    void meet(const Config& config, std::uint32_t number);

    const std::shared_ptr<LobbyStore> lobbies_;  // of all shards; null: games end with the process
    const Micros drain_for_;
    Metrics metrics_;
    struct Loop;  // Asio's, whose headers only shard.cpp includes
    std::unique_ptr<Loop> loop_;
    std::shared_ptr<AdmissionControl> admission_;
    std::unique_ptr<DiskSync> disk_;  // null: nothing is recorded, and no bundle was stored
    const DiskSync* records_to_ = nullptr;  // the same, if games are recorded: set once, so that any thread may read it
    std::unique_ptr<proto::EnetLink> link_;
    std::unique_ptr<WebLink> web_;             // null: nobody plays in a browser
    std::unique_ptr<proto::JointLink> joint_;  // both of them
    std::unique_ptr<Lobby> lobby_;
    std::unique_ptr<reach::LanServer> lan_;  // null: queries of the local network are not answered
    std::unique_ptr<MeetingPoint> meeting_;  // null: this shard introduces nobody and enrols nothing
    const bool enrols_;  // this server's own games are enrolled at a rendezvous
    /// Of the first shard, with enrols_: the others. All packets of meetings and relays come to the first shard, which cannot tell whose
    /// they are.
    std::vector<Shard*> others_;
    std::atomic<int> handed_{0};
    std::thread thread_;
    Micros pass_began_ = 0;
    std::atomic<bool> done_{false};
    std::atomic<Micros> due_by_{proto::kNever};  // due_, for other threads; kNever before start()
    Micros due_ = proto::kNever;  // time of the next pass if no packet arrives earlier
    Micros wanted_ = proto::kNever;  // when its work would be due without kGatherFor, so that lateness is told with it
    Micros drain_until_ = -1;
    bool stopping_ = false;
    bool is_busy_ = false;  // see kBusyFrom
};

using Shards = std::vector<std::unique_ptr<Shard>>;

/// Admission control with the limits and trusted ranges of the configuration, and a random key.
std::shared_ptr<AdmissionControl> make_admission_control(const Config& config);

/// All shards of a server, each with its socket open. Their sockets share a port, and the system gives each shard its datagrams
/// (proto::EnetServerOptions). Empty if a socket cannot be opened; `error` says why.
/// `make_directory` (optional) makes the fleet's directory of codes, given the port.
using MakeDirectory = std::function<std::shared_ptr<Directory>(std::uint16_t port)>;
Shards open_shards(const Config& config, Levels& levels, std::string& error, const MakeDirectory& make_directory = {});

/// Microseconds of the steady clock.
Micros steady_now();

}  // namespace albireo::server
