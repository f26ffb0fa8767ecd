/// Who is near whom in a tick: many small moving things (shots) against some larger ones (enemies).
///
/// The ground is ruled into columns and rows. For each column there are two sets of targets, as bits: those that begin
/// in it or before it, and those that end in it or after it; for each row the same. A box begins in one column and ends
/// in another, so the targets that share columns with it are an intersection of two sets, with rows of four: a few
/// loads for every 256 targets, however large either side is. What is left is compared box against box, z too, so it
/// serves a flat game and a deep one alike.
/// 1. Every pair whose boxes overlap is given exactly once, in the order of the movers and then of the targets; others
///    never.
/// 2. Memory is kept from tick to tick and settles: a tick like the last one allocates nothing.
/// Owned by whoever runs the tick; not for two threads at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "client/collide/kernels.hpp"
#include "client/collide/query.hpp"
#include "client/collide/shapes.hpp"

namespace albireo::collide {

class BroadPhase {
  public:
    struct Pair {
        std::uint32_t mover, target;
    };

    /// Forgets the last tick's targets. The index of a box is its target's name.
    void place(std::span<const Box> targets);
    /// What was in the vector is gone.
    void find(std::span<const Box> movers, std::vector<Pair>& pairs);

  private:
    std::vector<Box> boxes_;
    GroundView ground_;
    std::vector<TargetSet> sets_of_[GroundView::kSides];
    std::vector<NearSet> near_;
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
    void touching(std::span<const Sphere> shots, std::vector<ShotTouch>& touches);
    /// Where each moving shot first hits: at most one hit for each, in the order of the shots. Of two targets met at
    /// the same t, the one with the lower index. What was in the vector is gone.
    void find(std::span<const Shot> shots, std::vector<ShotHit>& hits);

  private:
    std::vector<Target> targets_;
    std::vector<const Mesh*> meshes_;     // each once
    std::vector<std::uint32_t> mesh_of_;  // by target
    std::vector<Box> boxes_;
    BroadPhase broad_;
    // Of the tick at hand, kept for their memory: the shots' boxes, the pairs, and then, mesh by mesh, the shots that
    // come near it, in its own space, and what they hit. `begins_` has where a mesh's shots begin.
    std::vector<Box> shot_boxes_;
    std::vector<BroadPhase::Pair> pairs_;
    std::vector<std::size_t> begins_;
    std::vector<Shot> near_;
    std::vector<std::optional<Hit>> found_;
};

}  // namespace albireo::collide
