// Goal: every pair of shapes touches at the time found by stepping along the true distance, with a point on both and
// a normal that separates them. The answer does not depend on the place in the world or on the frame of reference.
// One file: two thirds of it are the makers of the 14 kinds of pairs (kKinds), over which the tests run and which nothing else uses.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "client/collide/sweep.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;
using math::widen;

namespace {

/// A random pair of shapes: how to sweep it anywhere in the world, and its true distance.
struct Duel {
    std::function<std::optional<Hit>(const Transform& first, const Transform& second, const Vec3& move)> sweep;
    /// The distance of their cores after the first has moved; they touch when it is at most `reach`.
    std::function<double(const Vec3d& moved)> gap;
    double reach;
    /// The distance from a point to the second shape's surface.
    std::function<double(const Vec3d& point)> to_second;
    /// The second shape moving onto the first, if there is such a sweep.
    std::function<std::optional<Hit>(const Transform& first, const Transform& second, const Vec3& move)> mirrored;
};

std::vector<Triangle> fan(const std::vector<Vec3>& c) {
    std::vector<Triangle> out;
    for (std::size_t i = 1; i + 1 < c.size(); ++i) out.push_back({c[0], c[i], c[i + 1]});
    return out;
}

std::vector<Vec3> random_polygon(scenes::Random& r, float size) {
    const Transform pose = r.pose(size);
    const int n = 3 + static_cast<int>(r.next() % 4);
    const float thin = r.unit() < 0.3F ? 0.01F : 1.0F;
    std::vector<Vec3> out;
    for (int i = 0; i < n; ++i) {
        const float angle =
            (static_cast<float>(i) + 0.8F * r.unit()) * 2 * std::numbers::pi_v<float> / static_cast<float>(n);
        out.push_back(pose.point(Vec3{std::cos(angle), std::sin(angle) * thin, 0} * size));
    }
    return out;
}

std::vector<Vec3> moved(const Transform& t, std::vector<Vec3> points) {
    for (Vec3& p : points) p = t.point(p);
    return points;
}

struct Hull {
    Polyhedron shape;
    Transform pose;

