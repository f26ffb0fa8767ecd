#pragma once
/// Shared by the server's and the client's link over ENet: the host, its gate, its peers and their traffic. Only this
/// header includes enet.h, and only enet_link.cpp includes this header.
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

#include "proto/enet_link.hpp"
#include "proto/enet_compression.hpp"
#include "proto/handshake.hpp"

namespace albireo::proto {

inline constexpr std::size_t kDatagramBytesMax = ENET_PROTOCOL_MAXIMUM_MTU;
static_assert(kUnsequencedCommand ==
              (int{ENET_PROTOCOL_COMMAND_SEND_UNSEQUENCED} | int{ENET_PROTOCOL_COMMAND_FLAG_UNSEQUENCED}));
static_assert(kUnsequencedBytes == sizeof(ENetProtocolSendUnsequenced));
/// In one poll(). What is left waits in the socket. A refused datagram takes 3 us, so a flood holds the loop for 1.5 ms.
/// ENet reads up to 256 in a round, but a datagram that is too long for it ends the round.
inline constexpr std::uint64_t kDatagramsMax = 512;
inline constexpr int kRoundsMax = 64;

// With its throttle ENet drops packets of its own accord. A deceleration of 0 disables that.
inline constexpr enet_uint32 kThrottleInterval = 5'000, kThrottleAcceleration = 32, kThrottleDeceleration = 0;

/// No packet of ours is longer. With ENet's default of 32 MB, one client could make the server allocate a gigabyte.
inline constexpr std::size_t kEnetPacketMax = 4 << 10, kEnetWaitingMax = 64 << 10;

inline NetAddress address_of(const ENetAddress& address) {
    return {address.host, address.port};
}

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

/// Whether every command of the datagram is an unsequenced packet: no connect, disconnect, fragment, bandwidth or
/// throttle command and nothing that requires an acknowledgement. ENet checks the lengths itself. A compressed datagram
/// can only decompress to an unsequenced packet.
inline bool holds_only_packets(std::span<const std::uint8_t> datagram) {
    if (datagram.size() < 2 || datagram.size() > kDatagramBytesMax) return false;
    const auto flags = (datagram[0] << 8 | datagram[1]) & ENET_PROTOCOL_HEADER_FLAG_MASK;
    if (flags == ENET_PROTOCOL_HEADER_FLAG_COMPRESSED) return may_be_compressed(datagram.size() - 2);
    if (flags != 0 || datagram.size() < 2 + kUnsequencedBytes) return false;
    for (std::size_t at = 2; at != datagram.size();) {
        if (datagram.size() - at < kUnsequencedBytes || datagram[at] != kUnsequencedCommand) return false;
        const std::size_t length = static_cast<std::size_t>(datagram[at + 6]) << 8 | datagram[at + 7];
        at += kUnsequencedBytes;
        if (datagram.size() - at < length) return false;
        at += length;
    }
    return true;
}

/// ENet's compressor callbacks. `parts` are the commands and packets of a datagram, alternating.
inline std::size_t ENET_CALLBACK compress(void*, const ENetBuffer* parts, std::size_t count, std::size_t,
                                          enet_uint8* out, std::size_t room) {
    if (count != 2) return 0;  // not a single packet
    const auto bytes = [](const ENetBuffer& part) {
        return std::span{static_cast<const std::uint8_t*>(part.data), part.dataLength};
    };
    return compress_packet(bytes(parts[0]), bytes(parts[1]), {out, room});
}
inline std::size_t ENET_CALLBACK decompress(void*, const enet_uint8* in, std::size_t size, enet_uint8* out,
                                            std::size_t room) {
    return decompress_packet({in, size}, {out, room});
}

/// Drops the connection commands that ENet has queued: our own handshake replaces them.
inline void drop_commands(ENetPeer& peer) {
    for (ENetList* list : {&peer.outgoingCommands, &peer.sentReliableCommands}) {
        while (!enet_list_empty(list)) enet_free(enet_list_remove(enet_list_begin(list)));
    }
}

/// Settings of every peer, on both sides.
inline void configure(ENetPeer& peer) {
    peer.packetThrottleInterval = kThrottleInterval;
    peer.packetThrottleAcceleration = kThrottleAcceleration;
    peer.packetThrottleDeceleration = kThrottleDeceleration;
    peer.pingInterval = ~enet_uint32{0};  // ENet's pings are reliable commands; any packet shows that a peer is alive
    enet_peer_timeout(&peer, 1 << 20, 600'000, 600'000);
}

/// The common base of both links: the host, the gate, the events.
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
        for (; rounds_ < kRoundsMax && traffic_.packets_received - received_before_ < kDatagramsMax; ++rounds_) {
            // Deliver everything read so far first; that needs neither the socket nor a scan of the peers.
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
        received_before_ = traffic_.packets_received;
        return false;
    }

