#include "tests/client/bot/recorded_death.hpp"

#include <algorithm>

#include "sim/snapshot.hpp"

namespace albireo {

DeathRecorder::DeathRecorder(const Level& level, const Options& options)
    : level_(level), options_(options), ring_(options.rewind + 1) {
    for (Moment& moment : ring_) moment.world = std::make_unique<World>();
}

void DeathRecorder::see(const bot::LocalGame& game) {
    const World& before = game.before();
    Moment& moment = moment_of(before.tick.value);
    copy_world(*moment.world, before);
    moment.frames = game.frames();
    seen_ = std::min<std::uint32_t>(seen_ + 1, options_.rewind + 1);
    for (const Enemy& enemy : before.enemies) kinds_[enemy.id] = enemy.kind;
    for (RecordedDeath& death : deaths_) {
        if (death.frames.size() < options_.ticks) death.frames.push_back(game.frames());
    }
    for (const Slot slot : kSlots) {
        if (game.now().ships[index(slot)].deaths > before.ships[index(slot)].deaths) add_death(game, slot);
    }
}

bool DeathRecorder::has_all_of(std::size_t count) const {
    return deaths_.size() >= count && std::all_of(deaths_.begin(), deaths_.begin() + static_cast<std::ptrdiff_t>(count),
                                                  [&](const RecordedDeath& death) { return death.frames.size() >= options_.ticks; });
}

void DeathRecorder::add_death(const bot::LocalGame& game, Slot slot) {
    RecordedDeath& death = deaths_.emplace_back();
    death.decided = game.before().tick;
    death.slot = slot;
    death.at = game.before().ships[index(slot)].at;
    const Frame& frame = game.frames()[index(slot)];
    const auto end = frame.reports.begin() + frame.report_count;
    const auto report = std::find_if(frame.reports.begin(), end, [](const Report& one) { return one.kind == ReportKind::died; });
    death.killer = report == end ? "wall, by the core's own rule" : killer_of(*report);
    const std::uint32_t begin = death.decided.value - (seen_ - 1);
    death.start = std::make_unique<World>();
    copy_world(*death.start, *moment_of(begin).world);
    for (std::uint32_t tick = begin; tick <= death.decided.value && death.frames.size() < options_.ticks; ++tick) {
        death.frames.push_back(moment_of(tick).frames);
    }
}

std::string DeathRecorder::killer_of(const Report& report) const {
    const auto known = kinds_.find(report.enemy);
    const std::string kind = known == kinds_.end() ? "?" : std::string(level_.name(level_.kinds[known->second].name));
    switch (static_cast<Cause>(report.part)) {
        case Cause::enemy: return kind;
        case Cause::enemy_shot: return "shot of " + kind;
        case Cause::beam: return "beam of " + kind;
        case Cause::wall: return "wall";
        case Cause::missile: return "missile of " + kind;
    }
    return "?";
}

}  // namespace albireo
