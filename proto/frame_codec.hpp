#pragma once
/// The bytes of a run of frames of one slot, each told by how it differs from the frame before. Replays keep them and
/// packets carry them.
///
/// The bytes are a list of edits, each with its gap: the ticks since the edit before it, 0 for the same frame. What no
/// edit touches goes on as before, so a run in which nothing changes is no bytes at all. The number of frames is not in
/// the bytes; whoever keeps them keeps it.
///
///     0 gggg bbb            toggle button b                                    (gap g, 0 … 15)
///     10 xxx yyy            aim: off by x − 4 and y − 4 from its straight line (gap 1)
///     110 s gggg, delta     report: a hit by slot s on the part hit last; its shot number less the last one of that
///     slot 1110 gggg, tag, …     any other edit 1111 hhhh             16 (h + 1) ticks more for the gap of the next
///     edit
///
///     tag 00 xxx yyy            aim, as above, with any other gap
///     tag 01 00 0000, dx, dy    aim: off by dx and dy
///     tag 01 00 0001, enemy     lock
///     tag 01 00 0010, part      part of the lock, one byte
///     tag 01 00 0011            toggle "absent"
///     tag 01 01 wwww            weapon number w; the core takes one that there is not for the needle
///     tag 01 10 00cc, delay     command c, with its delay in one byte
///     tag 1 kkk s e p n, …      report of kind k about slot s; what follows differs from the last report about that
///                               slot: the enemy, the part, the number
///     enemy                     spawn less the one it is compared with, and a last bit: set if a byte each follows for
///                               lap and child
///
/// Differences are zigzag coded, and like all numbers here written in groups of seven bits, lowest first.
///
/// 1. Canonical: the same frames after the same context have one encoding, and decoding refuses every other.
/// 2. Nothing allocates; no byte outside the spans is read or written; any bytes decode to normal frames or to an
///    error.
/// 3. Only normal frames can be encoded (is_normal); whatever decode_frames() makes is normal.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/input.hpp"

namespace albireo::proto {

/// The most frames in one run: a packet carries up to 128, a replay's record about 60.
inline constexpr std::size_t kRunFramesMax = 256;

/// The most bytes one frame takes: a gap (1), aim (8), lock (7), its part (3), eight buttons (8), absence (2), weapon
/// (2), command (3), and 16 reports of op, tag, enemy (5), part (3) and number (5) each.
inline constexpr std::size_t kFrameBytesMax = 1 + 8 + 7 + 3 + 8 + 2 + 2 + 3 + kReportsPerFrameMax * 15;

/// Differences as numbers: 0, −1, 1, −2 … as 0, 1, 2, 3 …
constexpr std::uint32_t zigzag(std::int32_t value) {
    return (static_cast<std::uint32_t>(value) << 1) ^ (value < 0 ? ~std::uint32_t{0} : 0);
}
constexpr std::int32_t unzigzag(std::uint32_t value) {
    return static_cast<std::int32_t>((value >> 1) ^ ((value & 1) != 0 ? ~std::uint32_t{0} : 0));
}

/// Whether reports of that kind name a shot by its number.
constexpr bool has_shot(ReportKind kind) {
    return kind == ReportKind::hit || kind == ReportKind::hit_missile;
}

/// Whether nothing in the frame lies outside what its fields are for: known buttons, command, report kinds and slots,
/// no delay without a command, nothing behind report_count.
bool is_normal(const Frame& frame);

/// The nearest normal frame: what lies outside is dropped.
Frame normal(const Frame& frame);

/// An enemy and the shot that hit it last, of one slot's.
struct RecentHit {
    EnemyId enemy;
    ShotNumber shot;

    bool operator==(const RecentHit&) const = default;
};
inline constexpr std::size_t kRecentHits = 7;

/// What a report is compared with: the last one about the same slot's shots, for each player shoots at his own enemy.
struct LastReport {
    EnemyId enemy;
    std::uint16_t part = 0;
    ShotNumber shot;
    std::array<RecentHit, kRecentHits> recent{};  // enemies before it, newest first: only run_packer looks at them

    /// The next report is about another enemy.
    void turn_to(EnemyId next);

    bool operator==(const LastReport&) const = default;
};

/// What the next frame is compared with: a small value that both ends work out from the frames so far. A fresh one
/// stands before the first frame of a game.
struct FrameContext {
    std::uint16_t buttons = 0;
    std::uint8_t lock_part = 0;
    EnemyId lock;
    AimPoint aim;
    AimPoint aim_step;                             // what aim changed by in the last tick; 0 after a jump
    std::array<LastReport, kSlotCount> reports{};  // about each slot's shots

    bool operator==(const FrameContext&) const = default;

    /// Moves on behind `frame`, which must be normal.
    void advance(const Frame& frame);

    /// The frame that takes no bytes now.
    Frame expected() const;
};

struct RunSize {
    std::size_t frames = 0;
    std::size_t bytes = 0;
};

/// Writes as many of `frames` (all normal, at most kRunFramesMax) as fit into `out`, from the first on, and moves
/// `context` behind the last one written. out.size() ≥ frames.size() × kFrameBytesMax always suffices.
RunSize encode_frames(FrameContext& context, std::span<const Frame> frames, std::span<std::uint8_t> out);

enum class RunError : std::uint8_t {
    none,
    cut,            // the bytes end within an edit
    too_long,       // an edit lies behind the last frame
    unknown_edit,   // an op or a value that no encoder writes
    not_canonical,  // an encoder would have written it in another way
};
std::string_view text_of(RunError error);

/// Reads exactly out.size() frames (at most kRunFramesMax) from all of `bytes`, and moves `context` behind them. On an
/// error `context` is as it was and `out` holds nothing of use.
RunError decode_frames(FrameContext& context, std::span<const std::uint8_t> bytes, std::span<Frame> out);

}  // namespace albireo::proto
