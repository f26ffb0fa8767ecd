#include "client/render/hud_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "client/scene/weapon_names.hpp"
#include "client/text/paragraph.hpp"

namespace albireo::render {
namespace {

using text::Align;

using Ink = HudInk;
constexpr Ink kInks[2] = {{{1.0F, 0.93F, 0.72F}, {0.85F, 0.46F, 0.08F}}, {{0.80F, 0.92F, 1.0F}, {0.12F, 0.40F, 0.92F}}};
constexpr Ink kPlain = {{0.96F, 0.94F, 0.90F}, {0.60F, 0.52F, 0.46F}};
constexpr Ink kAlarm = {{1.0F, 0.75F, 0.65F}, {0.95F, 0.12F, 0.08F}};
constexpr Ink kCharge = {{0.70F, 0.95F, 1.0F}, {0.05F, 0.42F, 0.85F}};
constexpr Ink kGold = {{1.0F, 0.95F, 0.65F}, {0.90F, 0.52F, 0.05F}};

/// In units of the field. Lengths are those at size 1. Positions within a row count from the end at which the row begins.
constexpr float kRowLeft = -15.5F, kRowRight = 15.5F;
constexpr float kTopRow = 0.95F, kBottomRow = 0.45F;  // from the picture's edge
constexpr float kNameSize = 0.60F, kGap = 0.3F;
constexpr float kBarWidth = 3.6F;
constexpr float kLifeStep = 0.45F;
constexpr int kLivesShown = 8;
constexpr float kLivesWidth = kLifeStep * kLivesShown;
constexpr float kLivesWidthClassic = kLifeStep * 4;  // more lives are drawn closer together, for the name's sake
constexpr float kBossWidth = 8.8F, kBossWidthMax = 11.5F;  // at any size: the team's score is beside it
constexpr float kSegmentGap = 0.12F;  // between two phases
constexpr float kLineWidth = 30;  // the widest message

class HudLayout {
  public:
    HudLayout(HudCanvas& canvas, float size) : canvas_(canvas), size_(size) {}

    void lay_out(const scene::Hud& hud, const scene::VisualSettings& look, float opacity) {
        const float lift = hud.floor * 18;  // of the lowest rows, in units of the field
        const float top = 9 - kTopRow * size_, bottom = lift - 9;
        const bool standard = look.theme == scene::HudTheme::standard;
        const bool is_large = size_ > 1;  // one row does not have room for everything: a second one begins
        shade(true, 0, opacity);
        shade(false, lift, opacity);
        for (std::size_t slot = 0; slot < 2; ++slot) {
            const scene::HudPlayer& player = hud.players[slot];
            if (!player.here) continue;
            Row row{.y = top, .left = kRowLeft, .right = kRowRight, .mirrored = slot == 1, .opacity = opacity};
            if (standard) {
                if (slot == 1) row.y = bottom + kBottomRow * size_;
                row.lives_far = true;
            } else {
                row.bars = 7.0F;
                if (!is_large) {
                    (slot == 0 ? row.right : row.left) = slot == 0 ? -0.4F : 0.4F;
                } else if (slot == 1) {
                    row.y -= 1.25F * size_;
                }
            }
            write_row(player, kInks[slot], row);
        }
        std::array<char, 16> digits{};
        if (hud.team_score > 0) {
            const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), hud.team_score);
            const float y = !standard ? bottom + 0.4F * size_ : is_large ? top - 0.9F * size_ : top + 0.1F * size_;
            write({digits.data(), static_cast<std::size_t>(end - digits.data())}, {.size = 0.62F * size_, .align = Align::centre}, y, kPlain, opacity * 0.9F);
        }
        if (hud.boss.full >= 0) {
            // Where neither player has a row.
            const float y = !standard ? bottom + 0.25F * size_ : is_large ? top - size_ : top;
            const float right = standard && !is_large ? kRowRight - (kLivesWidth + kGap) * size_ : kRowRight;
            write_boss(hud.boss, hud.boss_name.data(), hud.boss_hint.data(), right, y, opacity);
        }
        // Between the rows and the play, beside the team's score.
        const float clock = !standard ? bottom + 1.1F * size_ : top - (is_large ? 1.5F : 0.6F) * size_;
        write(hud.clock.data(), {.size = 0.44F * size_, .align = Align::centre}, clock, kPlain, opacity * 0.9F);
        write(hud.beaten.text.data(), {.size = 0.44F * size_, .align = Align::centre},
              clock + (standard ? -0.6F : 0.6F) * size_, kAlarm, opacity * hud.beaten.strength);
        const float lead = clock + (hud.clock[0] == 0 ? 0.0F : standard ? -1.2F : 1.2F) * size_;  // clear of the clock's lines
        write(hud.lead.data(), {.size = 0.4F * size_, .align = Align::centre, .width_max = kLineWidth}, lead, kPlain, opacity * 0.75F);
        for (std::size_t i = 0; i < hud.label_count; ++i) {
            const scene::HudLabel& label = hud.labels[i];
            write(label.text.data(), {.x = label.at.x, .size = 0.5F * size_, .align = Align::centre}, label.at.y,
                  kInks[static_cast<std::size_t>(label.player)], opacity * label.strength, true);
        }
        const float grown = std::max(size_ - 1, 0.0F);
        float lower = 0;  // by the message's further lines
        if (hud.message.strength > 0) lower = write_message(hud.message.text.data(), 3.2F - 4.4F * grown, opacity * hud.message.strength);
        if (hud.warning.strength > 0) {
            write(hud.warning.text.data(), {.size = 1.8F * size_, .align = Align::centre, .width_max = kLineWidth}, 0.6F - 4.2F * grown - lower,
                  kAlarm, opacity * hud.warning.strength);
        }
    }

