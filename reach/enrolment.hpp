#pragma once
/// Signed enrolments. A code belongs to the key that enrolled it, which is new in each process of a host. The signature covers the cookie of
/// the host's address, so whoever overhears an enrolment can neither change it nor enrol the code from another address.
#include "proto/signing_key.hpp"
#include "reach/meet_packets.hpp"

namespace albireo::reach {

/// Writes `enrol` with the key's public half as its owner, and signs it.
Outgoing write_enrolment(NetAddress to, MeetPacket enrol, const proto::SigningKey& key);

/// Whether a datagram, from which read_meet() has read an `enrol`, is signed by the owner named in it.
bool is_signed_by_owner(std::span<const std::uint8_t> datagram, const MeetPacket& enrol);

}  // namespace albireo::reach
