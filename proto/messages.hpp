#pragma once
/// The messages between client and server on the reliable channel, as plain structs. WIRE.md describes their use; the
/// codec turns them into bytes and back and enforces every limit named here.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/base/types.hpp"

namespace albireo::proto {

/// Raised whenever a program of the last version would misread something. Versions must be equal: both sides of a
/// game are built from one tree, and a simulation that differs cannot agree anyway.
inline constexpr std::uint32_t kProtocolVersion = 5;

// Limits on the contents of a message.
inline constexpr std::size_t kMessageBytesMax = 1024;  // one message is one segment of the stream is one datagram
inline constexpr std::size_t kNameBytesMax = 32;
/// Whether the text is a valid player name: UTF-8 of at most kNameBytesMax bytes, without control characters.
bool is_name(std::string_view text);
inline constexpr std::size_t kLevelNameBytesMax = 64;
inline constexpr std::size_t kTextBytesMax = 200;
inline constexpr std::size_t kChunkBytesMax = 960;     // with 64 bytes of envelope it fits into a message
inline constexpr std::size_t kEvidenceValuesMax = 64;  // 512 bytes of digests
inline constexpr std::size_t kBlobBytesMax = 1 << 20;  // a level, a snapshot or evidence altogether
inline constexpr std::uint32_t kDifficultyMax = 15;
inline constexpr std::size_t kTokenBytes = 16;
static_assert(kChunkBytesMax + 64 <= kMessageBytesMax);
static_assert(kEvidenceValuesMax * 8 + kTextBytesMax + 64 <= kMessageBytesMax);

using Token = std::array<std::uint8_t, kTokenBytes>;

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
    elsewhere,  // another shard has the game: the text is that shard's port
};
inline constexpr int kRefusalCount = 13;
/// One clear line for the person at the keyboard.
std::string_view text_of(Refusal reason);

enum class ByeReason : std::uint8_t { done, left, server_closing, lost, misbehaved, relieved };
inline constexpr int kByeReasonCount = 6;
std::string_view text_of(ByeReason reason);

enum class Partner : std::uint8_t {
    expected,  // has never been connected
    here,
    slow,    // no frames for 3 s
    absent,  // none for 10 s: the server makes neutral frames for them
    left,    // said goodbye
};
inline constexpr int kPartnerCount = 5;
std::string_view text_of(Partner state);

enum class BlobKind : std::uint8_t { level, snapshot, evidence };
inline constexpr int kBlobKindCount = 3;

enum class ResumeReason : std::uint8_t { rejoin, desync };
inline constexpr int kResumeReasonCount = 2;

/// What a question about a desync is about (desync_inquiry.hpp): digests of ticks, of what one tick did, of the numbers
/// in a column or the numbers themselves, or all that one side has to say.
enum class EvidenceOf : std::uint8_t { roots, marks, leaves, testimony };
inline constexpr int kEvidenceOfCount = 4;

enum class Outcome : std::uint8_t { cleared, over, left };
inline constexpr int kOutcomeCount = 3;

struct Hello {
    std::uint32_t protocol_version = kProtocolVersion;
    std::uint32_t core_version = 0;
    std::string name;
    bool eco = false;  // requests fewer packets while nothing changes
    bool operator==(const Hello&) const = default;
};
struct Welcome {
    std::uint32_t protocol_version = kProtocolVersion;
    std::uint32_t core_version = 0;
    std::string server_name;
    bool operator==(const Welcome&) const = default;
};
struct Create {
    std::string level;
    std::uint8_t difficulty = 0;
    std::uint64_t seed_wish = 0;  // 0: the server draws one
    std::uint8_t players = 2;
    std::uint64_t level_digest = 0;  // of the level the client holds; 0 for none
    bool operator==(const Create&) const = default;
};
struct Join {
    std::string code;
    bool stand_in = false;  // keeps the seat until a player who is no stand-in joins, also in mid-game
    bool operator==(const Join&) const = default;
};
struct Rejoin {
    std::string code;
    Token token{};
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
    bool operator==(const Entered&) const = default;
};
struct LevelWanted {
    std::uint64_t digest = 0;
    bool operator==(const LevelWanted&) const = default;
};
/// The client has loaded the level, and the world of `snapshot_tick` if a healing snapshot was sent.
struct Ready {
    std::uint64_t level_digest = 0;
    Tick snapshot_tick{};
    bool operator==(const Ready&) const = default;
};
struct Start {
    Tick first_tick;
    std::uint16_t delay_ms = 0;  // from when the message was first sent
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
    std::uint32_t id = 0;  // snapshot: its tick; evidence: the tick asked about
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
/// Sent once, by either side, when a difference is noticed; and again by the server, with a text, when it has been
/// named.
struct DesyncNotice {
    Tick tick;
    std::uint64_t server_digest = 0;
    std::uint64_t client_digest = 0;
    std::string text;
    bool operator==(const DesyncNotice&) const = default;
};
struct EvidenceWanted {
    EvidenceOf of = EvidenceOf::roots;
    Tick tick;                // the tick in question; of roots: the first of `count`
    std::uint32_t point = 0;  // leaves and testimony: where in the tick (TickTrace)
    std::uint32_t column = 0; // leaves
    std::uint32_t first = 0;  // marks and leaves
    std::uint32_t count = 0;
    std::vector<std::uint64_t> own{};  // the asker's own answer, if it lets the other side foresee the next question
    bool operator==(const EvidenceWanted&) const = default;
};
/// The answer to a question, asked or foreseen. No values: no longer stored. A testimony is sent as chunks instead.
struct Evidence {
    EvidenceWanted to;  // without the asker's own
    std::vector<std::uint64_t> values;
    bool operator==(const Evidence&) const = default;
};
struct Ended {
    Outcome outcome = Outcome::cleared;
    Tick tick;
    std::uint64_t digest = 0;
    std::uint64_t span = 0;  // the last digest note, sent reliably
    bool operator==(const Ended&) const = default;
};
struct Refused {
    Refusal reason = Refusal::bad_request;
    std::string text;  // details that text_of() does not have: the required version, the code asked for
    bool operator==(const Refused&) const = default;
};
struct Bye {
    ByeReason reason = ByeReason::done;
    bool operator==(const Bye&) const = default;
};

using Message = std::variant<Hello, Welcome, Create, Join, Rejoin, Entered, LevelWanted, Ready, Start, Resume, Chunk,
                             PartnerState, LobbyState, DesyncNotice, EvidenceWanted, Evidence, Ended, Refused, Bye>;

/// "Hello", "Welcome", … for logs.
std::string_view name_of(const Message& message);

}  // namespace albireo::proto