  private:
    void write(std::string_view text, const text::LineDef& def, float y, const Ink& ink, float opacity, bool is_label = false) {
        if (text.empty()) return;
        canvas_.write({text::lay_out(font_, text, def), y, def.size, ink, opacity, is_label});
    }

    void bar(float x, float y, float width, float height, float full, const Ink& ink, bool shimmer, float opacity) {
        canvas_.bar({x, y, x + width, y + height}, full, ink, shimmer, opacity);
    }

    /// Darkness behind a row, from the picture's edge inward: letters must be legible over lit rock, too.
    void shade(bool top, float lift, float opacity) {
        const float far = 9.0F - 2.2F * size_;
        canvas_.shade({-16, top ? far : -9, 16, top ? 9 : lift - far}, top, opacity);
    }

    /// A lozenge for each life, from the place of the first one on; `step` may lead either way.
    void lives(float x, float y, int count, float step, const Ink& ink, float opacity) {
        for (int i = 0; i < count; ++i) {
            const float at = x + static_cast<float>(i) * step, half = 0.20F * size_;
            canvas_.lozenge({at - half, y - half, at + half, y + half}, ink, opacity);
        }
    }

    /// In two lines where one would be much smaller than it should be. Returns the height of the second one.
    float write_message(std::string_view text, float y, float opacity) {
        constexpr float kSize = 1.05F, kShrunkMost = 0.8F, kStep = 1.15F;
        const float size = kSize * size_;
        text::LineDef def{.size = size, .align = Align::centre, .width_max = kLineWidth};
        const float width = font_.measure(text) * size;
        if (width * kShrunkMost <= kLineWidth) {
            write(text, def, y, kPlain, opacity);
            return 0;
        }
        const std::vector<std::string_view> lines = text::break_lines(font_, text, kLineWidth / size, 2);
        for (const std::string_view line : lines) def.size = std::min(def.size, size * kLineWidth / std::max(font_.measure(line) * size, 1.0F));
        const float step = kStep * def.size;
        for (std::size_t i = 0; i < lines.size(); ++i) write(lines[i], def, y - step * static_cast<float>(i), kPlain, opacity);
        return step * static_cast<float>(lines.size() - 1);
    }

