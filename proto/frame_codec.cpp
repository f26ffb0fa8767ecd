// One file: writer and reader share the layout of a frame, and each changes with the other.
#include "proto/frame_codec.hpp"

#include <algorithm>
#include <cassert>

#include "proto/run_bytes.hpp"

namespace albireo::proto {
namespace {

// Ops and tags; the header has the table.
enum : std::uint8_t {
    kToggle = 0x00,    // 0gggg bbb
    kAimNext = 0x80,   // 10 xxx yyy
    kHitAgain = 0xc0,  // 110 s gggg
    kOther = 0xe0,     // 1110 gggg
    kLonger = 0xf0,    // 1111 hhhh
    kTagAimNear = 0x00,
    kTagAimFar = 0x40,
    kTagLock = 0x41,
    kTagLockPart = 0x42,
    kTagAbsent = 0x43,
    kTagGuard = 0x44,
    kTagGift = 0x45,
    kTagWeapon = 0x50,
    kTagCommand = 0x60,
    kTagReport = 0x80,
};
static_assert(kTagWeapon + kWeaponsMax <= kTagCommand && (kTagWeapon & (kWeaponsMax - 1)) == 0);
enum : std::uint8_t { kReportEnemy = 4, kReportPart = 2, kReportNumber = 1 };

// The edits of one frame are in this order, each at most once except reports.
enum : std::uint8_t {
    kRankAim = 1,
    kRankLock,
    kRankLockPart,
    kRankToggle,
    kRankWeapon = kRankToggle + 8,
    kRankAbsent,
    kRankGuard,
    kRankGift,
    kRankCommand,
    kRankReport
};

constexpr std::uint32_t kGapUnit = 16;
constexpr int kAimJump = 128;  // 1/256 units a tick: half a unit is faster than anything flies

/// a − b with wraparound, so that every pair has a difference.
constexpr std::int16_t difference(std::int16_t a, std::int16_t b) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(a) - static_cast<std::uint16_t>(b));
}
constexpr std::int16_t sum(std::int16_t a, std::int16_t b) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(a) + static_cast<std::uint16_t>(b));
}
constexpr bool is_near(std::int16_t off) {
    return off >= -4 && off <= 3;
}

void put_enemy(Writer& out, EnemyId enemy, EnemyId before) {
    const bool apart = enemy.lap != before.lap || enemy.child != before.child;
    const std::int16_t off =
        difference(static_cast<std::int16_t>(enemy.spawn), static_cast<std::int16_t>(before.spawn));
    out.number((zigzag(off) << 1) | (apart ? 1 : 0));
    if (!apart) return;
    out.byte(enemy.lap);
    out.byte(enemy.child);
}

EnemyId get_enemy(Reader& in, EnemyId before) {
    const std::uint32_t number = in.number(0x1ffff);
    const auto off = static_cast<std::int16_t>(unzigzag(number >> 1));
    EnemyId enemy = before;
    enemy.spawn = static_cast<std::uint16_t>(sum(static_cast<std::int16_t>(before.spawn), off));
    if ((number & 1) != 0) {
        enemy.lap = in.byte();
        enemy.child = in.byte();
        if (enemy.lap == before.lap && enemy.child == before.child) in.fail(RunError::not_canonical);
    }
    if (enemy == before) in.fail(RunError::not_canonical);
    return enemy;
}

/// The report that takes the fewest bytes: fields that its kind and flags do not determine are those of the last
/// report.
Report expected_report(const FrameContext& context, ReportKind kind, Slot slot, bool new_enemy) {
    Report report;
    report.kind = kind;
    report.slot = slot;
    const LastReport& last = context.reports[index(slot)];
    report.enemy = last.enemy;
    report.part = new_enemy ? std::uint16_t{0} : last.part;
    if (has_shot(kind)) report.number = last.shot;
    return report;
}

void note_report(FrameContext& context, const Report& report) {
    LastReport& last = context.reports[index(report.slot)];
    last.turn_to(report.enemy);
    last.part = report.part;
    if (has_shot(report.kind)) last.shot = report.number;
}

/// Writes the edits of one frame. The first edit consumes `gap`.
class FrameWriter {
  public:
    FrameWriter(Writer& out, FrameContext& context, std::uint32_t gap) : out_(out), context_(context), gap_(gap) {}

