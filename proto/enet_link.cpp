// One file: the server's and the client's side of one handshake, over one gate.
#include "proto/enet_link.hpp"

#include <cassert>
#include <set>

#include "platform/reasons.hpp"
#include "proto/accept_allowance.hpp"
#include "proto/address.hpp"
#include "proto/enet_base.hpp"
#include "proto/home_counts.hpp"

namespace albireo::proto {

namespace {

/// New connections in one poll(). Each takes 0.1 ms, mostly for X25519; a client whose Knock is dropped knocks again.
constexpr int kAdmissionsMax = 16;

std::string reason_text(int reason) {
    if (reason == ELIBBAD) return "this program was linked without its own sockets (proto/enet_sockets.cpp)";
    if (reason == ENOPROTOOPT) return "several shards cannot share a port on this system: start the server with one";
    if (reason == EAFNOSUPPORT) return "this computer has no IPv6";
    return platform::reason_text(reason);
}

/// A datagram of a handshake goes to the shard that its connect id names; a sealed one goes to the shard whose peer it names.
platform::PortSteering steering_of(const EnetServerOptions& options) {
    const auto word = [](const std::array<std::uint8_t, 4>& bytes, int count) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) value = value << 8 | bytes[i];
        return value;
    };
    return {.sockets = static_cast<std::uint16_t>(options.shards),
            .first = word(options.first_shard, 4),
            .marked = static_cast<std::uint16_t>(word(kKnockMagic, 2)),
            .marked_byte = kShardByteAt,
            .others = kPeerNumberMax};
}

class EnetServer final : public EnetBase {
  public:
    bool start(const EnetServerOptions& options, std::string& error) {
        const auto host = read_bind_address(options.bind);
        if (!host) {
            error = "'" + options.bind + "' is not an IPv4 or IPv6 address";
            return false;
        }
        assert(options.shard < options.shards && "a shard's number is below the number of shards");
        shard_ = options.shard;
        shards_ = options.shards;
        const std::size_t numbers = std::min<std::size_t>(ENET_PROTOCOL_MAXIMUM_PEER_ID, (kPeerNumberMax + 1) / shards_);
        const std::size_t peers = std::min(options.peers_max, numbers);
        const platform::PortSteering sharing = steering_of(options);
        if (const int reason = open({*host, options.port}, peers, options.receive_buffer, shards_ > 1 ? &sharing : nullptr); reason != 0) {
            error = "cannot bind UDP " + join_address(options.bind, options.port) + ": " + reason_text(reason);
            if (reason == EADDRINUSE) error += "; is another server running there?";
            return false;
        }
        peers_per_host_ = options.peers_per_host;
        admits_ = options.admits;
        key_ = options.key ? *options.key : KeyPair::random();
        by_number_.resize(peers);
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
        if (peer.heard) return send_sealed(peer.path, {0, channel}, peer.line.out, bytes);  // a client's host has one peer
        // A client has no keys before it has received its Accept, and its address may be another's. What is left out is repeated.
        if (channel == Channel::control && peer.has_place) send_accept(peer, bytes);
    }
    void close(PeerId name) override {
        const auto found = peers_.find(name);
        if (found == peers_.end()) return;
        Peer& peer = found->second;
        by_knock_.erase(peer.knock);
        spent_.push_back({peer.knock, now_ + kCookieFor});
        by_number_[peer.enet->incomingPeerID] = nullptr;
        per_host_.remove(peer.host);
        leave_place(peer);
        enet_peer_reset(peer.enet);
        peers_.erase(found);
    }
    Micros next_due() const override {
        if (has_read_ahead()) return now_;
        return accepts_due_.empty() ? kNever : accepts_due_.begin()->first;
    }

    std::uint64_t host_of(PeerId name) const override {
        const auto found = peers_.find(name);
        return found == peers_.end() ? 0 : found->second.host;
    }
    std::size_t extra_header_bytes(PeerId name) const override {
        const auto found = peers_.find(name);
        return found == peers_.end() ? 0 : ip_udp_bytes(found->second.path.peer.host) - kIpUdpBytes;
    }
    Binding binding_of(PeerId name) const override {
        const auto found = peers_.find(name);
        return found == peers_.end() ? Binding{} : found->second.handshake.binding();
    }
    std::optional<PublicKey> server_key() const override { return key_.public_key; }

