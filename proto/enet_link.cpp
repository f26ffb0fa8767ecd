#include "proto/enet_link.hpp"

#include <enet/enet.h>
#include <sodium/randombytes.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "proto/handshake.hpp"

namespace albireo::proto {

namespace {

constexpr std::size_t kDatagramBytesMax = ENET_PROTOCOL_MAXIMUM_MTU;
constexpr std::uint8_t kUnsequencedCommand =
    int{ENET_PROTOCOL_COMMAND_SEND_UNSEQUENCED} | int{ENET_PROTOCOL_COMMAND_FLAG_UNSEQUENCED};
constexpr int kRoundsMax = 64;  // of 256 datagrams each in one poll; a flood must not keep the loop for ever

// ENet takes a throttle by which it drops packets of its own accord; a deceleration of 0 ends that.
constexpr enet_uint32 kThrottleInterval = 5'000, kThrottleAcceleration = 32, kThrottleDeceleration = 0;

/// Nothing of ours is longer; ENet's default of 32 MB lets one client make the server allocate a gigabyte.
constexpr std::size_t kEnetPacketMax = 4 << 10, kEnetWaitingMax = 64 << 10;

NetAddress address_of(const ENetAddress& address) {
    return {address.host, address.port};
}

/// ENet's library state, made before the first host and kept.
bool start_enet() {
    static const bool started = enet_initialize() == 0;
    return started;
}

enet_uint32 random_word() {
    enet_uint32 word = 0;
    randombytes_buf(&word, sizeof word);
    return word;
}

/// Whether every command of the datagram is an unsequenced packet: no connect, disconnect, fragment, bandwidth or
/// throttle command, nothing compressed and nothing that wants an acknowledgement. ENet checks the lengths itself.
bool holds_only_packets(std::span<const std::uint8_t> datagram) {
    constexpr std::size_t kCommandBytes = sizeof(ENetProtocolSendUnsequenced);
    if (datagram.size() < 2 + kCommandBytes || datagram.size() > kDatagramBytesMax) return false;
    const auto head = static_cast<std::uint16_t>(datagram[0] << 8 | datagram[1]);
    if ((head & ENET_PROTOCOL_HEADER_FLAG_MASK) != 0) return false;
    for (std::size_t at = 2; at != datagram.size();) {
        if (datagram.size() - at < kCommandBytes || datagram[at] != kUnsequencedCommand) return false;
        const std::size_t length = static_cast<std::size_t>(datagram[at + 6]) << 8 | datagram[at + 7];
        at += kCommandBytes;
        if (datagram.size() - at < length) return false;
        at += length;
    }
    return true;
}

/// Drops the connection commands that ENet queued: they travel in our knocking.
void drop_commands(ENetPeer& peer) {
    for (ENetList* list : {&peer.outgoingCommands, &peer.sentReliableCommands}) {
        while (!enet_list_empty(list)) enet_free(enet_list_remove(enet_list_begin(list)));
    }
}

/// What both sides set on every peer.
void configure(ENetPeer& peer) {
    peer.packetThrottleInterval = kThrottleInterval;
    peer.packetThrottleAcceleration = kThrottleAcceleration;
    peer.packetThrottleDeceleration = kThrottleDeceleration;
    peer.pingInterval = ~enet_uint32{0};  // pings are reliable; life is any packet
    enet_peer_timeout(&peer, 1 << 20, 600'000, 600'000);
}

/// What client and server share: the host, the gate, the events.
class EnetBase : public EnetLink {
  public:
    EnetBase(const EnetBase&) = delete;
    EnetBase& operator=(const EnetBase&) = delete;
    ~EnetBase() override {
        if (packet_ != nullptr) enet_packet_destroy(packet_);
        if (host_ == nullptr) return;
        host_->compressor.context = nullptr;
        enet_host_destroy(host_);
    }

    bool poll(LinkEvent& event, Micros now) override {
        now_ = now;
        if (take_queued(event)) return true;
        for (; rounds_ < kRoundsMax; ++rounds_) {
            // Everything read so far comes first; it costs no look at the socket and at no other peer.
            ENetEvent enet{};
            while (enet_host_check_events(host_, &enet) > 0 || service(enet)) {
                if (translate(enet, event)) return true;
                if (take_queued(event)) return true;
            }
            after_reading();
            if (take_queued(event)) return true;
            if (!more_to_read()) break;
        }
        rounds_ = 0;
        return false;
    }

