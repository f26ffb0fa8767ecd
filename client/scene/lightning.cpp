#include "client/scene/lightning.hpp"

#include <algorithm>
#include <cmath>

#include "client/scene/displace.hpp"

namespace albireo::scene {
namespace {

constexpr std::size_t kPointsMax = 65;

/// Two for each point, and two that join its strip to the one before without area.
constexpr std::size_t vertices_of(std::size_t points) {
    return points * 2 + 2;
}

/// The points of a bolt into `points`; returns how many: 2^n + 1, closer together than half a unit if there is room.
std::size_t points_of(const BoltDef& def, std::span<Vec2> points) {
    const Vec2 way = def.to - def.from;
    const float size = std::max(math::length(way), 1e-3F);
    std::size_t count = 9;
    while (count < kPointsMax && size / static_cast<float>(count - 1) > 0.4F &&
           vertices_of(count * 2 - 1) <= def.vertices_max) {
        count = count * 2 - 1;
    }
    std::array<float, kPointsMax> offsets{};
    VisualRandom random(def.seed);
    displace({offsets.data(), count}, size * 0.13F, 0.52F, random);
    VisualRandom shiver(def.jitter_seed * 2654435761U + def.seed);
    const Vec2 normal = Vec2{-way.y, way.x} / size;
    for (std::size_t i = 0; i < count; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(count - 1);
        const bool is_end = i == 0 || i + 1 == count;
        const float jitter = is_end || def.jitter_seed == 0 ? 0 : shiver.either() * 0.07F;
        points[i] = def.from + way * t + normal * (offsets[i] + jitter);
    }
    return count;
}

/// False if it does not fit.
bool add_strip(FixedList<BoltVertex, 16384>& strip, const BoltDef& def, std::span<const Vec2> points) {
    if (strip.size() + vertices_of(points.size()) > FixedList<BoltVertex, 16384>::kMax) return false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 before = i > 0 ? points[i] - points[i - 1] : points[1] - points[0];
        const Vec2 after = i + 1 < points.size() ? points[i + 1] - points[i] : before;
        const Vec2 along = math::normalized_or(
            math::normalized_or(before, Vec2{1, 0}) + math::normalized_or(after, Vec2{1, 0}), Vec2{1, 0});
        const Vec2 normal{-along.y, along.x};
        const float t = static_cast<float>(i) / static_cast<float>(points.size() - 1);
        // A fork tapers toward its far end; a bolt between two ends keeps its width.
        const float width = def.half_width * (def.forks > 0 ? 1.0F : 1.0F - 0.8F * t);
        const float light = def.light * (def.forks > 0 ? 1.0F : 1.0F - t);
        BoltVertex vertex{points[i] + normal * width, 1, light, def.colour, width};
        if (i == 0 && !strip.empty()) {
            strip.add(strip.all().back());
            strip.add(vertex);
        }
        strip.add(vertex);
        vertex.at = points[i] - normal * width;
        vertex.across = -1;
        strip.add(vertex);
    }
    return true;
}

}  // namespace

bool add_bolt(FixedList<BoltVertex, 16384>& strip, const BoltDef& def) {
    const std::size_t first = strip.size();
    std::array<Vec2, kPointsMax> points;
    const std::size_t count = points_of(def, points);
    if (!add_strip(strip, def, {points.data(), count})) return false;
    VisualRandom random(def.seed ^ 0x5bd1e995U);
    for (int fork = 0; fork < def.forks; ++fork) {
        const auto at = static_cast<std::size_t>(2 + random.share() * static_cast<float>(count - 4));
        const float turn = random.either() * 0.8F;
        const Vec2 way = points[std::min(at + 2, count - 1)] - points[at - 2];
        const float size = math::length(def.to - def.from) * (0.12F + 0.22F * random.share());
        const Vec2 ahead = math::normalized_or(way, Vec2{1, 0});
        const Vec2 turned{ahead.x * std::cos(turn) - ahead.y * std::sin(turn),
                          ahead.x * std::sin(turn) + ahead.y * std::cos(turn)};
        // The loose end of a fork jitters more than the bolt itself.
        VisualRandom shiver(def.jitter_seed * 977U + random.next());
        const Vec2 loose = def.jitter_seed == 0 ? Vec2{} : Vec2{shiver.either(), shiver.either()} * 0.2F;
        BoltDef branch = def;
        branch.from = points[at];
        branch.to = points[at] + turned * size + loose;
        branch.seed = random.next();
        branch.light = def.light * 0.45F;
        branch.half_width = def.half_width * 0.6F;
        branch.forks = 0;
        std::array<Vec2, kPointsMax> twig;
        const std::size_t twig_count = points_of(branch, twig);
        if (strip.size() - first + vertices_of(twig_count) > def.vertices_max ||
            !add_strip(strip, branch, {twig.data(), twig_count})) {
            break;
        }
    }
    return true;
}

void add_alternating_bolt(FixedList<BoltVertex, 16384>& strip, BoltDef def, float seconds) {
    const std::uint32_t seed = def.seed;
    const float light = def.light;
    for (const std::uint32_t which : {0U, 1U}) {
        const float phase = seconds * 3.0F + (which == 0 ? 0.0F : 0.5F);  // each lives a third of a second
        const float age = phase - std::floor(phase);
        if (which == 1 && seconds < 1.0F / 6) continue;
        def.seed = seed * 7919U + static_cast<std::uint32_t>(phase) * 31U + which;
        def.light = light * (1 - age) * (1 - age * 0.3F);
        add_bolt(strip, def);
    }
}

}  // namespace albireo::scene
