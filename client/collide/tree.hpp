/// The built form of a mesh: an 8-wide tree of boxes over blocks of up to eight triangles, as the kernels read it.
/// Owned by Mesh. Plain data, no pointers inside, so it can be written to a file.
/// 1. A triangle is in exactly one leaf. A leaf's spare lanes repeat its last triangle, including its id.
/// 2. A child's number is: a node's index if ≥ 0, else ~(a leaf's index). A node's index is below its children's.
/// 3. A spare lane of a node has the child kNoChild and a box that nothing can meet: min = kNowhere, max = -kNowhere.
///    Its number is never followed, because queries are compared with finite numbers only (kernel_walk.hpp).
/// 4. Boxes are slightly larger than their contents (kBoxSlack), so that rounding in a box test cannot lose a triangle.
/// 5. The tree is at most kDepthMax nodes deep, which bounds the stack of every traversal.
#pragma once

#include <cstdint>
#include <limits>

namespace albireo::collide {

inline constexpr int kWide = 8;
inline constexpr int kDepthMax = 40;
inline constexpr int kStackMax = kDepthMax * (kWide - 1) + kWide;  // each level leaves at most seven behind
inline constexpr std::int32_t kNoChild = 0x7fffffff;
inline constexpr float kNowhere = std::numeric_limits<float>::infinity();
inline constexpr float kFar = 1e30F;       // for a distance (squared or not): none; for a time: never
inline constexpr float kBoxSlack = 4e-7F;  // of the mesh's largest coordinate: 3 to 4 ulp

struct alignas(64) Node8 {
    float min[3][kWide], max[3][kWide];
    std::int32_t child[kWide];
    std::int32_t spare[kWide];  ///< 0: fills the last cache line, and makes the saved form unique
};
static_assert(sizeof(Node8) == 256);

/// A corner and the two edges that leave it, for each of eight triangles.
struct alignas(64) Leaf8 {
    float corner[3][kWide], edge1[3][kWide], edge2[3][kWide];
    std::uint32_t id[kWide];
};
static_assert(sizeof(Leaf8) == 320);

/// The smallest flat disc around each triangle of a leaf: testing eight discs is faster than testing eight triangles.
/// 1. The centre lies in the triangle up to rounding, which TreeView's slack exceeds.
/// 2. A sliver, whose plane is lost in float, has a zero normal: its disc is a ball.
struct alignas(32) Disc8 {
    float center[3][kWide], normal[3][kWide], radius[kWide];
};
static_assert(sizeof(Disc8) == 224);

/// A coarse map of the distance to the surface, taken at the centre of each cubic cell.
/// 1. The true distance at a cell's centre is in [v, v + kGridAbove) quanta, or at least v when v = kGridFar.
/// 2. The map covers the mesh's box with at least a cell around it; outside it nothing is known.
struct GridView {
    const std::uint8_t* value{};
    float min[3]{};
    float cell{}, cell_inverse{};
    float quantum{};
    std::int32_t size[3]{};  ///< cells along each axis; all zero: there is no grid
};
inline constexpr int kGridFar = 255;
inline constexpr float kGridQuanta = 16.0F;  // quanta in a cell
inline constexpr float kGridAbove = 1.1F;    // quanta: one, and a tenth for rounding

struct TreeView {
    float min[3]{}, max[3]{};  ///< around all triangles
    float ball{};              ///< radius of a ball around the centre of that box that holds all triangles
    const Node8* nodes{};
    const Leaf8* leaves{};
    const Disc8* discs{};  ///< as many as leaves
    float slack{};         ///< an upper bound of the rounding error of positions in the mesh
    float edge_most{};     ///< an upper bound of every edge's extent along every axis
    bool one_sided{};
    GridView grid;
};

}  // namespace albireo::collide
