#pragma once
/// A client's line to its server: the current link with its connection, how long each has been silent, and the traffic
/// of all links together. GameClient owns it and says when a new link is due.
///
/// 1. There is always a connection, and a link if one could be opened. open() replaces both at once: a connection never
///    carries packets of two links.
/// 2. Traffic and conflicts are totals over all links, so they never fall.
/// 3. first_opened() is never later than the opening of the current link, and a link receives no packet before it was
///    opened.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "client/net/net_figures.hpp"
#include "proto/connection.hpp"

namespace albireo::client {

using proto::Micros;

class ServerLine {
  public:
    static constexpr Micros kComeBackEvery = 10 * proto::kMicrosPerSecond;  // least interval of requested reconnects
    static constexpr Micros kLinkRetry = 20 * proto::kMicrosPerMs;          // when no link could be opened
    static constexpr Micros kSilentMax = 4 * proto::kMicrosPerSecond;
    static constexpr Micros kRareSilentMax = 8 * proto::kMicrosPerSecond;  // … while packets are rare
    static constexpr Micros kProbeAfter = 1 * proto::kMicrosPerSecond;  // of silence: see probe()
    static constexpr Micros kAskAfter = kProbeAfter / 2;                // … while silence is normal
    static constexpr Micros kProbeFor = 1 * proto::kMicrosPerSecond;    // plus four round trips: a probe without an answer ends
    static constexpr Micros kProbeGrace = 100 * proto::kMicrosPerMs;
    static constexpr Micros kRecoverRetry = 500 * proto::kMicrosPerMs;     // while the server recovers the game
    static constexpr int kRareLossPermille = 800;
    static constexpr Micros kTicketRetry = 3 * proto::kMicrosPerSecond;    // when a newcomer was sent to another server
    static constexpr Micros kFullRetry = 2 * proto::kMicrosPerSecond;    // when the server had no room
    static constexpr Micros kConnectMax = 15 * proto::kMicrosPerSecond;  // after that the server counts as unreachable
    static constexpr Micros kSeatMax = 60 * proto::kMicrosPerSecond;     // … also if it answers, but assigns no seat
    static constexpr Micros kReturnMax = 180 * proto::kMicrosPerSecond;  // after that the game is lost

    ServerLine(std::function<std::unique_ptr<proto::Link>()> open_link, bool eco);

    /// Replaces the link and the connection. Returns whether there is a link.
    bool open(Micros now);
    bool was_opened() const { return link_opened_ >= 0; }
    /// Whether open() is due: it was never called, or opened nothing the last time.
    bool must_open(Micros now) const { return !was_opened() || (link_ == nullptr && now - link_opened_ > kLinkRetry); }

    proto::Link* link() { return link_.get(); }
    proto::Connection& connection() { return *connection_; }
    const proto::Connection& connection() const { return *connection_; }

    /// Receives packets until there are no more, or until the link is refused: for lack of room, or because the server
    /// does not hold the known key. Returns why, or nothing. Requires a link.
    std::optional<proto::LinkEvent::Kind> poll(Micros now);
    /// The server has no room for the current link, or is not ready: the next link is opened this long after it.
    void retry_after(Micros time) { retry_after_ = time; }
    /// The server has answered: cancels the replacement that retry_after() has scheduled.
    void keep_link() { retry_after_ = proto::kNever; }
    /// Sends the packets that are due. Requires a link. The rates of `figures` pause while `plays` is false.
    void send_due(Micros now, NetFigures& figures, bool plays);

    /// The verdict about the link, by how long it has been silent.
    enum class Verdict : std::uint8_t {
        keep,
        reopen,
        unreachable,  // the server has never answered
        no_seat,      // the server answers, but assigns no seat
        lost,         // the server has been silent for kReturnMax
    };
    struct ClientStatus {        // the state of the client
        bool is_new;      // it has no seat yet
        bool was_seated;  // it has a seat, or a token of one
        bool is_playing;
        bool is_returning;  // to its seat in a running game
        bool must_return;  // the server has asked it to rejoin
    };
    Verdict judge(Micros now, ClientStatus client) const;

    /// A restarted server does not know the current link, but answers a new one. So while the current link is silent, a
    /// second one is opened beside it, which only sends Hellos. If the second is answered while the first stays silent, judge()
    /// returns `reopen`, and open() takes the second. If the first is heard again, as after a blackout, the second is dropped.
    /// Returns the connection of a second link that has just been opened.
    /// In a game any silence counts, because frames flow. For a client that is returning to a game silence is normal: its
    /// current link is probed first (must_ask()), and a second one is opened only if the probe is not acknowledged. A second
    /// link without an answer is replaced after a while, because its server may have died too. Before a game nothing is probed.
    proto::Connection* probe(Micros now, ClientStatus client);
    /// Whether to probe the current link by sending any message, which a live server acknowledges.
    bool must_ask(Micros now, ClientStatus client) const;

    /// A server has answered that it speaks another version, and none has been heard since.
    proto::VersionGap version_gap() const;
    /// When the connection must send next.
    Micros next_due(Micros now) const {
        return std::min(connection_->next_due(now), probe_ ? now + kProbePollEvery : proto::kNever);
    }
    Micros first_opened() const { return first_opened_; }
    /// The time since the first packet through the current link; negative if there was none.
    Micros connected_for(Micros now) const { return connected_since_ >= 0 ? now - connected_since_ : -1; }
    /// The number of frames that arrived twice with different contents, over all connections.
    std::uint64_t conflicts() const { return earlier_conflicts_ + connection_->incoming().counters().conflict; }

  private:
    static constexpr Micros kProbePollEvery = 10 * proto::kMicrosPerMs;
    struct Probe {
        std::unique_ptr<proto::Link> link;
        std::unique_ptr<proto::Connection> connection;
        Micros opened_at = 0;
        Micros answered_at = -1;
    };
    bool is_rare(const ClientStatus& client) const;
    bool is_lossy() const;
    bool may_probe(const ClientStatus& client) const;
    Micros silent_for(Micros now) const { return now - std::max(link_opened_, connection_->last_heard()); }

    std::function<std::unique_ptr<proto::Link>()> open_link_;
    bool eco_;
    std::unique_ptr<proto::Link> link_;
    std::unique_ptr<proto::Connection> connection_;
    std::optional<Probe> probe_;
    bool was_probed_ = false;  // since the current link was last heard
    // Of the last connection that was in a game: a new one does not know its path yet.
    int earlier_loss_permille_ = 0;
    Micros earlier_rtt_ = 0;
    proto::LinkTraffic earlier_;  // of the links before this one
    std::uint64_t earlier_conflicts_ = 0;
    Micros link_opened_ = -1;
    Micros first_opened_ = -1;
    Micros connected_since_ = -1;  // time of the first packet through the current link
    Micros last_alive_ = -1;   // time of the last packet through any link
    proto::VersionGap earlier_gap_ = proto::VersionGap::none;  // of the links before this one
    Micros retry_after_ = proto::kNever;  // of the opening of the current link; kNever: it is not to be replaced
};

}  // namespace albireo::client
