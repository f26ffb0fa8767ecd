#include "sim/digest_history.hpp"

#include "sim/base/hash.hpp"

namespace albireo {

void DigestHistory::add(const World& world) {
    entries_[world.tick.value % kTicks] = digest_of(world);
    newest_ = world.tick;
    if (count_ < UINT32_MAX) ++count_;
}

const Digest* DigestHistory::find(Tick tick) const {
    const std::int32_t age = newest_ - tick;
    if (age < 0 || static_cast<std::uint32_t>(age) >= count()) return nullptr;
    return &entries_[tick.value % kTicks];
}

std::uint64_t DigestHistory::span_digest(Tick tick) const {
    if (find(tick) == nullptr || find(tick - (kSpan - 1)) == nullptr) return 0;
    std::array<std::uint64_t, kSpan> roots;
    for (std::uint32_t i = 0; i < kSpan; ++i) {
        roots[i] = to_little_endian(entries_[(tick.value - (kSpan - 1) + i) % kTicks].root);
    }
    return hash_bytes({reinterpret_cast<const std::uint8_t*>(roots.data()), sizeof roots});
}

}  // namespace albireo
