#include "client/collide/broad.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace albireo::collide {

void BroadPhase::place(std::span<const Box> targets) {
    boxes_.assign(targets.begin(), targets.end());
    sets_ = (boxes_.size() + kSetSize - 1) / kSetSize;
    if (boxes_.empty()) return;

    Box all = boxes_[0];
    for (const Box& b : boxes_) all = merged(all, b);
    const auto spacing = [](float width) { return static_cast<float>(kLines) / std::max(width, 1e-6F); };
    const float across = spacing(all.max.x - all.min.x), up = spacing(all.max.y - all.min.y);
    ruling_.min = Float4{all.min.x, all.min.y, all.min.x, all.min.y};
    ruling_.inverse = Float4{across, up, across, up};

    // A target that ends at a line counts for it and those before, one that begins there for it and those after.
    for (auto& sets : sets_of_) sets.assign(kLines * sets_, Set{});
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
        const Int4 lines = ruling_.lines(boxes_[t]);
        const auto mark = [&](int side, int line) {
            sets_of_[side][static_cast<std::size_t>(line) * sets_ + t / kSetSize][t / 64 % 2] |= std::uint64_t{1}
                                                                                                 << t % 64;
        };
        mark(kLeft, lines[kRight]), mark(kRight, lines[kLeft]);
        mark(kBottom, lines[kTop]), mark(kTop, lines[kBottom]);
    }
    for (const Side side : {kLeft, kBottom})
        for (std::size_t i = sets_of_[side].size() - sets_; i-- > 0;) sets_of_[side][i] |= sets_of_[side][i + sets_];
    for (const Side side : {kRight, kTop})
        for (std::size_t i = sets_; i < sets_of_[side].size(); ++i) sets_of_[side][i] |= sets_of_[side][i - sets_];
}

void BroadPhase::find(std::span<const Box> movers, std::vector<Pair>& pairs) {
    // The loops write what they have at hand and only then decide whether to keep it: nothing is foretold, so nothing
    // is foretold wrong.
    pairs.clear();
    if (sets_ == 0) return;
    near_.resize(movers.size() * sets_ + 1);
    std::size_t near = 0;
    for (std::uint32_t i = 0; i < movers.size(); ++i) {
        const Int4 lines = ruling_.lines(movers[i]);
        const auto sets = [&](Side side) { return &sets_of_[side][static_cast<std::size_t>(lines[side]) * sets_]; };
        const Set *const left = sets(kLeft), *const bottom = sets(kBottom), *const right = sets(kRight),
                         *const top = sets(kTop);
        for (std::size_t s = 0; s < sets_; ++s) {
            const Set set = left[s] & bottom[s] & right[s] & top[s];
            near_[near] = {set, i, static_cast<std::uint32_t>(s * kSetSize)};
            near += static_cast<std::size_t>((set[0] | set[1]) != 0);
        }
    }
    std::size_t count = 0;
    for (std::size_t n = 0; n < near; ++n) {
        if (pairs.size() <= count + kSetSize) pairs.resize(count * 2 + 2 * kSetSize);
        for (std::uint32_t half = 0; half < 2; ++half)
            for (std::uint64_t set = near_[n].set[half]; set != 0; set &= set - 1) {
                const std::uint32_t target =
                    near_[n].first + half * 64 + static_cast<std::uint32_t>(std::countr_zero(set));
                pairs[count] = {near_[n].mover, target};
                count += static_cast<std::size_t>(overlaps(movers[near_[n].mover], boxes_[target]));
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
        boxes_.push_back(bounds(t.pose, t.mesh->bounds()));
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
    shot_boxes_.resize(shots.size());
    for (std::size_t i = 0; i < shots.size(); ++i)
        shot_boxes_[i] = swept_bounds({shots[i].at, shots[i].radius}, shots[i].move);
    broad_.find(shot_boxes_, pairs_);

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

    // Once more in the order of the shots: each mesh's are in that order, so they are taken from its back.
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
