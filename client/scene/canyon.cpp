#include "client/scene/canyon.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "client/scene/backdrop.hpp"
#include "client/scene/displace.hpp"
#include "client/scene/rock.hpp"

namespace albireo::scene {
namespace {

constexpr float kCell = 0.5F;  // of the face's grid, units

void add_face(const Rock& rock, LevelMesh& mesh) {
    std::map<std::pair<int, int>, std::uint32_t> known;
    const auto vertex = [&](Vec2 p) {
        const std::pair<int, int> key{static_cast<int>(std::lround(p.x * 2048)),
                                      static_cast<int>(std::lround(p.y * 2048))};
        const auto [found, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(mesh.vertices.size()));
        if (is_new) {
            constexpr float kStep = 0.06F;
            const float z = rock.swell(p);
            // Both tiles must have the same slope at their seam, so across it the slope is zero.
            const float dx =
                rock.is_seam(p) ? 0 : (rock.swell(p + Vec2{kStep, 0}) - rock.swell(p - Vec2{kStep, 0})) / (2 * kStep);
            const float dy = (rock.swell(p + Vec2{0, kStep}) - rock.swell(p - Vec2{0, kStep})) / (2 * kStep);
            mesh.vertices.push_back({{p.x, p.y, z}, math::normalized(Vec3{-dx, -dy, 1}), rock.extra(p, rock.depth(p))});
        }
        return found->second;
    };
    const float size = rock.exit().x - rock.enter().x;
    const auto across = std::max(1, static_cast<int>(std::lround(size / kCell)));
    const float cell = size / static_cast<float>(across);
    // A level's first tile also has rock to the left of its entry, and a moving wall may come from anywhere.
    float begin = rock.enter().x, end = rock.exit().x;
    for (const Polygon& polygon : rock.polygons()) {
        for (const Vec2 p : polygon) begin = std::min(begin, p.x), end = std::max(end, p.x);
    }
    const int before = static_cast<int>(std::ceil((rock.enter().x - begin) / cell - 1e-3F));
    const int behind = static_cast<int>(std::ceil((end - rock.exit().x) / cell - 1e-3F));
    const float bottom = std::min(rock.enter().y, rock.exit().y) - rock.sight(),
                top = std::max(rock.enter().y, rock.exit().y) + rock.sight();
    std::vector<std::array<std::size_t, 3>> triangles;
    for (const Polygon& polygon : rock.polygons()) {
        for (int i = -before; i < across + behind; ++i) {
            const float x = rock.enter().x + static_cast<float>(i) * cell;
            const float next = i + 1 == across ? rock.exit().x : x + cell;
            const Polygon column = clipped(polygon, {x, bottom}, {next, top});
            if (column.size() < 3) continue;
            for (float y = bottom; y < top; y += kCell) {
                const Polygon piece = clipped(column, {x, y}, {next, y + kCell});
                if (piece.size() < 3 || area(piece) < 1e-5F) continue;
                triangles.clear();
                triangulate(piece, triangles);
                for (const auto& t : triangles) {
                    for (const std::size_t corner : t) mesh.indices.push_back(vertex(piece[corner]));
                }
            }
        }
    }
}

// The cliffs' ledges, from the edge into the depth.
struct Ledge {
    float z, out, wild;
};
constexpr std::array<Ledge, 7> kLedges = {{{0, 0, 0},
                                           {-0.30F, -0.02F, 0.02F},
                                           {-0.80F, 0.04F, 0.10F},
                                           {-1.60F, 0.12F, 0.20F},
                                           {-2.70F, 0.26F, 0.28F},
                                           {-4.20F, 0.40F, 0.36F},
                                           {-6.50F, 0.55F, 0.45F}}};

// The neighbours of point i of a line, whose ends meet if it is a ring: its first point is its last one.
std::size_t before(std::size_t i, std::size_t count, bool is_ring) {
    return i > 0 ? i - 1 : is_ring ? count - 2 : 0;
}
std::size_t after(std::size_t i, std::size_t count, bool is_ring) {
    return i + 1 < count ? i + 1 : is_ring ? 1 : count - 1;
}

void add_cliff(const Rock& rock, const std::vector<Vec2>& line, const std::vector<Vec2>& outward, std::uint32_t seed,
               LevelMesh& mesh) {
    const std::size_t count = line.size();
    std::size_t fine = 3;
    while (fine < count) fine = (fine - 1) * 2 + 1;
    std::vector<float> wild(fine);
    std::vector<std::array<Vec3, kLedges.size()>> grid(count);
    VisualRandom random(seed);
    for (std::size_t k = 0; k < kLedges.size(); ++k) {
        std::fill(wild.begin(), wild.end(), 0.0F);
        displace(wild, kLedges[k].wild, 0.62F, random);
        for (std::size_t i = 0; i < count; ++i) {
            const float out =
                kLedges[k].out + (k == 0 ? 0 : wild[i * (fine - 1) / std::max<std::size_t>(count - 1, 1)]);
            grid[i][k] = {line[i].x + outward[i].x * out, line[i].y + outward[i].y * out, kLedges[k].z};
        }
    }
    const bool is_ring = line.front() == line.back();
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    constexpr auto kRows = static_cast<std::uint32_t>(kLedges.size());
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < kLedges.size(); ++k) {
            Vec3 along = grid[after(i, count, is_ring)][k] - grid[before(i, count, is_ring)][k];
            if (rock.is_seam(line[i])) along = {along.x > 0 ? 1.0F : -1.0F, 0, 0};
            const Vec3 down = grid[i][std::min(k + 1, kLedges.size() - 1)] - grid[i][k > 0 ? k - 1 : 0];
            const Vec3 normal = math::normalized_or(math::cross(down, along), Vec3{outward[i].x, outward[i].y, 0});
            const Vec3 at = grid[i][k];
            mesh.vertices.push_back({at, normal, rock.extra({at.x, at.y}, k == 0 ? 0.0F : 0.12F - kLedges[k].z)});
        }
    }
    // The face and the cliffs have different vertices along the edge. A hem under the face hides the gaps between them.
    const auto hem = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::size_t i = 0; i < count; ++i) {
        MeshVertex under = mesh.vertices[base + i * kRows];
        under.at = under.at - Vec3{outward[i].x, outward[i].y, 1} * 0.06F;
        mesh.vertices.push_back(under);
    }
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
        const std::uint32_t edge = base + i * kRows;
        for (const std::uint32_t index : {hem + i, edge, hem + i + 1, hem + i + 1, edge, edge + kRows})
            mesh.indices.push_back(index);
        for (std::uint32_t k = 0; k + 1 < kRows; ++k) {
            const std::uint32_t a = edge + k, b = a + kRows;
            for (const std::uint32_t index : {a, a + 1, b, b, a + 1, b + 1}) mesh.indices.push_back(index);
        }
    }
}

