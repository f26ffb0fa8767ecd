// One file: an effect has its lines in happen(), tick() and look(), and in reset(), without which it would outlive a seek.
#include "client/scene/stage.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "client/scene/progress.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/rock.hpp"
#include "client/scene/scenery.hpp"
#include "client/scene/stage_draw.hpp"
#include "client/scene/surroundings.hpp"
#include "client/text/utf8.hpp"
#include "client/words/words.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

/// Lightning in the clouds, 0 … 1: ten frames, some five seconds apart. A function of the world's clock, so a tick looks the same after a seek.
float sheet_lightning(float seconds) {
    constexpr float kApart = 5.3F, kLong = 0.3F;
    const float turn = std::floor(seconds / kApart);
    const float since = seconds - turn * kApart - 2.0F * std::abs(std::sin(turn * 12.9F));
    return since < 0 || since > kLong ? 0.0F : (1 - since / kLong) * (1 - since / kLong);
}

// A view has room for everything in a world, except lights and bursts. If some of those are dropped, the picture is only darker.
template <class List>
constexpr std::size_t room(List View::*) {
    return List::kMax;
}
constexpr std::size_t kRidgeStrips = kBackdrops * 3 * 3, kFlares = kSlotCount;
static_assert(room(&View::instances) >= kTileRowMax * (1 + kTileMovesMax) + kRidgeStrips + kSlotCount +
                                         kEnemiesMax * kPartsMax + kMissilesMax + kPiecesMax);
static_assert(room(&View::enemy_shots) >= kEnemyShotsMax);
static_assert(room(&View::player_shots) >=
              kSlotCount * kShotsPerPlayerMax + 2 * kFlares + kFadingShotsMax + kBurrsShown);
// Each ship has its ribbon, the hops of its whip, its half of the link, its breath, and four pieces of its bulwark.
static_assert(room(&View::ribbons) >= kBeamsMax + kSlotCount * (1 + kWhipHops + 1 + 1 + 4));
static_assert(room(&View::sea) == WallBand::kCount + 1);
static_assert(room(&View::blacks) >= kSlotCount);

/// The size of the explosion in which burrs burst, by the damage in tenths of a needle hit: 0.4 for one, 1.9 for sixteen.
float burst_size(std::int32_t damage) {
    return 0.3F + 0.1F * std::sqrt(static_cast<float>(std::max(damage, 0)) / static_cast<float>(kBurrDamage));
}

/// The offset of the eye at a tick under a shake of this strength.
Vec2 thrown(float shake, Tick tick) {
    VisualRandom random(tick.value * 31 + 7);
    const float strength = shake * shake * 0.45F;
    const float x = random.either() * strength;
    const float y = random.either() * strength;
    return {x, y};
}

/// The name of a control where no binding is known: in films and pictures.
std::string in_capitals(std::string_view control) {
    if (control == "move") return "the arrow keys or the stick";
    std::string text(control);
    for (char& c : text) c = c == '_' ? ' ' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

}  // namespace

Stage::Stage(const Level& level, const Cast& cast, StageOptions options)
    : level_(level), cast_(cast), options_(std::move(options)) {}

void Stage::reset() {
    bursts_.clear();
    glows_.clear();
    shocks_.clear();
    bolts_.clear();
    cracks_.clear();
    pieces_.clear();
    wake_.reset();
    smoke_.reset();
    sea_ = {};
    hold_ticks_ = 0;
    labels_.clear();
    partner_shots_.clear();
    fading_.clear();
    message_ = warning_ = beaten_ = {};
    bosses_.clear();
    lean_ = focus_ = {};
    before_ = {};
    shake_ = hurt_ = 0;
    flash_ = {};
    last_seconds_ = -1;
    random_ = VisualRandom{1};  // a seek to a tick always shows the same sparks
}

/// Plays a recipe at this place.
void Stage::emit(const Recipe& recipe, Vec2 at, const EffectRequest& asked) {
    // Under water smoke does not flow.
    add_bursts(recipe, at, asked, random_, bursts_, sea_.covers(in_core(at)) ? nullptr : &smoke_);
    const GlowRow& glow = recipe.glow;
    if (const float life = glow.life.at(asked.size); life > 0) {
        const Vec3 colour = (glow.colour + asked.tint * glow.own) * std::min(asked.size, glow.size_most);
        glows_.add({{at.x, at.y, glow.z}, colour, glow.radius.at(asked.size), 0, life});
    }
    if (const ShockRow& shock = recipe.shock; shock.life.at(asked.size) > 0 && asked.size >= shock.size_min) {
        shocks_.add({at, shock.reach.at(asked.size), shock.width.at(asked.size), shock.strength.at(asked.size), 0, shock.life.at(asked.size)});
    }
    shake_ = std::min(1.0F, shake_ + recipe.shake * asked.size * asked.size);
}