    /// Returns whether there was anything to write.
    bool write(const Frame& frame) {
        put_aim(frame);
        if (frame.lock != context_.lock) {
            other(kTagLock);
            put_enemy(out_, frame.lock, context_.lock);
        }
        if (frame.lock_part != context_.lock_part) {
            other(kTagLockPart);
            out_.byte(frame.lock_part);
        }
        put_buttons(frame);
        if (frame.command != Command::none) {
            other(kTagCommand | static_cast<std::uint32_t>(frame.command));
            out_.byte(frame.command_delay);
        }
        FrameContext context = context_;
        for (std::size_t i = 0; i < frame.report_count; ++i) put_report(context, frame.reports[i]);
        context_.advance(frame);
        return any_;
    }

  private:
    void op(std::uint32_t bits) {
        if (gap_ >= kGapUnit) out_.byte(kLonger | (gap_ / kGapUnit - 1));
        out_.byte(bits | ((gap_ % kGapUnit) << (bits < kAimNext ? 3 : 0)));
        gap_ = 0;
        any_ = true;
    }
    void other(std::uint32_t tag) {
        op(kOther);
        out_.byte(tag);
    }
    void put_aim(const Frame& frame) {
        const AimPoint expected = context_.expected().aim;
        const std::int16_t x = difference(frame.aim.x, expected.x), y = difference(frame.aim.y, expected.y);
        if (x == 0 && y == 0) return;
        if (!is_near(x) || !is_near(y)) {
            other(kTagAimFar);
            out_.number(zigzag(x));
            out_.number(zigzag(y));
            return;
        }
        const auto near = static_cast<std::uint32_t>((x + 4) << 3 | (y + 4));
        if (gap_ == 1) {
            out_.byte(kAimNext | near);
            gap_ = 0;
            any_ = true;
        } else {
            other(kTagAimNear | near);
        }
    }
    void put_buttons(const Frame& frame) {
        const std::uint32_t changed = frame.buttons ^ context_.buttons;
        for (std::uint32_t b = 0; b < 8; ++b) {
            if ((changed >> b & 1) != 0) op(kToggle | b);
        }
        if ((changed & kWeaponMask) != 0) other(kTagWeapon | static_cast<std::uint32_t>(frame.weapon_number()));
        if ((changed & kAbsent) != 0) other(kTagAbsent);
        if ((changed & kGuard) != 0) other(kTagGuard);
        if ((changed & kGift) != 0) other(kTagGift);
    }
    void put_report(FrameContext& context, const Report& report) {
        const EnemyId last_enemy = context.reports[index(report.slot)].enemy;
        const bool new_enemy = report.enemy != last_enemy;
        const Report expected = expected_report(context, report.kind, report.slot, new_enemy);
        const std::uint32_t off = zigzag(static_cast<std::int32_t>(report.number.value - expected.number.value));
        if (report.kind == ReportKind::hit && !new_enemy && report.part == expected.part) {
            op(kHitAgain | (report.slot == Slot::blue ? 0x10 : 0));
            out_.number(off);
        } else {
            const bool new_part = report.part != expected.part;
            other(kTagReport | static_cast<std::uint32_t>(report.kind) << 4 |
                  static_cast<std::uint32_t>(report.slot) << 3 | (new_enemy ? kReportEnemy : 0) |
                  (new_part ? kReportPart : 0) | (off != 0 ? kReportNumber : 0));
            if (new_enemy) put_enemy(out_, report.enemy, last_enemy);
            if (new_part) out_.number(report.part);
            if (off != 0) out_.number(off);
        }
        note_report(context, report);
    }

    Writer& out_;
    FrameContext& context_;
    std::uint32_t gap_;
    bool any_ = false;
};

/// Applies edits to the frames of a run as they are read.
class RunReader {
  public:
    RunReader(FrameContext context, std::span<const std::uint8_t> bytes, std::span<Frame> out)
        : in_(bytes), out_(out), context_(context) {}

    RunError read() {
        while (in_.good() && !in_.at_end()) edit();
        if (in_.good()) go_to(out_.size());
        return in_.error();
    }
    const FrameContext& context() const { return context_; }

  private:
    /// Completes the current frame and fills those before frame number `next`, which becomes the current one.
    void go_to(std::size_t next) {
        for (; begun_ <= next && begun_ <= out_.size(); ++begun_) {
            if (begun_ != 0) context_.advance(frame());
            if (begun_ < out_.size()) out_[begun_] = context_.expected();
        }
        rank_ = 0;
        reports_ = context_;
    }
    /// The current frame: the last one begun.
    Frame& frame() { return out_[begun_ - 1]; }

