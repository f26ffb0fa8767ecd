#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "client/collide/mesh_parts.hpp"

namespace albireo::collide {
namespace {

/// A triangle's box and its centre, which decides the side of a split that the triangle belongs to.
struct Ref {
    Box box;
    std::uint32_t id;

    float middle(int axis) const { return box.min[axis] + box.max[axis]; }  // actually twice the middle
};

Box nothing() {
    constexpr float kMost = std::numeric_limits<float>::max();
    return {{kMost, kMost, kMost}, {-kMost, -kMost, -kMost}};
}

float half_area(const Box& b) {
    const Vec3 d = b.max - b.min;
    return d.x < 0 ? 0.0F : d.x * d.y + d.y * d.z + d.z * d.x;
}

/// The cost of visiting a subtree, in leaves: a leaf of one triangle costs as much as a leaf of eight.
float leaves_for(std::size_t count) {
    return static_cast<float>((count + kWide - 1) / kWide);
}

Box box_of(std::span<const Ref> refs) {
    Box b = nothing();
    for (const Ref& r : refs) b = merged(b, r.box);
    return b;
}

struct Range {
    std::size_t first, count;
    Box box;
};

class Builder {
  public:
    Builder(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, std::vector<Node8>& nodes,
            std::vector<Leaf8>& leaves)
        : vertices_(vertices), indices_(indices), nodes_(nodes), leaves_(leaves) {
        refs_.reserve(indices.size() / 3);
        float largest = 0;
        for (std::uint32_t i = 0; i < indices.size() / 3; ++i) {
            const Triangle t = triangle(i);
            const Box b = {math::min(math::min(t.a, t.b), t.c), math::max(math::max(t.a, t.b), t.c)};
            refs_.push_back({b, i});
            const Vec3 far = math::max(math::abs(b.min), math::abs(b.max));
            largest = std::max({largest, far.x, far.y, far.z});
        }
        slack_ = largest * kBoxSlack;
        scratch_.resize(std::min(refs_.size(), kSortedMost));
        node(0, refs_.size(), 0);
    }

  private:
    // Ranges up to this size try every split along every axis; longer ones only those between bins.
    static constexpr std::size_t kSortedMost = 64;
    static constexpr int kBins = 24;
    // From here on ranges are halved by count, which ends in eleven more levels whatever the triangles.
    static constexpr int kHalvingDepth = 24;
    static_assert(kHalvingDepth + 11 < kDepthMax);

    Triangle triangle(std::uint32_t id) const {
        const std::uint32_t* i = &indices_[std::size_t{id} * 3];
        return {vertices_[i[0]], vertices_[i[1]], vertices_[i[2]]};
    }

    std::int32_t node(std::size_t first, std::size_t count, int depth) {
        assert(depth < kDepthMax);
        const bool halving = depth >= kHalvingDepth;
        std::array<Range, kWide> parts;
        std::size_t n = 0;
        if (count != 0) parts[n++] = {first, count, box_of({&refs_[first], count})};
        while (n != 0 && n < kWide) {
            std::size_t widest = n;
            float most = -1;
            for (std::size_t i = 0; i < n; ++i) {
                if (parts[i].count <= kWide) continue;
                const float weight = halving ? static_cast<float>(parts[i].count) : half_area(parts[i].box);
                if (weight > most) most = weight, widest = i;
            }
            if (widest == n) break;
            const Range whole = parts[widest];
            const std::size_t left = halving ? halve(whole) : split(whole);
            parts[widest] = {whole.first, left, box_of({&refs_[whole.first], left})};
            parts[n++] = {whole.first + left, whole.count - left,
                          box_of({&refs_[whole.first + left], whole.count - left})};
        }

        const std::size_t self = nodes_.size();
        nodes_.push_back(empty_node());
        for (std::size_t i = 0; i < n; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                nodes_[self].min[axis][i] = parts[i].box.min[axis] - slack_;
                nodes_[self].max[axis][i] = parts[i].box.max[axis] + slack_;
            }
            if (parts[i].count <= kWide) nodes_[self].child[i] = leaf(parts[i]);
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (parts[i].count <= kWide) continue;
            const std::int32_t child = node(parts[i].first, parts[i].count, depth + 1);
            nodes_[self].child[i] = child;
        }
        return static_cast<std::int32_t>(self);
    }

    static Node8 empty_node() {
        Node8 n{};
        for (int axis = 0; axis < 3; ++axis) {
            std::fill_n(n.min[axis], kWide, kNowhere);
            std::fill_n(n.max[axis], kWide, -kNowhere);
        }
        std::fill_n(n.child, kWide, kNoChild);
        return n;
    }

    std::int32_t leaf(const Range& range) {
        Leaf8& leaf = leaves_.emplace_back();
        for (std::size_t i = 0; i < kWide; ++i) {
            const std::uint32_t id = refs_[range.first + std::min(i, range.count - 1)].id;
            place_triangle(leaf, static_cast<int>(i), id, triangle(id));
        }
        return ~static_cast<std::int32_t>(leaves_.size() - 1);
    }

    static bool before(const Ref& a, const Ref& b, int axis) {
        const float x = a.middle(axis), y = b.middle(axis);
        return x < y || (x == y && a.id < b.id);  // a total order, so that every library sorts alike
    }