    void flush(Micros now) override {
        now_ = now;
        send_due_knocks();
        enet_host_flush(host_);
        count_traffic();
    }

    LinkTraffic traffic() const override { return traffic_; }
    void set_side_protocol(SideProtocol side) override { side_ = std::move(side); }
    int native_socket() const override { return host_->socket; }
    std::uint16_t port() const override { return host_->address.port; }
    int receive_buffer_granted() const override {
        int granted = 0;
        socklen_t size = sizeof granted;
        getsockopt(host_->socket, SOL_SOCKET, SO_RCVBUF, &granted, &size);
        return granted / 2;  // Linux reports twice the size that was set, to allow for its own bookkeeping
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
        // ENet passes only the host to its hook, so the compressor's context holds `this`.
        host_->compressor = {.context = this, .compress = compress, .decompress = decompress, .destroy = nullptr};
        host_->intercept = [](ENetHost* host, ENetEvent*) {
            return static_cast<EnetBase*>(host->compressor.context)->gate();
        };
        if (setsockopt(host_->socket, SOL_SOCKET, SO_RCVBUFFORCE, &receive_buffer, sizeof receive_buffer) != 0) {
            setsockopt(host_->socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        return true;
    }

    /// Handles a datagram of our own handshake. Returns true if ENet must process the command that replaced it
    /// (substitute()).
    virtual bool take_knock(const KnockDatagram& knock) = 0;
    /// Sets `name` to the link's id of an ENet peer. Returns false if it has none.
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
    /// Replaces the datagram being received with the ENet command that carries out the result of the handshake.
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

    /// ENet's intercept hook: 0 passes the datagram on to ENet, 1 drops it.
    int gate() {
        const std::span<const std::uint8_t> datagram{host_->receivedData, host_->receivedDataLength};
        traffic_.bytes_received += datagram.size() + kIpUdpBytes;
        ++traffic_.packets_received;
        if (side_ && was_for_side(datagram)) return 1;
        if (is_knock(datagram)) {
            const auto knock = read_knock(datagram);
            if (!knock) ++counters_.bad_knocks;
            return knock && take_knock(*knock) ? 0 : 1;
        }
        if (holds_only_packets(datagram)) return 0;
        ++counters_.refused_datagrams;
        return 1;
    }

    /// Whether the datagram belongs to the other protocol of this socket, which has then answered it.
    bool was_for_side(std::span<const std::uint8_t> datagram) {
        std::array<std::uint8_t, kKnockDatagramMax> out;
        const auto size = side_(datagram, host_->receivedAddress.host, now_, out);
        if (size && *size != 0) send_raw(host_->receivedAddress, std::span{out}.first(*size));
        return size.has_value();
    }

    /// One round of reading. Returns whether ENet has an event.
    bool service(ENetEvent& enet) {
        if (serviced_) return false;
        serviced_ = true;
        // ENet would send its bandwidth limits to every peer, reliably; we have none.
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
            return false;  // the handshake has already reported this
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

    SideProtocol side_;
    std::deque<Queued> queued_;
    Queued current_{};
    ENetPacket* packet_ = nullptr;
    bool serviced_ = false;
    int rounds_ = 0;
    std::uint64_t received_before_ = 0;  // datagrams, before this poll()
    LinkTraffic traffic_;
    alignas(8) std::array<std::uint8_t, 2 + sizeof(ENetProtocol)> substitute_{};
};

}  // namespace albireo::proto
