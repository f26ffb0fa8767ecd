#include "tests/storm/tap.hpp"

#include <algorithm>
#include <array>

namespace albireo::storm {

Tap::Tap(std::vector<Tap*>& taps, std::unique_ptr<proto::Link> inner, const proto::FaultyLinkOptions& faults, Tricks tricks,
         TrickCounters& counters, proto::ImpairmentCounters& links)
    : taps_(taps),
      tricks_(tricks),
      counters_(counters),
      links_(links),
      random_(Random::seed(tricks.seed * 2654435761u + 3, tricks.seed + 5)),
      forger_(Random::seed(tricks.seed, 77)),
      link_(std::move(inner), faults) {
    taps_.push_back(this);
}

Tap::~Tap() {
    links_.add(link_.counters());
    std::erase(taps_, this);
}

std::span<const std::uint8_t> Tap::trick(Queue& queue, proto::PeerId peer, proto::Channel channel,
                                         std::span<const std::uint8_t> bytes, Micros now) {
    if (happens(tricks_.late_duplicate_ppm)) {
        queue.push({now + lateness(random_), order_++, peer, channel, {bytes.begin(), bytes.end()}});
    }
    if (bytes.empty() || !happens(tricks_.bit_flips_ppm)) return bytes;
    ++counters_.flipped;
    forge(channel, bytes);
    return {};
}

void Tap::forge(proto::Channel channel, std::span<const std::uint8_t> bytes) {
    std::array<std::uint8_t, proto::kSealedDatagramMax> datagram;
    std::array<std::uint8_t, proto::kSealedPacketMax> opened;
    const std::size_t size = proto::write_sealed({1, channel}, seal_, bytes, datagram);
    const auto sent = std::span{datagram}.first(size);
    const auto opens = [&](proto::Opener& opener, std::span<const std::uint8_t> bytes_in) {
        return opener.open(bytes_in, proto::kSealedHeadBytes, opened).has_value();
    };
    const auto show = [&](proto::Opener& opener, std::span<const std::uint8_t> forged) {
        ++counters_.forged;
        if (opens(opener, forged)) ++counters_.accepted;
    };

    for (int i = 2; i < kForgeries; ++i) show(open_, forger_.next(sent, last_));
    show(open_back_, sent);
    // The genuine datagram must still open, once: the failed attempts must not have changed the opener.
    ++(opens(open_, sent) ? counters_.opened : counters_.spoiled);
    show(open_, sent);
    last_.assign(sent.begin(), sent.end());
}

void Tap::send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) {
    ++sent_.packets_sent;
    sent_.bytes_sent += proto::wire_bytes(bytes.size());
    if (is_cut_) return;
    const auto packet = trick(going_out_, peer, channel, bytes, now);
    if (!packet.empty()) link_.send(peer, channel, packet, now);
}

void Tap::flush(Micros now) {
    for (; !going_out_.empty() && going_out_.top().due <= now; going_out_.pop()) {
        const Late& late = going_out_.top();
        if (is_cut_) continue;
        ++counters_.late_duplicates;
        link_.send(late.peer, late.channel, late.bytes, now);
    }
    // Packets in flight when the address changes are not lost.
    link_.flush(now);
}

bool Tap::poll(proto::LinkEvent& event, Micros now) {
    flush(now);
    while (link_.poll(event, now)) {
        if (event.kind != proto::LinkEvent::Kind::received) return true;
        if (is_cut_) continue;
        const auto packet = trick(coming_in_, event.peer, event.channel, event.bytes, now);
        if (packet.empty()) continue;
        event.bytes = packet;
        return true;
    }
    if (is_cut_ || coming_in_.empty() || coming_in_.top().due > now) return false;
    current_ = coming_in_.top();
    coming_in_.pop();
    ++counters_.late_duplicates;
    event = {proto::LinkEvent::Kind::received, current_.peer, current_.channel, current_.bytes};
    return true;
}

proto::LinkTraffic Tap::traffic() const {
    proto::LinkTraffic traffic = link_.traffic();
    traffic.packets_sent = sent_.packets_sent;
    traffic.bytes_sent = sent_.bytes_sent;
    return traffic;
}

Micros Tap::next_due() const {
    Micros due = link_.next_due();
    if (!going_out_.empty()) due = std::min(due, going_out_.top().due);
    if (!coming_in_.empty() && !is_cut_) due = std::min(due, coming_in_.top().due);
    return due;
}

}  // namespace albireo::storm