    std::vector<Triangle> triangles() const {
        std::vector<Triangle> out;
        for (const Polyhedron::Loop& face : shape.faces()) {
            std::vector<Vec3> loop;
            for (const std::uint32_t i : face) loop.push_back(pose.point(shape.corners()[i]));
            for (const Triangle& t : fan(loop)) out.push_back(t);
        }
        return out;
    }
    bool holds(const Vec3d& p) const {
        for (const Triangle& t : triangles()) {
            const Vec3d a = widen(t.a), n = cross(widen(t.b) - a, widen(t.c) - a);
            if (dot(p - a, n) > 0) return false;
        }
        return true;
    }
};

Hull random_hull(scenes::Random& r, float size) {
    const Transform pose = r.pose(size);
    const float thin = r.unit() < 0.3F ? 0.02F : 1.0F;
    if (r.unit() < 0.5F)
        return {Polyhedron::box({size * r.between(0.3F, 1), size * r.between(0.3F, 1), size * thin}), pose};
    const float t = size * thin;  // an octahedron
    const Vec3 corners[] = {{size, 0, 0}, {-size, 0, 0}, {0, size, 0}, {0, -size, 0}, {0, 0, t}, {0, 0, -t}};
    const Polyhedron::Loop faces[] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                      {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    return {Polyhedron(corners, faces), pose};
}

double to_surface(const Vec3d& p, const std::vector<Triangle>& b) {
    double best = 1e30;
    for (const Triangle& t : b) best = std::min(best, reference::point_triangle(p, t));
    return best;
}

using Maker = Duel (*)(scenes::Random&);

const Box kMiddle = {{-0.4F, -0.4F, -0.4F}, {0.4F, 0.4F, 0.4F}};
Sphere random_sphere(scenes::Random& r) {
    return {r.in_box(kMiddle), r.between_scales(0.01F, 1.0F)};
}
Capsule random_capsule(scenes::Random& r) {
    const Vec3 a = r.in_box(kMiddle);
    const float length = r.unit() < 0.1F ? 0.0F : r.between_scales(0.01F, 3.0F);
    const Vec3 along = r.direction();
    return {a, a + along * length, r.between_scales(0.01F, 0.5F)};
}
Sphere at(const Transform& t, Sphere s) {
    return {t.point(s.center), s.radius};
}
Capsule at(const Transform& t, Capsule c) {
    return {t.point(c.a), t.point(c.b), c.radius};
}
Segment at(const Transform& t, Segment s) {
    return {t.point(s.a), t.point(s.b)};
}

Duel sphere_point(scenes::Random& r) {
    const Sphere s = random_sphere(r);
    const Vec3 p = r.in_box(kMiddle);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, s), m, t.point(p)); },
            [=](const Vec3d& m) { return length(widen(s.center) + m - widen(p)); },
            s.radius,
            [=](const Vec3d& x) { return length(x - widen(p)); },
            {}};
}
Duel sphere_sphere(scenes::Random& r) {
    const Sphere s = random_sphere(r), o = random_sphere(r);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, s), m, at(t, o)); },
            [=](const Vec3d& m) { return length(widen(s.center) + m - widen(o.center)); }, double{s.radius} + o.radius,
            [=](const Vec3d& x) { return std::abs(length(x - widen(o.center)) - o.radius); },
            [=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(t, o), m, at(f, s)); }};
}
Duel sphere_edge(scenes::Random& r) {
    const Sphere s = random_sphere(r);
    const Capsule c = random_capsule(r);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(at(f, s), m, at(t, Segment{c.a, c.b}));
            },
            [=](const Vec3d& m) { return reference::point_segment(widen(s.center) + m, widen(c.a), widen(c.b)); },
            s.radius,
            [=](const Vec3d& x) { return reference::point_segment(x, widen(c.a), widen(c.b)); },
            {}};
}
Duel sphere_capsule(scenes::Random& r) {
    const Sphere s = random_sphere(r);
    const Capsule c = random_capsule(r);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, s), m, at(t, c)); },
            [=](const Vec3d& m) { return reference::point_segment(widen(s.center) + m, widen(c.a), widen(c.b)); },
            double{s.radius} + c.radius,
            [=](const Vec3d& x) { return std::abs(reference::point_segment(x, widen(c.a), widen(c.b)) - c.radius); },
            [=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(t, c), m, at(f, s)); }};
}
Duel sphere_polygon(scenes::Random& r) {
    const Sphere s = random_sphere(r);
    const std::vector<Vec3> p = random_polygon(r, 1);
    const std::vector<Triangle> surface = fan(p);
    return {
        [=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, s), m, Polygon{moved(t, p)}); },
        [=](const Vec3d& m) { return to_surface(widen(s.center) + m, surface); },
        s.radius,
        [=](const Vec3d& x) { return to_surface(x, surface); },
        {}};
}
Duel capsule_point(scenes::Random& r) {
    const Capsule c = random_capsule(r);
    const Vec3 p = r.in_box(kMiddle);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, c), m, t.point(p)); },
            [=](const Vec3d& m) { return reference::point_segment(widen(p) - m, widen(c.a), widen(c.b)); },
            c.radius,
            [=](const Vec3d& x) { return length(x - widen(p)); },
            {}};
}
Duel capsule_sphere(scenes::Random& r) {
    const Capsule c = random_capsule(r);
    const Sphere s = random_sphere(r);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, c), m, at(t, s)); },
            [=](const Vec3d& m) { return reference::point_segment(widen(s.center) - m, widen(c.a), widen(c.b)); },
            double{s.radius} + c.radius,
            [=](const Vec3d& x) { return std::abs(length(x - widen(s.center)) - s.radius); },
            [=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(t, s), m, at(f, c)); }};
}
Duel capsule_edge(scenes::Random& r) {
    const Capsule c = random_capsule(r), o = random_capsule(r);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(at(f, c), m, at(t, Segment{o.a, o.b}));
            },
            [=](const Vec3d& m) {
                return reference::segment_segment(widen(c.a) + m, widen(c.b) + m, widen(o.a), widen(o.b));
            },
            c.radius,
            [=](const Vec3d& x) { return reference::point_segment(x, widen(o.a), widen(o.b)); },
            {}};
}
Duel capsule_capsule(scenes::Random& r) {
    Capsule c = random_capsule(r), o = random_capsule(r);
    if (r.unit() < 0.2F) o.b = o.a + (c.b - c.a) * r.between(-2, 2);  // parallel
    return {[=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, c), m, at(t, o)); },
            [=](const Vec3d& m) {
                return reference::segment_segment(widen(c.a) + m, widen(c.b) + m, widen(o.a), widen(o.b));
            },
            double{c.radius} + o.radius,
            [=](const Vec3d& x) { return std::abs(reference::point_segment(x, widen(o.a), widen(o.b)) - o.radius); },
            [=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(t, o), m, at(f, c)); }};
}
Duel capsule_polygon(scenes::Random& r) {
    const Capsule c = random_capsule(r);
    const std::vector<Vec3> p = random_polygon(r, 1);
    const std::vector<Triangle> surface = fan(p);
    return {
        [=](const Transform& f, const Transform& t, const Vec3& m) { return sweep(at(f, c), m, Polygon{moved(t, p)}); },
        [=](const Vec3d& m) {
            double best = 1e30;
            for (const Triangle& t : surface)
                best = std::min(best, reference::segment_triangle(widen(c.a) + m, widen(c.b) + m, t));
            return best;
        },
        c.radius,
        [=](const Vec3d& x) { return to_surface(x, surface); },
        {}};
}
Duel hull_point(scenes::Random& r) {
    const Hull h = random_hull(r, 1);
    const Vec3 p = r.in_box(kMiddle);
    const std::vector<Triangle> surface = h.triangles();
    return {[=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(h.shape, f * h.pose, m, t.point(p));
            },
            [=](const Vec3d& m) { return h.holds(widen(p) - m) ? 0 : to_surface(widen(p) - m, surface); },
            0,
            [=](const Vec3d& x) { return length(x - widen(p)); },
            {}};
}
Duel hull_edge(scenes::Random& r) {
    const Hull h = random_hull(r, 1);
    const Capsule c = random_capsule(r);
    const std::vector<Triangle> surface = h.triangles();
    return {[=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(h.shape, f * h.pose, m, at(t, Segment{c.a, c.b}));
            },
            [=](const Vec3d& m) {
                if (h.holds(widen(c.a) - m)) return 0.0;
                double best = 1e30;
                for (const Triangle& t : surface)
                    best = std::min(best, reference::segment_triangle(widen(c.a) - m, widen(c.b) - m, t));
                return best;
            },
            0,
            [=](const Vec3d& x) { return reference::point_segment(x, widen(c.a), widen(c.b)); },
            {}};
}
Duel hull_face(scenes::Random& r) {
    const Hull h = random_hull(r, 1);
    const std::vector<Vec3> p = random_polygon(r, 1);
    const std::vector<Triangle> surface = h.triangles(), face = fan(p);
    return {[=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(h.shape, f * h.pose, m, Polygon{moved(t, p)});
            },
            [=](const Vec3d& m) { return h.holds(widen(p[0]) - m) ? 0 : reference::surfaces_apart(surface, m, face); },
            0,
            [=](const Vec3d& x) { return to_surface(x, face); },
            {}};
}
Duel hull_hull(scenes::Random& r) {
    const Hull h = random_hull(r, 1), o = random_hull(r, 1);
    const std::vector<Triangle> a = h.triangles(), b = o.triangles();
    return {[=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(h.shape, f * h.pose, m, o.shape, t * o.pose);
            },
            [=](const Vec3d& m) {
                if (h.holds(widen(b[0].a) - m) || o.holds(widen(a[0].a) + m)) return 0.0;
                return reference::surfaces_apart(a, m, b);
            },
            0, [=](const Vec3d& x) { return to_surface(x, b); },
            [=](const Transform& f, const Transform& t, const Vec3& m) {
                return sweep(o.shape, t * o.pose, m, h.shape, f * h.pose);
            }};
}