    /// The name, the bar in one segment for each phase that its armour ends, and what is left of the par below it.
    void write_boss(const scene::BossBar& boss, std::string_view name, std::string_view hint, float right, float y, float opacity) {
        const float width = std::min(kBossWidth * size_, kBossWidthMax), left = right - width, gap = kSegmentGap * size_ / 2;
        const std::string_view clock = boss.clock.data();
        write(name, {.x = right, .size = 0.40F * size_, .align = Align::right}, y + 0.32F * size_, kAlarm, opacity);
        write(clock, {.x = left, .size = 0.40F * size_, .align = Align::left}, y + 0.32F * size_, kPlain, opacity * 0.9F);
        float end = 1;
        for (std::size_t i = 0; i <= boss.mark_count; ++i) {
            const float begin = i < boss.mark_count ? boss.marks[i] : 0;
            const float from = left + begin * width + (begin > 0 ? gap : 0);
            const float to = left + end * width - (end < 1 ? gap : 0);
            const float full = std::clamp((boss.full - begin) / (end - begin), 0.0F, 1.0F);
            if (to > from) bar(from, y, to - from, 0.24F * size_, full, kAlarm, false, opacity);
            end = begin;
        }
        if (boss.joint != scene::BossBar::Joint::none) {
            const bool is_both = boss.joint == scene::BossBar::Joint::both;
            const float inward = (y > 0 ? -0.62F : 0.86F) * size_;  // below the par, or above the name
            write(hint, {.x = right, .size = 0.40F * size_, .align = Align::right}, y + inward, is_both ? kGold : kPlain, opacity);
        }
        if (boss.par >= 0) bar(left, y - 0.17F * size_, width, 0.11F * size_, boss.par, kGold, false, opacity * 0.8F);
    }

    /// One player's line. It begins at its left end, or mirrored at its right one, with the name; bars and score follow.
    struct Row {
        float y = 0, left = 0, right = 0;
        bool mirrored = false;
        bool lives_far = false;  // at the end of the row; else before the bars
        float bars = 6.0F;       // where they begin, at size 1
        float opacity = 1;
    };
    void write_row(const scene::HudPlayer& player, const Ink& ink, const Row& row) {
        const float sign = row.mirrored ? -1.0F : 1.0F, way = sign * size_;
        const float begin = row.mirrored ? row.right : row.left, end = row.mirrored ? row.left : row.right;
        const Align near_side = row.mirrored ? Align::right : Align::left;
        const int count = std::clamp(player.lives, 0, kLivesShown);
        float room = row.bars - kGap;
        if (row.lives_far) {
            lives(end - way * 0.2F, row.y + 0.2F * size_, count, -way * kLifeStep, ink, row.opacity);
        } else {
            const float step = std::min(kLifeStep, kLivesWidthClassic / static_cast<float>(std::max(count, 1)));
            lives(begin + way * (room - 0.2F), row.y + 0.2F * size_, count, -way * step, ink, row.opacity);
            room -= kLivesWidthClassic + kGap;
        }
        write(player.name.data(),
              {.x = begin, .size = kNameSize * size_, .align = near_side, .width_max = room * size_, .overflow = text::Overflow::shorten},
              row.y, ink, row.opacity);
        // Gold fills after blue, so its bar lies above the blue one.
        const float width = kBarWidth * size_, bars = begin + way * row.bars, at = row.mirrored ? bars - width : bars;
        bar(at, row.y + 0.26F * size_, width, 0.20F * size_, player.gold, kGold, player.gold >= 1, row.opacity);
        bar(at, row.y - 0.06F * size_, width, 0.24F * size_, player.charge, kCharge, player.powered || player.charge >= 1,
            row.opacity);
        std::array<char, 40> score{};
        char* to = std::to_chars(score.data(), score.data() + 12, player.score).ptr;
        if (player.multiplier > 1) {
            std::memcpy(to, "  x", 3);
            to = std::to_chars(to + 3, to + 10, player.multiplier).ptr;
        }
        write({score.data(), static_cast<std::size_t>(to - score.data())},
              {.x = bars + way * (kBarWidth + kGap), .size = 0.56F * size_, .align = near_side}, row.y, ink, row.opacity);
        const auto weapon = static_cast<std::size_t>(player.weapon);
        const float under = row.y + (row.y > 0 ? -0.54F : 0.8F) * size_;
        write(weapon < scene::kWeaponNames.size() ? tr(scene::kWeaponNames[weapon]) : "",
              {.x = begin, .size = 0.34F * size_, .align = near_side}, under, ink, row.opacity * 0.75F);
    }

    HudCanvas& canvas_;
    float size_ = 1;  // of the HUD, as the player chose it
    text::Font& font_ = text::font();
};

}  // namespace

void lay_out_hud(HudCanvas& canvas, const scene::Hud& hud, const scene::VisualSettings& look, float opacity) {
    if (hud.shown) HudLayout(canvas, look.hud_scale).lay_out(hud, look, opacity);
}

}  // namespace albireo::render
