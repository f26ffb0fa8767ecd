#include <algorithm>
#include <cmath>

#include "client/collide/kernels.hpp"
#include "client/collide/mesh_parts.hpp"

namespace albireo::collide {

GridView lay_grid(const Box& bounds, int cells, float margin) {
    GridView g;
    const Vec3 d = bounds.max - bounds.min + Vec3{margin, margin, margin} * 2.0F;
    const float longest = std::max({d.x, d.y, d.z});
    if (cells < 4 || !(longest > 0.0F)) return g;
    cells = std::min(cells, 128);
    g.cell = longest / static_cast<float>(cells - 2);  // and one more on each side
    g.cell_inverse = 1.0F / g.cell;
    g.quantum = g.cell / kGridQuanta;
    for (int axis = 0; axis < 3; ++axis) {
        const float side = d[axis];
        g.size[axis] = std::min(static_cast<int>(std::ceil(side * g.cell_inverse)) + 2, cells);
        const float spare = (static_cast<float>(g.size[axis]) * g.cell - side) * 0.5F;
        g.min[axis] = bounds.min[axis] - margin - spare;
    }
    return g;
}

std::vector<std::uint8_t> measure_grid(const TreeView& tree, const GridView& g) {
    const auto count =
        static_cast<std::size_t>(g.size[0]) * static_cast<std::size_t>(g.size[1]) * static_cast<std::size_t>(g.size[2]);
    std::vector<std::uint8_t> value(count + kGridTail);
    const float most = static_cast<float>(kGridFar + 1) * g.quantum;
    std::size_t at = 0;
    for (int z = 0; z < g.size[2]; ++z)
        for (int y = 0; y < g.size[1]; ++y) {
            float known = most;  // the distance can grow by no more than a cell from one cell to the next
            for (int x = 0; x < g.size[0]; ++x) {
                const Vec3 p = {g.min[0] + (static_cast<float>(x) + 0.5F) * g.cell,
                                g.min[1] + (static_cast<float>(y) + 0.5F) * g.cell,
                                g.min[2] + (static_cast<float>(z) + 0.5F) * g.cell};
                const Found found = kernels().nearest(tree, p, std::min(most, known + g.cell * 1.001F));
                known = found.id == kNoFace ? most : std::sqrt(found.t);
                // Rounded down by a little more than the measurement can be wrong; readers add as much above.
                const float v = std::floor(known / g.quantum - 0.05F);
                value[at++] = static_cast<std::uint8_t>(std::clamp(v, 0.0F, static_cast<float>(kGridFar)));
            }
        }
    return value;
}

}  // namespace albireo::collide