  private:
    /// Whose Knocks belong together. An eavesdropper knows address and connect id, but has no secret for the client's key: a
    /// Knock with another key is of another connection.
    struct KnockName {
        NetAddress address;
        std::uint32_t connect_id = 0;
        PublicKey client{};
        auto operator<=>(const KnockName&) const = default;
    };
    struct Peer {
        PeerId name;
        ENetPeer* enet = nullptr;
        UdpPath path;
        KnockName knock;
        std::uint64_t host = 0;  // host_of()
        HandshakeServer handshake;
        SealedLine line;
        bool heard = false;  // has sent a datagram with its new keys, so it has received the Accept
        Micros accepted_at = 0, next_accept = 0;
        bool has_place = false;  // otherwise its Accepts only answer Knocks
        AcceptAllowance allowance{};
    };
    /// A connection that has ended. Its Knocks are refused while their cookies may still be valid. Otherwise an eavesdropper
    /// could replay them, with the requests that they carry.
    struct Spent {
        KnockName knock;
        Micros until = 0;
    };

    void take_knock(const KnockDatagram& knock, std::span<const std::uint8_t> datagram, std::size_t head) override {
        const NetAddress from = arrival().peer;
        if (knock.kind == KnockKind::hello) return answer_hello(knock, from);
        if (knock.kind != KnockKind::knock || !cookies_->check(knock.cookie, from, knock.connect_id, now_)) {
            ++counters_.bad_knocks;
            return;
        }
        const KnockName name{from, knock.connect_id, *knock.key};
        auto known = by_knock_.find(name);
        if (known == by_knock_.end()) {
            if (is_spent(name) || !admit(name, knock, datagram, head)) return;
            known = by_knock_.find(name);
        }
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        Peer& peer = peers_.at(known->second);
        const auto size = peer.handshake.take(datagram, head, packet);
        if (!size) {
            ++counters_.bad_knocks;  // forged, a duplicate, or of a connection that is established
            return;
        }
        if (*size != 0) queue(LinkEvent::Kind::received, known->second, std::span{packet}.first(*size));
        if (peer.has_place) return;
        take_place(peer);
        send_accept(peer, {});
    }
    void answer_hello(const KnockDatagram& hello, NetAddress from) {
        if (from.host.is_ipv6() && !hello.for_ipv6) {
            ++counters_.bad_knocks;  // an answer would be more than half of its bytes
            return;
        }
        if (!admits(GateRequest::answer)) return;
        ++counters_.challenges;
        KnockDatagram challenge{.kind = KnockKind::challenge,
                                .connect_id = hello.connect_id,
                                .cookie = cookies_->make(from, hello.connect_id, now_)};
        if (hello.wants_key) challenge.key = key_.public_key;
        std::array<std::uint8_t, kChallengeWithKeyBytes> bytes;
        send_raw(arrival(), std::span{bytes}.first(write_knock(challenge, bytes)));
    }
    void take_unread_knock(std::span<const std::uint8_t> datagram) override {
        const auto answer = answer_other_version(kKnockProtocol, datagram, ip_udp_bytes(arrival().peer.host));
        if (!answer) {
            ++counters_.bad_knocks;
            return;
        }
        if (!admits(GateRequest::answer)) return;
        ++counters_.other_versions;
        send_raw(arrival(), *answer);
    }
    bool is_spent(const KnockName& name) {
        std::erase_if(spent_, [&](const Spent& each) { return each.until < now_; });
        return std::ranges::any_of(spent_, [&](const Spent& each) { return each.knock == name; });
    }

    /// Of a home's connections that have not been heard, kUnheardPerHome at a time are sent Accepts by the clock (accept_allowance.hpp).
    void take_place(Peer& peer) {
        if (unheard_.of(peer.host) >= kUnheardPerHome || now_ - peer.accepted_at > kAcceptFor) return;
        peer.has_place = true;
        unheard_.add(peer.host);
    }
    void leave_place(Peer& peer) {
        if (std::exchange(peer.has_place, false)) unheard_.remove(peer.host);
    }