    void flush(Micros now) override {
        now_ = now;
        send_due_knocks();
        enet_host_flush(host_);
        count_traffic();
    }

    LinkTraffic traffic() const override { return traffic_; }
    int native_socket() const override { return host_->socket; }
    std::uint16_t port() const override { return host_->address.port; }
    int receive_buffer_granted() const override {
        int granted = 0;
        socklen_t size = sizeof granted;
        getsockopt(host_->socket, SOL_SOCKET, SO_RCVBUF, &granted, &size);
        return granted / 2;  // Linux counts its own bookkeeping twice over
    }
    const EnetLinkCounters& enet_counters() const override { return counters_; }

  protected:
    EnetBase() = default;

    bool open(const ENetAddress* bind, std::size_t peers, int receive_buffer) {
        if (!start_enet()) return false;
        host_ = enet_host_create(bind, peers, kChannelCount, 0, 0);
        if (host_ == nullptr) return false;
        host_->randomSeed = random_word();
        host_->maximumPacketSize = kEnetPacketMax;
        host_->maximumWaitingData = kEnetWaitingMax;
        // ENet hands its hook nothing but the host; a compressor without functions is never called, and carries us
        // there.
        host_->compressor.context = this;
        host_->intercept = [](ENetHost* host, ENetEvent*) {
            return static_cast<EnetBase*>(host->compressor.context)->gate();
        };
        if (setsockopt(host_->socket, SOL_SOCKET, SO_RCVBUFFORCE, &receive_buffer, sizeof receive_buffer) != 0) {
            setsockopt(host_->socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        return true;
    }

    /// Our own datagrams. Returns true if ENet shall see what `received` now holds.
    virtual bool take_knock(const KnockDatagram& knock) = 0;
    /// A packet came through ENet; which peer of ours is that? False if none.
    virtual bool name_of(const ENetPeer& peer, PeerId& name) = 0;
    virtual void note_heard(ENetPeer&) {}
    virtual void after_reading() {}
    virtual void send_due_knocks() {}

    void queue(LinkEvent::Kind kind, PeerId peer, std::span<const std::uint8_t> bytes = {}) {
        queued_.push_back({kind, peer, {bytes.begin(), bytes.end()}});
    }
    void send_raw(const ENetAddress& to, std::span<const std::uint8_t> bytes) {
        ENetBuffer buffer{const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
        if (enet_socket_send(host_->socket, &to, &buffer, 1) < 0) ++counters_.socket_errors;
        ++traffic_.packets_sent;
        traffic_.bytes_sent += bytes.size() + kIpUdpBytes;
    }
    void send_knock(const ENetAddress& to, const KnockDatagram& datagram) {
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        send_raw(to, std::span{bytes}.first(write_knock(datagram, bytes)));
    }
    void send_packet(ENetPeer& peer, Channel channel, std::span<const std::uint8_t> bytes) {
        ENetPacket* packet = enet_packet_create(bytes.data(), bytes.size(), ENET_PACKET_FLAG_UNSEQUENCED);
        if (packet == nullptr) return;
        if (enet_peer_send(&peer, static_cast<enet_uint8>(channel), packet) < 0) enet_packet_destroy(packet);
    }
    /// Replaces the datagram in hand by one that we wrote: ENet's own command for what our knocking agreed upon.
    template <class Command>
    void substitute(enet_uint16 peer, const Command& command) {
        const enet_uint16 head = ENET_HOST_TO_NET_16(peer);
        std::memcpy(substitute_.data(), &head, sizeof head);
        std::memcpy(substitute_.data() + sizeof head, &command, sizeof command);
        host_->receivedData = substitute_.data();
        host_->receivedDataLength = sizeof head + sizeof command;
    }

    ENetHost* host_ = nullptr;
    Micros now_ = 0;
    EnetLinkCounters counters_;

  private:
    struct Queued {
        LinkEvent::Kind kind;
        PeerId peer;
        std::vector<std::uint8_t> bytes;
    };

    /// ENet's hook: 0 lets the datagram in, 1 keeps it out.
    int gate() {
        const std::span<const std::uint8_t> datagram{host_->receivedData, host_->receivedDataLength};
        traffic_.bytes_received += datagram.size() + kIpUdpBytes;
        ++traffic_.packets_received;
        if (is_knock(datagram)) {
            const auto knock = read_knock(datagram);
            if (!knock) ++counters_.bad_knocks;
            return knock && take_knock(*knock) ? 0 : 1;
        }
        if (holds_only_packets(datagram)) return 0;
        ++counters_.refused_datagrams;
        return 1;
    }

    /// One round of reading. Returns whether ENet has an event.
    bool service(ENetEvent& enet) {
        if (serviced_) return false;
        serviced_ = true;
        // ENet would tell every peer of bandwidth limits, reliably, and there are none.
        host_->recalculateBandwidthLimits = 0;
        const int result = enet_host_service(host_, &enet, 0);
        if (result < 0) ++counters_.socket_errors;
        return result > 0;
    }
    /// ENet reads at most 256 datagrams a call, and stops at one that is too long.
    bool more_to_read() {
        serviced_ = false;
        enet_uint32 condition = ENET_SOCKET_WAIT_RECEIVE;
        return enet_socket_wait(host_->socket, &condition, 0) == 0 && (condition & ENET_SOCKET_WAIT_RECEIVE) != 0;
    }

    bool translate(const ENetEvent& enet, LinkEvent& event) {
        if (enet.type == ENET_EVENT_TYPE_CONNECT) {
            host_->recalculateBandwidthLimits = 0;
            return false;  // the knocking has told already
        }
        if (enet.type != ENET_EVENT_TYPE_RECEIVE) return false;
        if (packet_ != nullptr) enet_packet_destroy(packet_);
        packet_ = enet.packet;
        note_heard(*enet.peer);
        event = {
            LinkEvent::Kind::received, {}, static_cast<Channel>(enet.channelID), {packet_->data, packet_->dataLength}};
        return name_of(*enet.peer, event.peer);
    }
    bool take_queued(LinkEvent& event) {
        if (queued_.empty()) return false;
        current_ = std::move(queued_.front());
        queued_.pop_front();
        event = {current_.kind, current_.peer, Channel::control, current_.bytes};
        return true;
    }
    void count_traffic() {
        traffic_.packets_sent += host_->totalSentPackets;
        traffic_.bytes_sent += host_->totalSentData + host_->totalSentPackets * kIpUdpBytes;
        host_->totalSentPackets = host_->totalSentData = 0;
        host_->totalReceivedPackets = host_->totalReceivedData = 0;
    }

    std::deque<Queued> queued_;
    Queued current_{};
    ENetPacket* packet_ = nullptr;
    bool serviced_ = false;
    int rounds_ = 0;
    LinkTraffic traffic_;
    alignas(8) std::array<std::uint8_t, 2 + sizeof(ENetProtocol)> substitute_{};
};

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
            error =
                "cannot bind UDP " + options.bind + ":" + std::to_string(options.port) + ": " + std::strerror(errno);
            return false;
        }
        host_->duplicatePeers = options.peers_per_host;
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
        // A client that has not got its Accept knows nothing of ENet yet.
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
        arriving_.push_back({name, {knock.packet.begin(), knock.packet.end()}});
        substitute_connect(knock.connect_id);
        return true;
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

    /// ENet has made peers of the knocks let in; they are connected without more ado. Each has sent one answer of
    /// ENet's own already, which the client's gate refuses.
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
        knocker_ = std::make_unique<Knocker>(random_word());
        peer_->connectID = knocker_->connect_id();
        return true;
    }

