// The built form on disk: a header, then vertices, indices, nodes, the ids of each leaf, and the grid. Little-endian,
// like the machines that run the clients; a big-endian file is refused by its first word. A leaf's coordinates are
// computed again from the vertices, so there is less to store and less untrusted data.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "client/collide/mesh.hpp"
#include "client/collide/mesh_parts.hpp"

namespace albireo::collide {
namespace {

struct Header {
    std::uint32_t magic = 0x4d434c41;  // "ALCM"
    std::uint32_t version = 3;
    std::uint64_t checksum = 0;  // of all bytes, these eight taken as zero
    std::uint32_t vertices = 0, indices = 0, nodes = 0, leaves = 0;
    std::uint32_t one_sided = 0, grid_cells = 0, grid_bytes = 0;
    float grid_margin = 0;
};
static_assert(sizeof(Header) == 48);

/// FNV-1a over 64-bit words, the last one padded with zeros: enough to catch a damaged file, not a forged one.
std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t h = 0xcbf29ce484222325) {
    while (!bytes.empty()) {
        std::uint64_t word = 0;
        const std::size_t n = std::min(bytes.size(), sizeof word);
        std::memcpy(&word, bytes.data(), n);
        h = (h ^ word) * 0x100000001b3;
        h ^= h >> 29;
        bytes = bytes.subspan(n);
    }
    return h;
}

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
    const std::size_t at = out.size();
    out.resize(at + size);
    if (size != 0) std::memcpy(out.data() + at, data, size);
}

/// Takes `size` bytes from the front. The caller has counted them already.
void take(std::span<const std::byte>& in, void* out, std::size_t size) {
    if (size != 0) std::memcpy(out, in.data(), size);
    in = in.subspan(size);
}

/// Children follow their parents, no node has two parents, nothing is out of range or too deep.
bool well_formed(std::span<const Node8> nodes, std::size_t leaves) {
    std::vector<std::uint8_t> depth(nodes.size(), 0), leaf_seen(leaves, 0);
    depth[0] = 1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (depth[i] == 0 || depth[i] > kDepthMax) return false;
        for (int lane = 0; lane < kWide; ++lane) {
            const std::int32_t child = nodes[i].child[lane];
            for (int axis = 0; axis < 3; ++axis) {
                const float lo = nodes[i].min[axis][lane], hi = nodes[i].max[axis][lane];
                const bool spare = lo == kNowhere && hi == -kNowhere;
                if (child == kNoChild ? !spare : !(lo <= hi && std::abs(lo) < kFar && std::abs(hi) < kFar))
                    return false;
            }
            if (child == kNoChild) continue;
            if (child < 0) {
                const auto leaf = static_cast<std::size_t>(~child);
                if (leaf >= leaves || leaf_seen[leaf]++ != 0) return false;
            } else {
                const auto next = static_cast<std::size_t>(child);
                if (next <= i || next >= nodes.size() || depth[next] != 0) return false;
                depth[next] = static_cast<std::uint8_t>(depth[i] + 1);
            }
        }
    }
    return true;
}

}  // namespace

std::string_view text(MeshFault fault) {
    switch (fault) {
        case MeshFault::none:
            return "no fault";
        case MeshFault::truncated:
            return "mesh file is shorter or longer than it says";
        case MeshFault::not_a_mesh:
            return "not a mesh file";
        case MeshFault::other_version:
            return "mesh file of another version; build it again";
        case MeshFault::damaged:
            return "mesh file is damaged";
    }
    return "unknown fault";
}

