#include "tests/storm/enet_network.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"
#include "server/gate_admission.hpp"
#include "sim/base/hash.hpp"
#include "tests/support/fixed_entropy.hpp"

namespace albireo::storm {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint16_t kServerPort = 7'777;
constexpr std::uint8_t kServerHome = 1, kStranger = 9;
constexpr std::size_t kPlaces = 64;  // of the server's peers
constexpr std::size_t kClear = proto::kSealedHeadBytes + proto::kCounterBytes;

std::uint8_t home_of(std::optional<Slot> slot) {
    return slot ? static_cast<std::uint8_t>(2 + index(*slot)) : kStranger;
}

std::uint64_t hash_of(proto::Channel channel, std::span<const std::uint8_t> packet) {
    return hash_bytes(packet) * 4 + static_cast<std::uint64_t>(channel);
}

}  // namespace

/// The server's end: sees which packets go out and come in.
class EnetNetwork::Server final : public proto::Link {
  public:
    Server(EnetNetwork& net, std::unique_ptr<proto::EnetLink> link) : net_(net), link_(std::move(link)) {}

    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        if (Ledger* const ledger = ledger_of(peer)) ledger->down.send(hash_of(channel, bytes), net_.now_);
        net_.packet_ = bytes;
        link_->send(peer, channel, bytes, now);
        net_.packet_ = {};
    }
    bool poll(LinkEvent& event, Micros now) override {
        while (!link_->poll(event, now)) {
            if (!net_.net_.is_idle(net_.address(kServerHome, 0).host)) continue;  // a poll() reads a limited number of datagrams
            const Struck struck = net_.strike(net_.attacks_, *link_, event, now);
            if (struck == Struck::nothing) return false;
            if (struck == Struck::event) break;
        }
        note(event);
        return true;
    }
    void close(proto::PeerId peer) override { link_->close(peer); }
    void flush(Micros now) override { link_->flush(now); }
    proto::LinkTraffic traffic() const override { return link_->traffic(); }
    std::uint64_t host_of(proto::PeerId peer) const override { return link_->host_of(peer); }
    std::size_t extra_header_bytes(proto::PeerId peer) const override { return link_->extra_header_bytes(peer); }
    proto::Binding binding_of(proto::PeerId peer) const override { return link_->binding_of(peer); }
    Micros next_due() const { return link_->next_due(); }

  private:
    Ledger* ledger_of(proto::PeerId peer) {
        const auto found = net_.ledgers_.find(link_->binding_of(peer));
        return found != net_.ledgers_.end() ? &found->second : nullptr;
    }
    void note(const LinkEvent& event) {
        if (event.kind != LinkEvent::Kind::received) return;
        Ledger* const ledger = ledger_of(event.peer);
        const std::uint64_t hash = hash_of(event.channel, event.bytes);
        const bool was_sent = ledger != nullptr && (ledger->early.contains(hash) || ledger->up.arrive(hash));
        if (!was_sent) ++net_.tricks_.unsent;
    }

    EnetNetwork& net_;
    std::unique_ptr<proto::EnetLink> link_;
};

class EnetNetwork::Client final : public proto::Link {
  public:
    Client(EnetNetwork& net, std::unique_ptr<proto::EnetLink> link, Path& path)
        : net_(net), link_(std::move(link)), path_(path), binding_(link_->binding_of(proto::kServer)) {
        path_.link = link_.get();
        net_.ledgers_[binding_];
    }
    ~Client() override {
        // The server may have the connection for some time yet, and duplicates may come late.
        ledger().client_gone_at = net_.now_;
        net_.closed_.add(path_.out.counters());
        net_.closed_.add(path_.in.counters());
        link_.reset();
        std::erase_if(net_.paths_, [&](const auto& each) { return each.get() == &path_; });
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        const std::uint64_t hash = hash_of(channel, bytes);
        if (is_connected_) {
            ledger().up.send(hash, net_.now_);
        } else {
            ledger().early.insert(hash);
        }
        net_.packet_ = bytes;
        link_->send(peer, channel, bytes, now);
        net_.packet_ = {};
    }
    bool poll(LinkEvent& event, Micros now) override {
        while (!link_->poll(event, now)) {
            if (!net_.net_.is_idle(path_.inside)) continue;
            const Struck struck = net_.strike(path_.attacks, *link_, event, now);
            if (struck == Struck::nothing) return false;
            if (struck == Struck::event) break;
        }
        if (event.kind == LinkEvent::Kind::connected) {
            is_connected_ = true;
            ledger().connected_at = net_.now_;
        }
        if (event.kind == LinkEvent::Kind::received && !ledger().down.arrive(hash_of(event.channel, event.bytes))) ++net_.tricks_.unsent;
        return true;
    }
    void close(proto::PeerId peer) override { link_->close(peer); }
    void flush(Micros now) override { link_->flush(now); }
    proto::LinkTraffic traffic() const override { return link_->traffic(); }
    std::size_t extra_header_bytes(proto::PeerId peer) const override { return link_->extra_header_bytes(peer); }
    proto::Binding binding_of(proto::PeerId) const override { return binding_; }

