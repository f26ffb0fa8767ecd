/// The ships of an earlier game, and the distance to its score.
#include <algorithm>
#include <charconv>
#include <string_view>

#include "client/predict/units.hpp"
#include "client/scene/ghost.hpp"
#include "client/scene/stage.hpp"
#include "client/text/utf8.hpp"

namespace albireo::scene {
namespace {

/// A dart, clockwise from its nose.
constexpr std::array<Vec2, 4> kOutline = {Vec2{0.75F, 0}, Vec2{-0.62F, -0.46F}, Vec2{-0.38F, 0}, Vec2{-0.62F, 0.46F}};
constexpr float kLine = 0.035F;  // half of its width
constexpr float kGhostHeat = 0.4F;  // a threat is always brighter
constexpr float kGhostJump = 2;     // units a tick: the ship has been put elsewhere

const Ghost::Moment& moment(const Ghost& ghost, Tick clock) { return ghost.moments[std::min<std::size_t>(clock.value, ghost.moments.size() - 1)]; }

}  // namespace

void Stage::draw_ghost(const StageInput& input, View& view) const {
    const Ghost* const ghost = options_.ghost.get();
    if (ghost == nullptr || input.now.clock.value >= ghost->moments.size()) return;
    const Ghost::Moment &before = moment(*ghost, input.before.clock), &now = moment(*ghost, input.now.clock);
    for (const Slot slot : kSlots) {
        const std::size_t i = index(slot);
        if ((now.flying >> i & 1) == 0) continue;
        const bool jumps = (before.flying >> i & 1) == 0 || math::length(now.at[i] - before.at[i]) > kGhostJump;
        const Vec2 at = jumps ? now.at[i] : math::lerp(before.at[i], now.at[i], input.alpha);
        const Vec3 bright = colours_.player[i];
        const Vec3 colour = bright * (1 / std::max({bright.x, bright.y, bright.z}));
        for (std::size_t corner = 0; corner < kOutline.size(); ++corner) {
            const Vec2 from = at + kOutline[corner], to = at + kOutline[(corner + 1) % kOutline.size()];
            view.ribbons.add({from, (from + to) * 0.5F, to, kLine, static_cast<float>(RibbonLook::line), colour, kGhostHeat});
        }
    }
}

/// "Anna, Ben  +12340": how far this game's team is ahead.
void Stage::fill_lead(const StageInput& input, Hud& hud) const {
    hud.lead = {};
    const Ghost* const ghost = options_.ghost.get();
    if (ghost == nullptr || ghost->moments.empty()) return;
    constexpr std::size_t kDigits = 16;
    const std::string_view names = text::fit_bytes(ghost->names, hud.lead.size() - kDigits - 1);
    char* to = std::copy(names.begin(), names.end(), hud.lead.data());
    const std::int64_t lead = std::int64_t{hud.team_score} - moment(*ghost, input.now.clock).score;
    for (const char c : {' ', ' '}) *to++ = c;
    if (lead >= 0) *to++ = '+';
    std::to_chars(to, hud.lead.data() + hud.lead.size() - 1, lead);
}

}  // namespace albireo::scene
