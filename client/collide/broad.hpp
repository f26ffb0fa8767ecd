/// Who is near whom in a tick: many small moving things (shots) against some larger ones (enemies).
///
/// The ground is ruled into columns and rows. For each column there are two sets of targets, as bits: those that begin
/// in it or before it, and those that end in it or after it; for each row the same. A box begins in one column and ends
/// in another, so the targets that share columns with it are an intersection of two sets, with rows of four: a few
/// loads for every 64 targets, however large either side is. What is left is compared box against box, z too, so it
/// serves a flat game and a deep one alike.
/// 1. Every pair whose boxes overlap is given exactly once, targets in ascending order; others never.
/// 2. Memory is kept from tick to tick and settles: a tick like the last one allocates nothing.
/// Owned by whoever runs the tick; not for two threads at once.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "client/collide/query.hpp"
#include "client/collide/shapes.hpp"

namespace albireo::collide {

class BroadPhase {
  public:
    /// Forgets the last tick's targets. The index of a box is its target's name.
    void place(std::span<const Box> targets);

    /// Calls `meet(target)` for each target whose box overlaps this one.
    template <class Meet>
    void near(const Box& box, Meet&& meet) const;

  private:
    static constexpr int kLines = 128;  // columns, and rows

    /// One way the ground is ruled, and the sets of its lines.
    struct Ruling {
        float min = 0, inverse = 0;
        std::vector<std::uint64_t> begun, unended;  // a set for each line, `words_` long

        std::size_t line(float at) const {
            const float l = (at - min) * inverse;
            return l >= static_cast<float>(kLines) ? kLines - 1 : l > 0 ? static_cast<std::size_t>(l) : 0;
        }
        void rule(std::span<const Box> boxes, std::size_t words, int axis);
    };

    std::vector<Box> boxes_;
    std::size_t words_ = 0;
    Ruling columns_, rows_;
    Box around_{};
};

struct Shot {
    Vec3 at, move;
    float radius{};
};
struct Target {
    const Mesh* mesh{};
    Transform pose;
};
struct ShotHit {
    std::uint32_t shot, target;
    Hit hit;
};

struct ShotTouch {
    std::uint32_t shot, target;
};

/// A whole tick of shots against targets. Owned by whoever runs the tick; the meshes stay where they are meanwhile.
class ShotTick {
  public:
    void place(std::span<const Target> targets);
    /// Who touches whom right now: every pair, in the order of the shots and then of the targets.
    void touching(std::span<const Sphere> shots, std::vector<ShotTouch>& touches) const;
    /// Where each moving shot first hits: at most one hit for each, in the order of the shots. Of two targets met at
    /// the same t, the one with the lower index. What was in the vector is gone.
    void find(std::span<const Shot> shots, std::vector<ShotHit>& hits) const;

  private:
    std::vector<Target> targets_;
    std::vector<Box> boxes_;
    BroadPhase broad_;
};

template <class Meet>
void BroadPhase::near(const Box& box, Meet&& meet) const {
    if (words_ == 0 || !overlaps(box, around_)) return;
    const std::uint64_t* const x_begun = &columns_.begun[columns_.line(box.max.x) * words_];
    const std::uint64_t* const x_unended = &columns_.unended[columns_.line(box.min.x) * words_];
    const std::uint64_t* const y_begun = &rows_.begun[rows_.line(box.max.y) * words_];
    const std::uint64_t* const y_unended = &rows_.unended[rows_.line(box.min.y) * words_];
    for (std::size_t w = 0; w < words_; ++w)
        for (std::uint64_t set = x_begun[w] & x_unended[w] & y_begun[w] & y_unended[w]; set != 0; set &= set - 1) {
            const std::size_t target = w * 64 + static_cast<std::size_t>(std::countr_zero(set));
            if (overlaps(box, boxes_[target])) meet(static_cast<std::uint32_t>(target));
        }
}

}  // namespace albireo::collide
