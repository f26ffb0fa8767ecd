#pragma once
/// Sees what one end of a connection sends, and requires the other end to receive just that, once and in order.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <span>
#include <vector>

#include "proto/link.hpp"

namespace albireo {

/// Stops the fuzzer, and names the caller's line, unless `so`.
inline void require(bool so, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (so) return;
    std::fprintf(stderr, "%s:%d: this must hold\n", file, line);
    std::abort();
}

/// One direction: the packets that one end has sent and the other has not received.
class DeliveryCheck {
  public:
    void sent(proto::Channel channel, std::span<const std::uint8_t> packet) {
        waiting_[static_cast<std::size_t>(channel)].emplace_back(packet.begin(), packet.end());
    }
    void received(proto::Channel channel, std::span<const std::uint8_t> packet) {
        auto& waiting = waiting_[static_cast<std::size_t>(channel)];
        const auto is_next = [&] { return !waiting.empty() && std::ranges::equal(waiting.front(), packet); };
        // A handshake repeats some packets, and leaves some out.
        while (!is_strict && !waiting.empty() && !is_next()) waiting.pop_front();
        require(!is_strict || is_next());
        if (!waiting.empty()) waiting.pop_front();
    }
    bool is_settled() const {
        return std::ranges::all_of(waiting_, [](const auto& each) { return each.empty(); });
    }
    bool is_strict = false;

  private:
    std::array<std::deque<std::vector<std::uint8_t>>, proto::kChannelCount> waiting_;
};

}  // namespace albireo