    bool move(std::uint32_t gap) {
        if (gap != 0) {
            const std::size_t next = begun_ + gap - 1;
            if (next >= out_.size()) {
                in_.fail(RunError::too_long);
                return false;
            }
            go_to(next);
        } else if (begun_ == 0) {
            in_.fail(RunError::not_canonical);
            return false;
        }
        return in_.good();
    }
    bool in_order(std::uint8_t rank) {
        if (rank < rank_ || (rank == rank_ && rank != kRankReport)) in_.fail(RunError::not_canonical);
        rank_ = rank;
        return in_.good();
    }

    void edit() {
        std::uint8_t op = in_.byte();
        std::uint32_t longer = 0;
        if (op >= kLonger) {
            longer = kGapUnit * ((op & 0x0fu) + 1);
            op = in_.byte();
            if (op >= kLonger || (op >= kAimNext && op < kHitAgain)) in_.fail(RunError::not_canonical);
        }
        if (!in_.good()) return;
        if (op < kAimNext) {
            if (move(longer + (op >> 3)) && in_order(static_cast<std::uint8_t>(kRankToggle + (op & 7)))) {
                frame().buttons = static_cast<std::uint16_t>(frame().buttons ^ (1u << (op & 7)));
            }
        } else if (op < kHitAgain) {
            if (move(1) && in_order(kRankAim)) get_aim_near(op & 0x3f);
        } else if (op < kOther) {
            if (move(longer + (op & 0x0f)) && in_order(kRankReport)) get_hit_again((op & 0x10) != 0);
        } else if (move(longer + (op & 0x0f))) {
            get_other(longer + (op & 0x0f));
        }
    }

    void get_other(std::uint32_t gap) {
        const std::uint8_t tag = in_.byte();
        if (!in_.good()) return;
        if (tag >= kTagReport) {
            if (in_order(kRankReport)) get_report(tag);
        } else if (tag < kTagAimFar) {
            if (gap == 1) in_.fail(RunError::not_canonical);
            if (in_order(kRankAim)) get_aim_near(tag);
        } else if (tag == kTagAimFar) {
            if (in_order(kRankAim)) get_aim_far();
        } else if (tag == kTagLock) {
            if (in_order(kRankLock)) frame().lock = get_enemy(in_, context_.lock);
        } else if (tag == kTagLockPart) {
            if (!in_order(kRankLockPart)) return;
            frame().lock_part = in_.byte();
            if (frame().lock_part == context_.lock_part) in_.fail(RunError::not_canonical);
        } else if (tag == kTagAbsent) {
            if (in_order(kRankAbsent)) frame().buttons ^= kAbsent;
        } else if (tag == kTagGuard) {
            if (in_order(kRankGuard)) frame().buttons ^= kGuard;
        } else if (tag == kTagGift) {
            if (in_order(kRankGift)) frame().buttons ^= kGift;
        } else if (tag >= kTagWeapon && tag < kTagWeapon + kWeaponsMax) {
            if (in_order(kRankWeapon)) get_weapon(tag & (kWeaponsMax - 1u));
        } else if (tag > kTagCommand && tag <= kTagCommand + static_cast<int>(Command::carry_on)) {
            if (!in_order(kRankCommand)) return;
            frame().command = static_cast<Command>(tag & 3);
            frame().command_delay = in_.byte();
        } else {
            in_.fail(RunError::unknown_edit);
        }
    }

    void get_aim_near(std::uint32_t near) {
        const auto x = static_cast<std::int16_t>(static_cast<int>(near >> 3) - 4);
        const auto y = static_cast<std::int16_t>(static_cast<int>(near & 7) - 4);
        if (x == 0 && y == 0) in_.fail(RunError::not_canonical);
        frame().aim = {sum(frame().aim.x, x), sum(frame().aim.y, y)};
    }
    void get_aim_far() {
        const auto x = static_cast<std::int16_t>(unzigzag(in_.number(0xffff)));
        const auto y = static_cast<std::int16_t>(unzigzag(in_.number(0xffff)));
        if (is_near(x) && is_near(y)) in_.fail(RunError::not_canonical);
        frame().aim = {sum(frame().aim.x, x), sum(frame().aim.y, y)};
    }
    void get_weapon(std::uint32_t weapon) {
        if (static_cast<std::uint32_t>(frame().weapon_number()) == weapon) in_.fail(RunError::not_canonical);
        frame().buttons = static_cast<std::uint16_t>((frame().buttons & ~kWeaponMask) | (weapon << kWeaponShift));
    }

