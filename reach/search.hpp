#pragma once
/// A client's side of finding games: asks the local network, and the addresses of an invitation, and keeps the answers.
/// Owns its sockets; owned by the screen or the command that searches.
///
/// 1. No call waits. Call advance() once per display frame.
/// 2. An answer counts only if it names the nonce of a query of this search.
/// 3. A game that answers from several addresses is found once, at the first of them, unless SearchOptions says otherwise.
/// 4. An answer may be forged, by anybody who has received the query. Forged ones push no answer of an address out that was asked.
#include <memory>
#include <string>
#include <vector>

#include "proto/micros.hpp"
#include "platform/socket.hpp"
#include "proto/net_address.hpp"
#include "reach/invitation.hpp"
#include "reach/query.hpp"

namespace albireo::reach {

struct Found {
    Game game;
    Address address;
    std::uint64_t server = 0;
    std::uint16_t core = 0;
    proto::Micros seen_at = 0;
};

struct SearchOptions {
    std::string code{};                   // empty: all games that can be joined
    std::string watch_code{};             // not empty: the game with this watch code, which is found without its name and level
    std::vector<Address> addresses{};     // asked in addition to the network; only addresses, not host names
    bool asks_network = true;
    /// A game is found at each address from which it is said to answer, because an answer may be forged.
    bool finds_each_address = false;
};

class Search {
  public:
    explicit Search(SearchOptions options);

    /// Asks one more address from now on, at once: that of a host name.
    void ask_also(const Address& address);
    /// Sends the queries that are due, and reads the answers.
    void advance(proto::Micros now);
    /// The games, in the order in which they were found. A game that has not answered for some seconds is removed.
    const std::vector<Found>& found() const { return found_; }
    /// A server that speaks another version of the queries, so that its games are not known.
    struct OtherVersion {
        proto::NetAddress from;
        proto::VersionGap gap = proto::VersionGap::none;
        proto::Micros seen_at = 0;
    };
    /// They are forgotten like games. The answers may be forged, as all others.
    const std::vector<OtherVersion>& other_versions() const { return other_versions_; }
    /// The number of datagrams sent so far.
    std::uint64_t sent() const { return sent_; }

  private:
    void ask(proto::Micros now);
    void send(const platform::OwnSocket& socket, const platform::Endpoint& to, std::span<const std::uint8_t> bytes);
    void note(const Answer& answer, const proto::IpAddress& from, proto::Micros now);
    void note_version(const OtherVersion& seen);

    SearchOptions options_;
    std::uint64_t nonce_ = 0;
    platform::OwnSocket ipv4_{platform::OwnSocket::Family::ipv4}, ipv6_{platform::OwnSocket::Family::ipv6};
    std::size_t asked_ = 0;
    proto::Micros due_ = 0;
    std::uint64_t sent_ = 0;
    std::vector<Found> found_;
    std::vector<OtherVersion> other_versions_;
};

}  // namespace albireo::reach
