#include "reach/enrolment_key.hpp"

#include <sodium/crypto_sign_ed25519.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>

#include <algorithm>
#include <cassert>

#include "proto/sodium_start.hpp"

namespace albireo::reach {
namespace {

static_assert(std::tuple_size_v<OwnerKey> == crypto_sign_ed25519_PUBLICKEYBYTES && kSignatureBytes == crypto_sign_ed25519_BYTES &&
              std::tuple_size_v<EnrolmentKey::Seed> == crypto_sign_ed25519_SEEDBYTES);

EnrolmentKey::Seed random_seed() {
    EnrolmentKey::Seed seed;
    randombytes_buf(seed.data(), seed.size());
    return seed;
}

}  // namespace

EnrolmentKey::EnrolmentKey() : EnrolmentKey(random_seed()) {}

EnrolmentKey::EnrolmentKey(const Seed& seed) {
    static_assert(sizeof secret_ == crypto_sign_ed25519_SECRETKEYBYTES);
    crypto_sign_ed25519_seed_keypair(public_key_.data(), secret_.data(), seed.data());
}

EnrolmentKey::~EnrolmentKey() {
    sodium_memzero(secret_.data(), secret_.size());
}

Outgoing EnrolmentKey::write(NetAddress to, MeetPacket enrol) const {
    assert(enrol.kind == MeetKind::enrol && "only these have an owner");
    enrol.owner = public_key_;
    Outgoing out = write_meet(to, enrol);
    crypto_sign_ed25519_detached(out.bytes.data() + kSignedBytes, nullptr, out.bytes.data(), kSignedBytes, secret_.data());
    return out;
}

bool is_signed(std::span<const std::uint8_t> enrol, const OwnerKey& by) {
    return enrol.size() == kSignedBytes + kSignatureBytes &&
           crypto_sign_ed25519_verify_detached(enrol.data() + kSignedBytes, enrol.data(), kSignedBytes, by.data()) == 0;
}

}  // namespace albireo::reach
