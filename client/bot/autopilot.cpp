#include "client/bot/autopilot.hpp"

#include "sim/game/player.hpp"
#include "sim/step.hpp"

namespace albireo::bot {
namespace {

constexpr std::uint32_t kAskEvery = 60;  // ticks between two presses of "continue"
constexpr std::uint32_t kAskAfter = 90;  // … after the end: a person reads the screen first

std::uint16_t buttons_of(Move move) {
    std::uint16_t buttons = 0;
    if (move.x > 0) buttons |= kRight;
    if (move.x < 0) buttons |= kLeft;
    if (move.y > 0) buttons |= kUp;
    if (move.y < 0) buttons |= kDown;
    if (move.focus && buttons != 0) buttons |= kFocus;
    return buttons;
}

}  // namespace

Autopilot::Autopilot(const Level& level, const Options& options)
    : level_(level),
      options_(options),
      skill_(skill_of(options.skill)),
      random_(Random::seed(options.seed * 747796405u + 1,
                           options.seed ^ (0x5bd1e995u + static_cast<std::uint32_t>(index(options.own))))),
      planner_(level),
      tactics_(options.own, options.spares_bosses) {}

void Autopilot::reset() {
    planner_.reset();
    sight_.reset();
    tactics_.reset();
    orders_ = {};
    move_ = {};
    danger_ = 0;
    decide_at_ = lapse_until_ = ask_at_ = {};
}

client::Controls Autopilot::next(const World& predicted) {
    client::Controls controls;
    controls.weapon = orders_.weapon;
    if (is_over(predicted) || is_paused(predicted)) {
        ask(predicted, controls);
        return controls;
    }
    ask_at_ = predicted.tick + kAskAfter;
    if (!is_flying(predicted.ships[index(options_.own)])) {
        planner_.reset();
        move_ = {};
        return controls;
    }
    if (predicted.clock >= decide_at_) {
        decide_at_ = predicted.clock + skill_.decision_ticks;
        decide(predicted);
        controls.weapon = orders_.weapon;
    }
    controls.buttons = buttons_of(move_);
    if (orders_.fire) controls.buttons |= kFire;
    if (orders_.release) controls.buttons |= kRelease;
    if (orders_.lightning || (orders_.together && tactics_.is_moment_to_strike(predicted))) {
        controls.buttons |= kLightning;
    }
    if (is_out_of_lives(predicted.ships[index(other(options_.own))])) {
        // A life for the partner is worth more than any bolt. The gift takes effect only with a full gold bar.
        controls.buttons = static_cast<std::uint16_t>((controls.buttons & ~kLightning) | kGift);
    }
    return controls;
}

void Autopilot::decide(const World& world) {
    sight_.look(world, level_);
    // An error lasts half a second, like a person's misjudgement.
    const std::uint32_t mistake = options_.seed + world.clock.value / 30;
    sight_.forecast(forecast_, world, level_, options_.own, skill_, mistake);
    if (world.clock >= lapse_until_ && random_.below(1000) < skill_.lapse_permille) {
        lapse_until_ = world.clock + skill_.lapse_ticks;
    }
    if (world.clock < lapse_until_) forecast_.safe_until = 1e9F;

    orders_ = tactics_.think(world, level_, planner_, skill_, danger_, random_);
    const Ship& ship = world.ships[index(options_.own)];
    const Planner::Choice choice =
        planner_.choose(forecast_, world.scroll, point(ship.at), ship.dives != 0, orders_.goal, skill_, random_);
    move_ = choice.move;
    danger_ = choice.danger;
}

void Autopilot::ask(const World& world, client::Controls& controls) {
    if (world.tick < ask_at_) return;
    ask_at_ = world.tick + kAskEvery + options_.command_delay;
    controls.command = is_over(world) ? Command::carry_on : Command::resume;
    controls.command_delay = options_.command_delay;
}

}  // namespace albireo::bot
