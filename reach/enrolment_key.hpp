#pragma once
/// Whose codes are enrolled at a rendezvous: a key for signatures (Ed25519, RFC 8032), new in each process. A code belongs to the public
/// key that enrolled it. Each enrolment is signed together with the cookie of its address, so whoever overhears one can neither change it
/// nor enrol the code from another address.
#include <array>
#include <cstdint>
#include <span>

#include "reach/meet_packets.hpp"

namespace albireo::reach {

class EnrolmentKey {
  public:
    using Seed = std::array<std::uint8_t, 32>;

    /// Of random bits.
    EnrolmentKey();
    /// The same key from the same seed, for tests.
    explicit EnrolmentKey(const Seed& seed);
    ~EnrolmentKey();
    EnrolmentKey(const EnrolmentKey&) = default;
    EnrolmentKey& operator=(const EnrolmentKey&) = default;

    /// An `enrol` with this key and its signature.
    Outgoing write(NetAddress to, MeetPacket enrol) const;

  private:
    OwnerKey public_key_;
    std::array<std::uint8_t, 64> secret_;
};

/// Whether the datagram, from which read_meet() has read an `enrol`, is signed by the key in it. Takes about 0.1 ms.
bool is_signed(std::span<const std::uint8_t> enrol, const OwnerKey& by);

}  // namespace albireo::reach
