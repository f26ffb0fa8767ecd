#pragma once
/// What is the same in every version of our datagrams, so that programs of different versions can say which of them to update. All three
/// protocols of strangers have it: the handshake, the queries for games, and the meetings through a rendezvous server.
///
///     every datagram   magic (4)  version (1)               kind (1)   id (4; random, chosen by the asker)  …
///     OtherVersion     magic (4)  version of its sender (1)  255 (1)   id of the datagram that it answers (4)
///
/// 1. A server answers a datagram of another version with an OtherVersion, and with nothing else. It needs no state for that. With the headers
///    of IP and UDP the answer of a gate is at most half of the datagram; that of a rendezvous is no longer than its request.
/// 2. Nothing answers an OtherVersion, because of its kind and because of its length. So two programs cannot keep each other answering.
/// 3. Only those who see a datagram know its id. They could forge the answer, so an OtherVersion ends no attempt: it is the reason
///    that players are told if the attempt fails.
/// 4. Versions grow with time. A release may raise a version, but never change this layout (proto/WIRE.md).
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace albireo::proto {

inline constexpr std::uint8_t kOtherVersionKind = 255;
inline constexpr std::size_t kOtherVersionBytes = 4 + 1 + 1 + 4;

/// One protocol, as this program speaks it.
struct DatagramVersion {
    std::array<std::uint8_t, 4> magic{};
    std::uint8_t number = 0;
};

/// The OtherVersion with which a server answers this datagram; nothing if it is of this version or of another protocol, or has no answer.
/// `ip_udp`: the bytes of its headers.
std::optional<std::array<std::uint8_t, kOtherVersionBytes>> answer_other_version(const DatagramVersion& own, std::span<const std::uint8_t> datagram,
                                                                                 std::size_t ip_udp);

/// Which of the two is to be updated.
enum class VersionGap : std::uint8_t { none, server_is_newer, server_is_older };

inline VersionGap version_gap(std::uint32_t server, std::uint32_t own) {
    return server == own ? VersionGap::none : server > own ? VersionGap::server_is_newer : VersionGap::server_is_older;
}
/// Of the OtherVersion in this datagram; none if it is not one, or does not answer what was asked with this id.
VersionGap read_other_version(const DatagramVersion& own, std::span<const std::uint8_t> datagram, std::uint32_t id);

inline constexpr std::string_view kServerIsNewer = "the server has a newer version of Albireo; update yours";
inline constexpr std::string_view kServerIsOlder = "the server has an older version of Albireo; ask its operator to update it";
/// One line for the player; empty: there is no gap.
constexpr std::string_view text_of(VersionGap gap) {
    return gap == VersionGap::server_is_newer ? kServerIsNewer : gap == VersionGap::server_is_older ? kServerIsOlder : std::string_view{};
}

}  // namespace albireo::proto