  private:
    Ledger& ledger() { return net_.ledgers_[binding_]; }

    EnetNetwork& net_;
    std::unique_ptr<proto::EnetLink> link_;
    Path& path_;
    proto::Binding binding_;
    bool is_connected_ = false;
};

EnetNetwork::EnetNetwork(std::uint32_t seed)
    : is_ipv6_(seed % 2 == 1), random_(Random::seed(seed * 2654435761u + 11, seed + 7)), forger_(Random::seed(seed, 78)) {
    fix_entropy(seed);
    key_ = proto::KeyPair::random();
    net_.delivers_at_once = false;
    net_.on_sent = [this](const Datagram& sent) { carry(sent); };
}

EnetNetwork::~EnetNetwork() {
    assert(paths_.empty() && "links are closed before their network");
}

proto::NetAddress EnetNetwork::address(std::uint8_t home, std::uint16_t port) const {
    if (!is_ipv6_) return net_address(10, 0, home, 2, port);
    return {proto::IpAddress(proto::IpAddress::Bytes{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, home, 0, 0, 0, 0, 0, 0, 0, 2}), port};
}

std::shared_ptr<server::AdmissionControl> EnetNetwork::begin_server() {
    auto admission = std::make_shared<server::AdmissionControl>();
    net_.place_next(address(kServerHome, kServerPort));
    std::string error;
    auto link = proto::make_enet_server({.port = kServerPort, .peers_max = kPlaces, .key = key_, .admits = server::admits_by(admission)}, error);
    assert(link != nullptr && "sockets in memory open");
    server_ = std::make_unique<Server>(*this, std::move(link));
    return admission;
}

void EnetNetwork::end_server() {
    server_.reset();
    attacks_.clear();
    std::erase_if(ledgers_, [](const auto& each) { return each.second.client_gone_at != proto::kNever; });
}

proto::Link& EnetNetwork::server() {
    return *server_;
}

std::unique_ptr<EnetNetwork::Client> EnetNetwork::open(std::optional<Slot> slot, const proto::FaultyLinkOptions& faults, const Tricks& tricks) {
    const proto::NetAddress own = address(home_of(slot), next_port_++);
    net_.place_next(own);
    const proto::IpAddress server = address(kServerHome, 0).host;
    const bool knows_key = slot == Slot::gold;
    std::string error;
    auto link = proto::make_enet_client(std::span{&server, 1}, kServerPort, error, knows_key ? std::optional(key_.public_key) : std::nullopt);
    assert(link != nullptr && "sockets in memory open");
    Path& path = *paths_.emplace_back(std::make_unique<Path>(Path{
        .slot = slot, .inside = own, .outside = own, .out = proto::Impairment(faults.out), .in = proto::Impairment(faults.in), .tricks = tricks}));
    return std::make_unique<Client>(*this, std::move(link), path);
}

std::unique_ptr<proto::Link> EnetNetwork::connect(Slot slot, const proto::FaultyLinkOptions& faults, const Tricks& tricks) {
    return open(slot, faults, tricks);
}

std::unique_ptr<proto::Link> EnetNetwork::connect_stranger() {
    return open({}, {}, {});
}

