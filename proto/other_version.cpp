#include "proto/other_version.hpp"

#include <algorithm>

#include "sim/base/bytes.hpp"

namespace albireo::proto {
namespace {

constexpr std::size_t kVersionAt = 4, kKindAt = 5, kIdAt = 6;

bool has_other_version(const DatagramVersion& own, std::span<const std::uint8_t> datagram) {
    return datagram.size() >= kOtherVersionBytes && std::equal(own.magic.begin(), own.magic.end(), datagram.begin()) && datagram[kVersionAt] != own.number;
}

}  // namespace

std::optional<std::array<std::uint8_t, kOtherVersionBytes>> answer_other_version(const DatagramVersion& own, std::span<const std::uint8_t> datagram,
                                                                                 std::size_t ip_udp) {
    if (!has_other_version(own, datagram) || datagram[kKindAt] == kOtherVersionKind) return std::nullopt;
    if (datagram.size() + ip_udp < 2 * (kOtherVersionBytes + ip_udp)) return std::nullopt;
    std::array<std::uint8_t, kOtherVersionBytes> answer;
    ByteWriter writer{answer};
    writer.put_bytes(own.magic.data(), own.magic.size());
    writer.put(own.number);
    writer.put(kOtherVersionKind);
    writer.put_bytes(&datagram[kIdAt], answer.size() - writer.size());
    return answer;
}

VersionGap read_other_version(const DatagramVersion& own, std::span<const std::uint8_t> datagram, std::uint32_t id) {
    if (datagram.size() != kOtherVersionBytes || !has_other_version(own, datagram) || datagram[kKindAt] != kOtherVersionKind) return VersionGap::none;
    ByteReader reader{datagram.subspan(kIdAt)};
    return reader.get<std::uint32_t>() == id ? version_gap(datagram[kVersionAt], own.number) : VersionGap::none;
}

}  // namespace albireo::proto
