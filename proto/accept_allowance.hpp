#pragma once
/// What the server sends to a client that has not used the keys of its connection yet. All that vouches for its address is a cookie, and
/// whoever overhears a Challenge can knock with that cookie in the client's name.
/// 1. A connection gets kUnheardBytesMax bytes at most, headers included, and nothing after kAcceptFor.
/// 2. The last quarter is for Accepts without a packet: one of them is enough, and messages are repeated.
/// 3. Of a home's connections that have not been heard, only kUnheardPerHome at a time get this. To each further one, an Accept without a
///    packet goes for each of its genuine Knocks, which are longer. With the next of these it takes a place that has become free.
#include "proto/handshake.hpp"

namespace albireo::proto {

inline constexpr std::size_t kUnheardBytesMax = 16'000, kUnheardPacketBytesMax = 12'000;
inline constexpr std::size_t kUnheardPerHome = 8;  // as many players as may come from one home at a time
inline constexpr std::size_t kAcceptBytes = kKnockHeadBytes + 2 + sizeof(PublicKey) + kSealBytes;  // without a packet
static_assert(kAcceptBytes < kKnockHeadMax + kSealBytes, "an Accept is shorter than the Knock that it answers");

class AcceptAllowance {
  public:
    /// Whether an Accept with so many bytes of a packet may be sent. If so, it is counted.
    bool take(std::size_t packet, std::size_t ip_udp, Micros since_accepted) {
        const std::size_t sent = sent_ + ip_udp + kAcceptBytes + packet;
        if (since_accepted > kAcceptFor || sent > (packet == 0 ? kUnheardBytesMax : kUnheardPacketBytesMax)) return false;
        sent_ = sent;
        return true;
    }

  private:
    std::size_t sent_ = 0;
};

}  // namespace albireo::proto
