#include "client/level/play_figures.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "client/bot/bot_controller.hpp"
#include "client/bot/local_game.hpp"
#include "client/level/level_figures.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
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

std::uint64_t name_of(const Missile& missile) {
    return cause_of(missile.owner, missile.number);
}

using Seen = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
constexpr std::uint64_t kNotYet = std::numeric_limits<std::uint64_t>::max();

const std::uint64_t* since(const Seen& seen, std::uint64_t name) {
    const auto known = std::lower_bound(seen.begin(), seen.end(), std::pair{name, std::uint64_t{0}});
    return known == seen.end() || known->first != name ? nullptr : &known->second;
}

/// Makes `seen` the items of a pool, given those of the tick before; calls `is_new` for each that was not among them.
template <class Pool, class IsNew>
void see_all(const Pool& pool, std::uint64_t now, Seen& seen, Seen& before, IsNew is_new) {
    seen.swap(before);
    seen.clear();
    for (const auto& item : pool) {
        const std::uint64_t* known = since(before, name_of(item));
        if (known == nullptr) is_new(item);
        std::uint64_t first = known == nullptr ? kNotYet : *known;
        if (first == kNotYet && is_in_field(item.at, {})) first = now;
        seen.emplace_back(name_of(item), first);
    }
    std::sort(seen.begin(), seen.end());
}

std::int64_t distance_squared(Vec2 a, Vec2 b) {
    const std::int64_t x = a.x.raw - b.x.raw, y = a.y.raw - b.y.raw;
    return x * x + y * y;
}

