#include "scores/tally.hpp"

#include <bit>
#include <utility>

#include "sim/step.hpp"

namespace albireo::scores {

void Tally::note_event(const Event& event) {
    using enum EventKind;
    switch (event.kind) {
        case ship_died: {
            ++at(Measure::deaths);
            constexpr Measure kCauses[kCauseCount] = {Measure::rams, Measure::shot_down, Measure::burnt, Measure::crashes, Measure::missile_deaths};
            if (event.value >= 0 && event.value < kCauseCount) ++at(kCauses[event.value]);
            streak_ = 0;
            break;
        }
        case enemy_died:
            ++at(Measure::kills);
            raise(Measure::kill_streak, ++streak_);
            break;
        case part_died: ++at(Measure::parts); break;
        case missile_died: ++at(Measure::missiles); break;
        case formation_bonus: ++at(Measure::formations); break;
        case phase_bonus: ++at(Measure::phases); break;
        case multiplier_up: raise(Measure::multiplier, event.value); break;
        case shot_fired: weapons_ = static_cast<std::uint8_t>(weapons_ | 1u << (event.value % kWeaponCount)); break;
        case released: {
            constexpr Measure kForms[kWeaponCount] = {Measure::lances, Measure::bulwarks, Measure::burr_volleys, Measure::whips};
            if (event.value >= 0 && event.value < kWeaponCount) ++at(kForms[event.value]);
            break;
        }
        case burst:
            ++at(Measure::bursts);
            raise(Measure::burst_damage, event.value / 10);
            break;
        case dusted: ++at(Measure::dusted); break;
        case lightning: ++at(Measure::lightnings); break;
        case bolt_struck: ++at(Measure::bolts); break;
        case combined_storm:
            ++at(Measure::storms);
            raise(Measure::storm_targets, event.value);
            break;
        case graze: ++at(Measure::grazes); break;
        case splash: at(Measure::splashes) += event.value == 1 ? 1 : 0; break;
        case EventKind::round: raise(Measure::rounds, event.value); break;
        case section: ++at(Measure::sections); break;
        case paused: ++at(Measure::pauses); break;
        default: break;
    }
}

void Tally::note_window(const World& world) {
    const std::uint32_t score = world.earnings[0].score + world.earnings[1].score;
    const auto grazes = static_cast<std::uint32_t>(at(Measure::grazes));
    const std::size_t place = world.tick.value % kWindow;
    if (!std::exchange(has_begun_, true)) scores_.fill(score);
    // A continue lowers the score.
    const std::int64_t made = std::int64_t{score} - scores_[place];
    if (made > at(Measure::score_burst)) {
        at(Measure::score_burst) = made;
        best_tick_ = world.tick.value;
    }
    raise(Measure::graze_burst, std::int64_t{grazes} - grazes_[place]);
    scores_[place] = score;
    grazes_[place] = grazes;
}

void Tally::note(const World& world, const Events& events) {
    const std::int64_t deaths = at(Measure::deaths);
    for (const Event& event : events.all()) note_event(event);
    if (at(Measure::deaths) != deaths) died_at_ = world.clock.value;
    raise(Measure::longest_unharmed, (world.clock.value - died_at_) / kTicksPerSecond);
    for (const Ship& ship : world.ships) {
        dive_ticks_ += ship.dives;
        if (ship.ribbon != kNoRibbon) weapons_ |= 1u << static_cast<unsigned>(Weapon::ribbon);
    }
    note_window(world);
}

void Tally::finish(const World& world, std::uint8_t players) {
    at(Measure::cleared) = outcome_of(world) == Outcome::cleared ? 1 : 0;
    at(Measure::players) = std::popcount(players);
    at(Measure::difficulty) = static_cast<std::int64_t>(level_.difficulty);
    at(Measure::continues) = world.flow.continues;
    at(Measure::minutes) = world.clock.value / (60 * kTicksPerSecond);
    for (const Earnings& each : world.earnings) at(Measure::score) += each.score;
    at(Measure::weapons) = std::popcount(weapons_);
    at(Measure::links) = world.team.links;
    at(Measure::linked_seconds) = world.team.linked_ticks / kTicksPerSecond;
    at(Measure::dives_seconds) = dive_ticks_ / kTicksPerSecond;
}

}  // namespace albireo::scores