    bool admits(GateRequest what) {
        if (!admits_ || admits_(what, sender(), now_)) return true;
        ++counters_.unadmitted;
        return false;
    }

    /// Makes a peer for a client's first Knock, whose address is verified. Returns whether there is one now.
    bool admit(const KnockName& name, const KnockDatagram& knock, std::span<const std::uint8_t> datagram,
               std::size_t head) {
        // Asked before the seal is opened: that takes X25519, the most expensive step for a Knock.
        if (std::exchange(admitted_in_, passes_) != passes_) admissions_ = 0;
        if (++admissions_ > kAdmissionsMax || !admits(GateRequest::place)) return false;
        auto handshake = HandshakeServer::open(key_, knock, datagram, head);
        std::array<std::uint8_t, kKnockHeadMax + kSealBytes> answer;
        if (!handshake) {
            ++counters_.bad_knocks;
            const KnockDatagram other_key{.kind = KnockKind::other_key,
                                          .connect_id = knock.connect_id,
                                          .cookie = knock.cookie,
                                          .key = key_.public_key};
            send_raw(arrival(), std::span{answer}.first(write_knock(other_key, answer)));
            return false;
        }
        ENetPeer* const enet = per_host_.of(sender()) < peers_per_host_ ? claim_peer() : nullptr;
        if (enet == nullptr) {
            ++counters_.full;
            send_raw(arrival(), std::span{answer}.first(handshake->write_full(answer)));
            return false;
        }
        auto line = handshake->make_line(KeyPair::random());
        if (!line) {
            enet_peer_reset(enet);
            return false;
        }
        const PeerId id{next_name_++};
        Peer& peer = peers_.emplace(id, Peer{id, enet, arrival(), name, sender(), std::move(*handshake), std::move(*line), false, now_, now_}).first->second;
        by_knock_[name] = id;
        assert(by_number_[enet->incomingPeerID] == nullptr && "a peer's number, its name in ENet, is free once the peer is gone");
        by_number_[enet->incomingPeerID] = &peer;
        per_host_.add(sender());
        take_place(peer);
        if (peer.has_place) accepts_due_.emplace(now_, id);
        queue(LinkEvent::Kind::connected, id);
        return true;
    }

    void send_accept(Peer& peer, std::span<const std::uint8_t> packet) {
        if (!peer.allowance.take(packet.size(), ip_udp_bytes(peer.path.peer.host), now_ - peer.accepted_at)) return;
        accepts_due_.erase({peer.next_accept, peer.name});
        peer.next_accept = now_ + accept_interval(now_ - peer.accepted_at);
        if (peer.next_accept - peer.accepted_at > kAcceptFor) leave_place(peer);
        if (peer.has_place) accepts_due_.emplace(peer.next_accept, peer.name);
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        const std::size_t size = peer.handshake.write_accept(number_of(*peer.enet), peer.line.out, packet, bytes);
        send_raw(peer.path, std::span{bytes}.first(size));
    }
    void send_due_knocks() override {
        while (!accepts_due_.empty() && accepts_due_.begin()->first <= now_) {
            const auto found = peers_.find(accepts_due_.begin()->second);
            accepts_due_.erase(accepts_due_.begin());
            if (found != peers_.end() && !found->second.heard) send_accept(found->second, {});
        }
    }

    /// By which its datagrams name a peer.
    std::uint16_t number_of(const ENetPeer& peer) const { return static_cast<std::uint16_t>(peer.incomingPeerID * shards_ + shard_); }
    Peer* at_number(std::uint16_t number) const { return number < by_number_.size() ? by_number_[number] : nullptr; }
    SealedLine* line_of(std::uint16_t number) override {
        Peer* const peer = at_number(number);
        return peer != nullptr && peer->knock.address == arrival().peer ? &peer->line : nullptr;
    }
    bool name_of(const ENetPeer& peer, PeerId& name) override {
        const Peer* const found = at_number(peer.incomingPeerID);
        if (found == nullptr) return false;
        name = found->name;
        return true;
    }
    void note_heard(std::uint16_t number) override {
        Peer& peer = *by_number_[number];
        if (std::exchange(peer.heard, true)) return;
        leave_place(peer);
        peer.handshake.end_knocking();
    }

