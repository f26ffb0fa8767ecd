#include "client/audio/sound_director.hpp"

#include <algorithm>
#include <array>

namespace albireo::audio {
namespace {

constexpr float kPartner = 0.5F;                // loudness of the partner's shots, relative to the player's own
constexpr std::uint16_t kBeamKey = kSlotCount;  // of the enemies' beams; ribbons have their slots

float across(Vec2 at) {
    return static_cast<float>(at.x.raw) / static_cast<float>(kFieldHalfWidth.raw);
}

Voice death_of(KindSize size) {
    switch (size) {
        case KindSize::small:
            return Voice::death_small;
        case KindSize::medium:
            return Voice::death_medium;
        case KindSize::large:
            return Voice::death_large;
        case KindSize::boss:
            return Voice::death_boss;
    }
    return Voice::death_small;
}

constexpr std::array kShots = {Voice::needle, Voice::fan, Voice::seeker, Voice::needle};  // the ribbon fires no shots
static_assert(kShots.size() == kWeaponCount, "every weapon has a sound");

Voice shot_of(std::int32_t value) {
    return value < kWeaponCount ? kShots[static_cast<std::size_t>(value)] : Voice::powered;
}

/// The sound of an event, if it has one.
std::optional<Voice> voice_of(const Event& event, const Level& level) {
    switch (event.kind) {
        case EventKind::shot_fired:
            return shot_of(event.value);
        case EventKind::shot_hit:
            return Voice::hit;
        case EventKind::shot_stopped:
            return Voice::rock;
        case EventKind::enemy_fired:
            return Voice::enemy_shot;
        case EventKind::enemy_died: {
            const auto kind = static_cast<std::size_t>(event.value);
            return kind < level.kinds.size() ? death_of(level.kinds[kind].size) : Voice::death_small;
        }
        case EventKind::part_died:
            return Voice::death_large;
        case EventKind::phase_cracking:
            return Voice::crack;
        case EventKind::beam_warns:
            return Voice::beam_warning;
        case EventKind::hatch_opens:
            return Voice::hatch;
        case EventKind::missile_launched:
            return Voice::missile;
        case EventKind::missile_died:
            return Voice::death_small;
        case EventKind::ship_died:
            return Voice::ship_death;
        case EventKind::ship_returned:
            return Voice::ship_return;
        case EventKind::extended:
            return Voice::extend;
        case EventKind::life_returned:
        case EventKind::continued:
        case EventKind::gift:
            return Voice::life;
        case EventKind::charge_full:
            return Voice::charge_full;
        case EventKind::gold_full:
            return Voice::gold_full;
        case EventKind::released:
            return Voice::released;
        case EventKind::lightning:
            return Voice::lightning;
        case EventKind::combined_storm:
            return Voice::combined_storm;
        case EventKind::multiplier_up:
            return Voice::multiplier;
        case EventKind::graze:
            return Voice::graze;
        case EventKind::link_begins:
            return Voice::link;
        case EventKind::burr_stuck:
            return Voice::burr;
        case EventKind::burst:
            return Voice::death_medium;
        case EventKind::dusted:
            return Voice::dust;
        case EventKind::splash:
            return Voice::splash;
        case EventKind::enemy_ended:
            return Voice::death_small;
        case EventKind::formation_bonus:
        case EventKind::phase_bonus:
            return Voice::bonus;
        case EventKind::message:
            return Voice::message;
        case EventKind::warning:
            return Voice::warning;
        case EventKind::section:
            return Voice::section;
        case EventKind::paused:
        case EventKind::resumed:
            return Voice::pause;
        case EventKind::game_over:
            return Voice::game_over;
        case EventKind::cleared:
            return Voice::cleared;
        // These events are silent, or another event of the same moment has the sound.
        case EventKind::enemy_spawned:
        case EventKind::phase_changed:
        case EventKind::beam_burns:
        case EventKind::ship_out:
        case EventKind::bolt_struck:
        case EventKind::score_up:
        case EventKind::clear_bonus:
        case EventKind::link_ends:
        case EventKind::loop_ended:
        case EventKind::round:
            break;
    }
    return std::nullopt;
}

bool is_players(EventKind kind) {
    return kind == EventKind::shot_fired || kind == EventKind::shot_hit || kind == EventKind::shot_stopped ||
           kind == EventKind::charge_full || kind == EventKind::gold_full || kind == EventKind::multiplier_up ||
           kind == EventKind::graze || kind == EventKind::burr_stuck || kind == EventKind::dusted ||
           kind == EventKind::splash || kind == EventKind::formation_bonus || kind == EventKind::phase_bonus;
}

}  // namespace

std::optional<Command> SoundDirector::command_for(const Event& event, const Level& level) {
    const std::optional<Voice> voice = voice_of(event, level);
    if (!voice) return std::nullopt;
    SoundParameters how;
    how.across = across(event.at);
    if (own_ && *own_ != event.slot && is_players(event.kind)) how.gain = kPartner;
    if (def_of(*voice).at_once > 2) {
        // Frequent sounds vary in pitch, by seven steps of 1 % in an order without a melody.
        how.pitch = 0.97F + 0.01F * static_cast<float>(turn_++ * 3 % 7);
    }
    if (event.kind == EventKind::multiplier_up) {
        how.pitch = 1 + 0.06F * static_cast<float>(std::clamp(event.value, 0, 12));
    }
    if (event.kind == EventKind::resumed) how.pitch = 1.26F;
    return Command{Command::Kind::play, *voice, 0, how};
}

std::optional<Command> SoundDirector::stinger_for(const Event& event, const Level& level) const {
    if (event.kind == EventKind::combined_storm) return Command{Command::Kind::play, Voice::storm_cells, 0, {}};
    const bool is_boss = event.kind == EventKind::enemy_died && voice_of(event, level) == Voice::death_boss;
    if (is_boss) return Command{Command::Kind::play, Voice::boss_fallen, 0, {}};
    return std::nullopt;
}

std::array<Command, 3> SoundDirector::follow(const World& world) const {
    std::array<Command, 3> commands;
    for (const Slot slot : kSlots) {
        const Ship& ship = world.ships[index(slot)];
        Command& command = commands[index(slot)];
        command.kind = ship.ribbon == 0 ? Command::Kind::let_go : Command::Kind::hold;
        command.voice = Voice::ribbon;
        command.key = static_cast<std::uint16_t>(index(slot));
        command.how = {.gain = !own_ || *own_ == slot ? 1.0F : kPartner,
                       .across = across(ship.at),
                       .pitch = is_charged_ribbon(ship.ribbon) ? 1.33F : 1.0F};
    }
    // All burning beams share one sound at their average position; more beams make it louder.
    float sum = 0, many = 0;
    for (const Beam& beam : world.beams.live()) {
        if (beam.burning == 0) continue;
        sum += std::clamp((across(beam.from) + across(beam.tip)) / 2, -1.0F, 1.0F);
        ++many;
    }
    Command& beams = commands.back();
    beams.kind = many == 0 ? Command::Kind::let_go : Command::Kind::hold;
    beams.voice = Voice::enemy_beam;
    beams.key = kBeamKey;
    beams.how = {.gain = std::min(1.0F, 0.55F + 0.15F * many), .across = sum / std::max(many, 1.0F)};
    return commands;
}

}  // namespace albireo::audio
