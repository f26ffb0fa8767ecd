#pragma once
/// The walk through the bytes of a run (frame_codec.hpp), shared by packing, unpacking and training: the kind of each
/// byte chooses the tree of the model that predicts it.
///
/// A report about a different enemy than the previous report is coded as an index among the recent enemies, not as a
/// difference: shots come in volleys, and the enemies in their way alternate. Its shot is coded relative to the last
/// shot that hit that enemy, usually one volley earlier.
/// 1. Invalid bytes are walked in the same way, until the coder reports failed(). No byte past the end is requested.
#include <algorithm>
#include <cstdint>

#include "proto/frame_codec.hpp"

namespace albireo::proto {

/// The parts of the model.
enum RunTree : std::uint8_t {
    kOpFirst,  // at the beginning or after a toggled button
    kOpAfterAim,
    kOpAfterHit,
    kOpAfterOther,
    kOpAfterLonger,
    kTag,
    kHitNumber,     // shot number of a hit on the enemy hit last
    kReportNumber,  // … on an enemy not hit recently
    kKnownNumber,   // … on one of the recent enemies
    kEnemy,
    kPart,
    kAim,
    kMore,    // later bytes of a number
    kPlain,   // lap, child, delay
    kRecent,  // which of the recent enemies, with a small tree for each previous one
    kRunTrees
};

/// `Coder` has
///     bool failed();                                    further results are meaningless
///     bool end();                                       whether the run ends here
///     std::uint8_t byte(RunTree);                       the next byte of the run
///     std::uint32_t number(RunTree, std::uint32_t by);  the next number, coded relative to `by`; both zigzagged
///     std::size_t enemy(const LastReport&, std::size_t before, EnemyId&);
///                         the next enemy and its index among the recent ones, kRecentHits if none, given the last one
template <class Coder>
class RunWalk {
  public:
    RunWalk(Coder& coder, const FrameContext& before) : coder_(coder), reports_(before.reports) {}

    void walk() {
        for (RunTree next = kOpFirst; !coder_.failed();) {
            if (next != kOpAfterLonger && coder_.end()) return;
            const std::uint8_t op = coder_.byte(next);
            if (op < 0x80) {
                next = kOpFirst;
            } else if (op < 0xc0) {
                next = kOpAfterAim;
            } else if (op < 0xe0) {
                hit_again(reports_[op >> 4 & 1]);
                next = kOpAfterHit;
            } else if (op < 0xf0) {
                other(coder_.byte(kTag));
                next = kOpAfterOther;
            } else {
                next = kOpAfterLonger;
            }
        }
    }

  private:
    static void move(ShotNumber& shot, std::uint32_t off) { shot.value += static_cast<std::uint32_t>(unzigzag(off)); }

    void hit_again(LastReport& last) { move(last.shot, coder_.number(kHitNumber, 0)); }
    void other(std::uint8_t tag) {
        if (tag >= 0x80) {
            report(tag);
        } else if (tag == 0x40) {
            coder_.number(kAim, 0);
            coder_.number(kAim, 0);
        } else if (tag == 0x41) {
            if ((coder_.number(kEnemy, 0) & 1) != 0) {
                coder_.byte(kPlain);
                coder_.byte(kPlain);
            }
        } else if (tag == 0x42 || tag >= 0x60) {
            coder_.byte(kPlain);
        }
    }
    void report(std::uint8_t tag) {
        const std::size_t slot = tag >> 3 & 1;
        LastReport& last = reports_[slot];
        const bool shot = has_shot(static_cast<ReportKind>(tag >> 4 & 7));
        RunTree number = kReportNumber;
        std::uint32_t by = 0;
        if ((tag & 4) != 0) {
            EnemyId enemy;
            const std::size_t which = coder_.enemy(last, before_[slot], enemy);
            if (shot && which < kRecentHits) {
                number = kKnownNumber;
                by = last.shot.value - last.recent[which].shot.value;
            }
            before_[slot] = which;
            last.turn_to(enemy);
        }
        if ((tag & 2) != 0) coder_.number(kPart, 0);
        if ((tag & 1) == 0) return;
        const std::uint32_t off = coder_.number(number, by);
        if (shot) move(last.shot, off);
    }

    Coder& coder_;
    std::array<LastReport, kSlotCount> reports_;
    std::array<std::size_t, kSlotCount> before_{kRecentHits, kRecentHits};  // the last index coded
};

}  // namespace albireo::proto
