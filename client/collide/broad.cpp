#include "client/collide/broad.hpp"

#include <algorithm>
#include <cmath>

namespace albireo::collide {

BroadPhase::Cells BroadPhase::cells(const Box& b) const {
    const auto cell = [](float at, float inverse, int most) {
        return std::clamp(static_cast<int>(at * inverse), 0, most - 1);
    };
    return {cell(b.min.x - min_x_, inverse_x_, columns_), cell(b.min.y - min_y_, inverse_y_, rows_),
            cell(b.max.x - min_x_, inverse_x_, columns_), cell(b.max.y - min_y_, inverse_y_, rows_)};
}

void BroadPhase::place(std::span<const Box> targets) {
    boxes_.assign(targets.begin(), targets.end());
    columns_ = rows_ = 0;
    if (boxes_.empty()) return;
    around_ = boxes_[0];
    for (const Box& b : boxes_) around_ = merged(around_, b);

    // About four cells to a target, as square as they can be: finer ones list every target too often.
    const float width = std::max(around_.max.x - around_.min.x, 1e-6F);
    const float height = std::max(around_.max.y - around_.min.y, 1e-6F);
    const float cell = std::max(std::sqrt(width * height / (4.0F * static_cast<float>(boxes_.size()))), 1e-6F);
    columns_ = static_cast<int>(std::clamp(width / cell, 1.0F, 256.0F));
    rows_ = static_cast<int>(std::clamp(height / cell, 1.0F, 256.0F));
    min_x_ = around_.min.x, min_y_ = around_.min.y;
    inverse_x_ = static_cast<float>(columns_) / width, inverse_y_ = static_cast<float>(rows_) / height;

    // Counted, summed, then filled from the back, which leaves every cell's targets in descending order of their index
    // and `first_` where it should be.
    first_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
    const auto each_cell = [&](const Box& b, const auto& visit) {
        const Cells c = cells(b);
        for (int y = c.y0; y <= c.y1; ++y)
            for (int x = c.x0; x <= c.x1; ++x) visit(static_cast<std::size_t>(y * columns_ + x));
    };
    for (const Box& b : boxes_) each_cell(b, [&](std::size_t i) { ++first_[i]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first_) f = sum += f;
    listed_.resize(sum);
    for (std::uint32_t t = 0; t < boxes_.size(); ++t)
        each_cell(boxes_[t], [&](std::size_t i) { listed_[--first_[i]] = t; });
}

void ShotTick::place(std::span<const Target> targets) {
    targets_.assign(targets.begin(), targets.end());
    boxes_.clear();
    for (const Target& t : targets_) boxes_.push_back(bounds(t.pose, t.mesh->bounds()));
    broad_.place(boxes_);
}

void ShotTick::find(std::span<const Shot> shots, std::vector<ShotHit>& hits) const {
    hits.clear();
    for (std::uint32_t i = 0; i < shots.size(); ++i) {
        const Shot& s = shots[i];
        const Sphere sphere = {s.at, s.radius};
        ShotHit best{i, 0, {}};
        bool found = false;
        broad_.near(swept_bounds(sphere, s.move), [&](std::uint32_t target) {
            const Target& t = targets_[target];
            const std::optional<Hit> hit = first_hit(*t.mesh, t.pose, sphere, s.move);
            if (!hit) return;
            if (found && (hit->t > best.hit.t || (hit->t == best.hit.t && target > best.target))) return;
            best.target = target;
            best.hit = *hit;
            found = true;
        });
        if (found) hits.push_back(best);
    }
}

}  // namespace albireo::collide
