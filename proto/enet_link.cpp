#include "proto/enet_link.hpp"

#include "proto/enet_base.hpp"

namespace albireo::proto {

namespace {

class EnetServer final : public EnetBase {
  public:
    bool start(const EnetServerOptions& options, std::string& error) {
        ENetAddress bind{ENET_HOST_ANY, options.port};
        if (options.bind != "0.0.0.0" && enet_address_set_host_ip(&bind, options.bind.c_str()) != 0) {
            error = "'" + options.bind + "' is not an IPv4 address";
            return false;
        }
        const std::size_t peers = std::min<std::size_t>(options.peers_max, ENET_PROTOCOL_MAXIMUM_PEER_ID);
        if (!open(&bind, peers, options.receive_buffer)) {
            const int reason = errno;
            error =
                "cannot bind UDP " + options.bind + ":" + std::to_string(options.port) + ": " + std::strerror(reason);
            if (reason == EADDRINUSE) error += "; is another server running there?";
            return false;
        }
        host_->duplicatePeers = options.peers_per_host;
        admits_ = options.admits;
        std::array<std::uint8_t, 16> secret;
        randombytes_buf(secret.data(), secret.size());
        cookies_ = std::make_unique<CookieKeeper>(secret);
        return true;
    }

    void send(PeerId name, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        now_ = now;
        const auto found = peers_.find(name);
        if (found == peers_.end()) return;
        Peer& peer = found->second;
        // A client does not speak ENet before it has received its Accept.
        if (peer.heard || channel != Channel::control) {
            send_packet(*peer.enet, channel, bytes);
        } else {
            send_accept(peer, bytes);
        }
    }
    void close(PeerId name) override {
        const auto found = peers_.find(name);
        if (found == peers_.end()) return;
        by_knock_.erase(found->second.knock);
        by_enet_.erase(found->second.enet);
        enet_peer_reset(found->second.enet);
        peers_.erase(found);
    }
    Micros next_due() const override {
        Micros due = kNever;
        for (const PeerId name : unheard_) {
            if (const auto found = peers_.find(name); found != peers_.end())
                due = std::min(due, found->second.next_accept);
        }
        return due;
    }

    std::uint64_t host_of(PeerId name) const override {
        const auto found = peers_.find(name);
        return found == peers_.end() ? 0 : found->second.knock.address.host;
    }

  private:
    struct KnockName {
        NetAddress address;
        std::uint32_t connect_id = 0;
        auto operator<=>(const KnockName&) const = default;
    };
    struct Peer {
        ENetPeer* enet = nullptr;
        KnockName knock;
        bool heard = false;  // spoke ENet, so it has its Accept
        Micros accepted_at = 0, next_accept = 0;
    };
    struct Arriving {
        KnockName knock;
        std::vector<std::uint8_t> packet;
    };

    bool take_knock(const KnockDatagram& knock) override {
        const NetAddress from = address_of(host_->receivedAddress);
        if (knock.kind == KnockKind::hello) {
            if (!admits(Asks::answer, from)) return false;
            ++counters_.challenges;
            const KnockDatagram challenge{.kind = KnockKind::challenge,
                                          .connect_id = knock.connect_id,
                                          .cookie = cookies_->make(from, knock.connect_id, now_),
                                          .numbers = {},
                                          .packet = {}};
            for (int copy = 0; copy < kChallengeCopies; ++copy) send_knock(host_->receivedAddress, challenge);
            return false;
        }
        if (knock.kind != KnockKind::knock || !cookies_->check(knock.cookie, from, knock.connect_id, now_)) {
            ++counters_.bad_knocks;
            return false;
        }
        const KnockName name{from, knock.connect_id};
        if (const auto known = by_knock_.find(name); known != by_knock_.end()) {
            if (!knock.packet.empty()) queue(LinkEvent::Kind::received, known->second, knock.packet);
            return false;
        }
        if (std::ranges::any_of(arriving_, [&](const Arriving& each) { return each.knock == name; })) return false;
        if (!admits(Asks::place, from)) return false;
        arriving_.push_back({name, {knock.packet.begin(), knock.packet.end()}});
        substitute_connect(knock.connect_id);
        return true;
    }

    bool admits(Asks what, const NetAddress& from) {
        if (!admits_ || admits_(what, from.host, now_)) return true;
        ++counters_.unadmitted;
        return false;
    }

