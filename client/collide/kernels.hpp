/// The inner loops, compiled once for every machine and once for AVX2; the first query picks one.
/// 1. Both builds give the same bits: same operations in the same order, nothing fused.
/// 2. Kernels work in mesh space on plain data; the public interface is query.hpp.
/// 3. A kernel uses no stack that depends on the mesh and allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "client/collide/shapes.hpp"
#include "client/collide/tree.hpp"

namespace albireo::collide {

/// A triangle, and the t at which the query found it. Of several triangles with equal t, the one with the lowest id.
struct Found {
    float t{kFar};
    std::uint32_t id{kNoFace};
    std::uint32_t slot{};  ///< eight times the leaf plus the lane
};

/// Eight wall edges, and the box around them. Spare lanes repeat the last edge with `counts` 0.
struct alignas(32) Edge8 {
    float ax[8], ay[8], bx[8], by[8];
    float counts[8];  ///< 1 if the edge counts for the winding number, else 0
    float min_x, min_y, max_x, max_y;
};
struct NearestEdge {
    float distance_squared{kFar};
    std::uint32_t edge{kNoFace};  ///< eight times the block plus the lane
};

/// Targets as bits, the first being bit 0 of the first word.
inline constexpr std::size_t kTargetSetSize = 256;
struct alignas(32) TargetSet {
    std::uint64_t words[kTargetSetSize / 64];
};
/// The ground of a broad phase (broad.hpp), divided into columns and rows. For each side of a mover and each column or
/// row in which that side may lie, `sets` bit sets hold the targets that are not entirely beyond that side.
inline constexpr int kGroundLines = 128;  // columns, and rows
struct GroundView {
    enum Side : std::uint8_t { kLeft, kBottom, kRight, kTop, kSides };

    float min[2]{}, inverse[2]{};
    const TargetSet* sets_of[kSides]{};
    std::size_t sets{};
};
/// Targets that share columns and rows with a mover; bit 0 is the target `first`.
struct NearSet {
    TargetSet set;
    std::uint32_t mover, first;
};

struct Kernels {
    const char* name;

    bool (*sphere_any)(const TreeView&, const Sphere&);
    bool (*capsule_any)(const TreeView&, const Capsule&);
    bool (*box_any)(const TreeView&, const Box&);
    bool (*segment_any)(const TreeView&, const Segment&);
    bool (*set_any)(const TreeView&, const Transform&, const SphereSet::Eight*, std::size_t eights,
                    const Sphere& bound);
    void (*sphere_each)(const TreeView&, const Transform&, const Sphere*, std::size_t count, std::uint8_t* out);

    Found (*segment_first)(const TreeView&, const Segment&);
    /// At t = 0, the nearest triangle; in a one-sided mesh, the first by number that is touched from its front.
    Found (*sphere_first)(const TreeView&, const Sphere&, const Vec3& move);
    void (*sphere_first_each)(const TreeView&, const Shot*, std::size_t count, Found* out);
    /// Refines in double the float results of the `count` shots whose numbers are in `which`. Written four at a time.
    void (*settle_each)(const TreeView&, const Shot*, const Found*, const std::uint32_t* which, std::size_t count,
                        Hit* out);
    /// t is the squared distance. Points beyond `within` are not searched.
    Found (*nearest)(const TreeView&, const Vec3&, float within);

    /// Ids of the triangles met, at most `room`, in an order fixed by the mesh and the query.
    std::size_t (*sphere_all)(const TreeView&, const Sphere&, std::uint32_t* out, std::size_t room);
    std::size_t (*capsule_all)(const TreeView&, const Capsule&, std::uint32_t* out, std::size_t room);
    std::size_t (*box_all)(const TreeView&, const Box&, std::uint32_t* out, std::size_t room);
    std::size_t (*segment_all)(const TreeView&, const Segment&, std::uint32_t* out, std::size_t room);

    NearestEdge (*edge_nearest)(const Edge8*, std::size_t blocks, float x, float y, float within);
    /// How often the edges wind around the point, counter-clockwise.
    int (*edge_winding)(const Edge8*, std::size_t blocks, float x, float y);

    /// The box around the path of each shot. `out` must have room for `count` + 1 boxes.
    void (*cover_each)(const Shot*, std::size_t count, Box* out);
    /// The non-empty sets of each mover, in order. `out` must have room for `count` × GroundView::sets + 1 of them.
    std::size_t (*near_each)(const GroundView&, const Box* movers, std::size_t count, NearSet* out);
};

enum class Isa : std::uint8_t { portable, avx2 };

/// The fastest build that this machine can run.
Isa isa_best();
const Kernels& kernels(Isa isa);
/// The build that the queries use: isa_best(), unless use_isa() chose another.
const Kernels& kernels();
/// For tests and benchmarks: from now on every query uses this build, which the machine must be able to run.
void use_isa(Isa isa);

}  // namespace albireo::collide
