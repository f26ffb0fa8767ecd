#include "client/scene/canyon.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "client/predict/units.hpp"
#include "client/scene/displace.hpp"

namespace albireo::scene {
namespace {

using Polygon = std::vector<Vec2>;

constexpr float kCell = 0.5F;  // of the face's grid
constexpr float kSight = 13;   // nothing farther from the camera's line is ever seen

struct Edge {
    Vec2 a, b;
    bool open = false;  // with air on its other side
};

float area(std::span<const Vec2> polygon) {
    float sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) sum += math::cross(polygon[i], polygon[(i + 1) % polygon.size()]);
    return sum / 2;
}

bool is_inside(const Polygon& polygon, Vec2 p) {
    bool inside = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const Vec2 a = polygon[i], b = polygon[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
    }
    return inside;
}

float distance_to(const Edge& edge, Vec2 p) {
    const Vec2 way = edge.b - edge.a;
    const float t = std::clamp(math::dot(p - edge.a, way) / std::max(math::dot(way, way), 1e-9F), 0.0F, 1.0F);
    return math::length(p - edge.a - way * t);
}

float smooth(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

/// A tile's outline and everything that the mesh asks about it.
class Rock {
  public:
    Rock(const Level& level, std::size_t index) : tile_(level.tiles[index]), index_(static_cast<std::uint32_t>(index)) {
        enter_ = client::in_field(tile_.enter);
        exit_ = client::in_field(tile_.exit);
        for (std::size_t w = 0; w < tile_.walls.count; ++w) {
            const Range points = level.walls[tile_.walls.first + w].points;
            Polygon polygon;
            for (std::size_t i = 0; i < points.count; ++i)
                polygon.push_back(client::in_field(level.points[points.first + i]));
            if (area(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
            polygons_.push_back(std::move(polygon));
        }
        for (const Polygon& polygon : polygons_) {
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                edges_.push_back({polygon[i], polygon[(i + 1) % polygon.size()], false});
                edges_.back().open = is_open(edges_.back(), polygon);
            }
        }
        const float size = exit_.x - enter_.x;
        columns_ = std::clamp(std::round(size), 1.0F, 127.0F);
    }

    const std::vector<Polygon>& polygons() const { return polygons_; }
    const std::vector<Edge>& edges() const { return edges_; }
    Vec2 enter() const { return enter_; }
    Vec2 exit() const { return exit_; }
    std::uint32_t index() const { return index_; }

    /// On a line where tiles meet.
    bool is_seam(Vec2 p) const { return std::abs(p.x - enter_.x) < 1e-3F || std::abs(p.x - exit_.x) < 1e-3F; }
    float camera_y(float x) const { return enter_.y + (exit_.y - enter_.y) * (x - enter_.x) / (exit_.x - enter_.x); }

    /// Distance to the open. Near a seam it becomes the height over the edge at the seam, which both tiles know.
    float depth(Vec2 p) const {
        float near = 1e9F, upright = 1e9F;
        const float seam_x = p.x - enter_.x < exit_.x - p.x ? enter_.x : exit_.x;
        for (const Edge& edge : edges_) {
            if (!edge.open) continue;
            near = std::min(near, distance_to(edge, p));
            for (const Vec2 end : {edge.a, edge.b}) {
                if (std::abs(end.x - seam_x) < 1e-3F) upright = std::min(upright, std::abs(p.y - end.y));
            }
        }
        if (upright > 1e8F) return near;
        const float w = smooth(0, 2.5F, std::abs(p.x - seam_x));
        return upright + (near - upright) * w;
    }

    /// How far the face swells toward the eye.
    float swell(Vec2 p) const {
        const float d = depth(p);
        const std::array<float, 4> e = extra(p, 0);
        const float wave =
            noise(e[0] * 0.5F, e[1] * 0.45F, columns_ * 0.5F) + 0.5F * noise(e[0], e[1] * 0.9F + 11.0F, columns_);
        return 0.75F * (1 - std::exp(-d * 1.5F)) + smooth(0.2F, 2.2F, d) * (wave - 0.6F) * 0.8F;
    }

    /// What the texture is laid out in: columns along the tile, height over the camera's line, which tile, how near the
    /// open.
    std::array<float, 4> extra(Vec2 p, float to_open) const {
        return {(p.x - enter_.x) / (exit_.x - enter_.x) * columns_, p.y - camera_y(p.x),
                columns_ + 128.0F * static_cast<float>(index_ % 1024), to_open};
    }

  private:
    bool is_open(const Edge& edge, const Polygon& own) const {
        if (is_seam(edge.a) && is_seam(edge.b) && std::abs(edge.a.x - edge.b.x) < 1e-3F) return false;
        const Vec2 middle = (edge.a + edge.b) * 0.5F;
        if (std::abs(middle.y - camera_y(middle.x)) > kSight) return false;
        const Vec2 way = math::normalized_or(edge.b - edge.a, Vec2{1, 0});
        const Vec2 outside = middle + Vec2{way.y, -way.x} * 0.02F;
        for (const Polygon& polygon : polygons_) {
            if (&polygon != &own && is_inside(polygon, outside)) return false;
        }
        return true;
    }

    /// Value noise on columns of the tile: its first and last are the same for all tiles, and flat across.
    float noise(float u, float v, float columns) const {
        const auto whole_columns = static_cast<int>(std::lround(columns));
        const auto value = [&](int x, int y) {
            const int key = x == 0 || x == whole_columns ? 0 : x + static_cast<int>(index_) * 131 + 7;
            return Dice(static_cast<std::uint32_t>(key * 7349 + y * 9151)).share();
        };
        const auto x = static_cast<int>(std::floor(u)), y = static_cast<int>(std::floor(v));
        const float fx = smooth(0, 1, u - static_cast<float>(x)), fy = smooth(0, 1, v - static_cast<float>(y));
        const float low = value(x, y) + (value(x + 1, y) - value(x, y)) * fx;
        const float high = value(x, y + 1) + (value(x + 1, y + 1) - value(x, y + 1)) * fx;
        return low + (high - low) * fy;
    }

    TileDef tile_;
    std::uint32_t index_;
    Vec2 enter_, exit_;
    float columns_ = 1;
    std::vector<Polygon> polygons_;
    std::vector<Edge> edges_;
};

/// The part of a polygon inside an upright rectangle (Sutherland and Hodgman).
Polygon clipped(Polygon polygon, Vec2 low, Vec2 high) {
    const auto cut = [&](auto&& inside, auto&& crossing) {
        Polygon out;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
            if (inside(a)) out.push_back(a);
            if (inside(a) != inside(b)) out.push_back(crossing(a, b));
        }
        polygon = std::move(out);
    };
    const auto at_x = [](float x) {
        return [x](Vec2 a, Vec2 b) { return Vec2{x, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)}; };
    };
    const auto at_y = [](float y) {
        return [y](Vec2 a, Vec2 b) { return Vec2{a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y}; };
    };
    cut([&](Vec2 p) { return p.x >= low.x; }, at_x(low.x));
    cut([&](Vec2 p) { return p.x <= high.x; }, at_x(high.x));
    cut([&](Vec2 p) { return p.y >= low.y; }, at_y(low.y));
    cut([&](Vec2 p) { return p.y <= high.y; }, at_y(high.y));
    return polygon;
}

/// Triangles of a simple polygon, by cutting off ears; corners as indices.
void triangulate(const Polygon& polygon, std::vector<std::array<std::size_t, 3>>& out) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < polygon.size(); ++i) left.push_back(i);
    for (std::size_t tries = 0; left.size() > 3 && tries < 2 * left.size();) {
        bool cut = false;
        for (std::size_t i = 0; i < left.size() && !cut; ++i) {
            const std::size_t a = left[(i + left.size() - 1) % left.size()], b = left[i],
                              c = left[(i + 1) % left.size()];
            const Vec2 pa = polygon[a], pb = polygon[b], pc = polygon[c];
            if (math::cross(pb - pa, pc - pa) < 0) continue;
            bool holds = false;
            for (const std::size_t other : left) {
                if (other == a || other == b || other == c) continue;
                const Vec2 p = polygon[other];
                holds = holds || (math::cross(pb - pa, p - pa) > 1e-6F && math::cross(pc - pb, p - pb) > 1e-6F &&
                                  math::cross(pa - pc, p - pc) > 1e-6F);
            }
            if (holds) continue;
            out.push_back({a, b, c});
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
            cut = true;
        }
        if (!cut)
            ++tries, std::rotate(left.begin(), left.begin() + 1, left.end());
        else
            tries = 0;
    }
    if (left.size() == 3) out.push_back({left[0], left[1], left[2]});
}