    void substitute_connect(std::uint32_t connect_id) {
        ENetProtocolConnect connect{};
        connect.header = {ENET_PROTOCOL_COMMAND_CONNECT, 0xff, ENET_HOST_TO_NET_16(1)};
        connect.outgoingPeerID = 0;  // a client's host has one peer
        connect.incomingSessionID = connect.outgoingSessionID = 0xff;
        connect.mtu = ENET_HOST_TO_NET_32(ENET_HOST_DEFAULT_MTU);
        connect.windowSize = ENET_HOST_TO_NET_32(ENET_PROTOCOL_MAXIMUM_WINDOW_SIZE);
        connect.channelCount = ENET_HOST_TO_NET_32(kChannelCount);
        connect.packetThrottleInterval = ENET_HOST_TO_NET_32(kThrottleInterval);
        connect.packetThrottleAcceleration = ENET_HOST_TO_NET_32(kThrottleAcceleration);
        connect.packetThrottleDeceleration = ENET_HOST_TO_NET_32(kThrottleDeceleration);
        connect.connectID = connect_id;
        substitute(ENET_PROTOCOL_MAXIMUM_PEER_ID, connect);
    }

    /// ENet has created peers for the admitted knocks; they count as connected at once. For each, ENet has already sent
    /// an answer of its own, which the client's gate refuses.
    void after_reading() override {
        for (Arriving& each : arriving_) {
            ENetPeer* enet = find_made(each.knock);
            if (enet == nullptr) {
                ++counters_.full;
                send_knock({each.knock.address.host, each.knock.address.port},
                           {.kind = KnockKind::full, .connect_id = each.knock.connect_id, .numbers = {}, .packet = {}});
                continue;
            }
            drop_commands(*enet);
            enet_peer_on_connect(enet);
            enet->state = ENET_PEER_STATE_CONNECTED;
            configure(*enet);
            const PeerId name{next_name_++};
            peers_[name] = {enet, each.knock, false, now_, now_};
            by_knock_[each.knock] = name;
            by_enet_[enet] = name;
            unheard_.push_back(name);
            queue(LinkEvent::Kind::connected, name);
            if (!each.packet.empty()) queue(LinkEvent::Kind::received, name, each.packet);
        }
        arriving_.clear();
    }
    ENetPeer* find_made(const KnockName& knock) const {
        const std::span<ENetPeer> all{host_->peers, host_->peerCount};
        const auto found = std::ranges::find_if(all, [&](const ENetPeer& peer) {
            return peer.state == ENET_PEER_STATE_ACKNOWLEDGING_CONNECT && peer.connectID == knock.connect_id &&
                   address_of(peer.address) == knock.address;
        });
        return found == all.end() ? nullptr : &*found;
    }

    void send_accept(Peer& peer, std::span<const std::uint8_t> packet) {
        peer.next_accept = now_ + kAcceptInterval;
        send_knock(peer.enet->address,
                   {.kind = KnockKind::accept,
                    .connect_id = peer.knock.connect_id,
                    .numbers = {peer.enet->incomingPeerID, peer.enet->outgoingSessionID, peer.enet->incomingSessionID},
                    .packet = packet});
    }
    void send_due_knocks() override {
        std::erase_if(unheard_, [&](PeerId name) {
            const auto found = peers_.find(name);
            if (found == peers_.end() || found->second.heard) return true;
            Peer& peer = found->second;
            if (now_ >= peer.next_accept) send_accept(peer, {});
            return now_ - peer.accepted_at > kAcceptFor;
        });
    }

    bool name_of(const ENetPeer& peer, PeerId& name) override {
        const auto found = by_enet_.find(&peer);
        if (found == by_enet_.end()) return false;
        name = found->second;
        return true;
    }
    void note_heard(ENetPeer& peer) override {
        if (const auto found = by_enet_.find(&peer); found != by_enet_.end()) peers_[found->second].heard = true;
    }

