#include "client/collide/broad.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace albireo::collide {

void BroadPhase::place(std::span<const Box> targets) {
    boxes_.assign(targets.begin(), targets.end());
    const std::size_t sets = (boxes_.size() + kTargetSetSize - 1) / kTargetSetSize;
    ground_.sets = sets;
    if (boxes_.empty()) return;

    Box all = boxes_[0];
    for (const Box& b : boxes_) all = merged(all, b);
    for (int axis = 0; axis < 2; ++axis) {
        const float low = all.min[axis], width = all.max[axis] - low;
        ground_.min[axis] = low;
        ground_.inverse[axis] = static_cast<float>(kGroundLines) / std::max(width, 1e-6F);
    }
    for (auto& lines : sets_of_) lines.assign(kGroundLines * sets, {});

    // A target that ends at a line is in the sets of that line and of those before it; a target that begins there is in the
    // sets of that line and of those after it.
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
        const auto mark = [&](GroundView::Side side, int axis, float at) {  // as the kernel finds a mover's line
            const float line = (at - ground_.min[axis]) * ground_.inverse[axis];
            const auto l =
                line > 0 ? static_cast<std::size_t>(std::min(line, static_cast<float>(kGroundLines - 1))) : 0;
            sets_of_[side][l * sets + t / kTargetSetSize].words[t / 64 % 4] |= std::uint64_t{1} << t % 64;
        };
        mark(GroundView::kLeft, 0, boxes_[t].max.x), mark(GroundView::kRight, 0, boxes_[t].min.x);
        mark(GroundView::kBottom, 1, boxes_[t].max.y), mark(GroundView::kTop, 1, boxes_[t].min.y);
    }
    const auto join = [](TargetSet& set, const TargetSet& other) {
        for (std::size_t i = 0; i < std::size(set.words); ++i) set.words[i] |= other.words[i];
    };
    for (const GroundView::Side side : {GroundView::kLeft, GroundView::kBottom})
        for (std::size_t i = sets_of_[side].size() - sets; i-- > 0;) join(sets_of_[side][i], sets_of_[side][i + sets]);
    for (const GroundView::Side side : {GroundView::kRight, GroundView::kTop})
        for (std::size_t i = sets; i < sets_of_[side].size(); ++i) join(sets_of_[side][i], sets_of_[side][i - sets]);
}

void BroadPhase::find(std::span<const Box> movers, std::vector<Pair>& pairs) {
    pairs.clear();
    if (ground_.sets == 0 || movers.empty()) return;
    for (int side = 0; side < GroundView::kSides; ++side) ground_.sets_of[side] = sets_of_[side].data();
    near_.resize(movers.size() * ground_.sets + 1);
    const std::size_t near = kernels().near_each(ground_, movers.data(), movers.size(), near_.data());
    std::size_t count = 0;
    for (std::size_t n = 0; n < near; ++n) {
        if (pairs.size() <= count + kTargetSetSize) pairs.resize(count * 2 + 2 * kTargetSetSize);
        const Box& mover = movers[near_[n].mover];
        for (std::uint32_t word = 0; word < std::size(near_[n].set.words); ++word)
            for (std::uint64_t set = near_[n].set.words[word]; set != 0; set &= set - 1) {
                const std::uint32_t target =
                    near_[n].first + word * 64 + static_cast<std::uint32_t>(std::countr_zero(set));
                // Kept or dropped without a branch.
                pairs[count] = {near_[n].mover, target};
                count += static_cast<std::size_t>(overlaps(mover, boxes_[target]));
            }
    }
    pairs.resize(count);
}

void ShotTick::place(std::span<const Target> targets) {
    targets_.assign(targets.begin(), targets.end());
    boxes_.clear();
    meshes_.clear();
    mesh_of_.clear();
    for (const Target& t : targets_) {
        boxes_.push_back(t.mesh->bounds(t.pose));
        const auto known = std::find(meshes_.begin(), meshes_.end(), t.mesh);
        mesh_of_.push_back(static_cast<std::uint32_t>(known - meshes_.begin()));
        if (known == meshes_.end()) meshes_.push_back(t.mesh);
    }
    broad_.place(boxes_);
}

void ShotTick::touching(std::span<const Sphere> shots, std::vector<ShotTouch>& touches) {
    touches.clear();
    shot_boxes_.resize(shots.size());
    for (std::size_t i = 0; i < shots.size(); ++i) shot_boxes_[i] = swept_bounds(shots[i], {});
    broad_.find(shot_boxes_, pairs_);
    for (const BroadPhase::Pair& pair : pairs_) {
        const Target& t = targets_[pair.target];
        if (collide::touches(*t.mesh, t.pose, shots[pair.mover])) touches.push_back({pair.mover, pair.target});
    }
}

void ShotTick::find(std::span<const Shot> shots, std::vector<ShotHit>& hits) {
    hits.clear();
    shot_boxes_.resize(shots.size() + 1);
    kernels().cover_each(shots.data(), shots.size(), shot_boxes_.data());
    broad_.find(std::span(shot_boxes_).first(shots.size()), pairs_);

    begins_.assign(meshes_.size() + 1, 0);
    for (const BroadPhase::Pair& pair : pairs_) ++begins_[mesh_of_[pair.target] + 1];
    for (std::size_t m = 0; m < meshes_.size(); ++m) begins_[m + 1] += begins_[m];

    near_.resize(pairs_.size());
    found_.resize(pairs_.size());
    for (const BroadPhase::Pair& pair : pairs_) {
        const Transform& pose = targets_[pair.target].pose;
        const Shot& s = shots[pair.mover];
        near_[begins_[mesh_of_[pair.target]]++] = {pose.point_inside(s.at), pose.direction_inside(s.move), s.radius};
    }
    std::size_t first = 0;
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
        const std::size_t count = begins_[m] - first;  // it now has where the next one's begin
        first_hit_each(*meshes_[m], std::span(near_).subspan(first, count), std::span(found_).subspan(first, count));
        first += count;
    }

    // Merges the hits into the order of the shots. The hits of each mesh are in that order already, so they are taken from the
    // back of each.
    for (std::size_t i = pairs_.size(); i-- > 0;) {
        const BroadPhase::Pair& pair = pairs_[i];
        const std::optional<Hit>& hit = found_[--begins_[mesh_of_[pair.target]]];
        if (!hit) continue;
        const bool other = hits.empty() || hits.back().shot != pair.mover;
        if (!other && hit->t > hits.back().hit.t) continue;  // of equals, the lower index, which comes last
        if (other) hits.emplace_back();
        const Transform& pose = targets_[pair.target].pose;
        hits.back() = {pair.mover, pair.target, *hit};
        hits.back().hit.point = pose.point(hit->point);
        hits.back().hit.normal = pose.direction(hit->normal);
    }
    std::reverse(hits.begin(), hits.end());
}

}  // namespace albireo::collide
