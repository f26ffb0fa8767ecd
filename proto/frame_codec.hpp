#pragma once
/// Encodes a run of frames of one slot as bytes, each frame as its difference from the frame before. Replays
/// (replays/runs.hpp) and packets (run_packer.hpp) hold these bytes compressed.
///
/// The bytes are a list of edits. Each has a gap: the ticks since the edit before it, 0 for the same frame. Fields that
/// no edit changes keep their values, so a run without changes takes no bytes at all. The bytes do not include the
/// number of frames; the container stores it.
///
///     0 gggg bbb            toggle button b                                      (gap g, 0 … 15)
///     10 xxx yyy            aim: x − 4 and y − 4 away from its extrapolated line (gap 1)
///     110 s gggg, delta     report: a hit by slot s on the same part as its last report; delta: its shot number minus
///                           that of the last report
///     1110 gggg, tag, …     any other edit
///     1111 hhhh             adds 16 (h + 1) ticks to the gap of the next edit
///
///     tag 00 xxx yyy            aim, as above, with any other gap
///     tag 01 00 0000, dx, dy    aim: dx and dy away from its extrapolated line
///     tag 01 00 0001, enemy     lock
///     tag 01 00 0010, part      part of the lock, in one byte
///     tag 01 00 0011            toggle "absent"
///     tag 01 00 0100            toggle "guard"
///     tag 01 00 0101            toggle "gift"
///     tag 01 01 wwww            weapon number w; the core treats an unknown number as the needle
///     tag 01 10 00cc, delay     command c, then one byte: its delay
///     tag 1 kkk s e p n, …      report of kind k about slot s. The bits e, p and n are set if the enemy, the part and
///                               the number differ from the last report about that slot; the new ones follow
///     enemy                     spawn number minus that of the reference enemy, then one bit: set if one byte for the
///                               lap and one for the child follow
///
/// Differences are zigzag-coded. All numbers are written as LEB128: groups of seven bits, lowest first.
///
/// 1. Canonical: the same frames after the same context have exactly one encoding; decoding refuses every other.
/// 2. Nothing allocates; no byte outside the spans is read or written; any bytes decode to normal frames or to an
///    error.
/// 3. Only normal frames can be encoded (is_normal), and decode_frames() produces only normal frames.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/input.hpp"

namespace albireo::proto {

/// The most frames in one run: a packet carries up to 128, a replay's record about 60.
inline constexpr std::size_t kRunFramesMax = 256;

/// The most bytes that one frame can take: a gap (1), aim (8), lock (7), its part (3), eight buttons (8), absence,
/// guard and gift (6), weapon (2), command (3), and 16 reports of op, tag, enemy (5), part (3) and number (5) each.
inline constexpr std::size_t kFrameBytesMax = 1 + 8 + 7 + 3 + 8 + 6 + 2 + 3 + kReportsPerFrameMax * 15;

/// Zigzag coding of signed differences: 0, −1, 1, −2 … become 0, 1, 2, 3 …
constexpr std::uint32_t zigzag(std::int32_t value) {
    return (static_cast<std::uint32_t>(value) << 1) ^ (value < 0 ? ~std::uint32_t{0} : 0);
}
constexpr std::int32_t unzigzag(std::uint32_t value) {
    return static_cast<std::int32_t>((value >> 1) ^ ((value & 1) != 0 ? ~std::uint32_t{0} : 0));
}

/// Whether reports of this kind name a shot by its number.
constexpr bool has_shot(ReportKind kind) {
    return kind == ReportKind::hit || kind == ReportKind::hit_missile;
}

/// Whether every field of the frame is in its range: known buttons, command, report kinds and slots, no delay without a
/// command, nothing after report_count.
bool is_normal(const Frame& frame);

/// The nearest normal frame: values out of range are dropped.
Frame normal(const Frame& frame);

/// An enemy, and the last shot of one slot that hit it.
struct RecentHit {
    EnemyId enemy;
    ShotNumber shot;

    bool operator==(const RecentHit&) const = default;
};
inline constexpr std::size_t kRecentHits = 7;

/// The reference that a report is encoded against: the last report about the same slot's shots. Each slot has its own,
/// because the two players usually shoot at different enemies.
struct LastReport {
    EnemyId enemy;
    std::uint16_t part = 0;
    ShotNumber shot;
    std::array<RecentHit, kRecentHits> recent{};  // enemies before it, newest first; used by run_packer only

    /// Updates the reference for a report about enemy `next`; the previous enemy moves to the front of `recent`.
    void turn_to(EnemyId next);

    bool operator==(const LastReport&) const = default;
};

/// The state that the next frame is encoded against. Both ends derive it from the frames so far; before the first frame
/// of a game it is default-constructed.
struct FrameContext {
    std::uint16_t buttons = 0;
    std::uint8_t lock_part = 0;
    EnemyId lock;
    AimPoint aim;
    AimPoint aim_step;                             // change of aim in the last tick; 0 after a jump
    std::array<LastReport, kSlotCount> reports{};  // about each slot's shots

    bool operator==(const FrameContext&) const = default;

    /// Updates the context to the one after `frame`, which must be normal.
    void advance(const Frame& frame);

    /// The next frame that would be encoded in no bytes.
    Frame expected() const;
};

struct RunSize {
    std::size_t frames = 0;
    std::size_t bytes = 0;
};

/// Writes as many of `frames` (all normal, at most kRunFramesMax) as fit into `out`, beginning with the first, and
/// advances `context` past the last one written. out.size() ≥ frames.size() × kFrameBytesMax always suffices.
RunSize encode_frames(FrameContext& context, std::span<const Frame> frames, std::span<std::uint8_t> out);

enum class RunError : std::uint8_t {
    none,
    cut,            // the bytes end within an edit
    too_long,       // an edit comes after the last frame
    unknown_edit,   // an op or a value that no encoder writes
    not_canonical,  // the encoder writes these frames differently
};
std::string_view text_of(RunError error);

/// Reads exactly out.size() frames (at most kRunFramesMax) from all of `bytes`, and advances `context` past them. On an
/// error `context` is unchanged and the contents of `out` are unspecified.
RunError decode_frames(FrameContext& context, std::span<const std::uint8_t> bytes, std::span<Frame> out);

}  // namespace albireo::proto