    std::unique_ptr<CookieKeeper> cookies_;
    std::function<bool(Asks, std::uint64_t, Micros)> admits_;
    std::map<PeerId, Peer> peers_;
    std::map<KnockName, PeerId> by_knock_;
    std::unordered_map<const ENetPeer*, PeerId> by_enet_;
    std::vector<PeerId> unheard_;
    std::vector<Arriving> arriving_;
    std::uint32_t next_name_ = 1;
};

class EnetClient final : public EnetBase {
  public:
    bool start(const std::string& host, std::uint16_t port, std::string& error) {
        if (!open(nullptr, 1, 1 << 20)) {
            error = std::string("cannot open a UDP socket: ") + std::strerror(errno);
            return false;
        }
        ENetAddress to{0, port};
        if (enet_address_set_host(&to, host.c_str()) != 0) {
            error = "no address is known for '" + host + "'";
            return false;
        }
        peer_ = enet_host_connect(host_, &to, kChannelCount, 0);
        if (peer_ == nullptr) {
            error = "out of memory";
            return false;
        }
        drop_commands(*peer_);
        configure(*peer_);
        handshake_ = std::make_unique<HandshakeClient>(random_word());
        peer_->connectID = handshake_->connect_id();
        return true;
    }

    void send(PeerId, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        now_ = now;
        if (handshake_->state() == HandshakeClient::State::accepted) {
            if (!closed_) send_packet(*peer_, channel, bytes);
        } else if (channel == Channel::control) {
            waiting_.assign(bytes.begin(), bytes.end());
        }
    }
    void close(PeerId) override {
        if (closed_) return;
        closed_ = true;
        enet_peer_reset(peer_);
    }
    Micros next_due() const override { return closed_ ? kNever : handshake_->due(); }

  private:
    bool take_knock(const KnockDatagram& knock) override {
        if (closed_ || address_of(host_->receivedAddress) != address_of(peer_->address)) return false;
        const bool was_accepted = handshake_->state() == HandshakeClient::State::accepted;
        if (!was_accepted && !handshake_->take(knock, now_)) {
            ++counters_.bad_knocks;
            return false;
        }
        if (handshake_->state() == HandshakeClient::State::full) queue(LinkEvent::Kind::refused, kServer);
        if (knock.kind != KnockKind::accept || knock.connect_id != handshake_->connect_id()) return false;
        if (!was_accepted) queue(LinkEvent::Kind::connected, kServer);
        if (!knock.packet.empty()) queue(LinkEvent::Kind::received, kServer, knock.packet);
        if (!was_accepted) substitute_verify(knock.numbers);
        return !was_accepted;
    }
    void substitute_verify(const PeerNumbers& numbers) {
        ENetProtocolVerifyConnect verify{};
        verify.header = {ENET_PROTOCOL_COMMAND_VERIFY_CONNECT, 0xff, ENET_HOST_TO_NET_16(1)};
        verify.outgoingPeerID = ENET_HOST_TO_NET_16(numbers.peer);
        verify.incomingSessionID = numbers.incoming_session;
        verify.outgoingSessionID = numbers.outgoing_session;
        verify.mtu = ENET_HOST_TO_NET_32(ENET_HOST_DEFAULT_MTU);
        verify.windowSize = ENET_HOST_TO_NET_32(ENET_PROTOCOL_MAXIMUM_WINDOW_SIZE);
        verify.channelCount = ENET_HOST_TO_NET_32(kChannelCount);
        verify.packetThrottleInterval = ENET_HOST_TO_NET_32(peer_->packetThrottleInterval);
        verify.packetThrottleAcceleration = ENET_HOST_TO_NET_32(peer_->packetThrottleAcceleration);
        verify.packetThrottleDeceleration = ENET_HOST_TO_NET_32(peer_->packetThrottleDeceleration);
        verify.connectID = peer_->connectID;
        substitute(peer_->incomingPeerID, verify);
    }
    void send_due_knocks() override {
        if (closed_ || handshake_->due() > now_) return;
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        const std::size_t size = handshake_->write(waiting_, now_, bytes);
        if (size != 0) send_raw(peer_->address, std::span{bytes}.first(size));
    }
    bool name_of(const ENetPeer&, PeerId& name) override {
        name = kServer;
        return !closed_;
    }

    ENetPeer* peer_ = nullptr;
    std::unique_ptr<HandshakeClient> handshake_;
    std::vector<std::uint8_t> waiting_;  // the newest control packet, sent along with the knocking
    bool closed_ = false;
};

}  // namespace

std::unique_ptr<EnetLink> make_enet_server(const EnetServerOptions& options, std::string& error) {
    auto server = std::make_unique<EnetServer>();
    return server->start(options, error) ? std::move(server) : nullptr;
}

std::unique_ptr<EnetLink> make_enet_client(const std::string& host, std::uint16_t port, std::string& error) {
    auto client = std::make_unique<EnetClient>();
    return client->start(host, port, error) ? std::move(client) : nullptr;
}

}  // namespace albireo::proto
