#include "client/models/subdivide.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace albireo::models {
namespace {

constexpr std::uint32_t kNoFace = 0xffffffff;

struct Edge {
    std::uint32_t a = 0, b = 0;  // a < b
    std::uint32_t face = kNoFace, other_face = kNoFace;
    float sharpness = 0;

    bool boundary() const { return other_face == kNoFace; }
};

/// Every edge of a cage once, sorted by its ends. No half-edges: sorting the sides of all faces brings the two that
/// share an edge together.
class Edges {
  public:
    explicit Edges(const Cage& cage) {
        for (std::uint32_t f = 0; f < cage.faces.size(); ++f) {
            const auto& corners = cage.faces[f].corners;
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const auto [a, b] = std::minmax(corners[i], corners[(i + 1) % corners.size()]);
                list_.push_back({a, b, f});
            }
        }
        std::sort(list_.begin(), list_.end(),
                  [](const Edge& l, const Edge& r) { return std::tie(l.a, l.b, l.face) < std::tie(r.a, r.b, r.face); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list_.size(); ++kept) {
            Edge edge = list_[i++];
            if (i < list_.size() && list_[i].a == edge.a && list_[i].b == edge.b) edge.other_face = list_[i++].face;
            assert(i == list_.size() || list_[i].a != edge.a || list_[i].b != edge.b);  // three faces at one edge
            if (edge.boundary()) edge.sharpness = kSharp;
            list_[kept] = edge;
        }
        list_.resize(kept);
        for (const Crease& crease : cage.creases) {
            Edge& edge = list_[find(crease.a, crease.b)];
            edge.sharpness = std::max(edge.sharpness, crease.sharpness);
        }
    }

    const std::vector<Edge>& list() const { return list_; }

    /// The index of the edge between two points, which must exist.
    std::size_t find(std::uint32_t p, std::uint32_t q) const {
        const auto [a, b] = std::minmax(p, q);
        const auto found =
            std::lower_bound(list_.begin(), list_.end(), std::pair{a, b}, [](const Edge& edge, const auto& ends) {
                return std::pair{edge.a, edge.b} < ends;
            });
        assert(found != list_.end() && found->a == a && found->b == b);
        return static_cast<std::size_t>(found - list_.begin());
    }

  private:
    std::vector<Edge> list_;
};

/// The surroundings of a point: sums over its edges and faces, and the sharp edges among them.
struct Around {
    int edges = 0, faces = 0, sharp_edges = 0;
    Spot neighbours;        // sum over the other ends of its edges
    Spot faces_sum;         // sum over what the caller takes from each face
    Spot sharp_neighbours;  // sum over the other ends of its sharp edges
    float sharpness = 0;    // sum over its sharp edges
};

std::vector<Around> edges_around(const Cage& cage, const Edges& edges) {
    std::vector<Around> around(cage.points.size());
    const auto meet = [&](std::uint32_t at, std::uint32_t far, const Edge& edge) {
        Around& a = around[at];
        const Spot& spot = cage.points[far].spot;
        ++a.edges;
        a.neighbours = a.neighbours + spot;
        if (edge.sharpness > 0) {
            ++a.sharp_edges;
            a.sharp_neighbours = a.sharp_neighbours + spot;
            a.sharpness += edge.sharpness;
        }
    };
    for (const Edge& edge : edges.list()) {
        meet(edge.a, edge.b, edge);
        meet(edge.b, edge.a, edge);
    }
    return around;
}

Spot mixed(const Spot& a, const Spot& b, float weight) {
    return a * (1 - weight) + b * weight;
}

/// Chooses between the smooth, the crease and the corner rule, and blends where sharpness is below one.
Spot by_sharpness(const Point& point, const Around& around, const Spot& smooth, const Spot& crease) {
    Spot spot = smooth;
    if (around.sharp_edges >= 2) {
        const float weight = std::min(1.0F, around.sharpness / static_cast<float>(around.sharp_edges));
        spot = mixed(smooth, around.sharp_edges == 2 ? crease : point.spot, weight);
    }
    return mixed(spot, point.spot, std::min(1.0F, point.sharpness));
}

float softened(float sharpness) {
    return sharpness >= kSharp ? sharpness : std::max(0.0F, sharpness - 1);
}

}  // namespace