    KeyPair key_;
    std::size_t peers_per_host_ = 0;
    std::unique_ptr<CookieKeeper> cookies_;
    std::function<bool(GateRequest, std::uint64_t, Micros)> admits_;
    std::unordered_map<PeerId, Peer> peers_;
    std::map<KnockName, PeerId> by_knock_;
    std::vector<Peer*> by_number_;  // by ENet's number of the peer
    HomeCounts per_host_, unheard_;  // peers of a home: all, and those with a place among the ones not heard yet
    std::set<std::pair<Micros, PeerId>> accepts_due_;  // of peers that have not been heard yet
    std::vector<Spent> spent_;
    std::uint32_t next_name_ = 1;
    std::uint64_t admitted_in_ = 0;  // the pass in which `admissions_` were counted
    int admissions_ = 0;
};

class EnetClient final : public EnetBase {
  public:
    bool start(std::span<const IpAddress> hosts, std::uint16_t port, std::optional<PublicKey> server, const ClientPath& path,
               std::string& error) {
        if (const int reason = open({{}, path.own_port}, 1, 1 << 20); reason != 0) {
            error = "cannot open a UDP socket: " + reason_text(reason);
            return false;
        }
        if (path.relay) {
            candidates_ = {path.relay->named};
            add_relay_route(*path.relay);
        } else {
            for (const IpAddress& each : hosts) {
                if (has_ipv6() || each.is_ipv4()) candidates_.push_back({each, port});
            }
        }
        if (candidates_.empty()) {
            error = hosts.empty() ? "the server has no address" : "the server has only IPv6 addresses, and this computer has no IPv6";
            return false;
        }
        handshake_ = std::make_unique<HandshakeClient>(connect_id_for(random_word(), path.shard), KeyPair::random(), server);
        binding_ = handshake_->binding();
        return true;
    }

    void send(PeerId, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        now_ = now;
        if (is_connected()) {
            if (closed_) return;
            if (says_again_at_ != kNever) says_again_at_ = now_ + kSayAgain;
            send_sealed({to()}, {handshake_->peer(), channel}, handshake_->line().out, bytes);
        } else if (channel == Channel::control) {
            waiting_.assign(bytes.begin(), bytes.end());
        }
    }
    void close(PeerId) override {
        closed_ = true;
        if (peer_ != nullptr) enet_peer_reset(std::exchange(peer_, nullptr));
    }
    Micros next_due() const override {
        if (has_read_ahead()) return now_;
        return closed_ ? kNever : std::min(handshake_->due(), says_again_at_);
    }
    std::size_t extra_header_bytes(PeerId) const override { return ip_udp_bytes(to().host) - kIpUdpBytes; }
    Binding binding_of(PeerId) const override { return binding_; }
    std::optional<PublicKey> server_key() const override {
        return is_connected() ? handshake_->server_key() : std::nullopt;
    }
    NetAddress server_address() const override { return is_connected() ? to() : NetAddress{}; }
    VersionGap version_gap() const override { return handshake_->version_gap(); }
    std::optional<PublicKey> claimed_key() const override {
        return handshake_->state() == HandshakeClient::State::other_key ? handshake_->claimed_key() : std::nullopt;
    }

  private:
    bool is_connected() const { return handshake_->state() == HandshakeClient::State::accepted; }