std::vector<EnetNetwork::Path*> EnetNetwork::paths_of(Slot slot) const {
    std::vector<Path*> found;
    for (const auto& each : paths_) {
        if (each->slot == slot) found.push_back(each.get());
    }
    return found;
}

void EnetNetwork::set(Slot slot, const proto::FaultyLinkOptions& faults) {
    for (Path* path : paths_of(slot)) {
        closed_.add(path->out.counters());
        closed_.add(path->in.counters());
        path->out = proto::Impairment(faults.out);
        path->in = proto::Impairment(faults.in);
    }
}

void EnetNetwork::calm(Slot slot) {
    set(slot, {});
    for (Path* path : paths_of(slot)) path->tricks = {};
}

void EnetNetwork::cut(Slot slot) {
    for (Path* path : paths_of(slot)) path->outside.port = next_port_++;
}

void EnetNetwork::advance(Micros now) {
    now_ = now;
    for (; !flying_.empty() && flying_.top().arrives <= now; flying_.pop()) net_.inject(flying_.top().datagram);
    if (now - forgot_at_ >= proto::kMicrosPerSecond) forget_old();
}

void EnetNetwork::forget_old() {
    forgot_at_ = now_;
    const Micros before = now_ - kSentKeptFor;
    std::erase_if(ledgers_, [&](const auto& each) { return each.second.client_gone_at < before; });
    for (auto& [binding, ledger] : ledgers_) {
        ledger.up.forget_before(before);
        ledger.down.forget_before(before);
        if (ledger.connected_at < before) ledger.early.clear();
    }
}

EnetNetwork::Kept EnetNetwork::kept() const {
    Kept kept{.keys = keys_.size(), .connections = ledgers_.size()};
    for (const auto& [binding, ledger] : ledgers_) kept.packets += ledger.up.size() + ledger.down.size() + ledger.early.size();
    return kept;
}

Micros EnetNetwork::next_due() const {
    return flying_.empty() ? proto::kNever : flying_.top().arrives;
}

Micros EnetNetwork::server_due() const {
    return server_ != nullptr ? server_->next_due() : proto::kNever;
}

Micros EnetNetwork::next_due_at(Slot slot) const {
    Micros due = proto::kNever;
    for (const Path* path : paths_of(slot)) due = std::min(due, path->link->next_due());
    return due;
}

proto::ImpairmentCounters EnetNetwork::impairments() const {
    proto::ImpairmentCounters sum = closed_;
    for (const auto& path : paths_) {
        sum.add(path->out.counters());
        sum.add(path->in.counters());
    }
    return sum;
}

void EnetNetwork::note_key(const Datagram& sealed, std::uint64_t nth) {
    if (packet_.size() < sizeof(std::uint64_t)) return;
    assert(sealed.bytes.size() == kClear + packet_.size() + proto::kTagBytes && "a link seals the packet that it is given");
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < sizeof key; ++i) key = key << 8 | (sealed.bytes[kClear + i] ^ packet_[i]);
    if (!keys_.note(key, nth)) ++tricks_.repeated_keys;
}

void EnetNetwork::carry(const Datagram& sent) {
    const bool is_server = sent.from == address(kServerHome, kServerPort), is_sealed = !proto::is_knock(sent.bytes);
    for (const auto& path : paths_) {
        if (is_server ? path->outside != sent.to : path->inside != sent.from) continue;
        const Way way = is_server ? Way::in : Way::out;
        if (is_sealed) note_key(sent, (*path->sealed[static_cast<std::size_t>(way)])++);
        return pass(*path, way, is_server ? Datagram{sent.from, path->inside, sent.bytes} : Datagram{path->outside, sent.to, sent.bytes});
    }
    if (is_sealed) note_key(sent, KeyLog::kFirst);  // of a client that is gone, or has another address
}