void Stage::strike(Slot slot, EnemyId target, int part, Vec2 at, bool of_combined_storm) {
    bolts_.add({.slot = slot,
                .target = target,
                .part = part,
                .at = at,
                .age = 0,
                .seed = random_.next() | 1U,
                .of_combined_storm = of_combined_storm,
                .between_ships = false});
}

/// The combined storm: a bolt between them, and one for each enemy that it struck, whether that lives or not.
void Stage::start_storm(const World& now, const Event& storm, std::span<const client::EffectLedger::Effect> effects) {
    bolts_.add({.slot = storm.slot,
                .target = {},
                .part = 0,
                .at = client::in_field(storm.at),
                .age = 0,
                .seed = random_.next() | 1U,
                .of_combined_storm = true,
                .between_ships = true});
    emit(kStorm, (client::in_field(now.ships[0].at) + client::in_field(now.ships[1].at)) * 0.5F, {});
    for (const Enemy& enemy : now.enemies.live()) {
        if (is_in_field(enemy.at, {})) strike(storm.slot, enemy.id, 0, client::in_field(enemy.at), true);
    }
    for (const client::EffectLedger::Effect& effect : effects) {
        const Event& event = effect.event;
        if (event.kind != EventKind::enemy_died || event.tick != storm.tick || !is_in_field(event.at, {})) continue;
        strike(storm.slot, enemy_of(event), 0, client::in_field(event.at), true);
    }
}

