#include "client/level/play_figures.hpp"

#include <algorithm>
#include <memory>

#include "client/bot/bot_controller.hpp"
#include "client/bot/local_game.hpp"
#include "client/level/level_figures.hpp"
#include "sim/step.hpp"

namespace albireo {
namespace {

// Ends a game that the bots cannot finish. With all continues a game of level 1 takes ten minutes.
constexpr std::uint32_t kGameTicksMax = 20 * 60 * kTicksPerSecond;
constexpr std::uint32_t kTimeOfDeaths = 10 * kTicksPerSecond;

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::uint64_t name_of(const EnemyShot& shot) {
    return cause_of(shot.owner, std::uint32_t{shot.branch} << 16 | shot.number);
}

}  // namespace

double PlayFigures::seconds_a_game() const {
    return ratio(ticks, std::uint64_t{games} * kTicksPerSecond);
}

double PlayFigures::clean_share() const {
    return ratio(clean, games);
}

double PlayFigures::seconds_between_threats() const {
    return ratio(ticks, threats * kTicksPerSecond);
}

double PlayFigures::worst_time_share() const {
    std::uint64_t most = 0;
    for (const auto& [time, count] : deaths_by_time) most = std::max(most, count);
    return ratio(most, deaths);
}

double PlayFigures::worst_cause_share() const {
    return ratio(*std::max_element(deaths_by_cause.begin(), deaths_by_cause.end()), deaths);
}

double PlayFigures::not_straight_share() const {
    return ratio(not_straight, fired);
}

void PlayMeter::begin_game(std::uint32_t seed) {
    lull_ = {.ticks = 0, .timeline = 0, .in_loop = 0, .seed = seed};
    threat_age_ = kThreatTicks;
    is_rest_ = true;
    sections_ = 0;
    in_loop_ = 0;
    entered_.clear();
    shots_.clear();
}

void PlayMeter::see(const World& world, std::span<const Event> events) {
    if (is_paused(world) || is_over(world)) return;
    ++figures_.ticks;
    in_loop_ = world.flow.loop == Flow::kNoLoop ? 0 : in_loop_ + 1;
    is_rest_ |= in_loop_ == 1;
    for (const Event& event : events) {
        if (event.kind == EventKind::section) ++sections_;
        if (event.kind == EventKind::ship_died) count_death(event, world);
        is_rest_ |= event.kind == EventKind::section || event.kind == EventKind::warning ||
                    event.kind == EventKind::loop_ended;
    }
    figures_.bullets.add(static_cast<std::int64_t>(world.enemy_shots.size()));
    count_shots(world);
    ++threat_age_;
    if (!is_threatened(world, events)) {
        ++lull_.ticks;
        return;
    }
    if (threat_age_ >= kThreatTicks) {
        ++figures_.threats;
        threat_age_ = 0;
    }
    if (!is_rest_ && lull_.ticks > figures_.lull.ticks) figures_.lull = lull_;
    lull_ = {.ticks = 0, .timeline = world.flow.timeline, .in_loop = in_loop_, .seed = lull_.seed};
    is_rest_ = false;
}

void PlayMeter::end_game(const World& world) {
    ++figures_.games;
    if (outcome_of(world) != Outcome::cleared) return;
    ++figures_.cleared;
    figures_.clean += world.flow.continues == 0 ? 1 : 0;
}

void PlayMeter::count_shots(const World& world) {
    shots_now_.clear();
    for (const EnemyShot& shot : world.enemy_shots) {
        shots_now_.push_back(name_of(shot));
        if (std::binary_search(shots_.begin(), shots_.end(), name_of(shot))) continue;
        ++figures_.fired;
        figures_.not_straight += program_of(level_.guns[shot.gun]) != kNone ? 1 : 0;
    }
    std::sort(shots_now_.begin(), shots_now_.end());
    shots_.swap(shots_now_);
}

void PlayMeter::count_death(const Event& event, const World& world) {
    ++figures_.deaths;
    ++figures_.deaths_by_section[sections_];
    const auto cause = static_cast<std::size_t>(event.value);
    if (cause < kCauseCount) ++figures_.deaths_by_cause[cause];
    ++figures_.deaths_by_time[{world.flow.timeline / kTimeOfDeaths, in_loop_ / kTimeOfDeaths}];
}

bool PlayMeter::is_threatened(const World& world, std::span<const Event> events) {
    bool is_new = false;
    for (const Enemy& enemy : world.enemies) {
        if ((enemy.flags & kHasEntered) != 0) is_new |= entered_.insert(cause_of(enemy.id)).second;
    }
    return is_new || std::any_of(events.begin(), events.end(), [](const Event& event) {
        return event.kind == EventKind::enemy_fired || event.kind == EventKind::missile_launched ||
               event.kind == EventKind::beam_warns;
    });
}

PlayFigures play(const Level& level, int skill, std::uint32_t first, std::uint32_t last) {
    bot::BodyStore bodies;
    PlayMeter meter(level);
    std::vector<Event> events;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        const bot::BotController::Options options = {.skill = skill, .seed = static_cast<std::uint32_t>(seed)};
        bot::BotController gold(bodies, options), blue(bodies, options);
        const auto start = std::make_unique<World>();
        init(*start, level, {.seed = options.seed});
        bot::LocalGame game(level, *start, {&gold, &blue});
        meter.begin_game(options.seed);
        while (outcome_of(game.now()) == Outcome::playing && game.now().tick.value < kGameTicksMax) {
            game.step();
            events.clear();
            for (const auto& effect : game.effects()) events.push_back(effect.event);
            meter.see(game.now(), events);
        }
        meter.end_game(game.now());
    }
    return meter.figures();
}

}  // namespace albireo
