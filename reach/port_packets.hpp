#pragma once
/// Asking a router to forward a UDP port to this computer: the packets of PCP (RFC 6887) and of NAT-PMP (RFC 6886),
/// which share the router's port 5351. Integers are big-endian. Answers are untrusted: each is checked against its
/// request.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace albireo::reach {

inline constexpr std::uint16_t kGatewayPort = 5351;
inline constexpr std::size_t kPcpBytes = 60, kPcpBytesMax = 1'100;
inline constexpr std::size_t kPmpMapBytes = 12, kPmpAddressBytes = 2;

/// Addresses are IPv4, in network byte order.
struct PortRequest {
    std::uint16_t own_port = 0;       // on this computer
    std::uint16_t port = 0;           // requested on the router
    std::uint32_t seconds = 0;        // how long; 0 removes it
    std::uint32_t own_address = 0;    // PCP only
    std::array<std::uint8_t, 12> nonce{};  // PCP only: the same for renewal and removal
};

struct PortAnswer {
    int result = 0;  // 0: granted
    std::uint16_t port = 0;
    std::uint32_t seconds = 0;
    std::uint32_t address = 0;  // of the router, as the internet sees it; 0: unknown (NAT-PMP says it separately)
};

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
