#include "client/collide/broad.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace albireo::collide {

void BroadPhase::Ruling::rule(std::span<const Box> boxes, std::size_t words, int axis) {
    const auto low = [axis](const Box& b) { return (&b.min.x)[axis]; };
    const auto high = [axis](const Box& b) { return (&b.max.x)[axis]; };
    float first = low(boxes[0]), last = high(boxes[0]);
    for (const Box& b : boxes) first = std::min(first, low(b)), last = std::max(last, high(b));
    min = first;
    inverse = static_cast<float>(kLines) / std::max(last - first, 1e-6F);
    begun.assign(kLines * words, 0);
    unended.assign(kLines * words, 0);
    for (std::size_t t = 0; t < boxes.size(); ++t) {
        begun[line(low(boxes[t])) * words + t / 64] |= std::uint64_t{1} << t % 64;
        unended[line(high(boxes[t])) * words + t / 64] |= std::uint64_t{1} << t % 64;
    }
    for (std::size_t i = words; i < begun.size(); ++i) begun[i] |= begun[i - words];
    for (std::size_t i = unended.size() - words; i-- > 0;) unended[i] |= unended[i + words];
}

void BroadPhase::place(std::span<const Box> targets) {
    boxes_.assign(targets.begin(), targets.end());
    words_ = (boxes_.size() + 63) / 64;
    if (boxes_.empty()) return;
    columns_.rule(boxes_, words_, 0);
    rows_.rule(boxes_, words_, 1);
}

void BroadPhase::find(std::span<const Box> movers, std::vector<Pair>& pairs) {
    // Both loops write what they have at hand and only then decide whether to keep it: nothing is foretold, so nothing
    // is foretold wrong.
    pairs.clear();
    if (words_ == 0) return;
    near_.resize(movers.size() * words_ + 1);
    std::size_t near = 0;
    for (std::uint32_t i = 0; i < movers.size(); ++i) {
        const Box& b = movers[i];
        const std::uint64_t* const x_begun = &columns_.begun[columns_.line(b.max.x) * words_];
        const std::uint64_t* const x_unended = &columns_.unended[columns_.line(b.min.x) * words_];
        const std::uint64_t* const y_begun = &rows_.begun[rows_.line(b.max.y) * words_];
        const std::uint64_t* const y_unended = &rows_.unended[rows_.line(b.min.y) * words_];
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t set = x_begun[w] & x_unended[w] & y_begun[w] & y_unended[w];
            near_[near] = {set, i, static_cast<std::uint32_t>(w * 64)};
            near += static_cast<std::size_t>(set != 0);
        }
    }
    std::size_t count = 0;
    for (std::size_t n = 0; n < near; ++n) {
        if (pairs.size() <= count + 64) pairs.resize(count * 2 + 128);
        for (std::uint64_t set = near_[n].set; set != 0; set &= set - 1) {
            const std::uint32_t target = near_[n].first + static_cast<std::uint32_t>(std::countr_zero(set));
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
