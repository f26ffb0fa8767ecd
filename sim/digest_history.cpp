#include "sim/digest_history.hpp"

#include "sim/base/hash.hpp"

namespace albireo {

void DigestHistory::add(const World& world) {
    entries_[world.tick.value % kTicks] = {root_of(world)};
    newest_ = world.tick;
    if (count_ < UINT32_MAX) ++count_;
}

const DigestHistory::Entry* DigestHistory::find(Tick tick) const {
    const std::int32_t age = newest_ - tick;
    if (age < 0 || static_cast<std::uint32_t>(age) >= count()) return nullptr;
    return &entries_[tick.value % kTicks];
}

std::uint64_t DigestHistory::span_digest(Tick tick, Tick since) const {
    const std::int32_t age = tick - since;
    if (age <= 0) return 0;
    const std::uint32_t span = age < static_cast<std::int32_t>(kSpan) ? static_cast<std::uint32_t>(age) : kSpan;
    if (find(tick) == nullptr || find(tick - (span - 1)) == nullptr) return 0;
    std::array<std::uint64_t, kSpan> roots;
    for (std::uint32_t i = 0; i < span; ++i) {
        roots[i] = to_little_endian(entries_[(tick.value - (span - 1) + i) % kTicks].root);
    }
    return hash_bytes({reinterpret_cast<const std::uint8_t*>(roots.data()), span * sizeof roots[0]});
}

}  // namespace albireo