/// The item of a pool that is nearest to a place; null if the pool is empty.
template <class Pool>
auto nearest(const Pool& pool, Vec2 at) {
    const auto least = std::min_element(pool.begin(), pool.end(), [&](const auto& a, const auto& b) {
        return distance_squared(a.at, at) < distance_squared(b.at, at);
    });
    return least == pool.end() ? nullptr : &*least;
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

double PlayFigures::unseen_share() const {
    return ratio(unseen_deaths, deaths);
}

double PlayFigures::least_in_hand_share() const {
    return ratio(*std::min_element(in_hand.begin(), in_hand.end()), std::accumulate(in_hand.begin(), in_hand.end(), std::uint64_t{0}));
}

double PlayFigures::linked_share() const {
    return ratio(linked, ticks);
}

void PlayMeter::begin_game(std::uint32_t seed) {
    lull_ = {.ticks = 0, .timeline = 0, .in_loop = 0, .seed = seed};
    threat_age_ = kThreatTicks;
    is_rest_ = true;
    was_one_out_ = was_revived_ = false;
    sections_ = 0;
    in_loop_ = 0;
    entered_.clear();
    kinds_.clear();
    shots_.clear();
    missiles_.clear();
}

void PlayMeter::see(const World& world, std::span<const Event> events) {
    if (is_paused(world) || is_over(world)) return;
    ++figures_.ticks;
    in_loop_ = world.flow.loop == Flow::kNoLoop ? 0 : in_loop_ + 1;
    is_rest_ |= in_loop_ == 1;
    for (const Event& event : events) {
        if (event.kind == EventKind::section) ++sections_;
        is_rest_ |= event.kind == EventKind::section || event.kind == EventKind::warning ||
                    event.kind == EventKind::loop_ended;
    }
    figures_.bullets.add(static_cast<std::int64_t>(world.enemy_shots.size()));
    see_all(world.enemy_shots, figures_.ticks, shots_, shots_before_, [&](const EnemyShot& shot) {
        ++figures_.fired;
        figures_.not_straight += program_of(level_.guns[shot.gun]) != kNone ? 1 : 0;
    });
    see_all(world.missiles, figures_.ticks, missiles_, missiles_before_, [](const Missile&) {});
    count_ships(world, events);
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
    for (const Earnings& earnings : world.earnings) figures_.grazes += earnings.grazes;
    figures_.linked += world.team.linked_ticks;
    figures_.extended += world.team.extends > 0 ? 1 : 0;
    figures_.with_one_out += was_one_out_ ? 1 : 0;
    figures_.revived += was_revived_ ? 1 : 0;
    if (outcome_of(world) != Outcome::cleared) return;
    ++figures_.cleared;
    figures_.clean += world.flow.continues == 0 ? 1 : 0;
}

void PlayMeter::count_ships(const World& world, std::span<const Event> events) {
    was_one_out_ |= is_out_of_lives(world.ships[0]) != is_out_of_lives(world.ships[1]);
    for (const Ship& ship : world.ships) {
        if (is_flying(ship)) ++figures_.in_hand[static_cast<std::size_t>(ship.weapon)];
    }
    for (const Event& event : events) {
        const auto value = static_cast<std::size_t>(event.value);
        if (event.kind == EventKind::ship_died) count_death(event, world);
        if (event.kind == EventKind::released && value < kWeaponCount) ++figures_.released[value];
        figures_.storms += event.kind == EventKind::combined_storm ? 1 : 0;
        figures_.gifts += event.kind == EventKind::gift ? 1 : 0;
        was_revived_ |= was_one_out_ && event.kind == EventKind::gift && event.value == 1;
    }
}

bool PlayMeter::is_recent(const std::uint64_t* first) const {
    return first != nullptr && (*first == kNotYet || figures_.ticks - *first < kSeenTicks);
}

std::string PlayMeter::kind_of(EnemyId id) const {
    const auto known = kinds_.find(id);
    return known == kinds_.end() ? "?" : std::string(level_.name(level_.kinds[known->second].name));
}

/// "weaver body"; "angler body, split".
std::string PlayMeter::gun_of(const EnemyShot& shot) const {
    std::string name = kind_of(shot.owner);
    const auto known = kinds_.find(shot.owner);
    const Range parts = known == kinds_.end() ? Range{} : level_.kinds[known->second].parts;
    for (std::size_t i = 0; i < parts.count; ++i) {
        const PartDef& part = level_.parts[parts.first + i];
        if (part.gun != shot.gun) continue;
        name += ' ';
        name += level_.name(part.name);
        break;
    }
    return shot.branch == 0 ? name : name + ", split";
}

PlayMeter::Killer PlayMeter::killer_of(const Event& death, const World& world) const {
    switch (static_cast<Cause>(death.value)) {
        case Cause::enemy_shot: {
            const EnemyShot* shot = nearest(world.enemy_shots, death.at);
            if (shot == nullptr) return {"a shot"};
            return {"shot of " + gun_of(*shot), is_recent(since(shots_, name_of(*shot)))};
        }
        case Cause::missile: {
            const Missile* missile = nearest(world.missiles, death.at);
            if (missile == nullptr) return {"a missile"};
            return {"missile of " + kind_of(missile->owner), is_recent(since(missiles_, name_of(*missile)))};
        }
        case Cause::enemy: {
            const Enemy* enemy = nearest(world.enemies, death.at);
            if (enemy == nullptr) return {"an enemy"};
            const auto entered = entered_.find(cause_of(enemy->id));
            return {kind_of(enemy->id), entered == entered_.end() || figures_.ticks - entered->second < kSeenTicks};
        }
        case Cause::beam: return {"a beam"};
        case Cause::wall: return {"a wall"};
    }
    return {};
}

void PlayMeter::count_death(const Event& event, const World& world) {
    ++figures_.deaths;
    ++figures_.deaths_by_section[sections_];
    const Killer killer = killer_of(event, world);
    figures_.unseen_deaths += killer.is_unseen ? 1 : 0;
    DeathCount& by_killer = figures_.deaths_by_killer[killer.name];
    ++by_killer.deaths;
    by_killer.unseen += killer.is_unseen ? 1 : 0;
    figures_.all_deaths.push_back({.seed = lull_.seed,
                                   .timeline = world.flow.timeline,
                                   .in_loop = in_loop_,
                                   .at = event.at,
                                   .killer = killer.name,
                                   .is_unseen = killer.is_unseen});
    const auto cause = static_cast<std::size_t>(event.value);
    if (cause < kCauseCount) ++figures_.deaths_by_cause[cause];
    ++figures_.deaths_by_time[{world.flow.timeline / kTimeOfDeaths, in_loop_ / kTimeOfDeaths}];
}

bool PlayMeter::is_threatened(const World& world, std::span<const Event> events) {
    bool is_new = false;
    for (const Enemy& enemy : world.enemies) {
        if (enemy.kind < level_.kinds.size()) kinds_[enemy.id] = enemy.kind;
        if ((enemy.flags & kHasEntered) != 0) is_new |= entered_.emplace(cause_of(enemy.id), figures_.ticks).second;
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
