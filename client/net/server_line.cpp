#include "client/net/server_line.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::client {

ServerLine::ServerLine(std::function<std::unique_ptr<proto::Link>()> open_link, bool eco)
    : open_link_(std::move(open_link)),
      eco_(eco),
      connection_(std::make_unique<proto::Connection>(proto::ConnectionOptions{.eco = eco})) {}

bool ServerLine::open(Micros now) {
    assert(now >= link_opened_ && "time does not go back; otherwise a silent link would be kept forever");
    if (first_opened_ < 0) first_opened_ = last_alive_ = now;
    link_opened_ = now;
    connected_since_ = -1;
    retry_after_ = proto::kNever;
    was_probed_ = false;
    earlier_gap_ = version_gap();
    if (link_ != nullptr) {
        const proto::LinkTraffic traffic = link_->traffic();
        earlier_.packets_sent += traffic.packets_sent;
        earlier_.bytes_sent += traffic.bytes_sent;
        earlier_.packets_received += traffic.packets_received;
        earlier_.bytes_received += traffic.bytes_received;
    }
    earlier_conflicts_ += connection_->incoming().counters().conflict;
    if (connection_->path().knows_rtt()) {
        earlier_loss_permille_ = connection_->path().loss_in_permille();
        earlier_rtt_ = connection_->path().rtt();
    }
    if (probe_) {
        link_ = std::move(probe_->link);
        connection_ = std::move(probe_->connection);
        probe_.reset();
    } else {
        link_.reset();  // first: the next link may be bound to the same port
        link_ = open_link_();
        connection_ = std::make_unique<proto::Connection>(proto::ConnectionOptions{.eco = eco_});
    }
    assert(conflicts() == earlier_conflicts_ && "a new connection has no conflicts, so none is counted twice");
    return link_ != nullptr;
}

proto::VersionGap ServerLine::version_gap() const {
    const proto::VersionGap newest = link_ != nullptr ? link_->version_gap() : proto::VersionGap::none;
    return newest != proto::VersionGap::none ? newest : earlier_gap_;
}

std::optional<proto::LinkEvent::Kind> ServerLine::poll(Micros now) {
    assert(link_ != nullptr && link_opened_ >= 0 && "only an opened link has packets");
    proto::LinkEvent event;
    while (link_->poll(event, now)) {
        switch (event.kind) {
            case proto::LinkEvent::Kind::connected:
                connection_->set_extra_header_bytes(link_->extra_header_bytes(proto::kServer));
                break;
            case proto::LinkEvent::Kind::received:
                last_alive_ = now;
                earlier_gap_ = proto::VersionGap::none;
                probe_.reset();
                was_probed_ = false;
                if (connected_since_ < 0) connected_since_ = now;
                connection_->receive(event.channel, event.bytes, now);
                break;
            case proto::LinkEvent::Kind::refused:
            case proto::LinkEvent::Kind::other_key:
                return event.kind;
        }
    }
    assert(connected_since_ <= last_alive_ && "the current link was connected no later than the last packet");
    return std::nullopt;
}

void ServerLine::send_due(Micros now, NetFigures& figures, bool plays) {
    assert(link_ != nullptr && "only an opened link sends");
    proto::OutPacket packet;
    while (connection_->next_packet(packet, now)) link_->send(proto::kServer, packet.channel, packet.bytes(), now);
    link_->flush(now);
    const proto::LinkTraffic traffic = link_->traffic();
    const auto note = [&](ByteRate& rate, std::uint64_t total) {
        if (plays) {
            rate.note(total, now);
        } else {
            rate.skip(total, now);
        }
    };
    note(figures.sent, earlier_.bytes_sent + traffic.bytes_sent);
    note(figures.received, earlier_.bytes_received + traffic.bytes_received);
    note(figures.packets_sent, earlier_.packets_sent + traffic.packets_sent);
    note(figures.packets_received, earlier_.packets_received + traffic.packets_received);
}

