#pragma once
/// Looks for the game of a code in every way at the same time: on the local network, at the addresses of an invitation, and through a
/// rendezvous server, directly or by its relay. The first way that leads to the game wins. Owned by the code that shows the search.
///
/// 1. No call waits. Call advance() every few milliseconds.
/// 2. Nothing is sent before the first advance(), and to nobody but these.
/// 3. With a prover, an address counts only once its server has proved the key of the invitation. Anybody on this network may answer the queries,
///    and must not keep the player out of the game.
/// 4. When the meeting has opened a path, its port is free: the game is played, or watched, from it.
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "proto/name_lookup.hpp"
#include "proto/net_address.hpp"
#include "reach/join_socket.hpp"
#include "reach/search.hpp"

namespace albireo::reach {

/// The addresses of an invitation, by the way on which they lead to the game: through a port that the host's router forwards (or to a server with
/// an address of its own on the internet), by IPv6, within a network without internet addresses, under a host name, which is looked up meanwhile.
enum class AddressKind : std::uint8_t { public_ipv4, ipv6, private_ip, name };
inline constexpr std::size_t kAddressKinds = 4;
AddressKind kind_of(const Address& address);

/// For the log: of a way that was still being tried when another one led to the game.
inline constexpr const char* kNoAnswerUntilThen = "no answer until then";

/// What is known of a search.
struct SearchFacts {
    enum class Asked : std::uint8_t { asking, skipped, no_route, silent, server_is_newer, server_is_older, other_game, looked_up, without_address, answered };
    std::vector<Address> addresses{};      // of the invitation
    std::optional<Address> rendezvous{};
    bool may_relay = true;
    Asked network = Asked::asking;
    std::array<Asked, kAddressKinds> at_addresses{};  // by AddressKind
    Asked& at(AddressKind kind) { return at_addresses[static_cast<std::size_t>(kind)]; }
    /// Of the meeting through the rendezvous.
    enum class Server : std::uint8_t { looked_up, without_address, asked, answered, late };
    Server server = Server::looked_up;
    JoinMeeting::State meeting = JoinMeeting::State::asking;
    JoinMeeting::Failure failure = JoinMeeting::Failure::none;
};

/// Whether this is an address and not a host name.
bool is_asked(const Address& address);

/// Called every few milliseconds: whether a server holds the key of the invitation; nothing while it has not answered.
using KeyQuestion = std::function<std::optional<bool>(proto::Micros now)>;

struct FinderOptions {
    std::string code;      // a join code or, to watch the game, a watch code
    std::vector<Address> addresses{};
    std::optional<Address> rendezvous{};
    bool may_relay = true;
    /// Begins to ask the server at this address. None: the invitation has no key, and the first answer counts.
    std::function<KeyQuestion(const proto::NetAddress& server)> prover{};
};

class GameFinder {
  public:
    /// Games on the same network answer within 0.3 s, even if one or two queries are lost, and others after a round trip.
    static constexpr proto::Micros kSearchFor = 1'500 * proto::kMicrosPerMs;
    /// Three seconds for the introduction, two of punching, two for the relay.
    static constexpr proto::Micros kMeetFor = 8 * proto::kMicrosPerSecond;
    /// Of an address whose game has answered.
    static constexpr proto::Micros kProveFor = 2 * proto::kMicrosPerSecond;
    /// Addresses that are asked for a proof: in all, and at the same time. Those of the invitation are not limited.
    static constexpr std::size_t kStrangersMax = 32, kStrangersAtOnceMax = 4;

    explicit GameFinder(FinderOptions options);

    void advance(proto::Micros now);
    /// Whether the game is found, or every way has failed.
    bool is_over() const { return is_over_; }

    struct Found {
        Address server;
        enum class Way : std::uint8_t { direct, punched, relayed } way = Way::direct;
        proto::ClientPath path{};  // unless direct
        proto::Micros after = 0;   // the first query
    };
    /// The server of the game, and how it is reached.
    const std::optional<Found>& found() const { return found_; }
    /// How and when it was found, as one line for the log.
    const std::string& found_line() const { return found_line_; }
    /// If the game was not found: where to connect all the same, because a dedicated server plays without answering queries. The
    /// first address to which there is a route; nothing with a bare code.
    std::optional<Address> last_resort() const;

    const std::string& code() const { return options_.code; }
    const SearchFacts& facts() const { return facts_; }
    /// For the log: why each address of the invitation failed, but for the one at which the game was found.
    std::vector<std::string> lines_of_addresses() const;

  private:
    /// An address at which the game seems to be.
    struct Candidate {
        Address at;
        bool is_invited = false;
        KeyQuestion question{};  // empty: the answer was no
        proto::Micros began = 0;
        bool has_answered = false;  // a query for the game
    };
    /// A host name of the invitation.
    struct Name {
        Address asked;
        proto::NameLookup lookup;
        bool is_read = false;
    };
    const Address* name_at(const Address& at) const;
    void read_names();
    bool is_invited(const Address& at) const;
    AddressKind kind_at(const Address& at) const { return name_at(at) != nullptr ? AddressKind::name : kind_of(at); }
    bool waits() const;
    bool found_at(const Address& at, bool has_answered, proto::Micros now);
    bool is_proved(const Address& at, bool has_answered, proto::Micros now);
    bool is_proving() const;
    void note_routes();
    void end_asking();
    proto::VersionGap gap_at(const Address& address) const;
    void follow_meeting(proto::Micros now);
    void find(Found found, proto::Micros now, const std::string& line);

    FinderOptions options_;
    SearchFacts facts_;
    Search search_;
    std::vector<Candidate> candidates_;
    std::vector<Name> names_;
    struct Resolved {
        Address at, name;
    };
    std::vector<Resolved> resolved_;
    std::optional<JoinSocket> meeting_;
    std::optional<Found> found_;
    std::string found_line_;
    proto::Micros began_ = -1;
    bool is_over_ = false;
};

const char* text_of(GameFinder::Found::Way way);

}  // namespace albireo::reach
