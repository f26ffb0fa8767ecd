#include "client/collide/broad.hpp"

#include <algorithm>
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
    around_ = boxes_[0];
    for (const Box& b : boxes_) around_ = merged(around_, b);
    columns_.rule(boxes_, words_, 0);
    rows_.rule(boxes_, words_, 1);
}

void ShotTick::place(std::span<const Target> targets) {
    targets_.assign(targets.begin(), targets.end());
    boxes_.clear();
    for (const Target& t : targets_) boxes_.push_back(bounds(t.pose, t.mesh->bounds()));
    broad_.place(boxes_);
}

void ShotTick::touching(std::span<const Sphere> shots, std::vector<ShotTouch>& touches) const {
    touches.clear();
    for (std::uint32_t i = 0; i < shots.size(); ++i)
        broad_.near(swept_bounds(shots[i], {}), [&](std::uint32_t target) {
            const Target& t = targets_[target];
            if (collide::touches(*t.mesh, t.pose, shots[i])) touches.push_back({i, target});
        });
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