    void add_report(const Report& report) {
        if (frame().report_count == kReportsPerFrameMax) in_.fail(RunError::unknown_edit);
        if (!in_.good()) return;
        frame().reports[frame().report_count++] = report;
        note_report(reports_, report);
    }
    void get_hit_again(bool by_blue) {
        Report report = expected_report(reports_, ReportKind::hit, by_blue ? Slot::blue : Slot::gold, false);
        report.number.value += static_cast<std::uint32_t>(unzigzag(in_.number(0xffffffff)));
        add_report(report);
    }
    void get_report(std::uint8_t tag) {
        const auto kind = static_cast<ReportKind>(tag >> 4 & 7);
        if (kind > ReportKind::died) in_.fail(RunError::unknown_edit);
        const bool new_enemy = (tag & kReportEnemy) != 0, new_part = (tag & kReportPart) != 0;
        if (kind == ReportKind::hit && !new_enemy && !new_part) in_.fail(RunError::not_canonical);
        Report report = expected_report(reports_, kind, (tag & 8) != 0 ? Slot::blue : Slot::gold, new_enemy);
        if (new_enemy) report.enemy = get_enemy(in_, report.enemy);
        if (new_part) {
            const auto part = static_cast<std::uint16_t>(in_.number(0xffff));
            if (part == report.part) in_.fail(RunError::not_canonical);
            report.part = part;
        }
        if ((tag & kReportNumber) != 0) {
            const std::uint32_t off = in_.number(0xffffffff);
            if (off == 0) in_.fail(RunError::not_canonical);
            report.number.value += static_cast<std::uint32_t>(unzigzag(off));
        }
        add_report(report);
    }

    Reader in_;
    std::span<Frame> out_;
    FrameContext context_;  // before the current frame
    FrameContext reports_;  // … and after those of its reports that have been read
    std::size_t begun_ = 0;
    std::uint8_t rank_ = 0;
};

}  // namespace

void LastReport::turn_to(EnemyId next) {
    if (next == enemy) return;
    // If `next` is among the recent enemies, its entry is removed; otherwise the oldest entry is.
    auto end = std::ranges::find(recent, next, &RecentHit::enemy);
    if (end == recent.end()) --end;
    std::move_backward(recent.begin(), end, end + 1);
    recent.front() = {enemy, shot};
    enemy = next;
}

void FrameContext::advance(const Frame& frame) {
    buttons = frame.buttons;
    lock = frame.lock;
    lock_part = frame.lock_part;
    aim_step = {difference(frame.aim.x, aim.x), difference(frame.aim.y, aim.y)};
    const bool jumped =
        aim_step.x > kAimJump || aim_step.x < -kAimJump || aim_step.y > kAimJump || aim_step.y < -kAimJump;
    if (jumped) aim_step = {};
    aim = frame.aim;
    for (std::size_t i = 0; i < frame.report_count; ++i) note_report(*this, frame.reports[i]);
}

Frame FrameContext::expected() const {
    Frame frame;
    frame.buttons = buttons;
    frame.lock = lock;
    frame.lock_part = lock_part;
    frame.aim = {sum(aim.x, aim_step.x), sum(aim.y, aim_step.y)};
    return frame;
}

RunSize encode_frames(FrameContext& context, std::span<const Frame> frames, std::span<std::uint8_t> out) {
    assert(frames.size() <= kRunFramesMax);
    Writer writer{out};
    RunSize size;
    std::uint32_t gap = 1;
    for (const Frame& frame : frames) {
        assert(is_normal(frame));
        FrameContext next = context;
        const bool any = FrameWriter{writer, next, gap}.write(frame);
        if (writer.full()) break;
        context = next;
        gap = any ? 1 : gap + 1;
        size = {size.frames + 1, writer.used()};
    }
    return size;
}

std::string_view text_of(RunError error) {
    switch (error) {
        case RunError::none:
            return "no error";
        case RunError::cut:
            return "the bytes end within an edit";
        case RunError::too_long:
            return "an edit comes after the last frame";
        case RunError::unknown_edit:
            return "an edit that does not exist";
        case RunError::not_canonical:
            return "not the canonical bytes of these frames";
    }
    return "?";
}

RunError decode_frames(FrameContext& context, std::span<const std::uint8_t> bytes, std::span<Frame> out) {
    assert(out.size() <= kRunFramesMax);
    RunReader reader{context, bytes, out};
    const RunError error = reader.read();
    if (error == RunError::none) context = reader.context();
    return error;
}

}  // namespace albireo::proto