    std::size_t halve(const Range& range) {
        const Vec3 d = range.box.max - range.box.min;
        const int axis = d.x >= d.y && d.x >= d.z ? 0 : (d.y >= d.z ? 1 : 2);
        const auto begin = refs_.begin() + static_cast<std::ptrdiff_t>(range.first);
        const auto half = static_cast<std::ptrdiff_t>(range.count / 2);
        std::nth_element(begin, begin + half, begin + static_cast<std::ptrdiff_t>(range.count),
                         [axis](const Ref& a, const Ref& b) { return before(a, b, axis); });
        return range.count / 2;
    }

    /// Moves the left part to the front and returns its size, which is at least one and less than the whole.
    std::size_t split(const Range& range) {
        const std::size_t left = range.count <= kSortedMost ? split_sorted(range) : split_binned(range);
        return left != 0 ? left : halve(range);
    }

    std::size_t split_sorted(const Range& range) {
        const std::span<Ref> refs(&refs_[range.first], range.count);
        const std::span<Ref> sorted(scratch_.data(), range.count);
        std::array<float, kSortedMost> area_left{};
        float best = std::numeric_limits<float>::infinity();
        std::size_t best_left = 0;
        int best_axis = 0;
        for (int axis = 0; axis < 3; ++axis) {
            std::copy(refs.begin(), refs.end(), sorted.begin());
            std::sort(sorted.begin(), sorted.end(), [axis](const Ref& a, const Ref& b) { return before(a, b, axis); });
            Box box = nothing();
            for (std::size_t i = 0; i + 1 < range.count; ++i) {
                box = merged(box, sorted[i].box);
                area_left[i + 1] = half_area(box);
            }
            box = nothing();
            for (std::size_t left = range.count - 1; left > 0; --left) {
                box = merged(box, sorted[left].box);
                const float cost = area_left[left] * leaves_for(left) + half_area(box) * leaves_for(range.count - left);
                if (cost < best) best = cost, best_left = left, best_axis = axis;
            }
        }
        std::sort(refs.begin(), refs.end(),
                  [best_axis](const Ref& a, const Ref& b) { return before(a, b, best_axis); });
        return best_left;
    }

    std::size_t split_binned(const Range& range) {
        const std::span<Ref> refs(&refs_[range.first], range.count);
        float best = std::numeric_limits<float>::infinity();
        int best_axis = -1, best_bin = 0;
        std::array<float, 3> low{}, scale{};
        struct Bin {
            Box box = nothing();
            std::size_t count = 0;
        };
        std::array<std::array<Bin, kBins>, 3> bins;
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            float high = -std::numeric_limits<float>::infinity();
            low[a] = -high;
            for (const Ref& r : refs) low[a] = std::min(low[a], r.middle(axis)), high = std::max(high, r.middle(axis));
            scale[a] = high > low[a] ? static_cast<float>(kBins) / (high - low[a]) : 0.0F;
        }
        for (const Ref& r : refs)
            for (int axis = 0; axis < 3; ++axis) {
                const auto a = static_cast<std::size_t>(axis);
                Bin& bin = bins[a][static_cast<std::size_t>(bin_of(r, axis, low[a], scale[a]))];
                bin.box = merged(bin.box, r.box);
                ++bin.count;
            }
        for (std::size_t a = 0; a < 3; ++a) {
            std::array<float, kBins> cost_left{};
            Box box = nothing();
            std::size_t count = 0;
            for (std::size_t i = 0; i + 1 < kBins; ++i) {
                box = merged(box, bins[a][i].box);
                count += bins[a][i].count;
                cost_left[i + 1] = count == 0 ? best : half_area(box) * leaves_for(count);
            }
            box = nothing();
            count = 0;
            for (std::size_t i = kBins - 1; i > 0; --i) {
                box = merged(box, bins[a][i].box);
                count += bins[a][i].count;
                if (count == 0 || count == range.count) continue;
                const float cost = cost_left[i] + half_area(box) * leaves_for(count);
                if (cost < best) best = cost, best_axis = static_cast<int>(a), best_bin = static_cast<int>(i);
            }
        }
        if (best_axis < 0) return 0;
        const auto a = static_cast<std::size_t>(best_axis);
        const auto middle = std::partition(
            refs.begin(), refs.end(), [&](const Ref& r) { return bin_of(r, best_axis, low[a], scale[a]) < best_bin; });
        return static_cast<std::size_t>(middle - refs.begin());
    }

    static int bin_of(const Ref& r, int axis, float low, float scale) {
        return std::min(static_cast<int>((r.middle(axis) - low) * scale), kBins - 1);
    }

    std::span<const Vec3> vertices_;
    std::span<const std::uint32_t> indices_;
    std::vector<Node8>& nodes_;
    std::vector<Leaf8>& leaves_;
    std::vector<Ref> refs_, scratch_;
    float slack_ = 0;
};

}  // namespace

void place_triangle(Leaf8& leaf, int lane, std::uint32_t id, const Triangle& t) {
    const Vec3 edge1 = t.b - t.a, edge2 = t.c - t.a;
    for (int axis = 0; axis < 3; ++axis) {
        leaf.corner[axis][lane] = t.a[axis];
        leaf.edge1[axis][lane] = edge1[axis];
        leaf.edge2[axis][lane] = edge2[axis];
    }
    leaf.id[lane] = id;
}

void build_tree(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, std::vector<Node8>& nodes,
                std::vector<Leaf8>& leaves) {
    Builder(vertices, indices, nodes, leaves);
}

}  // namespace albireo::collide