/// `drawn_off`: the offset at which the ship of the event's slot is drawn from its position in the world.
void Stage::happen(const World& now, const Event& event, Vec2 drawn_off) {
    const Vec2 at = client::in_field(event.at);
    const Vec3 own = player_colour(event.slot);
    switch (event.kind) {
        case EventKind::shot_fired:
            emit(kMuzzle, at + drawn_off, {.tint = own});
            break;
        case EventKind::shot_hit: {
            const bool is_joint = std::any_of(now.enemies.begin(), now.enemies.end(), are_both_striking);
            emit(kHit, at, is_joint ? EffectRequest{.size = kJointHitSize, .tint = kJointHitTint} : EffectRequest{.tint = own});
            break;
        }
        case EventKind::shot_stopped:
            emit(is_at_breaker(now, at) ? kSprayed : kChip, at, {.tint = own});
            break;
        case EventKind::enemy_fired:
            emit(kEnemyMuzzle, at, {});
            break;
        case EventKind::enemy_died: {
            const KindDef& kind = level_.kinds[static_cast<std::size_t>(event.value)];
            emit(kExplosion, at, {.size = kDeathSizes[static_cast<std::size_t>(kind.size)], .tint = {1, 0.95F, 0.9F}});
            break_apart(kind, 0, kind.parts.count, event);
            if (kind.size != KindSize::boss) break;
            hold_ticks_ = kHitStopTicks;
            held_view_ = nullptr;
            for (int i = 0; i < kBossBlasts; ++i) {
                const float x = at.x + random_.either() * kBossBlastReach;
                const float y = at.y + random_.either() * kBossBlastReach;
                emit(kExplosion, {x, y}, {.size = kBossBlastSize, .tint = {1, 0.9F, 0.8F}});
            }
            flash(Vec3{0.16F, 0.13F, 0.10F});
            shake_ = 1;
            break;
        }
        case EventKind::part_died:
            emit(kExplosion, at, {.size = kPartDeathSize, .tint = {1, 0.9F, 0.8F}});
            if (const Enemy* enemy = find_enemy(now, enemy_of(event)); enemy != nullptr) {
                break_apart(level_.kinds[enemy->kind], static_cast<std::size_t>(event.value), 1, event);
            }
            break;
        case EventKind::missile_died:
            emit(kExplosion, at, {.size = kMissileDeathSize, .tint = {1, 0.8F, 0.6F}});
            break;
        case EventKind::missile_launched:
            emit(kLaunch, at, {});
            break;
        case EventKind::phase_cracking:
            cracks_.add({enemy_of(event), static_cast<int>(kLateTicks) + 1});
            break;
        case EventKind::phase_changed:
            // Every enemy's machines change states, but the picture shakes only at the end of a boss's phase that has cracked.
            if (is_cracking(enemy_of(event))) shake_ = std::max(shake_, 0.35F);
            break;
        case EventKind::ship_died:
            emit(kExplosion, at, {.size = kShipDeathSize, .tint = own + Vec3{0.3F, 0.3F, 0.3F}});
            emit(kShipDeath, at, {.tint = own});
            if (!options_.own || *options_.own == event.slot) hurt_ = 0.8F;
            flash(own * 0.05F);
            shake_ = std::min(1.0F, shake_ + 0.5F);
            break;
        case EventKind::charge_full:
            emit(kBarFull, at, {.tint = {0.4F, 0.8F, 1}});
            break;
        case EventKind::gold_full:
            emit(kBarFull, at, {.tint = {1, 0.8F, 0.3F}});
            break;
        case EventKind::released:
            emit(kRelease, at, {.tint = own});
            break;
        case EventKind::lightning:
            flash(Vec3{0.016F, 0.018F, 0.026F});
            shake_ = std::min(1.0F, shake_ + 0.15F);
            break;
        case EventKind::bolt_struck:
            strike(event.slot, enemy_of(event), static_cast<int>(event.cause & 0xff), at, false);
            emit(kExplosion, at, {.size = kBoltSize, .tint = {0.7F, 0.8F, 1}});
            break;
        case EventKind::combined_storm:
            flash(Vec3{0.05F, 0.05F, 0.07F});
            shake_ = 1;
            break;
        case EventKind::graze:
            emit(kGraze, at, {.tint = own});
            break;
        case EventKind::dusted:
            // The shots that a phase leaves behind turn to dust for nobody: they score nothing.
            emit(kDust, at, {.tint = event.value > 0 ? own : Vec3{0.7F, 0.7F, 0.7F}});
            break;
        case EventKind::burr_stuck:
            emit(kHit, at, {.tint = own});
            break;
        case EventKind::burst:
            emit(kExplosion, at, {.size = burst_size(event.value), .tint = own + Vec3{0.3F, 0.3F, 0.3F}});
            break;
        case EventKind::splash:
            emit(kSplash, at, {});
            break;
        case EventKind::enemy_ended:
            emit(kEnded, at, {});
            break;
        case EventKind::gift:
            emit(kGift, at, {.tint = own});
            break;
        case EventKind::formation_bonus:
        case EventKind::phase_bonus: {
            if (event.value <= 0) break;  // a formation of a later lap pays nothing
            // If the enemy died at the edge, the number is moved into the picture and off the HUD's rows, also while it rises.
            Vec2 base{std::clamp(at.x, -14.0F, 14.0F), std::clamp(at.y, -6.9F, 5.8F)};
            // Below a number that has just appeared there, or at the top if there is no room.
            for (const Label& other : labels_.all()) {
                const Vec2 off = other.at - base;
                const bool is_near = other.slot == event.slot && other.age < kLabelSeconds / 2 && std::abs(off.x) < 3 && std::abs(off.y) < 1.35F;
                if (is_near) base.y = base.y > -5.5F ? base.y - 1.4F : 5.8F;
            }
            labels_.add({.at = base + Vec2{0, event.slot == Slot::gold ? 0.35F : -0.35F},
                         .slot = event.slot,
                         .points = event.value});
            break;
        }
        case EventKind::message:
            say(translated(level_.name(static_cast<std::uint16_t>(event.value))));
            break;
        case EventKind::round:
            say_round(event.value);
            break;
        case EventKind::warning:
            warning_ = {};
            std::ranges::copy(text::fit_bytes(tr("WARNING"), warning_.text.size() - 1), warning_.text.begin());
            warning_.strength = 1;
            break;
        default:
            break;
    }
}

void Stage::say_round(std::int32_t round) {
    std::string text = tr("Round {}");
    if (const auto place = text.find("{}"); place != std::string::npos) text.replace(place, 2, std::to_string(round));
    say(text);
}

/// Shows a message, with each {control} replaced by the player's key or button.
void Stage::say(std::string_view message) {
    std::string said;
    while (!message.empty()) {
        const std::size_t open = message.find('{'), close = message.find('}', open);
        if (close == std::string_view::npos) break;
        said += message.substr(0, open);
        const std::string_view control = message.substr(open + 1, close - open - 1);
        said += options_.control_text ? options_.control_text(control) : in_capitals(control);
        message.remove_prefix(close + 1);
    }
    said += message;
    message_ = {};
    std::ranges::copy(text::fit_bytes(said, message_.text.size() - 1), message_.text.begin());
    message_.strength = 1;
}

