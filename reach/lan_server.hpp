#pragma once
/// A server's side of finding games on the local network, with its sockets: answers the queries that arrive on the
/// game's own socket, and those that are sent to an IPv6 multicast group, for which it has a socket and a thread.
///
/// 1. take() is called on the thread of the game's socket only, publish() on any thread.
/// 2. Without IPv6 there is no group; everything else works.
#include <memory>
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
    /// `port`: of the game. `server`: random.
    LanServer(std::uint64_t server, std::uint16_t core, std::uint16_t port);
    ~LanServer();
    LanServer(const LanServer&) = delete;
    LanServer& operator=(const LanServer&) = delete;

    void publish(std::vector<Game> games) { answerer_.publish(std::move(games)); }

    /// Takes a datagram from the game's socket. Returns nothing if it is not a query; otherwise the size of the answer
    /// in `out`, 0 if there is none.
    std::optional<std::size_t> take(std::span<const std::uint8_t> datagram, std::uint32_t host, proto::Micros now,
                                    std::span<std::uint8_t> out);

  private:
    struct Group;
    Answerer answerer_;
    std::vector<Interface> interfaces_;
    std::uint32_t gateway_ = 0;
    proto::Micros looked_at_ = -1;  // when interfaces_ was read
    std::unique_ptr<Group> group_;
};

}  // namespace albireo::reach
