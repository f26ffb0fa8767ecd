/// One moving shape against another, for the races and the comparison with the peers. Seeded.
#pragma once

#include <cstdint>
#include <vector>

#include "client/collide/shapes.hpp"
#include "tests/client/collide/scenes.hpp"

namespace albireo::bench {

template <class A, class B>
struct Duel {
    A first;
    collide::Vec3 move;
    B second;
};

inline collide::Sphere make(collide::scenes::Random& r, collide::Sphere) {
    const collide::Vec3 at = r.direction() * 0.3F;
    return {at, r.between(0.05F, 0.5F)};
}
inline collide::Capsule make(collide::scenes::Random& r, collide::Capsule) {
    const collide::Vec3 middle = r.direction() * 0.3F, along = r.direction();
    const collide::Vec3 half = along * r.between(0.05F, 0.7F);
    return {middle - half, middle + half, r.between(0.05F, 0.3F)};
}
inline collide::Sphere moved(collide::Sphere s, const collide::Vec3& by) {
    return {s.center + by, s.radius};
}
inline collide::Capsule moved(collide::Capsule c, const collide::Vec3& by) {
    return {c.a + by, c.b + by, c.radius};
}

/// The first shape starts some distance away and moves towards the second, so that about half of the pairs meet.
template <class A, class B>
std::vector<Duel<A, B>> make_duels(std::size_t count, std::uint64_t seed) {
    collide::scenes::Random random(seed);
    std::vector<Duel<A, B>> all;
    for (std::size_t i = 0; i < count; ++i) {
        const collide::Vec3 towards = random.direction();
        const collide::Vec3 aim = towards * random.between(1, 3);
        const A first = moved(make(random, A{}), -aim);
        const B second = make(random, B{});
        const collide::Vec3 aside = random.direction() * 0.5F;
        all.push_back({first, aim * random.between(0.5F, 1.5F) + aside, second});
    }
    return all;
}

}  // namespace albireo::bench