void add_face(const Rock& rock, StockMesh& mesh) {
    std::map<std::pair<int, int>, std::uint32_t> known;
    const auto vertex = [&](Vec2 p) {
        const std::pair<int, int> key{static_cast<int>(std::lround(p.x * 2048)),
                                      static_cast<int>(std::lround(p.y * 2048))};
        const auto [found, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(mesh.vertices.size()));
        if (is_new) {
            constexpr float kStep = 0.06F;
            const float z = rock.swell(p);
            // Seen from a seam, both tiles must slope alike: across it, not at all.
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
    // A level's first tile has rock before its entry, too.
    float begin = rock.enter().x;
    for (const Polygon& polygon : rock.polygons()) {
        for (const Vec2 p : polygon) begin = std::min(begin, p.x);
    }
    const int before = static_cast<int>(std::ceil((rock.enter().x - begin) / cell - 1e-3F));
    const float bottom = std::min(rock.enter().y, rock.exit().y) - kSight,
                top = std::max(rock.enter().y, rock.exit().y) + kSight;
    std::vector<std::array<std::size_t, 3>> triangles;
    for (const Polygon& polygon : rock.polygons()) {
        for (int i = -before; i < across; ++i) {
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

void add_cliff(const Rock& rock, const std::vector<Vec2>& line, const std::vector<Vec2>& outward, std::uint32_t seed,
               StockMesh& mesh) {
    const std::size_t count = line.size();
    std::size_t fine = 3;
    while (fine < count) fine = (fine - 1) * 2 + 1;
    std::vector<float> wild(fine);
    std::vector<std::array<Vec3, kLedges.size()>> grid(count);
    Dice dice(seed);
    for (std::size_t k = 0; k < kLedges.size(); ++k) {
        std::fill(wild.begin(), wild.end(), 0.0F);
        displace(wild, kLedges[k].wild, 0.62F, dice);
        for (std::size_t i = 0; i < count; ++i) {
            const float out =
                kLedges[k].out + (k == 0 ? 0 : wild[i * (fine - 1) / std::max<std::size_t>(count - 1, 1)]);
            grid[i][k] = {line[i].x + outward[i].x * out, line[i].y + outward[i].y * out, kLedges[k].z};
        }
    }
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    constexpr auto kRows = static_cast<std::uint32_t>(kLedges.size());
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < kLedges.size(); ++k) {
            Vec3 along = grid[std::min(i + 1, count - 1)][k] - grid[i > 0 ? i - 1 : 0][k];
            if (rock.is_seam(line[i])) along = {along.x > 0 ? 1.0F : -1.0F, 0, 0};
            const Vec3 down = grid[i][std::min(k + 1, kLedges.size() - 1)] - grid[i][k > 0 ? k - 1 : 0];
            const Vec3 normal = math::normalized_or(math::cross(down, along), Vec3{outward[i].x, outward[i].y, 0});
            const Vec3 at = grid[i][k];
            mesh.vertices.push_back({at, normal, rock.extra({at.x, at.y}, k == 0 ? 0.0F : 0.12F - kLedges[k].z)});
        }
    }
    // A hem under the face, which has corners of its own along the edge: no sky shows between the two.
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

void add_cliffs(const Rock& rock, StockMesh& mesh) {
    // Runs of open edges, in the order of their polygons (counter-clockwise: the open is on the right hand).
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
        std::vector<Vec2> outward;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const Vec2 way =
                math::normalized_or(line[std::min(i + 1, line.size() - 1)] - line[i > 0 ? i - 1 : 0], Vec2{1, 0});
            Vec2 out{way.y, -way.x};
            if (rock.is_seam(line[i])) out = {0, out.y > 0 ? 1.0F : -1.0F};
            outward.push_back(out);
        }
        add_cliff(rock, line, outward, seed++, mesh);
        run.clear();
    };
    std::size_t first = 0;
    for (const Polygon& polygon : rock.polygons()) {
        // Begin behind a closed edge, so that no run is cut in two.
        std::size_t start = 0;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            if (!rock.edges()[first + i].open) start = i + 1;
        }
        for (std::size_t n = 0; n < polygon.size(); ++n) {
            const Edge& edge = rock.edges()[first + (start + n) % polygon.size()];
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

}  // namespace

StockMesh tile_mesh(const Level& level, std::size_t tile) {
    StockMesh mesh;
    mesh.graph = "canyon";
    mesh.is_rock = true;
    const Rock rock(level, tile);
    add_face(rock, mesh);
    add_cliffs(rock, mesh);
    return mesh;
}

StockMesh ridge_mesh(std::uint32_t seed, float height) {
    StockMesh mesh;
    mesh.graph = "ridge";
    mesh.is_rock = true;
    constexpr std::size_t kColumns = 128;
    constexpr std::size_t kRows = 7;
    Dice dice(seed);
    // A skyline of mesas: displaced, then pressed into steps. Ends are alike, so the strip repeats without a seam.
    std::array<float, kColumns + 1> skyline{};
    displace(skyline, height * 0.75F, 0.66F, dice);
    for (float& y : skyline) {
        const float level = std::floor(y / (height * 0.3F)) * (height * 0.3F);
        y = level + (y - level) * 0.25F;
    }
    // A mesa's top is broad: needles take their neighbours' height.
    const std::array<float, kColumns + 1> raw = skyline;
    for (std::size_t i = 1; i < kColumns; ++i)
        skyline[i] = std::clamp(raw[i], std::min(raw[i - 1], raw[i + 1]), std::max(raw[i - 1], raw[i + 1]));
    std::array<float, kColumns + 1> rubble{};
    displace(rubble, 0.55F, 0.7F, dice);
    for (std::size_t i = 0; i <= kColumns; ++i) skyline[i] += rubble[i];
    std::array<std::array<float, kColumns + 1>, kRows> bulge{};
    for (std::size_t k = 1; k < kRows; ++k) displace(bulge[k], 1.2F, 0.6F, dice);
    const auto place = [&](std::size_t i, std::size_t k) {
        const float share = static_cast<float>(k) / (kRows - 1);
        const float drop = share * share * (skyline[i] + 22) + share * 1.5F;
        return Vec3{static_cast<float>(i) * (kRidgeLength / kColumns) - kRidgeLength / 2, skyline[i] - drop,
                    share * 3.0F + bulge[k][i]};
    };
    for (std::size_t i = 0; i <= kColumns; ++i) {
        for (std::size_t k = 0; k < kRows; ++k) {
            const Vec3 at = place(i, k);
            const std::size_t left = i == 0 ? kColumns - 1 : i - 1, right = i == kColumns ? 1 : i + 1;
            Vec3 along = place(right, k) - place(left, k);
            if (along.x < 0) along.x += kRidgeLength;
            const Vec3 down = place(i, std::min(k + 1, kRows - 1)) - place(i, k > 0 ? k - 1 : 0);
            const Vec3 normal = math::normalized_or(math::cross(down, along), Vec3{0, 0, 1});
            mesh.vertices.push_back({at,
                                     normal,
                                     {static_cast<float>(i) * (64.0F / kColumns), at.y,
                                      64.0F + 128.0F * static_cast<float>(seed % 64), skyline[i] - at.y}});
        }
    }
    for (std::uint32_t i = 0; i < kColumns; ++i) {
        for (std::uint32_t k = 0; k + 1 < kRows; ++k) {
            const auto a = static_cast<std::uint32_t>(i * kRows + k), b = static_cast<std::uint32_t>(a + kRows);
            for (const std::uint32_t index : {a, a + 1, b, b, a + 1, b + 1}) mesh.indices.push_back(index);
        }
    }
    return mesh;
}

}  // namespace albireo::scene
