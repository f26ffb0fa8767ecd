#pragma once
/// Shared by the server's and the client's link over ENet: the host, its gate, its peers and their traffic. Only this
/// header includes enet.h, and only enet_link.cpp includes this header.
#include <enet/enet.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "proto/enet_link.hpp"
#include "proto/enet_sockets.hpp"
#include "proto/handshake.hpp"
#include "proto/relay_routes.hpp"
#include "proto/sealed_datagram.hpp"
#include "proto/sodium_start.hpp"
#include "sim/base/hash.hpp"

namespace albireo::proto {

static_assert(kSealedDatagramMax <= ENET_PROTOCOL_MAXIMUM_MTU && kKnockDatagramMax <= ENET_PROTOCOL_MAXIMUM_MTU);

/// Limits of one poll(); further datagrams wait in the socket, or in the batch that was read from it. A refused datagram takes 3 µs and
/// an answered Hello 14. With a limit on their number alone, they could block the loop for 7 ms.
inline constexpr Micros kPollMax = kMicrosPerMs;
inline constexpr int kDatagramsMax = 512;

/// No packet of ours is longer. With ENet's default of 32 MB, one client could make the server allocate a gigabyte.
inline constexpr std::size_t kEnetPacketMax = 4 << 10, kEnetWaitingMax = 64 << 10;

/// 240.0.0.0/4, of which a peer's number takes the lowest bits.
inline constexpr std::uint32_t kEnetNames = 0xf0000000;

/// Initialises ENet before the first host, once per process. Returns false if that failed.
inline bool start_enet() {
    static const bool started = enet_initialize() == 0;
    return started;
}

inline enet_uint32 random_word() {
    enet_uint32 word = 0;
    randombytes_buf(&word, sizeof word);
    return word;
}

/// Drops the connection commands that ENet has queued: our own handshake replaces them.
inline void drop_commands(ENetPeer& peer) {
    for (ENetList* list : {&peer.outgoingCommands, &peer.sentReliableCommands}) {
        while (!enet_list_empty(list)) enet_free(enet_list_remove(enet_list_begin(list)));
    }
}

/// ENet believes that it has made the connection itself.
inline void set_connected(ENetPeer& peer) {
    enet_peer_on_connect(&peer);
    peer.state = ENET_PEER_STATE_CONNECTED;
}

/// The common base of both links: the host, the gate, the events.
class EnetBase : public EnetLink {
  public:
    EnetBase(const EnetBase&) = delete;
    EnetBase& operator=(const EnetBase&) = delete;
    ~EnetBase() override {
        socket_.flush();
        if (packet_ != nullptr) enet_packet_destroy(packet_);
        if (host_ != nullptr) enet_host_destroy(host_);
    }

    bool poll(LinkEvent& event, Micros now) override {
        now_ = now;
        if (!poll_until_) poll_until_ = poll_clock() + std::chrono::microseconds(kPollMax);
        while (!next_event(event)) {
            if (datagrams_ != kDatagramsMax && !is_time_up() && read_next()) continue;
            datagrams_ = 0;
            poll_until_.reset();
            ++passes_;
            return false;
        }
        return true;
    }

    void flush(Micros now) override {
        now_ = now;
        send_due_knocks();
        counters_.socket_errors += socket_.flush();
    }

    LinkTraffic traffic() const override { return traffic_; }
    void set_side_protocol(SideProtocol side) override { side_ = std::move(side); }
    void send_datagram(NetAddress to, std::span<const std::uint8_t> datagram, int hops) override {
        // The socket has one number of hops for all: what has been sent before leaves before it changes.
        if (hops != 0) {
            counters_.socket_errors += socket_.flush();
            socket_.set_hops(to.host, hops);
        }
        send_raw(to == arrival_.peer ? arrival_ : UdpPath{to}, datagram);
        if (hops == 0) return;
        counters_.socket_errors += socket_.flush();
        socket_.set_hops(to.host, -1);
    }
    void take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now) override {
        now_ = now;
        arrival_ = {from};
        sender_ = from.host.home();
        pass_gate(datagram);
    }
    bool add_relay_route(const RelayRoute& relay) override { return relays_.add(relay, now_); }
    int native_socket() const override { return host_->socket; }
    std::uint16_t port() const override { return socket_.port(); }
    bool has_ipv6() const override { return socket_.has_ipv6(); }
    int receive_buffer_granted() const override { return socket_.receive_buffer(); }
    const EnetLinkCounters& enet_counters() const override { return counters_; }
    std::uint64_t enet_state() const override {
        return hash_bytes({reinterpret_cast<const std::uint8_t*>(host_->peers), host_->peerCount * sizeof(ENetPeer)});
    }