struct Kind {
    const char* name;
    Maker make;
    int usual, full;
};
const Kind kKinds[] = {
    {"sphere, point", sphere_point, 3000, 100000},       {"sphere, sphere", sphere_sphere, 3000, 100000},
    {"sphere, edge", sphere_edge, 3000, 100000},         {"sphere, capsule", sphere_capsule, 3000, 100000},
    {"sphere, polygon", sphere_polygon, 3000, 100000},   {"capsule, point", capsule_point, 3000, 100000},
    {"capsule, sphere", capsule_sphere, 3000, 100000},   {"capsule, edge", capsule_edge, 3000, 100000},
    {"capsule, capsule", capsule_capsule, 3000, 100000}, {"capsule, polygon", capsule_polygon, 3000, 100000},
    {"polyhedron, point", hull_point, 2000, 100000},     {"polyhedron, edge", hull_edge, 1000, 100000},
    {"polyhedron, face", hull_face, 500, 100000},        {"polyhedron, polyhedron", hull_hull, 250, 100000},
};

/// Where the first shape starts and how it moves: mostly from some distance and towards the other, because the interesting
/// sweeps are near misses.
struct FlowState {
    Vec3 start, move;
};
FlowState random_course(scenes::Random& random, int i) {
    const Vec3 aim = random.direction() * random.between_scales(0.1F, 4.0F);
    const float far = random.between(0.5F, 2.0F);
    const Vec3 aside = random.direction() * random.between(0, 0.3F);
    return {i % 4 == 0 ? Vec3{} : -aim, i % 16 == 0 ? Vec3{} : aim * far + aside};
}

}  // namespace

