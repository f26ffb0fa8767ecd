#include "proto/memory_link.hpp"

#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

void count_sent(LinkTraffic& traffic, std::span<const std::uint8_t> bytes) {
    ++traffic.packets_sent;
    traffic.bytes_sent += wire_bytes(bytes.size());
}

}  // namespace

class MemoryNet::Client final : public Link {
  public:
    Client(MemoryNet& net, PeerId name, std::uint64_t host) : net_(net), name_(name), host_(host) {}
    ~Client() override { leave(); }

    void send(PeerId, Channel channel, std::span<const std::uint8_t> bytes, Micros) override {
        if (gone_) return;
        count_sent(traffic_, bytes);
        net_.queue_.push_back({LinkEvent::Kind::received, name_, channel, {bytes.begin(), bytes.end()}});
    }
    bool poll(LinkEvent& event, Micros) override { return take(queue_, current_, event, traffic_); }
    void close(PeerId) override { leave(); }
    LinkTraffic traffic() const override { return traffic_; }

    void put(Stored stored) { queue_.push_back(std::move(stored)); }
    void forget() { gone_ = true; }
    std::uint64_t host() const { return host_; }
    Binding binding_of(PeerId) const override { return net_.binding_of(name_); }

  private:
    void leave() {
        if (gone_) return;
        gone_ = true;
        net_.clients_.erase(name_);
    }
    MemoryNet& net_;
    PeerId name_;
    std::uint64_t host_;
    bool gone_ = false;
    std::deque<Stored> queue_;
    Stored current_{};
    LinkTraffic traffic_;
};

MemoryNet::MemoryNet() = default;

MemoryNet::~MemoryNet() {
    for (auto& [name, client] : clients_) client->forget();
}

std::unique_ptr<Link> MemoryNet::connect(std::uint64_t host) {
    const PeerId name{next_peer_++};
    auto client = std::make_unique<Client>(*this, name, host);
    clients_[name] = client.get();
    queue_.push_back({LinkEvent::Kind::connected, name, Channel::control, {}});
    client->put({LinkEvent::Kind::connected, kServer, Channel::control, {}});
    return client;
}

std::uint64_t MemoryNet::host_of(PeerId peer) const {
    const auto found = clients_.find(peer);
    return found == clients_.end() ? 0 : found->second->host();
}

/// No keys are needed in memory: the peer's number stands for them.
Binding MemoryNet::binding_of(PeerId peer) const {
    Binding binding{};
    ByteWriter{binding}.put(peer.value);
    return binding;
}

void MemoryNet::send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros) {
    const auto found = clients_.find(peer);
    if (found == clients_.end()) return;
    count_sent(traffic_, bytes);
    found->second->put({LinkEvent::Kind::received, kServer, channel, {bytes.begin(), bytes.end()}});
}

bool MemoryNet::poll(LinkEvent& event, Micros) {
    return take(queue_, current_, event, traffic_);
}

void MemoryNet::close(PeerId peer) {
    const auto found = clients_.find(peer);
    if (found == clients_.end()) return;
    found->second->forget();
    clients_.erase(found);
}

void MemoryNet::forget_all() {
    for (auto& [name, client] : clients_) client->forget();
    clients_.clear();
    queue_.clear();
}

bool MemoryNet::take(std::deque<Stored>& queue, Stored& current, LinkEvent& event, LinkTraffic& traffic) {
    if (queue.empty()) return false;
    current = std::move(queue.front());
    queue.pop_front();
    event = {current.kind, current.peer, current.channel, current.bytes};
    if (current.kind == LinkEvent::Kind::received) {
        ++traffic.packets_received;
        traffic.bytes_received += wire_bytes(current.bytes.size());
    }
    return true;
}

}  // namespace albireo::proto
