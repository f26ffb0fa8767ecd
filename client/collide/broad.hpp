/// The broad phase of a tick: pairs of nearby boxes, many small movers (shots) against fewer, larger targets (enemies).
///
/// The ground is divided into columns and rows. Each column has two sets of targets, as bits: those that begin in it or
/// before it, and those that end in it or after it; each row likewise. A box begins in one column and ends in another,
/// so the targets that share its columns are the intersection of two sets, and those that share its rows too are the
/// intersection of four. That takes a few loads for every 256 targets, however large a box is. The remaining pairs are
/// compared box against box, including z.
/// 1. Every pair whose boxes overlap is returned exactly once, in the order of the movers and then of the targets; no
///    other pair is.
/// 2. Memory is reused from tick to tick: in a steady state nothing is allocated.
/// Owned by the caller that runs the tick; not thread-safe.
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

    /// Forgets the last tick's targets. A target is identified by the index of its box.
    void place(std::span<const Box> targets);
    /// The vector's previous content is discarded.
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

/// A whole tick of shots against targets. Owned by the caller that runs the tick; the meshes must not move in memory
/// between the calls.
class ShotTick {
  public:
    void place(std::span<const Target> targets);
    /// Every pair that touches now, in the order of the shots and then of the targets.
    void touching(std::span<const Sphere> shots, std::vector<ShotTouch>& touches);
    /// Where each moving shot first hits: at most one hit for each, in the order of the shots. Of two targets met at
    /// the same t, the one with the lower index. The vector's previous content is discarded.
    void find(std::span<const Shot> shots, std::vector<ShotHit>& hits);

  private:
    std::vector<Target> targets_;
    std::vector<const Mesh*> meshes_;     // each once
    std::vector<std::uint32_t> mesh_of_;  // by target
    std::vector<Box> boxes_;
    BroadPhase broad_;
    // Scratch memory of the current tick: the shots' boxes, the pairs, and then, mesh by mesh, the nearby shots in the
    // mesh's own space and their hits. `begins_` holds the index of each mesh's first shot.
    std::vector<Box> shot_boxes_;
    std::vector<BroadPhase::Pair> pairs_;
    std::vector<std::size_t> begins_;
    std::vector<Shot> near_;
    std::vector<std::optional<Hit>> found_;
};

}  // namespace albireo::collide