proto::Connection* ServerLine::probe(Micros now, ClientStatus client) {
    if (probe_) {
        proto::LinkEvent event;
        while (probe_->link->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) {
                if (probe_->answered_at < 0) probe_->answered_at = now;
                probe_->connection->receive(event.channel, event.bytes, now);
            } else if (event.kind == proto::LinkEvent::Kind::connected) {
                probe_->connection->set_extra_header_bytes(probe_->link->extra_header_bytes(proto::kServer));
            } else {
                probe_.reset();  // no room, or another server: the current link may still be good
                return nullptr;
            }
        }
        proto::OutPacket packet;
        while (probe_->connection->next_packet(packet, now)) probe_->link->send(proto::kServer, packet.channel, packet.bytes(), now);
        probe_->link->flush(now);
        const Micros rtt = std::max(earlier_rtt_, connection_->path().rtt());
        if (probe_->answered_at >= 0 || now - probe_->opened_at < kProbeFor + 4 * rtt) return nullptr;
        probe_.reset();
        was_probed_ = false;
    }
    if (!may_probe(client) || was_probed_ || silent_for(now) < kProbeAfter) return nullptr;
    if (client.is_returning && connection_->messages_unacknowledged() == 0) return nullptr;
    was_probed_ = true;
    auto link = open_link_();
    if (link == nullptr) return nullptr;
    probe_ = Probe{.link = std::move(link),
                   .connection = std::make_unique<proto::Connection>(proto::ConnectionOptions{.eco = eco_}),
                   .opened_at = now};
    return probe_->connection.get();
}

bool ServerLine::must_ask(Micros now, ClientStatus client) const {
    return may_probe(client) && client.is_returning && silent_for(now) >= kAskAfter &&
           connection_->messages_unacknowledged() == 0;
}

/// Not where silence proves nothing, nor where the next link has its time already.
bool ServerLine::may_probe(const ClientStatus& client) const {
    return (client.is_playing || client.is_returning) && !is_lossy() && retry_after_ == proto::kNever;
}

bool ServerLine::is_lossy() const {
    const proto::PathEstimate& path = connection_->path();
    return std::max(path.loss_in_permille(), path.knows_rtt() ? 0 : earlier_loss_permille_) >= kRareLossPermille;
}

/// Packets are rare on any link before a game begins.
bool ServerLine::is_rare(const ClientStatus& client) const {
    return !client.is_playing || is_lossy();
}

ServerLine::Verdict ServerLine::judge(Micros now, ClientStatus client) const {
    assert(was_opened() && first_opened_ <= link_opened_ && "a line can be judged only after it was opened");
    const Micros heard = std::max(link_opened_, connection_->last_heard());
    const bool never = connection_->last_heard() < 0;
    // A kept seat does not prove that its server is reachable.
    if (client.is_new && never && now - first_opened_ > kConnectMax) return Verdict::unreachable;
    if (client.is_new && now - first_opened_ > kSeatMax) return Verdict::no_seat;
    // A newcomer, too, is told that the server is still recovering the game.
    const bool is_tried_again = retry_after_ != proto::kNever && now - link_opened_ >= retry_after_;
    if (!client.was_seated) return is_tried_again ? Verdict::reopen : Verdict::keep;
    if (now - last_alive_ > kReturnMax) return Verdict::lost;
    if (probe_ && probe_->answered_at >= 0 && now - probe_->answered_at >= kProbeGrace) return Verdict::reopen;
    // A link that was never answered gets more time, because it may still be sending Knocks. So does a link on which packets are
    // rare.
    const bool is_silent = now - heard > (never || is_rare(client) ? kRareSilentMax : kSilentMax);
    const bool is_due = client.must_return && now - link_opened_ >= kComeBackEvery;
    return is_silent || is_due || is_tried_again ? Verdict::reopen : Verdict::keep;
}

}  // namespace albireo::client