void Stage::tick(const StageInput& input, std::span<const client::EffectLedger::Effect> effects) {
    assert(input.alpha == 1 && "a tick is shown at its end");
    const World& now = input.now;
    hold_ticks_ = std::max(hold_ticks_ - 1, 0);
    sea_ = Sea(now, level_);
    before_ = {.lean = lean_, .focus = focus_, .shake = shake_, .flash = flash_, .hurt = hurt_};
    for (const client::EffectLedger::Effect& effect : effects) {
        const Slot slot = effect.event.slot;
        happen(now, effect.event, ship_place(input, slot) - client::in_field(now.ships[index(slot)].at));
        if (effect.event.kind == EventKind::combined_storm) start_storm(now, effect.event, effects);
    }
    follow(now);
    time_bosses(now, effects);
    if (now.clock != input.before.clock) {  // otherwise the world is paused, or the game is over
        lean(input);
        watch_focus(input);
        emit_trails(input);
        stir(input, effects);
        crumble(now);
        crack(now);
        blow(input);
        grow_old(shocks_, [](Shock& shock) { return (shock.age += kTickSeconds) >= shock.life; });
    }
    withdraw(input);
    remember_shots(input);
    grow_old(glows_, [](Glow& glow) { return (glow.age += kTickSeconds) >= glow.life; });
    grow_old(pieces_, [](Piece& piece) { return (piece.age += kTickSeconds) >= piece.life; });
    grow_old(labels_, [](Label& label) { return (label.age += kTickSeconds) >= kLabelSeconds; });
    grow_old(bolts_, [](Bolt& bolt) { return (bolt.age += kTickSeconds) >= kBoltSeconds; });
    shake_ *= 0.90F;
    flash_ = flash_ * 0.80F;
    hurt_ *= 0.955F;
    for (HudLine* line : {&message_, &warning_, &beaten_}) {
        if (line->strength <= 0) continue;
        line->age += kTickSeconds;
        line->strength = std::clamp(std::min(line->age * 4, 3.5F - line->age), 0.0F, 1.0F);
        if (line->age > 3.5F) *line = {};
    }
    if (warning_.strength > 0) warning_.strength *= 0.55F + 0.45F * std::sin(warning_.age * 12);
}

void Stage::lean(const StageInput& input) {
    StageInput begin = input;
    begin.alpha = 0;
    for (const Slot slot : kSlots) {
        const Vec2 way = ship_place(input, slot) - ship_place(begin, slot);
        const float wanted = std::clamp(way.y * 4.0F, -0.75F, 0.75F);
        lean_[index(slot)] += (wanted - lean_[index(slot)]) * 0.12F;
    }
}

/// A world does not store whether a player holds focus. If the caller does not know it, slow flight shows it, and a hovering ship
/// keeps its last value.
void Stage::watch_focus(const StageInput& input) {
    for (const Slot slot : kSlots) {
        const Ship& ship = input.now.ships[index(slot)];
        const Vec2 way = client::in_field(ship.at) - client::in_field(input.before.ships[index(slot)].at);
        const float speed = math::length(way) / (ship.dives != 0 ? units(kDiveShare) : 1.0F);
        const float middle = (units(kShipSpeed) + units(kShipFocusSpeed)) / 2;
        float& focus = focus_[index(slot)];
        if (!is_flying(ship)) {
            focus = 0;
        } else if (const std::optional<bool> holds = input.focused[index(slot)]) {
            focus = std::clamp(focus + (*holds ? 0.2F : -0.2F), 0.0F, 1.0F);
            continue;
        }
        if (speed > middle / 100) focus = std::clamp(focus + (speed < middle ? 0.2F : -0.2F), 0.0F, 1.0F);
    }
}

/// A bolt's end follows its target, or stays where the target was last.
void Stage::follow(const World& now) {
    for (Bolt& bolt : bolts_.all()) {
        if (const Enemy* enemy = find_enemy(now, bolt.target); enemy != nullptr)
            bolt.at = part_place(*enemy, bolt.part);
    }
}