Cage subdivided(const Cage& cage) {
    const Edges edges(cage);
    std::vector<Around> around = edges_around(cage, edges);

    std::vector<Spot> face_spots;
    for (const Face& face : cage.faces) {
        Spot sum;
        for (const std::uint32_t corner : face.corners) sum = sum + cage.points[corner].spot;
        face_spots.push_back(sum * (1.0F / static_cast<float>(face.corners.size())));
        for (const std::uint32_t corner : face.corners) {
            ++around[corner].faces;
            around[corner].faces_sum = around[corner].faces_sum + face_spots.back();
        }
    }

    Cage fine;
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        const Point& point = cage.points[p];
        const Around& a = around[p];
        if (a.edges == 0) {
            fine.points.push_back(point);
            continue;
        }
        const auto n = static_cast<float>(a.edges);
        // (Q + 2R + (n − 3)P) / n, with R the mean of the edge middles: half of P and half of the neighbours' mean.
        const Spot smooth = a.faces_sum * (1 / (n * static_cast<float>(a.faces))) + a.neighbours * (1 / (n * n)) +
                            point.spot * ((n - 2) / n);
        const Spot crease = point.spot * 0.75F + a.sharp_neighbours * 0.125F;
        fine.points.push_back({by_sharpness(point, a, smooth, crease), softened(point.sharpness)});
    }
    for (const Spot& spot : face_spots) fine.points.push_back({spot});

    const auto first_face = static_cast<std::uint32_t>(cage.points.size());
    const auto first_edge = static_cast<std::uint32_t>(fine.points.size());
    for (std::uint32_t e = 0; e < edges.list().size(); ++e) {
        const Edge& edge = edges.list()[e];
        const Spot middle = (cage.points[edge.a].spot + cage.points[edge.b].spot) * 0.5F;
        Spot spot = middle;
        if (!edge.boundary()) {
            const Spot smooth = middle * 0.5F + (face_spots[edge.face] + face_spots[edge.other_face]) * 0.25F;
            spot = mixed(smooth, middle, std::min(1.0F, edge.sharpness));
        }
        fine.points.push_back({spot});
        if (!edge.boundary() && softened(edge.sharpness) > 0) {
            fine.creases.push_back({edge.a, first_edge + e, softened(edge.sharpness)});
            fine.creases.push_back({first_edge + e, edge.b, softened(edge.sharpness)});
        }
    }

    for (std::uint32_t f = 0; f < cage.faces.size(); ++f) {
        const auto& corners = cage.faces[f].corners;
        const auto edge_point = [&](std::size_t i) {
            const std::size_t n = corners.size();
            return first_edge + static_cast<std::uint32_t>(edges.find(corners[i % n], corners[(i + 1) % n]));
        };
        for (std::size_t i = 0; i < corners.size(); ++i) {
            fine.faces.push_back(
                {{corners[i], edge_point(i), first_face + f, edge_point(i + corners.size() - 1)}, cage.faces[f].zone});
        }
    }
    return fine;
}

Cage at_limit(const Cage& quads) {
    const Edges edges(quads);
    std::vector<Around> around = edges_around(quads, edges);
    for (const Face& face : quads.faces) {
        assert(face.corners.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            Around& a = around[face.corners[i]];
            a.faces_sum = a.faces_sum + quads.points[face.corners[(i + 2) % 4]].spot;
        }
    }
    Cage limit = quads;
    for (std::size_t p = 0; p < quads.points.size(); ++p) {
        const Point& point = quads.points[p];
        const Around& a = around[p];
        if (a.edges == 0) continue;
        const auto n = static_cast<float>(a.edges);
        const Spot smooth = (point.spot * (n * n) + a.neighbours * 4.0F + a.faces_sum) * (1 / (n * (n + 5)));
        const Spot crease = point.spot * (4.0F / 6) + a.sharp_neighbours * (1.0F / 6);
        limit.points[p].spot = by_sharpness(point, a, smooth, crease);
    }
    return limit;
}

}  // namespace albireo::models
