#pragma once
/// Asking a router to forward a UDP port to this computer, or over IPv6 to let its packets in: the packets of PCP (RFC 6887) and of NAT-PMP (RFC 6886),
/// which share the router's port 5351. Integers are big-endian. Answers are untrusted: each is checked against its
/// request.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "proto/net_address.hpp"

namespace albireo::reach {

inline constexpr std::uint16_t kGatewayPort = 5351;
inline constexpr std::size_t kPcpBytes = 60, kPcpBytesMax = 1'100;
inline constexpr std::size_t kPmpMapBytes = 12, kPmpAddressBytes = 2;

struct PortRequest {
    std::uint16_t own_port = 0;       // on this computer
    std::uint16_t port = 0;           // requested on the router
    std::uint32_t seconds = 0;        // how long; 0 removes it
    proto::IpAddress own_address{};   // PCP only: its family is that of the mapping
    std::array<std::uint8_t, 12> nonce{};  // PCP only: the same for renewal and removal
};

struct PortAnswer {
    int result = 0;  // 0: granted
    std::uint16_t port = 0;
    std::uint32_t seconds = 0;
    proto::IpAddress address{};  // as the internet sees it; none: unknown (NAT-PMP says it separately). Over IPv6 usually the computer's own
};

/// For PortRequest::nonce: nobody else can guess it, so that nobody else can remove the mapping.
std::array<std::uint8_t, 12> random_nonce();
std::array<std::uint8_t, kPcpBytes> pcp_request(const PortRequest& request);
/// Returns nothing if this is not an answer to that request.
std::optional<PortAnswer> read_pcp(std::span<const std::uint8_t> bytes, const PortRequest& request);
/// Whether this is a router's answer that it supports NAT-PMP but not PCP.
bool knows_only_pmp(std::span<const std::uint8_t> bytes);
/// The meaning of a PCP result other than 0.
std::string_view pcp_result_text(int result);

std::array<std::uint8_t, kPmpMapBytes> pmp_request(const PortRequest& request);
std::optional<PortAnswer> read_pmp(std::span<const std::uint8_t> bytes, const PortRequest& request);
std::array<std::uint8_t, kPmpAddressBytes> pmp_address_request();
/// The answer has an address, or a result other than 0.
std::optional<PortAnswer> read_pmp_address(std::span<const std::uint8_t> bytes);

}  // namespace albireo::reach