    void take_unread_knock(std::span<const std::uint8_t> datagram) override {
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        const bool is_asked = !closed_ && std::ranges::find(candidates_, arrival().peer) != candidates_.end();
        if (!is_asked || !handshake_->take(datagram, now_, packet)) ++counters_.bad_knocks;
    }
    void take_knock(const KnockDatagram& knock, std::span<const std::uint8_t> datagram, std::size_t) override {
        if (closed_ || std::ranges::find(candidates_, arrival().peer) == candidates_.end()) return;
        // A second of the server's addresses answers too. A Knock to that one would begin another connection, with the same request.
        const bool is_knocking = handshake_->state() == HandshakeClient::State::knock;
        if (knock.kind == KnockKind::challenge && is_knocking && arrival().peer != challenged_by_) return;
        const bool was_connected = is_connected();
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        const auto size = handshake_->take(datagram, now_, packet);
        if (!size) {
            ++counters_.bad_knocks;
            return;
        }
        if (knock.kind == KnockKind::challenge) challenged_by_ = arrival().peer;
        if (is_sealed(knock.kind)) candidates_ = {arrival().peer};  // the server's: it has proved its key
        if (handshake_->state() == HandshakeClient::State::full) queue(LinkEvent::Kind::refused, kServer);
        if (!was_connected && is_connected()) {
            peer_ = claim_peer();
            if (!waiting_.empty()) says_again_at_ = now_;
            queue(LinkEvent::Kind::connected, kServer);
        }
        if (is_connected() && *size != 0) queue(LinkEvent::Kind::received, kServer, std::span{packet}.first(*size));
    }
    void send_due_knocks() override {
        if (closed_) return;
        if (says_again_at_ <= now_) {
            says_again_at_ = now_ + kSayAgain;
            send_sealed({to()}, {handshake_->peer(), Channel::control}, handshake_->line().out, waiting_);
        }
        if (handshake_->due() > now_) return;
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        // A cookie is for the address from which it came. A Challenge may be forged: Hellos go to all of the addresses.
        const bool knocks = handshake_->state() == HandshakeClient::State::knock;
        const NetAddress to = knocks ? challenged_by_ : candidates_[next_ % candidates_.size()];
        const std::size_t size = handshake_->write(waiting_, now_, bytes, ip_udp_bytes(to.host));
        if (size != 0) {
            ++next_;
            send_raw({to}, std::span{bytes}.first(size));
        }
        if (handshake_->state() == HandshakeClient::State::other_key) queue(LinkEvent::Kind::other_key, kServer);
    }
    SealedLine* line_of(std::uint16_t number) override {
        const bool is_server = arrival().peer == to();
        return number == 0 && is_server && is_connected() && peer_ != nullptr ? &handshake_->line() : nullptr;
    }
    bool name_of(const ENetPeer&, PeerId& name) override {
        name = kServer;
        return !closed_;
    }
    void note_heard(std::uint16_t) override { says_again_at_ = kNever; }

    const NetAddress& to() const { return candidates_.front(); }

    std::vector<NetAddress> candidates_;  // the server's addresses; once it has proved its key, only the one from which it has
    NetAddress challenged_by_;            // the one whose cookie is used
    std::size_t next_ = 0;                // the one to ask next
    ENetPeer* peer_ = nullptr;  // once connected
    std::unique_ptr<HandshakeClient> handshake_;
    Binding binding_{};
    /// The server repeats its Accepts for a few seconds only. If the one Accept that arrives asks for no answer, both ends would wait for each
    /// other. So until the first sealed datagram arrives, a client that has nothing else to send sends its newest packet again, under the connection's keys.
    static constexpr Micros kSayAgain = 100 * kMicrosPerMs;
    std::vector<std::uint8_t> waiting_;  // the newest control packet, sent along with the knocking
    Micros says_again_at_ = kNever;      // kNever: not connected yet, or heard
    bool closed_ = false;
};

}  // namespace

std::unique_ptr<EnetLink> make_enet_server(const EnetServerOptions& options, std::string& error) {
    auto server = std::make_unique<EnetServer>();
    return server->start(options, error) ? std::move(server) : nullptr;
}

std::unique_ptr<EnetLink> make_enet_client(const std::string& host, std::uint16_t port, std::string& error,
                                           std::optional<PublicKey> server, const ClientPath& path) {
    const IpAddress address = read_ip(host);
    if (!address.is_none()) return make_enet_client(std::span{&address, 1}, port, error, server, path);
    error = "'" + host + "' is not an address";
    return nullptr;
}

std::unique_ptr<EnetLink> make_enet_client(std::span<const IpAddress> hosts, std::uint16_t port, std::string& error,
                                           std::optional<PublicKey> server, const ClientPath& path) {
    auto client = std::make_unique<EnetClient>();
    return client->start(hosts, port, server, path, error) ? std::move(client) : nullptr;
}

}  // namespace albireo::proto
