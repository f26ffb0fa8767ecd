#pragma once
/// A server's side of finding games on the local network: answers the queries that arrive on the game's own socket, also those
/// to an IPv6 multicast group, of which it makes that socket a member.
///
/// A socket of IPv4 alone is in no group; everything else works.
#include <optional>

#include "reach/answerer.hpp"
#include "reach/interfaces.hpp"

namespace albireo::reach {

/// The ports to which queries are sent. A hosted game takes the first free one.
inline constexpr std::uint16_t kLanPortFirst = 7777, kLanPortLast = 7780;
/// Link-local multicast, a group of our own.
inline constexpr const char* kLanGroup = "ff02::a1b1:7e0";

class LanServer {
  public:
    /// `port`, `socket`: of the game. `server`: random.
    LanServer(std::uint64_t server, std::uint16_t core, std::uint16_t port, int socket, FindGames find_games);

    /// Takes a datagram from the game's socket. Returns nothing if it is not a query; otherwise the size of the answer
    /// in `out`, 0 if there is none.
    std::optional<std::size_t> take(std::span<const std::uint8_t> datagram, const proto::IpAddress& from, proto::Micros now,
                                    std::span<std::uint8_t> out);

  private:
    Answerer answerer_;
    std::vector<Interface> interfaces_;
    std::uint32_t gateway_ = 0;
    proto::Micros looked_at_ = -1;  // when interfaces_ was read
};

}  // namespace albireo::reach