TEST_CASE("every sweep against stepping by the true distance") {
    for (const Kind& kind : kKinds) {
        CAPTURE(std::string(kind.name));
        scenes::Random random(1);
        int wrong = 0, hits = 0, at_start = 0;
        const int n = reference::queries(kind.usual, kind.full);
        for (int i = 0; i < n; ++i) {
            CAPTURE(i);
            const Duel duel = kind.make(random);
            const FlowState course = random_course(random, i);
            const auto gap = [&](const Vec3d& m) { return duel.gap(widen(course.start) + m); };
            const reference::Touch truth = reference::advance(gap, widen(course.move), duel.reach);
            const std::optional<Hit> hit = duel.sweep({{}, course.start}, {}, course.move);
            hits += hit.has_value();
            if (!hit) {
                wrong += truth.t <= 1 && truth.least < -1e-6;
                continue;
            }
            // They must touch at the given time, and must not have overlapped by more than a graze for long before. (Where the
            // reference gives up on a graze, the distance at the hit itself decides.)
            const double late = hit->t - truth.t;
            wrong += gap(widen(course.move) * hit->t) - duel.reach > 1e-6;
            wrong +=
                late > 1e-3 && (duel.reach == 0 || gap(widen(course.move) * (truth.t + late / 2)) < duel.reach - 1e-6);
            CHECK(std::abs(length(hit->normal) - 1) < 1e-5);
            if (hit->t > 0) {
                CHECK(hit->depth == 0);
                CHECK(duel.to_second(widen(hit->point)) < 1e-4);
                CHECK(dot(hit->normal, course.move) <= 1e-5F);
            } else {
                ++at_start;
                // Moved out along the normal they are clear, and slightly less far they are not.
                const Vec3d n1 = widen(hit->normal);
                CHECK(hit->depth >= 0);
                CHECK(gap(n1 * (hit->depth + 1e-4)) >= duel.reach - 1e-5);
                if (hit->depth > 1e-3F) CHECK(gap(n1 * (hit->depth * 0.99 - 1e-5)) <= duel.reach + 1e-5);
            }
        }
        CHECK(wrong <= (n >= 100000 ? 2 : 0));
        CHECK(hits > n / 20);
        CHECK(at_start > n / 200);
    }
}

