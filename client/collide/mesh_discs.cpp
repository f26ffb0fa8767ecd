#include <algorithm>
#include <cmath>

#include "client/collide/mesh_parts.hpp"

namespace albireo::collide {
namespace {

constexpr double kFlatLeast = 1e-8;  // of the product of two sides' squares: slivers of 1 : 10^4 have no normal

/// The centre of the smallest circle around three points, the first of which is the origin. It is the centre of the circle
/// through all three or, if the angle at one of them is not acute, the middle of the opposite side.
Vec3d middle_of_circle(const Vec3d& b, const Vec3d& c) {
    const double bb = length_squared(b), cc = length_squared(c), bc = length_squared(c - b);
    if (bc >= bb + cc) return (b + c) * 0.5;
    if (cc >= bb + bc) return c * 0.5;
    if (bb >= cc + bc) return b * 0.5;
    const double at_a = bc * (bb + cc - bc), at_b = cc * (bb + bc - cc), at_c = bb * (cc + bc - bb);
    return (b * at_b + c * at_c) / (at_a + at_b + at_c);
}

}  // namespace

std::vector<Disc8> discs_of(std::span<const Leaf8> leaves) {
    const auto three = [](const float(&from)[3][kWide], int lane) {
        return widen(Vec3{from[0][lane], from[1][lane], from[2][lane]});
    };
    std::vector<Disc8> discs(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i)
        for (int lane = 0; lane < kWide; ++lane) {
            const Vec3d a = three(leaves[i].corner, lane), b = three(leaves[i].edge1, lane),
                        c = three(leaves[i].edge2, lane);
            const Vec3 center = narrow(a + middle_of_circle(b, c));
            const Vec3d from = a - widen(center);
            const double radius2 = std::max({length_squared(from), length_squared(from + b), length_squared(from + c)});
            const Vec3d n = cross(b, c);
            const double nn = length_squared(n);
            const bool flat = nn > kFlatLeast * length_squared(b) * length_squared(c);
            const Vec3 normal = flat ? narrow(n / std::sqrt(nn)) : Vec3{};
            for (int axis = 0; axis < 3; ++axis) {
                discs[i].center[axis][lane] = center[axis];
                discs[i].normal[axis][lane] = normal[axis];
            }
            discs[i].radius[lane] = static_cast<float>(std::sqrt(radius2)) * 1.000001F;
        }
    return discs;
}

}  // namespace albireo::collide
