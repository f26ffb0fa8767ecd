#include "reach/port_packets.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace albireo::reach {
namespace {

constexpr std::uint8_t kPcpVersion = 2, kPmpVersion = 0, kMap = 1, kAnswer = 0x80, kUdp = 17;

void put16(std::span<std::uint8_t> at, std::uint32_t value) {
    at[0] = static_cast<std::uint8_t>(value >> 8);
    at[1] = static_cast<std::uint8_t>(value);
}
void put32(std::span<std::uint8_t> at, std::uint32_t value) {
    put16(at, value >> 16);
    put16(at.subspan(2), value);
}
std::uint16_t get16(std::span<const std::uint8_t> at) {
    return static_cast<std::uint16_t>(at[0] << 8 | at[1]);
}
std::uint32_t get32(std::span<const std::uint8_t> at) {
    return std::uint32_t{get16(at)} << 16 | get16(at.subspan(2));
}
proto::IpAddress get_address(std::span<const std::uint8_t> at) {
    proto::IpAddress::Bytes bytes{};
    std::copy_n(at.begin(), bytes.size(), bytes.begin());
    return proto::IpAddress(bytes);
}
/// All addresses of that family: ::ffff:0.0.0.0, or ::.
proto::IpAddress any_of(const proto::IpAddress& address) {
    return address.is_ipv6() ? proto::IpAddress() : proto::IpAddress::any_ipv4();
}

}  // namespace

std::array<std::uint8_t, 12> random_nonce() {
    std::array<std::uint8_t, 12> nonce{};
    std::random_device entropy;
    for (std::uint8_t& byte : nonce) byte = static_cast<std::uint8_t>(entropy());
    return nonce;
}

std::array<std::uint8_t, kPcpBytes> pcp_request(const PortRequest& request) {
    std::array<std::uint8_t, kPcpBytes> bytes{};
    const std::span<std::uint8_t> all{bytes};
    bytes[0] = kPcpVersion;
    bytes[1] = kMap;
    put32(all.subspan(4), request.seconds);
    std::ranges::copy(request.own_address.is_none() ? proto::IpAddress::any_ipv4().bytes() : request.own_address.bytes(), bytes.begin() + 8);
    std::copy(request.nonce.begin(), request.nonce.end(), bytes.begin() + 24);
    bytes[36] = kUdp;
    put16(all.subspan(40), request.own_port);
    put16(all.subspan(42), request.port);
    std::ranges::copy(any_of(request.own_address).bytes(), bytes.begin() + 44);  // the router chooses
    return bytes;
}

std::optional<PortAnswer> read_pcp(std::span<const std::uint8_t> bytes, const PortRequest& request) {
    // An answer may carry options behind the mapping, in whole words.
    if (bytes.size() < kPcpBytes || bytes.size() > kPcpBytesMax || bytes.size() % 4 != 0) return std::nullopt;
    if (bytes[0] != kPcpVersion || bytes[1] != (kAnswer | kMap)) return std::nullopt;
    if (!std::equal(request.nonce.begin(), request.nonce.end(), bytes.begin() + 24)) return std::nullopt;
    if (bytes[36] != kUdp || get16(bytes.subspan(40)) != request.own_port) return std::nullopt;
    PortAnswer answer{.result = bytes[3], .seconds = get32(bytes.subspan(4))};
    if (answer.result != 0) return answer;
    answer.port = get16(bytes.subspan(42));
    answer.address = get_address(bytes.subspan(44, 16));
    if (answer.address == proto::IpAddress::any_ipv4()) answer.address = {};
    if (request.seconds == 0) return answer;
    const bool is_of_family = answer.address.is_none() ? !request.own_address.is_ipv6() : answer.address.is_ipv6() == request.own_address.is_ipv6();
    if (answer.port == 0 || answer.seconds == 0 || !is_of_family) return std::nullopt;
    return answer;
}

bool knows_only_pmp(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= 4 && bytes[0] == kPmpVersion && (bytes[1] & kAnswer) != 0;
}

std::string_view pcp_result_text(int result) {
    constexpr std::array<std::string_view, 14> kTexts = {
        "granted",         "another version",       "not authorised",     "malformed request", "unknown request",
        "unknown option",  "malformed option",      "network failure",    "no resources",      "unknown protocol",
        "quota exceeded",  "external port refused", "address mismatch",   "too many peers"};
    return result >= 0 && static_cast<std::size_t>(result) < kTexts.size() ? kTexts[static_cast<std::size_t>(result)]
                                                                          : "unknown reason";
}

std::array<std::uint8_t, kPmpMapBytes> pmp_request(const PortRequest& request) {
    std::array<std::uint8_t, kPmpMapBytes> bytes{};
    const std::span<std::uint8_t> all{bytes};
    bytes[0] = kPmpVersion;
    bytes[1] = kMap;
    put16(all.subspan(4), request.own_port);
    put16(all.subspan(6), request.seconds == 0 ? 0 : request.port);
    put32(all.subspan(8), request.seconds);
    return bytes;
}

std::optional<PortAnswer> read_pmp(std::span<const std::uint8_t> bytes, const PortRequest& request) {
    if (bytes.size() < 4 || bytes[0] != kPmpVersion || bytes[1] != (kAnswer | kMap)) return std::nullopt;
    PortAnswer answer{.result = get16(bytes.subspan(2))};
    if (answer.result != 0) return answer;
    if (bytes.size() != 16 || get16(bytes.subspan(8)) != request.own_port) return std::nullopt;
    answer.port = get16(bytes.subspan(10));
    answer.seconds = get32(bytes.subspan(12));
    if (request.seconds != 0 && (answer.port == 0 || answer.seconds == 0)) return std::nullopt;
    return answer;
}

std::array<std::uint8_t, kPmpAddressBytes> pmp_address_request() {
    return {kPmpVersion, 0};
}

std::optional<PortAnswer> read_pmp_address(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 4 || bytes[0] != kPmpVersion || bytes[1] != kAnswer) return std::nullopt;
    PortAnswer answer{.result = get16(bytes.subspan(2))};
    if (answer.result != 0) return answer;
    if (bytes.size() != 12) return std::nullopt;
    std::uint32_t address = 0;
    std::memcpy(&address, bytes.data() + 8, sizeof address);
    answer.address = address;
    return answer;
}

}  // namespace albireo::reach
