#include "client/level/waves.hpp"

#include <algorithm>
#include <set>
#include <span>

namespace albireo {
namespace {

struct Arrival {
    std::uint16_t spawn = 0;
    std::uint32_t tick = 0;
};

struct Formation {
    std::uint32_t tick = 0;  // of its first enemy
    std::string name;
    std::size_t enemies = 0;
};

/// A (kind, path) pair as text.
std::string pair_name(const Level& level, const SpawnDef& spawn) {
    std::string name(level.name(level.kinds[spawn.kind].name));
    if (spawn.placement == Placement::path) name.append(" ").append(level.name(level.paths[spawn.path].name));
    if (spawn.placement == Placement::wall) name += " on rock";
    return name;
}

std::vector<Formation> formations_of(const Level& level, std::span<const CueDef> cues) {
    std::vector<Arrival> arrivals;
    for (const CueDef& cue : cues) {
        if (cue.kind != CueKind::spawn) continue;
        if (level.kinds[level.spawns[cue.a].kind].size == KindSize::boss) continue;
        arrivals.push_back({cue.a, cue.tick});
    }
    std::stable_sort(arrivals.begin(), arrivals.end(),
                     [](const Arrival& a, const Arrival& b) { return a.spawn < b.spawn; });
    std::vector<Formation> formations;
    Arrival last;
    for (const Arrival& now : arrivals) {
        const std::string name = pair_name(level, level.spawns[now.spawn]);
        // The times within a rank are not sorted, and the mirrored half of a formation starts again at its first tick.
        const std::uint32_t gap = now.tick > last.tick ? now.tick - last.tick : last.tick - now.tick;
        const bool goes_on = !formations.empty() && now.spawn == last.spawn + 1 && name == formations.back().name &&
                             gap < kFormationGap;
        if (!goes_on) formations.push_back({now.tick, name, 0});
        formations.back().tick = std::min(formations.back().tick, now.tick);
        ++formations.back().enemies;
        last = now;
    }
    std::stable_sort(formations.begin(), formations.end(),
                     [](const Formation& a, const Formation& b) { return a.tick < b.tick; });
    return formations;
}

void add_waves(std::vector<Wave>& waves, const std::vector<Formation>& formations, int loop) {
    for (auto first = formations.begin(); first != formations.end();) {
        Wave wave{.loop = loop, .tick = first->tick, .name = {}, .enemies = 0};
        std::set<std::string> pairs;
        for (; first != formations.end() && first->tick - wave.tick < kWaveTicks; ++first) {
            pairs.insert(first->name);
            wave.enemies += first->enemies;
        }
        for (const std::string& pair : pairs) wave.name += (wave.name.empty() ? "" : " + ") + pair;
        waves.push_back(std::move(wave));
    }
}

}  // namespace

std::vector<Wave> waves_of(const Level& level) {
    std::vector<Wave> waves;
    add_waves(waves, formations_of(level, level.cues), Wave::kTimeline);
    for (std::size_t i = 0; i < level.loops.size(); ++i) {
        const Range cues = level.loops[i].cues;
        add_waves(waves, formations_of(level, std::span(level.loop_cues).subspan(cues.first, cues.count)),
                  static_cast<int>(i));
    }
    return waves;
}

}  // namespace albireo