void add_cliffs(const Rock& rock, LevelMesh& mesh) {
    // Runs of open edges, in the order of their polygons (counter-clockwise: the air is on the right).
    std::vector<Vec2> run;
    std::uint32_t seed = rock.index() * 977 + 1;
    const auto finish = [&] {
        if (run.size() < 2) {
            run.clear();
            return;
        }
        std::vector<Vec2> line;
        for (std::size_t i = 0; i + 1 < run.size(); ++i) {
            const Vec2 way = run[i + 1] - run[i];
            const int pieces = std::max(1, static_cast<int>(std::ceil(math::length(way) / 0.55F)));
            for (int p = 0; p < pieces; ++p)
                line.push_back(run[i] + way * (static_cast<float>(p) / static_cast<float>(pieces)));
        }
        line.push_back(run.back());
        const bool is_ring = line.front() == line.back();
        std::vector<Vec2> outward;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const Vec2 way = math::normalized_or(
                line[after(i, line.size(), is_ring)] - line[before(i, line.size(), is_ring)], Vec2{1, 0});
            Vec2 out{way.y, -way.x};
            if (rock.is_seam(line[i])) out = {0, out.y > 0 ? 1.0F : -1.0F};
            outward.push_back(out);
        }
        add_cliff(rock, line, outward, seed++, mesh);
        run.clear();
    };
    std::size_t first = 0;
    for (const Polygon& polygon : rock.polygons()) {
        // Begin after a closed edge, so that no run is cut in two.
        std::size_t start = 0;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            if (!rock.edges()[first + i].open) start = i + 1;
        }
        for (std::size_t n = 0; n < polygon.size(); ++n) {
            const Rock::Edge& edge = rock.edges()[first + (start + n) % polygon.size()];
            if (!edge.open) {
                finish();
                continue;
            }
            if (run.empty()) run.push_back(edge.a);
            run.push_back(edge.b);
        }
        finish();
        first += polygon.size();
    }
}

LevelMesh mesh_of(std::string_view graph, const Rock& rock) {
    LevelMesh mesh;
    mesh.graph = graph;
    mesh.is_rock = true;
    add_face(rock, mesh);
    add_cliffs(rock, mesh);
    return mesh;
}

}  // namespace

LevelMesh tile_mesh(const Level& level, std::size_t tile) {
    return mesh_of(walls_of_tile(level, tile), Rock(level, tile));
}

LevelMesh moving_wall_mesh(const Level& level, std::size_t tile, const WallDef& wall) {
    return mesh_of(kBackdropTable[backdrop_of_tile(level, tile)].moving_walls, Rock(level, tile, wall));
}

}  // namespace albireo::scene