void EnetNetwork::pass(Path& path, Way way, Datagram datagram) {
    const proto::Fate fate = (way == Way::out ? path.out : path.in).plan(datagram.bytes.size() + proto::ip_udp_bytes(datagram.to.host), now_);
    if (fate.copies == 0) return;
    std::optional<Micros> again_at;
    if (happens(path.tricks.late_duplicate_ppm)) again_at = now_ + lateness(random_);
    if (!proto::is_knock(datagram.bytes)) {
        if (happens(path.tricks.bit_flips_ppm)) return forge(path, way, datagram);  // which sends a copy, too
        path.last[static_cast<std::size_t>(way)] = datagram.bytes;
    }
    if (again_at) {
        arrive(datagram, *again_at);
        ++tricks_.late_duplicates;
    }
    if (fate.corrupt_bit >= 0) {
        const auto bit = static_cast<std::size_t>(fate.corrupt_bit);
        if (bit / 8 >= datagram.bytes.size()) return;  // in a header: the system drops it
        datagram.bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    }
    for (int copy = 0; copy < fate.copies; ++copy) arrive(datagram, fate.arrives[static_cast<std::size_t>(copy)]);
}

void EnetNetwork::arrive(Datagram datagram, Micros at) {
    assert(at - now_ <= kLateMax && "sent_log.hpp forgets what cannot arrive any more");
    if (at <= now_) return net_.inject(std::move(datagram));
    flying_.push({at, order_++, std::move(datagram)});
}

void EnetNetwork::forge(Path& path, Way way, const Datagram& sealed) {
    if (way == Way::out && server_ == nullptr) return;  // nobody is there
    ++tricks_.flipped;
    const SealedCount& sent = path.sealed[static_cast<std::size_t>(way)];
    Attack attack{.forged = {}, .genuine = sealed, .sent = sent, .number = *sent - 1};
    const auto add = [&](Bytes bytes) {
        if (!proto::is_knock(bytes)) attack.forged.push_back({sealed.from, sealed.to, std::move(bytes)});
    };
    for (int i = 2; i < kForgeries; ++i) add(forger_.next(sealed.bytes, path.last[static_cast<std::size_t>(way)]));
    if (Bytes back = path.last[1 - static_cast<std::size_t>(way)]; !back.empty()) {  // a reflection, for the peer that the receiver knows
        std::copy_n(sealed.bytes.begin(), proto::kSealedHeadBytes, back.begin());
        add(std::move(back));
    }
    (way == Way::out ? attacks_ : path.attacks).push_back(std::move(attack));
}

EnetNetwork::Struck EnetNetwork::strike(Attacks& attacks, proto::EnetLink& link, LinkEvent& event, Micros now) {
    if (attacks.empty()) return Struck::nothing;
    Attack attack = std::move(attacks.front());
    attacks.pop_front();
    std::vector<Datagram>& forged = attack.forged;
    constexpr std::size_t kAtOnce = 256;  // a poll() reads more than that
    const std::uint64_t state = link.enet_state();
    const proto::EnetLinkCounters before = link.enet_counters();
    const proto::EnetLinkCounters& after = link.enet_counters();
    for (std::size_t shown = 0; shown < forged.size();) {
        net_.inject(std::move(forged[shown]));
        if (++shown % kAtOnce != 0 && shown != forged.size()) continue;
        while (link.poll(event, now)) ++tricks_.accepted;
    }
    const std::uint64_t unkeyed = after.refused_datagrams - before.refused_datagrams, refused = after.broken_seals - before.broken_seals + unkeyed;
    assert(refused <= forged.size() && "the receiver had read everything else");
    tricks_.accepted += forged.size() - refused;
    if (link.enet_state() != state) ++tricks_.accepted;
    tricks_.forged += forged.size();
    tricks_.unkeyed += unkeyed;
    if (!attack.genuine) return Struck::refused;

    net_.inject(*attack.genuine);
    const bool is_event = link.poll(event, now);
    const bool is_opened = after.refused_datagrams + after.broken_seals == before.refused_datagrams + before.broken_seals + refused;
    // A receiver without its keys refuses it, and so does one that stood still until many later datagrams had come. Accepts have numbers, too.
    const bool must_open = refused > unkeyed && *attack.sent - attack.number <= proto::kReplayWindow / 2;
    if (is_opened) {
        ++tricks_.opened;
        attacks.push_back({.forged = {std::move(*attack.genuine)}});  // a copy
    } else if (must_open) {
        ++tricks_.spoiled;
    }
    return is_event ? Struck::event : Struck::refused;
}

}  // namespace albireo::storm