    std::vector<NetAddress> enet_names() const override {
        std::vector<NetAddress> names;
        for (const ENetPeer& peer : std::span{host_->peers, host_->peerCount}) {
            if (peer.state == ENET_PEER_STATE_CONNECTED) names.push_back({peer.address.host, peer.address.port});
        }
        return names;
    }

  protected:
    EnetBase() = default;

    /// Returns 0, or the reason as errno. `sharing`: the sockets that share the port; null: it is this one's alone.
    int open(const NetAddress& own, std::size_t peers, int receive_buffer, const platform::PortSteering* sharing = nullptr) {
        if (!start_enet()) return ENOSYS;
        host_ = enet_host_create(nullptr, peers, kChannelCount, 0, 0);
        if (host_ == nullptr) return errno;
        socket_ = UdpSocket(host_->socket);
        if (!socket_.is_ours()) return ELIBBAD;
        if (const int reason = sharing != nullptr ? socket_.share(own, *sharing, shard_ == 0) : 0; reason != 0) return reason;
        if (const int reason = socket_.bind(own); reason != 0) return reason;
        host_->randomSeed = random_word();
        host_->maximumPacketSize = kEnetPacketMax;
        host_->maximumWaitingData = kEnetWaitingMax;
        socket_.set_receive_buffer(receive_buffer);
        return 0;
    }

    /// Handles a datagram of our own handshake, of which the first `head` bytes are in clear.
    virtual void take_knock(const KnockDatagram& knock, std::span<const std::uint8_t> datagram, std::size_t head) = 0;
    /// Handles a knock that cannot be read: it is malformed, or of another version.
    virtual void take_unread_knock(std::span<const std::uint8_t>) { ++counters_.bad_knocks; }
    /// The keys of the connected peer with this number, if the datagram being received comes from its address.
    virtual SealedLine* line_of(std::uint16_t peer) = 0;
    /// Sets `name` to the link's id of an ENet peer. Returns false if it has none.
    virtual bool name_of(const ENetPeer& peer, PeerId& name) = 0;
    /// The peer sent a genuine datagram.
    virtual void note_heard(std::uint16_t) {}
    virtual void send_due_knocks() {}

    /// Reserves a peer of ENet's for a connection that our handshake has made. Null if none is free.
    ENetPeer* claim_peer() {
        ENetAddress name{};
        ENetPeer* const peer = enet_host_connect(host_, &name, kChannelCount, 0);
        if (peer == nullptr) return nullptr;
        // ENet has room for an IPv4 address only, and the peer's may be IPv6. So it gets a name that each peer has alone, and no host
        // (240.0.0.0/4 is reserved). Nothing is sent there: the gate knows the peer's path.
        name.host = ENET_HOST_TO_NET_32(kEnetNames | peer->incomingPeerID);
        name.port = 1;
        peer->address = name;
        drop_commands(*peer);
        set_connected(*peer);
        return peer;
    }
    void queue(LinkEvent::Kind kind, PeerId peer, std::span<const std::uint8_t> bytes = {}) {
        queued_.push_back({kind, peer, {bytes.begin(), bytes.end()}});
    }
    void send_raw(UdpPath path, std::span<const std::uint8_t> bytes) {
        std::span<const std::uint8_t> head;
        if (const RelayRoute* const relay = relays_.find(path.peer)) {
            path = {relay->via};
            head = relay->head;
        }
        socket_.send(path, head, bytes);
        ++traffic_.packets_sent;
        traffic_.bytes_sent += bytes.size() + head.size() + ip_udp_bytes(path.peer.host);
    }
    void send_sealed(const UdpPath& path, SealedHead head, Sealer& seal, std::span<const std::uint8_t> packet) {
        if (packet.empty() || packet.size() > kLinkPacketBytesMax) return;
        std::array<std::uint8_t, kSealedDatagramMax> bytes;
        send_raw(path, std::span{bytes}.first(write_sealed(head, seal, packet, bytes)));
    }
    /// Whether datagrams wait that the socket's owner does not see in it.
    bool has_read_ahead() const { return socket_.has_read_ahead(); }
    /// Where the datagram that is being handled came from.
    const UdpPath& arrival() const { return arrival_; }
    /// Its sender, as Link::host_of() returns it. Through a relay: the peer behind it, not the relay.
    std::uint64_t sender() const { return sender_; }

