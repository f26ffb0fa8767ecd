#pragma once
/// All limits on what an address, a prefix, a connection and everyone together may request of a server, in one table, each with the
/// calculation behind it. server/README.md describes them ("Limits"). Elsewhere are, because they know nothing of this server: what a
/// pass reads from a socket (proto/enet_base.hpp), answers to queries of the local network (reach/answerer.hpp), the operator's pages
/// (http/server.hpp). The times of presence are in attendance.hpp.
///
/// An *address* is an IPv4 address or an IPv6 /64, which is what one home has. A *prefix* is an IPv4 /24 or an IPv6 /48.
/// A household has one address, a dormitory or a mobile network one or a few. So an address gets what eight players in
/// one home need with room to spare, and a prefix gets four times that.
#include <chrono>
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
    /// Hellos answered. A client that connects sends 83 a second; after 0.15 s it hurries and sends one every 3 ms, 256 in its first second. With a
    /// ping of 300 ms these are 62 until it hears the server, 496 of eight clients; at 90 % loss a tenth arrives. In a flood of 200 000 a second 12 000
    /// are answered, one in 17, so the probability that all 386 of a client within 2 s are lost is below 1 in 10 000 000 000. An answer, of half the
    /// Hello's bytes, takes 6 µs: 12 000 a second are 7 % of a core.
    Rates hellos{{2'000, 60'000}, {4'000, 120'000}, {2'000, 720'000}};
    /// … of trusted addresses. Trust lifts the other limits, but anybody can forge a trusted sender: four times an address's share, for load tests,
    /// and 24 000 answers a second, 14 % of a core.
    Rates trusted_hellos{{8'000, 240'000}, {16'000, 480'000}, {16'000, 1'440'000}};
    /// New connections, counted once the address is verified. A player whose line fails reopens every 4 s: 15 a minute.
    /// Eight of them: 120. All players of a full server, 4 000, come back within a minute after a blackout of its line.
    Rates peers{{32, 120}, {128, 480}, {500, 6'000}};

    /// Connections without a seat at one time, for kSeatWithin each. Eight players take a second each.
    /// Half of a shard's 2 048 places stay free for seats. An address with seats may have as many more connections as it has
    /// seats (AdmissionControl), so a player who returns by token always finds a place.
    Counts seatless{32, 128, 1'024};

    /// Players without a seat who wait on the results for a rematch, for three minutes at most each. A server of 1 000 games of ten minutes each
    /// ends 100 games a minute; if each of the 200 players stays for half a minute, 100 wait. Five times that; each shard has so many places in addition. Eight
    /// players at one address wait, and as many of their connections that have broken.
    Counts rematch_waits{16, 64, 512};

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
    /// … and in bytes that are repeated, because they were not acknowledged. A player who loses 90 % each way has each byte repeated 18 to 32 times,
    /// 133 KB a second, while a level arrives, for 20 s: 2.7 MB, and eight players in one home 21 MB. Beyond this a transfer repeats 5 KB a second.
    /// The server has twice as much for that as for what is sent first: 3 MB a second.
    Rates repeated_bytes{{24'000'000, 12'000'000}, {48'000'000, 48'000'000}, {96'000'000, 180'000'000}};
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
/// … with no connection. Its player tries to return for three minutes at most, but has no game to lose: they create another lobby.
inline constexpr Micros kEmptyLobbyMax = 120 * proto::kMicrosPerSecond;
/// A game with no connection. Clients try to return for three minutes.
inline constexpr Micros kEmptyMax = 300 * proto::kMicrosPerSecond;
/// A pause of a player alone (with two players the rules end it after kPauseTicksMax): long enough for a meal, and nobody holds a game in memory
/// for ever by staying connected.
inline constexpr Micros kPauseMax = 3'600 * proto::kMicrosPerSecond;

/// Lobbies that outlive the process, of all shards (lobby_store.hpp). Strangers create 60 + 600 a minute, and a lobby lasts for kLobbyMax: 6 060. When a
/// campaign's next level opens, it takes one too, for 20 s. 8 KB each, in one file of 50 MB of which the disk has what was ever in use at one time.
inline constexpr std::uint32_t kLobbyPlaces = 6'144;
static_assert(kLobbyPlaces >= Limits{}.creates.server.burst + Limits{}.creates.server.per_minute * (kLobbyMax / (60 * proto::kMicrosPerSecond)));

/// Addresses and prefixes known at one time: 2 × 65 536 entries of 64 bytes are 8 MB per limit at most.
inline constexpr std::size_t kKeysMax = 65'536;

/// One of an address and four of a prefix within a minute, when the server's share of wrong codes is used up.
inline constexpr Rates kRareWrongCodes{{1, 1}, {4, 4}, {}};

// --------------------------------------------------------------------------------------- of a connection and of a shard

/// Bytes a second on the wire, and at once, of one spectator. A recording grows by 9 KB a minute; one who comes late
/// gets a snapshot of 60 KB before it, in two seconds.
inline constexpr std::int64_t kSpectatorRate = 32'000, kSpectatorDepth = 4'000;
/// … and of all spectators of a shard: sixteen at the full rate, or as much as 64 players.
inline constexpr std::int64_t kSpectatorsRate = 512'000, kSpectatorsDepth = 16'000;
/// … of a game that a player hosts at home, where a line may carry half a megabit a second away: half of it, so that the partner's packets do not
/// queue behind theirs.
inline constexpr std::int64_t kHomeSpectatorsRate = 32'000;

struct LobbyLimits {
    /// Of a shard; a server divides --max-sessions among its shards. A game takes 0.75 MB of the process's own memory and 0.25 MB of
    /// journal: 1 GB in all.
    std::size_t sessions_max = 1'000;
    /// A client sends four copies at 60 Hz at most: 240. The rest is for a line that delivers at once what it held back. Packets above the
    /// limit are dropped.
    std::uint32_t packets_per_second_max = 600;
    /// Packets or messages, over the whole connection; then it is closed. A correct peer sends none, and a seal protects each packet from damage.
    std::uint32_t malformed_max = 50;
    /// Unacknowledged messages; then the connection is closed. 1 000 pieces of 960 bytes hold seven levels and snapshots of 130 KB: 1 MB of
    /// memory at most.
    std::size_t messages_waiting_max = 1'000;
    /// Wrong codes or tokens of one connection; then it is refused. A player mistypes a code a few times, and
    /// may connect again: Limits::wrong_codes counts all connections of an address.
    std::uint32_t tries_max = 6;
    /// Of a session: proto::kSpectatorsMax, as many names as a message has room for.
    std::size_t spectators_max = 8;
    /// Of a game that this server forwards from another one. Nobody needs their names.
    std::size_t forwarded_spectators_max = 64;
    /// Of this shard: Limits::spectators, so that a server with one shard can hold them all.
    std::size_t spectators_all_max = Limits{}.spectators.server;
    std::int64_t spectators_rate = kSpectatorsRate;
    Micros seat_within = kSeatWithin;
    Micros pause_max = kPauseMax;
};

/// The least interval between two messages that tell a player that somebody has tried a token of their seat. They need no more than
/// one line; an attacker could otherwise fill the player's screen and budget.
inline constexpr Micros kTriedEvery = 10 * proto::kMicrosPerSecond;

/// Bundles of one session, with a field that differs and without one. False or repeated claims of a client must not displace the bundles of other
/// sessions: a store holds 64, so seven sessions fill it at the earliest.
inline constexpr int kBundlesNamedMax = 8, kBundlesUnnamedMax = 2;

// -------------------------------------------------------------------------------------------------------- the rendezvous

struct MeetLimits {
    /// Codes enrolled. A host has one game with two codes, eight hosts share an address, and each may have just begun another game. 16 384
    /// entries of 150 bytes are 2.5 MB.
    Counts enrolments{32, 128, 16'384};
    /// Introductions begun. A player whose introduction fails tries again at once, a few times; eight of them share an address.
    Rates introductions{{24, 60}, {96, 240}, {500, 6'000}};
    /// Introductions at one time. 500 at once and 6 000 a minute, for kIntroductionMax each, are 2 000. Twice that.
    std::size_t introductions_max = 4'096;
    /// Probes sent. A host whose port is closed asks five times in half a minute; eight of them share an address.
    Rates probes{{24, 60}, {96, 240}, {500, 6'000}};
    /// Signatures of enrolments, checked. A host has one for each code that it enrols, and for each change of its own address; three hosts
    /// with 32 codes share an address. A check takes 0.1 ms: 6 000 a minute are 1 % of a core.
    Rates signatures{{96, 96}, {384, 384}, {500, 6'000}};
    /// Relays open at one time, by the joiner's address. 64 take 1 MB/s of the server's line in and out at worst.
    Counts relays{4, 16, 64};
    /// … and by the host's: eight hosts share an address.
    Counts relays_of_host{8, 16, 64};
    /// The bytes that one end of a relay may send, IP and UDP headers included: a player's 8 000 a second, and a burst that
    /// holds a snapshot of 120 KB.
    Rate relay_bytes{160'000, 480'000};
};

/// Of probes: below are ports of well-known services, which routers do not forward to a game.
inline constexpr std::uint16_t kProbePortMin = 1'024;
inline constexpr Micros kEnrolmentMax = 40 * proto::kMicrosPerSecond;   // two keep-alives may be lost, of one every 15 s
inline constexpr Micros kIntroductionMax = 15 * proto::kMicrosPerSecond;  // without a relay: both ends punch for 3 s, and may try again
inline constexpr Micros kRelayProveMax = 10 * proto::kMicrosPerSecond;    // until both ends have sent something
inline constexpr Micros kRelayIdleMax = 60 * proto::kMicrosPerSecond;     // since an end was last heard; holds for each end
inline constexpr Micros kRelayMax = 4 * 3'600 * proto::kMicrosPerSecond;  // an evening

// ------------------------------------------------------------------------------------------------ the fleet's directory

/// Lookups of a code in the directory. Redis answers within some milliseconds; kLookupsMax of them at once are four batches of commands.
inline constexpr std::size_t kLookupsOfAddress = 2, kLookupsMax = 256;
/// Answers that are remembered, for a second each, and askers that must wait: 1 024 entries of 100 bytes are 0.1 MB.
inline constexpr std::size_t kLookupsKnown = 1'024;

// -------------------------------------------------------------------------------------------------- players in browsers

struct WebLimits {
    /// Each has a descriptor, and 64 KB of a queue at most: 64 MB. 1 024 players have 512 games, half of what a shard holds.
    std::size_t connections_max = 1'024;
    /// … more, of addresses with seats, when strangers hold all of the others: a quarter of the players of 512 games lose their line at the same time.
    std::size_t returning_max = 256;
    /// A browser opens up to six connections to one host. Eight players in one home have 48, sixteen spectators (Limits::spectators) one each.
    std::size_t per_address_max = 64;
    std::size_t per_prefix_max = 256;  // four times that
    /// A browser sends 1 to 2 KB, and a proxy in front adds as much.
    std::uint32_t header_bytes_max = 8'192;
    std::uint32_t packets_per_second = LobbyLimits{}.packets_per_second_max;  // beyond that its socket is read later
    /// Read from one connection: 600 packets of 100 bytes. A player sends 8 000 bytes a second, and what TCP and frames add.
    std::size_t bytes_per_second = 65'536;
    /// To one connection: the page takes ten seconds. A player gets 8 000, a spectator 32 000.
    std::size_t write_bytes_per_second = 196'608;
    /// The page is 1.9 MB, so these are 3 MB/s at worst, and 1.9 MB/s in the long run. Eight players at one address load it at about the same
    /// time; where more visitors come, a web host serves the page (docs/operating.md).
    Counts pages_at_once{4, 8, 16};
    Rates pages{{8, 6}, {24, 24}, {40, 60}};
    std::size_t bad_messages_max = LobbyLimits{}.malformed_max;  // malformed or not genuine; an honest client sends none
    std::chrono::seconds request_within{5};  // TCP repeats a lost packet after 1 s, and again after 2
    std::chrono::seconds page_within{60};    // for 1.9 MB: 32 KB/s
    std::chrono::seconds knock_within{10};   // as kSeatWithin
    std::chrono::seconds close_within{5};    // until a connection that is to be closed is dropped
    std::chrono::seconds silence_max{30};    // at half of it a ping is sent, which any browser answers
};

}  // namespace albireo::server
