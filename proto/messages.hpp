#pragma once
/// The messages between client and server on the reliable channel, as plain structs. WIRE.md describes their use; the
/// codec turns them into bytes and back and enforces every limit named here.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/base/types.hpp"
#include "sim/carry.hpp"

namespace albireo::proto {

/// Raised with every change that a program of the previous version would misread. Client and server must have the same version:
/// two different simulations could not agree anyway.
inline constexpr std::uint32_t kProtocolVersion = 9;

// Limits on the contents of a message.
inline constexpr std::size_t kMessageBytesMax = 1024;  // a message fits one segment of the stream, and so one datagram
inline constexpr std::size_t kNameBytesMax = 32;
/// Whether the text is UTF-8 without control characters, so that it can be shown and logged as it is.
bool is_clean_text(std::string_view text);
/// Whether the text is a valid player name: UTF-8 of at most kNameBytesMax bytes, without control characters.
bool is_name(std::string_view text);
inline constexpr std::size_t kLevelNameBytesMax = 64;
inline constexpr std::size_t kTextBytesMax = 200;
/// Whether the text is a valid line of text for a player: UTF-8 of at most kTextBytesMax bytes, without control characters.
bool is_line(std::string_view text);
inline constexpr std::size_t kChunkBytesMax = 960;     // with 64 bytes of envelope it fits into a message
inline constexpr std::size_t kEvidenceValuesMax = 64;  // 512 bytes of digests
inline constexpr std::size_t kBlobBytesMax = 1 << 20;  // a whole level, snapshot or testimony
inline constexpr std::uint32_t kDifficultyMax = 15;
inline constexpr std::size_t kTokenBytes = 16;
static_assert(kChunkBytesMax + 64 <= kMessageBytesMax);
static_assert(kEvidenceValuesMax * 8 + kTextBytesMax + 64 <= kMessageBytesMax);

/// Admits its holder to a seat. Sent only to the seat's owner.
using Token = std::array<std::uint8_t, kTokenBytes>;
/// Shows that a client holds a token, on one connection only (token.hpp).
inline constexpr std::size_t kProofBytes = 16;
struct Proof {
    std::array<std::uint8_t, kProofBytes> bytes{};
    bool operator==(const Proof&) const = default;
};

/// Where a server of a fleet can be reached, and the key that it must hold.
struct Place {
    std::string host;  // a name or an IPv4 address, of at most kHostBytesMax bytes without spaces
    std::uint16_t port = 0;
    std::array<std::uint8_t, 32> key{};
    bool operator==(const Place&) const = default;
};
inline constexpr std::size_t kHostBytesMax = 64;
inline constexpr std::size_t kFleetPlacesMax = 4;
/// Whether the text can be the host of a Place: 1 to kHostBytesMax letters, digits, dots and hyphens.
bool is_host(std::string_view text);
/// Proves to a server that another server of its fleet sent this client to it (server/ticket.hpp). Opaque to clients.
inline constexpr std::size_t kPassBytes = 24;
using Pass = std::array<std::uint8_t, kPassBytes>;
struct Ticket {
    Place place;
    Pass pass{};
    bool operator==(const Ticket&) const = default;
};

enum class Refusal : std::uint8_t {
    none,
    protocol_version,
    core_version,
    unknown_code,
    session_full,
    server_full,
    server_closing,
    unknown_level,
    level_mismatch,
    wrong_token,
    too_many_tries,
    bad_request,
    elsewhere,  // another shard has the game, or should have the new one: the text is that shard's number
    recovering,  // the server was restarted and has yet to recover this game: ask again in a moment
    spectators_full,
    other_server,  // another server of the fleet has the game: the ticket leads there. Only sent to clients whose Hello has `tickets`
};
inline constexpr int kRefusalCount = 16;
/// One line for the player.
std::string_view text_of(Refusal reason);

enum class ByeReason : std::uint8_t { done, left, server_closing, lost, misbehaved, relieved, expired, restarting };
inline constexpr int kByeReasonCount = 8;
std::string_view text_of(ByeReason reason);

enum class Partner : std::uint8_t {
    expected,  // has not connected yet, or is loading the game
    here,
    slow,    // no frames for 3 s
    absent,  // no frames for 10 s, or too slow for the game: the server makes neutral frames in their place
    left,    // said goodbye
};
inline constexpr int kPartnerCount = 5;
std::string_view text_of(Partner state);

enum class BlobKind : std::uint8_t { level, snapshot, evidence, recording };
inline constexpr int kBlobKindCount = 4;

enum class ResumeReason : std::uint8_t { rejoin, desync };
inline constexpr int kResumeReasonCount = 2;

/// The evidence that a question about a desync asks for (desync_inquiry.hpp):
///   roots       digests of worlds: one for each tick, or one for each of 64 spans of ticks
///   marks       digests within one tick
///   leaves      the numbers of a column, or digests of parts of them
///   testimony   one side's complete evidence about a tick, as chunks
enum class EvidenceOf : std::uint8_t { roots, marks, leaves, testimony };
inline constexpr int kEvidenceOfCount = 4;

/// What players tell their partner with one key: "here", "boss", "lightning in 3".
enum class SignalKind : std::uint8_t { here, boss, lightning };
inline constexpr int kSignalKindCount = 3;

inline constexpr std::size_t kSpectatorsMax = 8;  // of a game

enum class Outcome : std::uint8_t { cleared, over, left };
inline constexpr int kOutcomeCount = 3;

/// How fast a game goes, in percent of real time.
inline constexpr std::uint8_t kSpeedMin = 50, kSpeedFull = 100;

struct Hello {
    std::uint32_t protocol_version = kProtocolVersion;
    std::uint32_t core_version = 0;
    std::string name;
    bool eco = false;  // requests fewer packets while nothing changes
    bool signals = false;  // knows Signal
    bool spectators = false;  // knows Spectators
    bool tickets = false;     // follows tickets to other servers, and knows Fleet
    bool voice = false;       // knows VoiceState, and the channel of voice
    bool wishes = false;      // knows RematchWish
    bool operator==(const Hello&) const = default;
};
struct Welcome {
    std::uint32_t protocol_version = kProtocolVersion;
    std::uint32_t core_version = 0;
    std::string server_name;
    bool signals = false;  // knows Signal
    bool spectators = false;  // knows Watch
    bool voice = false;       // relays voice, and knows VoiceState
    bool wishes = false;      // knows RematchWish. Only said to a client whose Hello has it
    bool forwards = false;    // takes Spectators from a spectator that forwards the game
    bool operator==(const Welcome&) const = default;
};
struct Create {
    std::string level;
    std::uint8_t difficulty = 0;
    std::uint64_t seed_wish = 0;  // 0: the server draws one
    std::uint8_t players = 2;        // 1 or 2
    std::uint64_t level_digest = 0;  // of the level that the client has; 0: it has none
    std::uint8_t section = 0;        // practice from this section of the level; 0: the whole level
    std::uint8_t phase = 0;          // … or from this phase of the section's boss; 0: from its beginning
    std::uint32_t watch_delay_ms = 0;  // spectators are at least this far behind the game; the server has a minimum and a maximum
    bool may_move = false;  // the client follows a redirect to another shard. A client that has been redirected says false
    std::uint8_t speed = kSpeedFull;  // of the game, for both players
    bool operator==(const Create&) const = default;
};
struct Join {
    std::string code;
    bool stand_in = false;  // this player gives up their seat, even in mid-game, to anybody who joins and is not a stand-in
    std::optional<Pass> pass{};  // of the ticket that has led here
    std::uint32_t watch_delay_ms = 0;  // as in Create: the longer of the two counts
    bool operator==(const Join&) const = default;
};
struct Rejoin {
    std::string code;
    Proof proof{};  // of the seat's token
    std::optional<Pass> pass{};  // as in Join
    bool rematch = false;        // the game has ended: asks for the same seat in another game of its players
    std::string rematch_level{};  // … on this level, from its beginning; empty: on the same one, with all its options
    bool operator==(const Rejoin&) const = default;
};
/// The positive answer to Create, Join and Rejoin: the client's seat and the game.
struct Entered {
    std::string code;
    Token token{};
    Slot slot = Slot::gold;
    std::string level;
    std::uint64_t level_digest = 0;
    std::uint8_t difficulty = 0;
    std::uint64_t seed = 0;
    std::uint8_t players = 2;
    std::string partner_name;
    bool running = false;  // the game has begun: a snapshot follows once the client has the level
    std::uint8_t section = 0;  // as in Create
    std::optional<Carry> carry{};  // in a later level of a campaign: the start of the game
    std::uint8_t stage = 0;        // the number of the level in its campaign, from 1 on; 0: there is no campaign
    std::uint8_t phase = 0;        // as in Create
    std::string watch_code{};      // admits spectators (join_code.hpp); empty: the game cannot be watched
    std::uint8_t speed = kSpeedFull;  // as in Create: whoever does not agree leaves
    bool operator==(const Entered&) const = default;
};
struct LevelWanted {
    std::uint64_t digest = 0;
    bool operator==(const LevelWanted&) const = default;
};
/// The client has loaded the level and, after a healing snapshot, the world of `snapshot_tick`.
struct Ready {
    std::uint64_t level_digest = 0;
    Tick snapshot_tick{};
    bool operator==(const Ready&) const = default;
};
struct Start {
    Tick first_tick;
    std::uint16_t delay_ms = 0;  // since the message was first sent
    bool operator==(const Start&) const = default;
};
/// The world of `snapshot_tick` follows as chunks. After a rejoin the frames of this connection begin: the partner's
/// with that tick, the receiver's own with `own_first_tick`; between the two the receiver's slot is absent. After a
/// desync frames continue unchanged.
struct Resume {
    Tick snapshot_tick;
    Tick own_first_tick;
    ResumeReason reason = ResumeReason::rejoin;
    bool operator==(const Resume&) const = default;
};
struct Chunk {
    BlobKind kind = BlobKind::level;
    std::uint32_t id = 0;  // snapshot: its tick; evidence: the tick asked about; recording: where in the file the blob begins
    std::uint32_t total = 0;
    std::uint32_t offset = 0;
    std::vector<std::uint8_t> data;
    bool operator==(const Chunk&) const = default;
};
struct PartnerState {
    Partner state = Partner::expected;
    std::string name;
    std::uint32_t silent_ms = 0;
    bool operator==(const PartnerState&) const = default;
};
/// To a player who does not keep up with the game and makes the partner wait. At most one of the times is not 0;
/// both 0: the player keeps up again.
struct PaceNotice {
    std::uint32_t ticks_per_second = 0;  // in the last second, of 60
    std::uint32_t absent_in_ms = 0;      // until they count as absent, if the pace stays the same
    std::uint32_t back_in_ms = 0;        // they count as absent: until they may return
    bool operator==(const PaceNotice&) const = default;
};
/// The players waiting for the game to begin; sent on every change and once a second.
struct LobbyState {
    struct Seat {
        Partner state = Partner::expected;
        bool ready = false;
        std::string name;
        std::uint32_t ping_ms = 0;  // 0: not known yet
        bool operator==(const Seat&) const = default;
    };
    std::array<Seat, kSlotCount> seats;
    bool operator==(const LobbyState&) const = default;
};
/// Sent once, by the side that detects a difference. The server sends it again, with a text, once the difference has
/// been named.
struct DesyncNotice {
    Tick tick;
    std::uint64_t server_digest = 0;
    std::uint64_t client_digest = 0;
    std::string text;
    bool operator==(const DesyncNotice&) const = default;
};
struct EvidenceWanted {
    EvidenceOf of = EvidenceOf::roots;
    Tick tick;                // the tick in question; roots: the first of `count` ticks
    std::uint32_t point = 0;  // leaves and testimony: a point within the tick (TickTrace)
    std::uint32_t column = 0; // leaves
    std::uint32_t first = 0;  // marks and leaves
    std::uint32_t count = 0;
    std::vector<std::uint64_t> own{};  // the server's own answer, if it shows the client which question comes next
    bool operator==(const EvidenceWanted&) const = default;
};
/// The answer to a question that was asked, or that the client foresaw. No values: the tick is no longer stored. A testimony is
/// sent as chunks.
struct Evidence {
    EvidenceWanted to;  // the question, with `own` empty
    std::vector<std::uint64_t> values;
    bool operator==(const Evidence&) const = default;
};
struct Ended {
    Outcome outcome = Outcome::cleared;
    Tick tick;
    std::uint64_t digest = 0;
    std::uint64_t span = 0;  // the last digest note, sent reliably
    bool goes_on = false;    // the session goes on with the next level of its campaign: rejoin it by token
    bool may_rematch = false;  // a Rejoin with `rematch` is possible for some minutes
    std::string next_level{};  // … and may go on with this level, which follows the cleared one; empty: with none
    bool operator==(const Ended&) const = default;
};
struct Refused {
    Refusal reason = Refusal::bad_request;
    std::string text;  // details beyond text_of(): the required version, the requested code
    std::optional<Ticket> ticket{};  // with Refusal::other_server
    bool operator==(const Refused&) const = default;
};
/// One line for the player. If the versions differ, it says which of the two is to be updated.
std::string_view text_of(const Refused& refused);
struct Bye {
    ByeReason reason = ByeReason::done;
    bool operator==(const Bye&) const = default;
};

/// Another client asked for the receiver's seat and was refused: its token was an earlier one of this seat, or of no seat of
/// this game.
struct SeatTried {
    bool with_old_token = false;
    bool operator==(const SeatTried&) const = default;
};

/// A line from the server's operator, to be shown to the player.
struct OperatorNotice {
    std::string text;
    bool operator==(const OperatorNotice&) const = default;
};

/// Asks to watch a game, in place of Create, Join or Rejoin. Sent only to a server whose Welcome says that it knows the message. The
/// peer gets no seat, and may send nothing but Bye afterwards.
struct Watch {
    std::string code;            // a watch code
    std::uint32_t delay_ms = 0;  // desired, behind the game; the server has a minimum
    std::optional<Pass> pass{};  // as in Join
    bool operator==(const Watch&) const = default;
};
/// The positive answer to Watch; repeated every few seconds. The recording follows as blobs, once the game has begun.
struct Watching {
    std::uint32_t delay_ms = 0;    // that the server applies
    std::uint32_t spectators = 0;  // of this game, with this one, and with those to whom other servers forward it
    bool running = false;          // the game has begun
    std::uint32_t bytes = 0;       // of the recording that the delay allows so far: a spectator that has them has caught up
    bool operator==(const Watching&) const = default;
};
/// The spectators, for the players; sent on every change, to clients whose Hello says that they know it. A spectator that forwards
/// the game to others tells their number with it, without names, if the server's Welcome says that it takes it.
struct Spectators {
    std::uint32_t count = 0;           // of all, also of those to whom another server forwards the game
    std::vector<std::string> names{};  // of those of this server, at most kSpectatorsMax; empty: the server is older, and sends none
    bool operator==(const Spectators&) const = default;
};

/// From a player to their partner, in a running game; the server passes it on. It is not part of the game: it is in no frame, recording
/// or digest. Sent only to a peer whose Hello or Welcome says that it knows the message (older programs would close the
/// connection), and no more often than SignalLimit allows.
struct Signal {
    SignalKind kind = SignalKind::here;
    bool operator==(const Signal&) const = default;
};

/// Whether a player hears their partner's voice now: their voice chat is on, and the partner is not muted. The server passes it on; nobody
/// sends voice to a player who does not hear it. At first they do not. Sent only to a peer whose Hello or Welcome has `voice`.
struct VoiceState {
    bool hears = false;
    bool operator==(const VoiceState&) const = default;
};

/// In a game that is paused: the player wants to start it again, or no longer does. The server passes it on; when both want it, the game ends,
/// and each player sends a Rejoin with `rematch`. After a game, from the server: the partner has opened the rematch, or has left it again.
/// Sent only to a peer whose Hello or Welcome has `wishes`.
struct RematchWish {
    bool wants = false;
    std::string title{};  // of the level that a rematch goes on with, not translated; empty: the same game again
    bool operator==(const RematchWish&) const = default;
};

/// Other servers of the fleet, to a player: if this one falls silent, they know where the game is. Sent to clients whose Hello has
/// `tickets`, when they get their seat and when the fleet changes.
struct Fleet {
    std::vector<Place> places;  // at most kFleetPlacesMax
    bool operator==(const Fleet&) const = default;
};

using Message = std::variant<Hello, Welcome, Create, Join, Rejoin, Entered, LevelWanted, Ready, Start, Resume, Chunk,
                             PartnerState, LobbyState, PaceNotice, DesyncNotice, EvidenceWanted, Evidence, Ended, Refused, Bye, Signal,
                             Watch, Watching, Spectators, Fleet, VoiceState, RematchWish,
                             SeatTried, OperatorNotice>;

/// "Hello", "Welcome", … for logs.
std::string_view name_of(const Message& message);

}  // namespace albireo::proto
