#pragma once
/// All limits on what an address, a prefix and everyone together may request of a server, in one table, each with the
/// calculation behind it. server/README.md describes them ("Limits"); times and presence are in attendance.hpp.
///
/// An *address* is an IPv4 address or an IPv6 /64, which is what one home has. A *prefix* is an IPv4 /24 or an IPv6 /48.
/// A household has one address, a dormitory or a mobile network one or a few. So an address gets what eight players in
/// one home need with room to spare, and a prefix gets four times that.
#include <cstddef>
#include <cstdint>

#include "proto/micros.hpp"
#include "server/limits/bucket.hpp"

namespace albireo::server {

/// One limit on three levels.
struct Rates {
    Rate address, prefix, server;
};
struct Counts {
    std::uint32_t address = 0, prefix = 0, server = 0;
};

struct Limits {
    /// Hellos answered. A client that connects sends 83 a second, usually for 0.1 s, at 90 % loss for a second. Eight at once: 664 in
    /// a second. In a flood of 200 000 a second 12 000 are answered, one in 17, so the probability that all 166 of a client within 2 s
    /// are lost is 1 in 29 000. An answer takes 6 µs, in four copies 14 µs: 12 000 a second are 7 % of a core.
    Rates hellos{{2'000, 60'000}, {4'000, 120'000}, {2'000, 720'000}};
    /// … with four copies of the answer, for lines that lose nearly all. Beyond this one copy is sent, which has half of the Hello's
    /// bytes. At 90 % loss a client whose answers come in copies needs 29 Hellos on average, and 200 in one case of 1 000. An attacker who
    /// forges an address can have 3 × 600 more small datagrams a minute sent to it.
    Rates copied_answers{{400, 600}, {1'600, 2'400}, {2'000, 60'000}};

    /// New connections, counted once the address is verified. A player whose line fails reopens every 4 s: 15 a minute.
    /// Eight of them: 120. All players of a full server, 4 000, come back within a minute after a blackout of its line.
    Rates peers{{32, 120}, {128, 480}, {500, 6'000}};

    /// Connections without a seat at one time, for kSeatWithin each. Eight players take a second each.
    /// Half of a shard's 2 048 places stay free for seats. An address with seats may have as many more connections as it has
    /// seats (AdmissionControl), so a player who returns by token always finds a place.
    Counts seatless{32, 128, 1'024};

    /// Spectators at one time, by the address that watches. A session has at most eight (LobbyLimits), so one home can fill two;
    /// an address that many people share, such as a dormitory's, gets no more. Each may cost 32 KB/s, 256 of them 4 MB/s in all shards.
    Counts spectators{16, 64, 256};

    /// Sessions created. Sized for eight players at one address, two of whom are undecided and create one every ten seconds.
    /// A Create costs up to 0.10 ms and a start 0.07 ms (message_cost_test): 600 a minute of both are 0.2 % of a core.
    Rates creates{{12, 12}, {48, 48}, {60, 600}};

    /// Sessions held, by the address that created them. Eight players in one home play four.
    Counts sessions{16, 64, 100'000};  // of the server: --max-sessions

    /// Wrong codes and wrong tokens, over all connections. 60 a minute at most: 12 + 48. With 1 000 games among 28⁶ codes, an
    /// address finds a game in 5.6 days on average. All addresses together, with 3 600 a minute, find one in 2.2 hours. When
    /// those are used up, an address that has not failed within the last minute may still try once, and those of a prefix four times.
    Rates wrong_codes{{12, 48}, {48, 192}, {600, 3'000}};

    /// Levels and snapshots sent, in number. Each costs up to 0.14 ms (message_cost_test): 1 200 a minute are 0.3 % of a core.
    Rates transfers{{24, 60}, {96, 240}, {200, 1'200}};
    /// … and in bytes. A snapshot is 10 to 120 KB, a level 4 to 60 KB. A hundred players who lose their line at the same
    /// time come back within ten seconds: 100 × 60 KB. The server sends 1.5 MB a second in games of a hundred sessions
    /// at most; transfers may take as much again.
    Rates transfer_bytes{{2'000'000, 6'000'000}, {4'000'000, 24'000'000}, {8'000'000, 90'000'000}};
    /// … and in number, for players who return to a running game by token when the server's share of the two above is used
    /// up. A player needs a snapshot, and sometimes a level before it. 600 a minute of 60 KB are another 0.6 MB/s. A prefix
    /// gets 8 + 24 a minute, so a crowd that uses them up needs seats at 22 prefixes.
    Rates returns{{2, 6}, {8, 24}, {100, 600}};

    /// Log lines of one cause. A player who joins and leaves makes four; eight players in one home make 32. A line has 100
    /// bytes: 1 200 a minute of each of the four causes are 0.7 GB a day at worst.
    Rates log_lines{{40, 30}, {120, 120}, {600, 1'200}};
};

/// Voice that the server takes from one player, in pieces of 20 ms. A client sends 50 a second at most; the rest is for a fast clock, and
/// the burst for pieces that the network has held up. A piece has at most 60 bytes, so a player can have at most 27 KB sent to their
/// partner in a second, once, and 3.3 KB a second; the budget of the partner's connection allows less.
inline constexpr Rate kVoicePieces{25, 3'300};
/// … and the least interval between two messages that tell a player whether their partner hears them.
inline constexpr Micros kVoiceToldEvery = proto::kMicrosPerSecond / 2;

/// A peer must have a seat within this time. A player who types a code does so before their client connects.
inline constexpr Micros kSeatWithin = 10 * proto::kMicrosPerSecond;
/// A lobby: a friend needs some minutes to install the game.
inline constexpr Micros kLobbyMax = 600 * proto::kMicrosPerSecond;
/// A game with no connection. Clients try to return for three minutes.
inline constexpr Micros kEmptyMax = 300 * proto::kMicrosPerSecond;

/// Addresses and prefixes known at one time: 2 × 65 536 entries of 64 bytes are 8 MB per limit at most.
inline constexpr std::size_t kKeysMax = 65'536;

/// One of an address and four of a prefix within a minute, when the server's share of wrong codes is used up.
inline constexpr Rates kRareWrongCodes{{1, 1}, {4, 4}, {}};

}  // namespace albireo::server
