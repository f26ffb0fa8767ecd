#include "proto/faulty_link.hpp"

#include <algorithm>

namespace albireo::proto {

FaultyLink::FaultyLink(std::unique_ptr<Link> inner, FaultyLinkOptions options)
    : inner_(std::move(inner)), out_(std::move(options.out)), in_(std::move(options.in)) {}

ImpairmentCounters FaultyLink::counters() const {
    ImpairmentCounters sum = past_;
    sum.add(out_.counters());
    sum.add(in_.counters());
    return sum;
}

void FaultyLink::set(FaultyLinkOptions options) {
    past_ = counters();
    out_ = Impairment{std::move(options.out)};
    in_ = Impairment{std::move(options.in)};
}

void FaultyLink::plan(Impairment& impairment, Queue& queue, PeerId peer, Channel channel,
                      std::span<const std::uint8_t> bytes, Micros now) {
    const Fate fate = impairment.plan(wire_bytes(bytes.size()), now);
    if (fate.corrupt_bit >= 0) return;  // the seal or UDP's checksum shows it, and the packet is dropped
    for (int copy = 0; copy < fate.copies; ++copy) {
        queue.push({fate.arrives[static_cast<std::size_t>(copy)], order_++, peer, channel, {bytes.begin(), bytes.end()}});
    }
}

void FaultyLink::send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) {
    plan(out_, going_out_, peer, channel, bytes, now);
}

void FaultyLink::pump(Micros now) {
    for (; !going_out_.empty() && going_out_.top().arrives <= now; going_out_.pop()) {
        const InFlight& arrived = going_out_.top();
        inner_->send(arrived.peer, arrived.channel, arrived.bytes, now);
    }
}

bool FaultyLink::poll(LinkEvent& event, Micros now) {
    pump(now);
    while (inner_->poll(event, now)) {
        if (event.kind != LinkEvent::Kind::received) return true;
        plan(in_, coming_in_, event.peer, event.channel, event.bytes, now);
    }
    if (coming_in_.empty() || coming_in_.top().arrives > now) return false;
    current_ = coming_in_.top();
    coming_in_.pop();
    event = {LinkEvent::Kind::received, current_.peer, current_.channel, current_.bytes};
    return true;
}

Micros FaultyLink::next_due() const {
    const Micros out = going_out_.empty() ? kNever : going_out_.top().arrives;
    const Micros in = coming_in_.empty() ? kNever : coming_in_.top().arrives;
    return std::min(out, in);
}

}  // namespace albireo::proto
