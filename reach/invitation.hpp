#pragma once
/// An invitation to a game, as one link that a player sends to a friend:
///
///     albireo://play?code=K7QF2M&at=203.0.113.5:7777&at=192.168.1.20:7777&key=…&via=play.example.org:7777
///
///     code   the game's join code; required. In albireo://watch?..., which is for spectators, its watch code
///     at     an address of its server, the best one first; up to kAddressesMax. IPv6: at=[2001:db8::1]:7777
///     key    the server's public key, 32 bytes as 43 letters of base64url
///     via    a rendezvous server that introduces the friend to the host
///
/// 1. Untrusted: it comes from a chat, a web page or a QR code. Every length is checked before anything is kept.
/// 2. Unknown parameters are ignored, so that later versions can add parameters. Known ones must be valid.
/// 3. read_invitation() restores exactly what link_of() wrote.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::reach {

/// The address of a server. `host`: a host name, an IPv4 address, or an IPv6 address without its brackets.
struct Address {
    std::string host;
    std::uint16_t port = 0;
    bool operator==(const Address&) const = default;
};
/// "HOST:PORT", or "[IPV6]:PORT".
std::string text_of(const Address& address);
/// Returns nothing unless the text has one of these forms, with a host of ASCII letters, digits, dots and dashes (IPv6:
/// hexadecimal digits, colons and dots) and a port from 1 to 65535.
std::optional<Address> read_address(std::string_view text);

inline constexpr std::size_t kInvitationBytesMax = 1'024;  // of the text in which the link is found
inline constexpr std::size_t kParametersMax = 32;
inline constexpr std::size_t kAddressesMax = 8;
inline constexpr std::size_t kHostBytesMax = 253;  // a domain name's limit
inline constexpr std::size_t kKeyLetters = 43;     // 32 bytes
inline constexpr std::string_view kInvitationScheme = "albireo://";

struct Invitation {
    std::string code;
    std::vector<Address> addresses{};
    std::string key{};  // base64url; empty: none
    std::optional<Address> rendezvous{};
    bool watches = false;  // for a spectator: `code` is a watch code
    bool operator==(const Invitation&) const = default;
};

/// The link. The code must be valid; addresses after the first kAddressesMax are left out.
std::string link_of(const Invitation& invitation);

struct ReadInvitation {
    Invitation invitation;
    std::string error{};  // one line for the player; empty: the invitation is valid
};
/// Reads a link, a text with one link in it, or a bare code: a join code or a watch code.
ReadInvitation read_invitation(std::string_view text);

}  // namespace albireo::reach