    ENetHost* host_ = nullptr;
    std::uint32_t shard_ = 0, shards_ = 1;
    UdpSocket socket_;
    Micros now_ = 0;
    std::uint64_t passes_ = 0;  // completed calls of poll()
    EnetLinkCounters counters_;

  private:
    struct Queued {
        LinkEvent::Kind kind;
        PeerId peer;
        std::vector<std::uint8_t> bytes;
    };

    bool is_time_up() const { return poll_clock() >= poll_until_.value(); }

    /// What the datagrams read so far have brought. Returns false if nothing is left of it.
    bool next_event(LinkEvent& event) {
        if (take_queued(event)) return true;
        ENetEvent enet{};
        while (enet_host_check_events(host_, &enet) > 0) {
            if (translate(enet, event)) return true;
        }
        return false;
    }
    /// Reads a datagram, and handles it. Returns false if none waits.
    bool read_next() {
        int error = 0;
        const auto datagram = socket_.receive(error);
        ++datagrams_;
        if (error != 0) ++counters_.socket_errors;
        if (!datagram) return error != 0;  // the network has told of an error with something sent: datagrams may follow
        arrival_ = datagram->path;
        sender_ = arrival_.peer.host.home();
        traffic_.bytes_received += datagram->bytes.size() + ip_udp_bytes(arrival_.peer.host);
        ++traffic_.packets_received;
        datagram->is_cut ? void(++counters_.refused_datagrams) : pass_gate(datagram->bytes);
        return true;
    }
    /// Every datagram comes through here, and only a genuine packet of a connected peer goes on to ENet.
    void pass_gate(std::span<const std::uint8_t> datagram) {
        if (!take_from_relay(datagram) && side_ && side_(datagram, arrival_.peer, now_)) return;
        if (!is_knock(datagram)) return open(datagram);
        std::size_t head = 0;
        if (const auto knock = read_knock(datagram, head)) {
            take_knock(*knock, datagram, head);
        } else {
            take_unread_knock(datagram);
        }
    }
    /// Opens a sealed datagram and hands its packet to ENet, as an unsequenced packet that ENet has received. Changes nothing but counters
    /// if the datagram is not authentic.
    void open(std::span<const std::uint8_t> datagram) {
        const auto head = read_sealed_head(datagram);
        const auto peer = static_cast<std::uint16_t>(head ? head->peer / shards_ : 0);  // ENet's number
        SealedLine* const line = head && head->peer % shards_ == shard_ ? line_of(peer) : nullptr;
        if (line == nullptr) {
            ++counters_.refused_datagrams;
            return;
        }
        const auto size = line->in.open(datagram, kSealedHeadBytes, opened_);
        if (!size) {
            ++counters_.broken_seals;
            return;
        }
        ENetProtocol command{};
        command.header = {int{ENET_PROTOCOL_COMMAND_SEND_UNSEQUENCED} | int{ENET_PROTOCOL_COMMAND_FLAG_UNSEQUENCED},
                          static_cast<enet_uint8>(head->channel), 0};
        // It would be null without memory, or with kEnetWaitingMax waiting; but each packet leaves ENet before the next one is read.
        if (enet_peer_queue_incoming_command(&host_->peers[peer], &command, opened_.data(), *size, ENET_PACKET_FLAG_UNSEQUENCED, 0) == nullptr) {
            ++counters_.socket_errors;
        }
        note_heard(peer);
    }

    /// If the datagram came through a relay, strips the head and replaces the sender by the relay's address. Returns whether it
    /// did.
    bool take_from_relay(std::span<const std::uint8_t>& datagram) {
        const RelayRoute* const relay = relays_.take(arrival_.peer, datagram, now_);
        if (relay == nullptr) return false;
        datagram = datagram.subspan(relay->head.size());
        arrival_ = {relay->named};
        sender_ = (relay->behind.is_none() ? relay->named.host : relay->behind).home();
        return true;
    }

    bool translate(const ENetEvent& enet, LinkEvent& event) {
        if (enet.type != ENET_EVENT_TYPE_RECEIVE) return false;
        if (packet_ != nullptr) enet_packet_destroy(packet_);
        packet_ = enet.packet;
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
    SideProtocol side_;
    UdpPath arrival_;
    std::uint64_t sender_ = 0;
    RelayRoutes relays_;
    std::deque<Queued> queued_;
    Queued current_{};
    ENetPacket* packet_ = nullptr;
    std::optional<std::chrono::steady_clock::time_point> poll_until_;  // while a poll() goes on
    int datagrams_ = 0;                                                // that it has read
    LinkTraffic traffic_;
    std::array<std::uint8_t, kSealedPacketMax> opened_{};
};

}  // namespace albireo::proto