    void send(PeerId, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        now_ = now;
        if (knocker_->state() == Knocker::State::accepted) {
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
    Micros next_due() const override { return closed_ ? kNever : knocker_->due(); }

  private:
    bool take_knock(const KnockDatagram& knock) override {
        if (closed_ || address_of(host_->receivedAddress) != address_of(peer_->address)) return false;
        const bool was_accepted = knocker_->state() == Knocker::State::accepted;
        if (!was_accepted && !knocker_->take(knock, now_)) {
            ++counters_.bad_knocks;
            return false;
        }
        if (knocker_->state() == Knocker::State::full) queue(LinkEvent::Kind::refused, kServer);
        if (knock.kind != KnockKind::accept || knock.connect_id != knocker_->connect_id()) return false;
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
        if (closed_ || knocker_->due() > now_) return;
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        const std::size_t size = knocker_->write(waiting_, now_, bytes);
        if (size != 0) send_raw(peer_->address, std::span{bytes}.first(size));
    }
    bool name_of(const ENetPeer&, PeerId& name) override {
        name = kServer;
        return !closed_;
    }

    ENetPeer* peer_ = nullptr;
    std::unique_ptr<Knocker> knocker_;
    std::vector<std::uint8_t> waiting_;  // the newest control packet, for the knocking to carry
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