/// Continuous effects: engines, wounds, missiles' tails, beams.
void Stage::emit_trails(const StageInput& input) {
    const World& now = input.now;
    const std::uint32_t tick = now.tick.value;
    for (const Slot slot : kSlots) {
        const Ship& ship = now.ships[index(slot)];
        if (life_of(ship) != Life::flying && life_of(ship) != Life::entering) continue;
        const Vec2 at = ship_place(input, slot);
        const Vec3 own = player_colour(slot);
        emit(kEngine, at, {.tint = own, .tick = tick + static_cast<std::uint32_t>(index(slot))});
        if (ship.dives != 0) emit(kBubbles, at, {.tick = tick + static_cast<std::uint32_t>(index(slot))});
        if (ship.ribbon == 0) continue;
        emit(kRibbonMouth, at, {.tint = own, .tick = tick});
        emit(kRibbonTip, client::in_field(ship.aim), {.tint = own, .tick = tick});
    }
    for (const Enemy& enemy : now.enemies.live()) {
        const KindDef& kind = level_.kinds[enemy.kind];
        if (kind.size < KindSize::large) continue;
        for (std::uint32_t i = 0; i < enemy.part_count; ++i) {
            const Part& part = enemy.parts[i];
            const PartDef& def = level_.parts[kind.parts.first + i];
            const Vec2 at = client::in_field(part.at);
            const float radius = std::min(units(def.radius), 2.0F);
            const float hurt = wound_of(part, def, enemy.heat);
            if ((part.flags & kPartAlive) == 0) {
                emit(kWreck, at, {.size = radius, .tick = tick + i * 3});
            } else if (hurt > kSmokes) {
                emit(kWound, at, {.size = radius, .wound = hurt, .tick = tick + i * 5});
            }
        }
    }
    for (const Missile& missile : now.missiles.live()) {
        emit(kMissileTail, client::in_field(missile.at),
              {.way = direction_of_angle(missile.heading), .tick = missile.age});
    }
    for (const Beam& beam : now.beams.live()) {
        if (beam.burning == 0) continue;
        emit(kBeamMouth, client::in_field(beam.from),
              {.tint = colours_.beam[beam.def % colours_.beam.size()], .tick = tick});
    }
}

void Stage::look(const StageInput& asked, View& view) {
    if (hold_ticks_ > 0 && held_view_ == &view) {
        view.bursts.clear();
        view.dt = 0;
        return;
    }
    held_view_ = &view;
    view.clear();
    colours_ = fire_colours(view.visuals.palette);
    const float now = (static_cast<float>(asked.before.tick.value) + asked.alpha) * kTickSeconds;
    // In a paused world nothing moves, whatever its speed.
    StageInput input = asked;
    if (asked.now.clock == asked.before.clock) input.alpha = 1;
    view.dt = last_seconds_ < 0 ? kTickSeconds : std::clamp(now - last_seconds_, 0.0F, 0.25F);
    last_seconds_ = now;
    view.seconds = now;
    view.sea_seconds = (static_cast<float>(input.now.clock.value) - 1 + input.alpha) * kTickSeconds;
    view.frame = ++frame_;
    // Interpolated from the previous tick's offset to this one's, so that it does not depend on the display's rate.
    view.shake = math::lerp(thrown(before_.shake, input.before.tick), thrown(shake_, input.now.tick), input.alpha);
    view.scroll = way_come(input.now, level_) - client::in_field(input.now.scroll.moved) * (1 - input.alpha);
    view.flash = math::lerp(before_.flash, flash_, input.alpha);
    view.hurt = math::lerp(before_.hurt, hurt_, input.alpha);
    view.fade = fade_of(input.now, level_, 1 - input.alpha);
    const Surroundings around = surroundings_of(input.now, level_, 1 - input.alpha);
    const Grade& grade = around.grade;
    view.sky = {.haze = {around.haze.x * grade.air.x, around.haze.y * grade.air.y, around.haze.z * grade.air.z}, .dawn = grade.dawn,
                .rain = grade.rain, .lightning = grade.rain * sheet_lightning(view.sea_seconds), .sun = grade.sun, .light = grade.sky};
    view.grade = matrix_of(grade);
    black_reach_ = around.black_reach;
    draw_scenery(input.now.scroll, level_, cast_, {}, 1 - input.alpha, view);
    draw_shocks(input.alpha, view);
    draw_ghost(input, view);
    draw_ships(input, view);
    draw_enemies(input, view);
    draw_sea(input, view);
    draw_pieces(1 - input.alpha, view);
    draw_missiles(input, view);
    draw_shots(input, view);
    draw_beams(input, view);
    draw_bulwarks(input, view);
    draw_link(input, view);
    draw_breath(input, view);
    draw_bolts(input, view);
    for (const Glow& glow : glows_.all()) {
        const float left = 1 - (glow.age - (1 - input.alpha) * kTickSeconds) / glow.life;
        view.points.add({glow.at, glow.radius, glow.at, 0, glow.colour * (left * left), 1});
    }
    for (const Burst& burst : bursts_.all()) view.bursts.add(burst);
    bursts_.clear();
    smoke_.draw(input.alpha, view);
    fill_hud(input, view);
    if (options_.debug_shapes) draw_debug(input, view);
}

}  // namespace albireo::scene
