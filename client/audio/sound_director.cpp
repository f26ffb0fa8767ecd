#include "client/audio/sound_director.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace albireo::audio {
namespace {

constexpr float kPartner = 0.5F;                // loudness of the partner's shots, relative to the player's own
constexpr std::uint16_t kBeamKey = kSlotCount;  // of the enemies' beams; ribbons have their slots
constexpr std::uint16_t kBedKey = kBeamKey + 1;  // of the first bed's left side; the others follow
constexpr float kNear = 5, kFar = 28;            // units: up to here a sound is near, and from here on it is far

/// A bed is heard on both sides, at different pitches, so that they do not become one in the middle.
constexpr float kBedAcross = 0.9F, kBedPitch = 0.92F;
struct Bed {
    Voice voice;
    std::string_view backdrop;  // empty: heard while it rains
};
constexpr std::array<Bed, SoundDirector::kBeds> kBedTable = {{
    {Voice::wind, "canyon"},
    {Voice::surf, "sea"},
    {Voice::breath, "hive"},
    {Voice::rain, ""},
}};

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
    if (is_in_field(*voice)) how.away = away(event.at);
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

/// The distance to the nearest of the listener's ships, as SoundParameters::away.
float SoundDirector::away(Vec2 at) const {
    float least = ear_count_ == 0 ? 0 : kFar;
    for (std::size_t i = 0; i < ear_count_; ++i) {
        const Vec2 off = at - ears_[i];
        const float x = static_cast<float>(off.x.raw) / Fixed::kOneRaw, y = static_cast<float>(off.y.raw) / Fixed::kOneRaw;
        least = std::min(least, std::sqrt(x * x + y * y));
    }
    return std::clamp((least - kNear) / (kFar - kNear), 0.0F, 1.0F);
}

std::array<Command, SoundDirector::kContinuous> SoundDirector::follow(const World& world, const Place& place) {
    ear_count_ = 0;
    for (const Slot slot : kSlots) {
        const bool plays = ((world.flow.players >> index(slot)) & 1) != 0;
        if (plays && (!own_ || *own_ == slot)) ears_[ear_count_++] = world.ships[index(slot)].at;
    }
    std::array<Command, kContinuous> commands;
    for (const Slot slot : kSlots) {
        const Ship& ship = world.ships[index(slot)];
        Command& command = commands[index(slot)];
        command.kind = ship.ribbon == 0 ? Command::Kind::let_go : Command::Kind::hold;
        command.voice = Voice::ribbon;
        command.key = static_cast<std::uint16_t>(index(slot));
        command.how = {.gain = !own_ || *own_ == slot ? 1.0F : kPartner,
                       .across = across(ship.at),
                       .pitch = is_charged_ribbon(ship.ribbon) ? 1.33F : 1.0F,
                       .away = away(ship.at)};
    }
    // All burning beams share one sound at their average position; more beams make it louder.
    float sum = 0, many = 0;
    for (const Beam& beam : world.beams.live()) {
        if (beam.burning == 0) continue;
        sum += std::clamp((across(beam.from) + across(beam.tip)) / 2, -1.0F, 1.0F);
        ++many;
    }
    Command& beams = commands[kSlotCount];
    beams.kind = many == 0 ? Command::Kind::let_go : Command::Kind::hold;
    beams.voice = Voice::enemy_beam;
    beams.key = kBeamKey;
    beams.how = {.gain = std::min(1.0F, 0.55F + 0.15F * many), .across = sum / std::max(many, 1.0F)};
    commands[kSlotCount + 1] = {Command::Kind::reverb, {}, 0, {.gain = place.enclosure}};
    for (std::size_t i = 0; i < 2 * kBeds; ++i) {
        const Bed& bed = kBedTable[i / 2];
        const bool is_heard = bed.backdrop.empty() ? place.is_raining : bed.backdrop == place.backdrop;
        const bool is_left = i % 2 == 0;
        commands[kSlotCount + 2 + i] = {is_heard ? Command::Kind::hold : Command::Kind::let_go, bed.voice,
                                        static_cast<std::uint16_t>(kBedKey + i),
                                        {.across = is_left ? -kBedAcross : kBedAcross, .pitch = is_left ? 1 : kBedPitch}};
    }
    return commands;
}

}  // namespace albireo::audio
