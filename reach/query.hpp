#pragma once
/// "Which games are here?": a query and its answer, each one datagram. A client sends the query to the whole network or
/// to one address; a server answers on the socket on which it plays.
///
///     query   magic (4) version (1) kind (1) nonce (8) code (6; zeros: any game), zeros to kQueryBytes
///     watch   magic (4) version (1) kind (1) nonce (8) watch code (8), zeros to kQueryBytes
///     answer  magic (4) version (1) kind (1) nonce (8) server (8) core (2) host (4) port (2) count (1) games
///             … to a watch query: without games, and only from the server that has the game
///     a game  code (6) flags (1) length (1) host's name length (1) level
///
/// 1. An answer is never longer than its query, so forged queries cannot amplify a flood.
/// 2. Integers are little-endian. Lengths are untrusted: the reader checks each against what is left.
/// 3. Texts are UTF-8 without control characters; a longer one is cut at a whole character.
/// 4. A query of another version is answered as proto/other_version.hpp says. Its id is the first half of the nonce.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "proto/other_version.hpp"

namespace albireo::reach {

/// Begins like the magic of the handshake (proto/handshake.hpp gives the reason).
inline constexpr std::array<std::uint8_t, 4> kQueryMagic{0xff, 0xff, 'A', 'q'};
inline constexpr std::uint8_t kQueryVersion = 1;
inline constexpr proto::DatagramVersion kQueryProtocol{kQueryMagic, kQueryVersion};

inline constexpr std::size_t kQueryBytes = 256;
inline constexpr std::size_t kAnswerHeadBytes = 4 + 1 + 1 + 8 + 8 + 2 + 4 + 2 + 1;
inline constexpr std::size_t kCodeLetters = 6, kWatchLetters = 8;
inline constexpr std::size_t kNameBytes = 24, kLevelBytes = 16;  // of one text; a longer text is cut
inline constexpr std::size_t kGamesMax = 4;                      // in one answer
static_assert(kAnswerHeadBytes + kGamesMax * (kCodeLetters + 1 + 2 + kNameBytes + kLevelBytes) <= kQueryBytes);

struct Query {
    std::uint64_t nonce = 0;
    std::string code{};        // empty: all games that can be joined
    std::string watch_code{};  // not empty: the game that a spectator looks for
};

struct Game {
    std::string code;
    std::string name;   // of the player who hosts it
    std::string level;  // the level's name
    bool is_open = true;  // has a seat for one more player
    bool operator==(const Game&) const = default;
};

struct Answer {
    std::uint64_t nonce = 0;   // the query's
    std::uint64_t server = 0;  // random, drawn once by the server: identifies it at all its addresses
    std::uint16_t core = 0;    // version of the simulation
    std::uint32_t host = 0;    // IPv4, in network byte order; 0: the address from which the answer came
    std::uint16_t port = 0;    // of the game
    std::vector<Game> games;   // at most kGamesMax
};

/// Whether a datagram begins with kQueryMagic.
bool is_query(std::span<const std::uint8_t> datagram);

/// Each returns nothing unless this is a complete datagram of this version.
std::optional<Query> read_query(std::span<const std::uint8_t> datagram);
std::optional<Answer> read_answer(std::span<const std::uint8_t> datagram);

std::array<std::uint8_t, kQueryBytes> write_query(const Query& query);
/// Returns the bytes written; `out` must hold kQueryBytes.
std::size_t write_answer(const Answer& answer, std::span<std::uint8_t> out);

/// At most `bytes` of the text, cut at a whole character; empty if it is not UTF-8 or has control characters.
std::string_view plain(std::string_view text, std::size_t bytes);

}  // namespace albireo::reach