std::vector<std::byte> Mesh::save() const {
    Header h;
    h.vertices = static_cast<std::uint32_t>(vertices_.size());
    h.indices = static_cast<std::uint32_t>(indices_.size());
    h.nodes = static_cast<std::uint32_t>(nodes_.size());
    h.leaves = static_cast<std::uint32_t>(leaves_.size());
    h.one_sided = view_.one_sided ? 1 : 0;
    h.grid_cells =
        has_grid() ? static_cast<std::uint32_t>(std::max({view_.grid.size[0], view_.grid.size[1], view_.grid.size[2]}))
                   : 0;
    h.grid_margin = grid_margin_;
    h.grid_bytes = static_cast<std::uint32_t>(grid_.size());
    std::vector<std::byte> out(sizeof h);
    append(out, vertices_.data(), vertices_.size() * sizeof(Vec3));
    append(out, indices_.data(), indices_.size() * sizeof(std::uint32_t));
    append(out, nodes_.data(), nodes_.size() * sizeof(Node8));
    for (const Leaf8& leaf : leaves_) append(out, leaf.id, sizeof leaf.id);
    append(out, grid_.data(), grid_.size());
    h.checksum = checksum(std::span(out).subspan(sizeof h), checksum(std::as_bytes(std::span(&h, 1))));
    std::memcpy(out.data(), &h, sizeof h);
    return out;
}

MeshFault Mesh::load(std::span<const std::byte> bytes, Mesh& out) {
    Header h;
    if (bytes.size() < sizeof h) return MeshFault::truncated;
    take(bytes, &h, sizeof h);
    if (h.magic != Header{}.magic) return MeshFault::not_a_mesh;
    if (h.version != Header{}.version) return MeshFault::other_version;
    const std::uint64_t size = std::uint64_t{h.vertices} * sizeof(Vec3) + std::uint64_t{h.indices} * 4 +
                               std::uint64_t{h.nodes} * sizeof(Node8) + std::uint64_t{h.leaves} * sizeof(Leaf8::id) +
                               h.grid_bytes;
    if (size != bytes.size()) return MeshFault::truncated;
    const std::uint64_t expected = std::exchange(h.checksum, 0);
    if (checksum(bytes, checksum(std::as_bytes(std::span(&h, 1)))) != expected) return MeshFault::damaged;
    if (h.indices % 3 != 0 || h.nodes == 0 || h.one_sided > 1 || h.grid_cells > 128) return MeshFault::damaged;

    Mesh m;
    m.vertices_.resize(h.vertices);
    m.indices_.resize(h.indices);
    m.nodes_.resize(h.nodes);
    m.leaves_.resize(h.leaves);
    take(bytes, m.vertices_.data(), h.vertices * sizeof(Vec3));
    take(bytes, m.indices_.data(), h.indices * sizeof(std::uint32_t));
    take(bytes, m.nodes_.data(), h.nodes * sizeof(Node8));
    for (const Vec3& v : m.vertices_)
        if (!(std::abs(v.x) < kFar && std::abs(v.y) < kFar && std::abs(v.z) < kFar)) return MeshFault::damaged;
    for (const std::uint32_t i : m.indices_)
        if (i >= h.vertices) return MeshFault::damaged;
    if (!well_formed(m.nodes_, m.leaves_.size())) return MeshFault::damaged;
    for (Leaf8& leaf : m.leaves_) {
        std::uint32_t ids[kWide];
        take(bytes, ids, sizeof ids);
        for (int lane = 0; lane < kWide; ++lane) {
            if (ids[lane] >= m.triangle_count()) return MeshFault::damaged;
            place_triangle(leaf, lane, ids[lane], m.triangle(ids[lane]));
        }
    }
    m.view_.one_sided = h.one_sided != 0;
    m.finish();
    if (h.grid_cells != 0) {
        if (!(h.grid_margin >= 0.0F && h.grid_margin < kFar)) return MeshFault::damaged;
        m.grid_margin_ = h.grid_margin;
        m.view_.grid = lay_grid(m.bounds_, static_cast<int>(h.grid_cells), h.grid_margin);
        const auto* s = m.view_.grid.size;
        const auto cells =
            static_cast<std::size_t>(s[0]) * static_cast<std::size_t>(s[1]) * static_cast<std::size_t>(s[2]);
        if (cells == 0 || bytes.size() != cells + kGridTail) return MeshFault::damaged;
        m.grid_.resize(bytes.size());
        take(bytes, m.grid_.data(), m.grid_.size());
        m.view_.grid.value = m.grid_.data();
    }
    if (!bytes.empty()) return MeshFault::damaged;  // bytes follow although the header announces no grid
    out = std::move(m);
    return MeshFault::none;
}

}  // namespace albireo::collide
