/// Who is near whom in a tick: many small moving things (shots) against a few large ones (enemies). A grid over x and
/// y, laid anew each tick; z is compared too, so it serves a flat game and a deep one alike.
/// 1. Every pair whose boxes overlap is given exactly once; others never.
/// 2. Pairs come in the order of the movers; for one mover in an order fixed by the boxes.
/// 3. Memory is kept from tick to tick and settles: a tick like the last one allocates nothing.
/// Owned by whoever runs the tick; not for two threads at once.
#pragma once

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
    struct Cells {
        int x0, y0, x1, y1;
    };
    Cells cells(const Box& box) const;

    std::vector<Box> boxes_;
    std::vector<std::uint32_t> first_;  // of each cell in listed_, and one past the last
    std::vector<std::uint32_t> listed_;
    float min_x_ = 0, min_y_ = 0, inverse_x_ = 0, inverse_y_ = 0;
    int columns_ = 0, rows_ = 0;
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

/// A whole tick: where each shot first hits, if it does. Of two targets met at the same t, the one with the lower
/// index.
class ShotTick {
  public:
    void place(std::span<const Target> targets);
    /// At most one hit for each shot, in the order of the shots. `hits` is emptied first.
    void find(std::span<const Shot> shots, std::vector<ShotHit>& hits) const;

  private:
    std::vector<Target> targets_;
    std::vector<Box> boxes_;
    BroadPhase broad_;
};

template <class Meet>
void BroadPhase::near(const Box& box, Meet&& meet) const {
    if (!overlaps(box, around_) || columns_ == 0) return;
    const Cells c = cells(box);
    for (int y = c.y0; y <= c.y1; ++y)
        for (int x = c.x0; x <= c.x1; ++x) {
            const auto cell = static_cast<std::size_t>(y * columns_ + x);
            for (std::uint32_t i = first_[cell]; i < first_[cell + 1]; ++i) {
                const Box& other = boxes_[listed_[i]];
                if (!overlaps(box, other)) continue;
                // Both may share several cells: the pair belongs to the one where their overlap begins.
                const Cells o = cells({math::max(box.min, other.min), math::max(box.min, other.min)});
                if (o.x0 == x && o.y0 == y) meet(listed_[i]);
            }
        }
}

}  // namespace albireo::collide
