#include "tests/client/collide/scenes.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace albireo::collide::scenes {

std::uint64_t Random::next() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

float Random::between_scales(float low, float high) {
    return std::exp(between(std::log(low), std::log(high)));
}

Vec3 Random::in_box(const Box& b) {
    const float x = between(b.min.x, b.max.x), y = between(b.min.y, b.max.y), z = between(b.min.z, b.max.z);
    return {x, y, z};
}

Vec3 Random::direction() {
    const float z = between(-1, 1), angle = between(0, 2 * std::numbers::pi_v<float>);
    const float r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
}

math::Quat Random::turn() {
    const Vec3 axis = direction();
    return math::turn(axis, between(0, 2 * std::numbers::pi_v<float>));
}

math::Transform Random::pose(float reach) {
    const math::Quat q = turn();
    return math::transform(q, in_box({{-reach, -reach, -reach}, {reach, reach, reach}}));
}

Box Model::bounds() const {
    Box b{vertices[0], vertices[0]};
    for (const Vec3& v : vertices) b = merged(b, {v, v});
    return b;
}

Model rock(int n, std::uint64_t seed) {
    constexpr float kGold = 1.6180339887F;
    const std::array<Vec3, 12> corner = {{{-1, kGold, 0},
                                          {1, kGold, 0},
                                          {-1, -kGold, 0},
                                          {1, -kGold, 0},
                                          {0, -1, kGold},
                                          {0, 1, kGold},
                                          {0, -1, -kGold},
                                          {0, 1, -kGold},
                                          {kGold, 0, -1},
                                          {kGold, 0, 1},
                                          {-kGold, 0, -1},
                                          {-kGold, 0, 1}}};
    constexpr std::array<std::array<std::size_t, 3>, 20> kFaces = {
        {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
         {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
         {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};

    struct Wave {
        Vec3 along;
        float shift, height;
    };
    Random random(seed);
    std::array<Wave, 8> waves;
    for (std::size_t i = 0; i < waves.size(); ++i) {
        const float turns = 1.5F + static_cast<float>(i);
        const Vec3 along = random.direction() * turns;
        waves[i] = {along, random.between(0, 6.28F), 0.18F / turns};
    }

    Model m;
    std::map<std::tuple<long, long, long>, std::uint32_t> known;
    const auto vertex = [&](const Vec3& flat) {
        const Vec3 p = math::normalized(flat);
        const auto key = std::tuple(std::lround(p.x * 1e5F), std::lround(p.y * 1e5F), std::lround(p.z * 1e5F));
        const auto [at, fresh] = known.try_emplace(key, static_cast<std::uint32_t>(m.vertices.size()));
        if (fresh) {
            float r = 1;
            for (const Wave& w : waves) r += w.height * std::sin(math::dot(w.along, p) + w.shift);
            m.vertices.push_back(p * r);
        }
        return at->second;
    };
    for (const auto& f : kFaces) {
        const Vec3 a = corner[f[0]], b = corner[f[1]], c = corner[f[2]];
        const auto at = [&](int i, int j) {
            const float s = static_cast<float>(i) / static_cast<float>(n),
                        t = static_cast<float>(j) / static_cast<float>(n);
            return vertex(a * (1 - s - t) + b * s + c * t);
        };
        for (int i = 0; i < n; ++i)
            for (int j = 0; i + j < n; ++j) {
                const std::uint32_t p = at(i, j), q = at(i + 1, j), r = at(i, j + 1);
                m.indices.insert(m.indices.end(), {p, q, r});
                if (i + j + 1 < n) m.indices.insert(m.indices.end(), {q, at(i + 1, j + 1), r});
            }
    }
    return m;
}

Model shards(int count, std::uint64_t seed) {
    Random random(seed);
    Model m;
    for (int i = 0; i < count; ++i) {
        const Vec3 a = random.in_box({{-1, -1, -1}, {1, 1, 1}});
        const float length = random.between_scales(1e-3F, 1.0F);
        const float width = random.unit() < 0.1F ? 0.0F : random.between_scales(1e-6F, 1.0F) * length;
        const Vec3 along = random.direction(), across = random.direction();
        const auto first = static_cast<std::uint32_t>(m.vertices.size());
        m.vertices.insert(m.vertices.end(),
                          {a, a + along * length, a + along * (length * random.unit()) + across * width});
        m.indices.insert(m.indices.end(), {first, first + 1, first + 2});
    }
    return m;
}

SphereSet ship(float size) {
    // A fuselage of eleven spheres, wings of six, a fin and two engines: 11 + 2 * 6 + 2 + 2 * 2 = 29.
    std::vector<Sphere> s;
    for (int i = 0; i < 11; ++i) {
        const float x = static_cast<float>(i) / 10.0F - 0.5F;
        s.push_back({{x * size, 0, 0}, size * (0.05F + 0.04F * (0.25F - x * x) * 4)});
    }
    for (const float side : {-1.0F, 1.0F}) {
        for (int i = 0; i < 6; ++i) {
            const float t = static_cast<float>(i + 1) / 6.0F;
            s.push_back({{(-0.1F - 0.2F * t) * size, side * 0.38F * t * size, 0}, size * (0.06F - 0.03F * t)});
        }
        for (int i = 0; i < 2; ++i)
            s.push_back({{(-0.35F - 0.1F * static_cast<float>(i)) * size, side * 0.12F * size, 0}, size * 0.05F});
    }
    s.push_back({{-0.35F * size, 0, 0.1F * size}, size * 0.04F});
    s.push_back({{-0.42F * size, 0, 0.17F * size}, size * 0.03F});
    return SphereSet(s);
}

Box grown(const Box& b, float share) {
    const Vec3 d = (b.max - b.min) * share;
    return {b.min - d, b.max + d};
}

}  // namespace albireo::collide::scenes
