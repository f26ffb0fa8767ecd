#include "reach/enrolment.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::reach {

Outgoing write_enrolment(NetAddress to, MeetPacket enrol, const proto::SigningKey& key) {
    assert(enrol.kind == MeetKind::enrol && "only these have an owner");
    enrol.owner = key.verify_key();
    Outgoing out = write_meet(to, enrol);
    std::ranges::copy(key.sign(std::span{out.bytes}.first(kSignedBytes)), out.bytes.begin() + kSignedBytes);
    return out;
}

bool is_signed_by_owner(std::span<const std::uint8_t> datagram, const MeetPacket& enrol) {
    if (datagram.size() != meet_bytes(MeetKind::enrol)) return false;
    proto::Signature signature;
    std::ranges::copy(datagram.last(signature.size()), signature.begin());
    return proto::is_signed(datagram.first(kSignedBytes), signature, enrol.owner);
}

}  // namespace albireo::reach