TEST_CASE("the place in the world and the order of the shapes change no answer") {
    for (const Kind& kind : kKinds) {
        CAPTURE(std::string(kind.name));
        scenes::Random random(2);
        int wrong = 0, hits = 0;
        const int n = reference::queries(kind.usual / 6, kind.full / 10);
        for (int i = 0; i < n; ++i) {
            const Duel duel = kind.make(random);
            const FlowState course = random_course(random, i);
            const Transform pose = random.pose(5), moved_pose = pose * Transform{{}, course.start};
            const std::optional<Hit> here = duel.sweep({{}, course.start}, {}, course.move);
            const std::optional<Hit> there = duel.sweep(moved_pose, pose, pose.direction(course.move));
            // Only a graze may differ, which a tiny change of thickness would change.
            const auto gap = [&](const Vec3d& m) { return duel.gap(widen(course.start) + m); };
            const reference::Touch tight = reference::advance(gap, widen(course.move), duel.reach - 1e-4);
            const reference::Touch loose = reference::advance(gap, widen(course.move), duel.reach + 1e-4);
            const bool graze = (tight.t <= 1) != (loose.t <= 1) || std::abs(tight.t - loose.t) > 0.01;
            if (graze && duel.reach > 0) continue;
            if (graze && here.has_value() != there.has_value()) continue;
            hits += here.has_value();
            wrong += here.has_value() != there.has_value();
            if (here && there) wrong += std::abs(here->t - there->t) > 1e-3;
            if (!duel.mirrored) continue;
            const std::optional<Hit> mirrored = duel.mirrored({{}, course.start}, {}, -course.move);
            wrong += here.has_value() != mirrored.has_value();
            if (here && mirrored) {
                wrong += std::abs(here->t - mirrored->t) > 1e-4 || std::abs(here->depth - mirrored->depth) > 1e-4;
                if (here->t > 0) wrong += length(here->normal + mirrored->normal) > 1e-2;
            }
        }
        CHECK(wrong == 0);
        CHECK(hits > n / 20);
    }
}

TEST_CASE("shapes that start apart and end overlapping have touched on the way") {
    for (const Kind& kind : kKinds) {
        CAPTURE(std::string(kind.name));
        scenes::Random random(3);
        int met = 0;
        for (int i = 0; i < std::max(reference::queries(1000, 10000), 1000); ++i) {
            const Duel duel = kind.make(random);
            // The path ends where the pair was generated, which often overlaps.
            const Vec3 start = random.direction() * random.between_scales(0.1F, 4.0F);
            if (duel.gap(widen(start)) <= duel.reach || duel.gap({}) > duel.reach - (duel.reach > 0 ? 1e-6 : 0))
                continue;
            ++met;
            CHECK(duel.sweep({{}, start}, {}, -start));
        }
        CHECK(met > 10);
    }
}

TEST_CASE("sphere against plane") {
    scenes::Random random(4);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 n = random.direction();
        const Plane plane = {n, random.between(-2, 2)};
        const Sphere s = {random.in_box({{-3, -3, -3}, {3, 3, 3}}), random.between_scales(0.01F, 1)};
        const Vec3 move = random.direction() * random.between(0, 5);
        const double h0 = dot(widen(n), widen(s.center)) - plane.offset, h1 = h0 + dot(widen(n), widen(move));
        const std::optional<Hit> hit = sweep(s, move, plane);
        const double nearest = h0 * h1 <= 0 ? 0 : std::min(std::abs(h0), std::abs(h1));
        if (std::abs(nearest - s.radius) < 1e-5) continue;
        REQUIRE(hit.has_value() == (nearest < s.radius));
        if (!hit) continue;
        const double h = h0 + (h1 - h0) * hit->t;
        CHECK(std::abs(dot(widen(n), widen(hit->point)) - plane.offset) < 1e-5);
        if (hit->t > 0) {
            CHECK(std::abs(std::abs(h) - s.radius) < 1e-5);
            CHECK(dot(hit->normal, move) < 0);
        } else {
            CHECK(std::abs(std::abs(h) + hit->depth - s.radius) < 1e-5);
        }
    }
}
