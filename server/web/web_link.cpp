#include "server/web/web_link.hpp"

#include <cassert>
#include <iterator>
#include <utility>

namespace albireo::server {

using proto::PeerId;

void WebLink::send(PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, proto::Micros) {
    ++traffic_.packets_sent;
    traffic_.bytes_sent += proto::wire_bytes(bytes.size());
    queued_.push_back({.peer = peer, .channel = channel, .bytes = {bytes.begin(), bytes.end()}});
}

void WebLink::close(PeerId peer) {
    queued_.push_back({.peer = peer, .closes = true, .bytes = {}});
    const std::lock_guard lock(mutex_);
    origins_.erase(peer);
}

void WebLink::flush(proto::Micros) {
    if (queued_.empty()) return;
    {
        const std::lock_guard lock(mutex_);
        for (Order& order : queued_) {
            // The web server has stalled: packets may be lost, goodbyes may not.
            if (orders_.size() >= kOrdersMax && !order.closes) continue;
            orders_.push_back(std::move(order));
        }
    }
    queued_.clear();
    if (wake_web) wake_web();
}

bool WebLink::poll(proto::LinkEvent& event, proto::Micros) {
    if (taken_.empty() && polled_ < kTakenMax) {
        const std::lock_guard lock(mutex_);
        taken_.swap(inbox_);
    }
    if (taken_.empty() || polled_ == kTakenMax) {
        polled_ = 0;
        return false;
    }
    ++polled_;
    assert(polled_ <= kTakenMax && "a round takes a bounded number of events");
    current_ = std::move(taken_.front());
    taken_.pop_front();
    if (current_.kind == proto::LinkEvent::Kind::received) {
        ++traffic_.packets_received;
        traffic_.bytes_received += proto::wire_bytes(current_.bytes.size());
    }
    event = {current_.kind, current_.peer, current_.channel, current_.bytes};
    return true;
}

std::uint64_t WebLink::host_of(PeerId peer) const {
    const std::lock_guard lock(mutex_);
    const auto found = origins_.find(peer);
    return found == origins_.end() ? 0 : found->second.host;
}

proto::Binding WebLink::binding_of(PeerId peer) const {
    const std::lock_guard lock(mutex_);
    const auto found = origins_.find(peer);
    return found == origins_.end() ? proto::Binding{} : found->second.binding;
}

PeerId WebLink::came(Host host, const proto::Binding& binding) {
    PeerId peer;
    {
        const std::lock_guard lock(mutex_);
        peer = {proto::kSecondLinkBit | next_++};
        assert(!origins_.contains(peer) && "a peer's number is never used again");
        origins_[peer] = {host, binding};
    }
    arrive({.kind = proto::LinkEvent::Kind::connected, .peer = peer, .bytes = {}}, true);
    return peer;
}

void WebLink::received(PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes) {
    arrive({.peer = peer, .channel = channel, .bytes = {bytes.begin(), bytes.end()}}, false);
}

/// `must`: admission control bounds how many there are.
void WebLink::arrive(Arrival arrival, bool must) {
    bool is_first = false;
    {
        const std::lock_guard lock(mutex_);
        if (inbox_.size() >= kInboxMax && !must) return;
        is_first = inbox_.empty();
        inbox_.push_back(std::move(arrival));
    }
    if (is_first && wake_shard) wake_shard();
}

void WebLink::take(std::vector<Order>& orders) {
    orders.clear();
    const std::lock_guard lock(mutex_);
    orders.swap(orders_);
}

}  // namespace albireo::server
