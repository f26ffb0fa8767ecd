/// Reads: HUD values. Writes: the picture, in either theme (scene/look.hpp).
#include <algorithm>
#include <charconv>
#include <cstring>

#include "client/render/font.hpp"
#include "client/render/pass.hpp"
#include "client/text/utf8.hpp"

namespace albireo::render {
namespace {

struct Box {
    Four at{}, image{}, bright{}, dark{};
};
constexpr std::size_t kBoxesMax = 768;

struct Ink {
    math::Vec3 bright, dark;
};
constexpr Ink kInks[2] = {{{1.0F, 0.93F, 0.72F}, {0.85F, 0.46F, 0.08F}}, {{0.80F, 0.92F, 1.0F}, {0.12F, 0.40F, 0.92F}}};
constexpr Ink kPlain = {{0.96F, 0.94F, 0.90F}, {0.60F, 0.52F, 0.46F}};
constexpr Ink kAlarm = {{1.0F, 0.75F, 0.65F}, {0.95F, 0.12F, 0.08F}};
constexpr Ink kCharge = {{0.70F, 0.95F, 1.0F}, {0.05F, 0.42F, 0.85F}};
constexpr Ink kGold = {{1.0F, 0.95F, 0.65F}, {0.90F, 0.52F, 0.05F}};
constexpr std::array<std::string_view, 4> kWeapons = {"NEEDLE", "FAN", "SEEKERS", "RIBBON"};

/// Where things stand, in units of the field. A row's own places count from the end at which it begins.
constexpr float kRowLeft = -15.5F, kRowRight = 15.5F;
constexpr float kTopRow = 8.05F, kBottomRow = -8.55F;
constexpr float kNameSize = 0.60F, kGap = 0.3F;
constexpr float kBarWidth = 3.6F;
constexpr float kLifeStep = 0.45F;
constexpr int kLivesShown = 8;
constexpr float kLivesWidth = kLifeStep * kLivesShown;
constexpr float kLivesWidthClassic = kLifeStep * 4;  // more of them stand closer together: the name keeps its room
/// A boss's bar: where it ends leaves room for player one's lives, in the standard theme.
constexpr float kBossRight = kRowRight - kLivesWidth - kGap, kBossWidth = 8.8F;
constexpr float kLineWidth = 30;  // the widest message

class HudPass final : public Pass {
  public:
    explicit HudPass(const Workshop& shop) : program_(shop.program("shaders/hud.vert", "shaders/hud.frag")) {
        letters_ = {shop.device, shop.device.make_texture(
                                     {.width = font_.width(), .height = font_.height(), .format = gpu::Format::r8})};
        shop.device.upload(letters_, std::as_bytes(font_.atlas()));
    }
    std::string_view name() const override { return "hud"; }

    void run(Frame& frame) override {
        count_ = 0;
        has_new_letters_ = false;
        const scene::Hud& hud = frame.view.hud;
        if (hud.shown) lay_out(hud, frame.view.look.theme, 1 - frame.view.fade);
        if (count_ == 0) return;
        if (has_new_letters_) frame.device.upload(letters_, std::as_bytes(font_.atlas()));
        frame.device.begin_pass(whole(name(), frame.buffers.picture));
        gpu::Draw draw = screen_draw(frame, program_, {letters_});
        draw.blend = gpu::Blend::over;
        draw.storage[0] = frame.device.push_span(std::span<const Box>(boxes_.data(), count_));
        draw.count = static_cast<std::uint32_t>(count_) * 6;
        frame.device.draw(draw);
        frame.device.end_pass();
    }

    Look look(const Buffers& buffers) const override { return {&buffers.picture, 0, 1, true}; }

  private:
    enum class Align : std::uint8_t { left, middle, right };

    void add(const Box& box) {
        if (count_ < boxes_.size()) boxes_[count_++] = box;
    }

    float measure(std::string_view text) {
        has_new_letters_ |= font_.prepare(text);
        return font_.measure(text);
    }

    void write(std::string_view text, float x, float y, float size, const Ink& ink, Align align, float opacity) {
        const float whole_width = measure(text) * size;
        if (align == Align::right) x -= whole_width;
        if (align == Align::middle) x -= whole_width / 2;
        text::for_each_letter(text, [&](char32_t code) {
            const Glyph& glyph = font_.glyph(code);
            if (glyph.right > glyph.left) {
                add({.at = {x + glyph.left * size, y + glyph.bottom * size, x + glyph.right * size,
                            y + glyph.top * size},
                     .image = {glyph.u0, glyph.v0, glyph.u1, glyph.v1},
                     .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
                     .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 0}});
            }
            x += glyph.advance * size;
        });
    }

    /// In the middle of the picture: smaller if it is too long for it.
    void write_across(std::string_view text, float y, float size, const Ink& ink, float opacity) {
        const float width = std::max(measure(text), 1e-3F);
        write(text, 0, y, std::min(size, kLineWidth / width), ink, Align::middle, opacity);
    }

    /// What is wider than `room` is shortened at a letter and ends in an ellipsis.
    void write_within(std::string_view text, float room, float x, float y, float size, const Ink& ink, Align align,
                      float opacity) {
        if (measure(text) * size <= room) return write(text, x, y, size, ink, align, opacity);
        static constexpr std::string_view kEllipsis = "\u2026";
        std::array<char, decltype(scene::HudPlayer::name){}.size() + kEllipsis.size()> cut{};
        std::string_view kept = text.substr(0, font_.fit(text, room / size - measure(kEllipsis)));
        while (kept.ends_with(' ')) kept.remove_suffix(1);
        kept = kept.substr(0, cut.size() - kEllipsis.size());
        std::ranges::copy(kEllipsis, std::ranges::copy(kept, cut.begin()).out);
        write({cut.data(), kept.size() + kEllipsis.size()}, x, y, size, ink, align, opacity);
    }

    void bar(float x, float y, float width, float height, float full, const Ink& ink, bool shimmer, float opacity) {
        add({.at = {x, y, x + width, y + height},
             .image = {full, shimmer ? 1.0F : 0.0F, width / height, 0},
             .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
             .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 1}});
    }

    /// Darkness behind a row, from the picture's edge inward: letters must be read over lit rock as well.
    void shade(bool top, float lift, float opacity) {
        const float far = 8.0F - 1.2F;
        add({.at = {-16, top ? far : -9, 16, top ? 9 : lift - far},
             .image = {top ? 0.0F : 0.9F, top ? 0.9F : 0.0F, 0, 0},
             .bright = {0, 0, 0, opacity},
             .dark = {0, 0, 0, 2}});
    }

    /// A lozenge for each life, from the place of the first one on; `step` may lead either way.
    void lives(float x, float y, int count, float step, const Ink& ink, float opacity) {
        for (int i = 0; i < count; ++i) {
            const float at = x + static_cast<float>(i) * step;
            add({.at = {at - 0.20F, y - 0.20F, at + 0.20F, y + 0.20F},
                 .image = {},
                 .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
                 .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 3}});
        }
    }

    void lay_out(const scene::Hud& hud, scene::HudTheme theme, float opacity) {
        const float lift = hud.floor * 18;  // of the lowest rows, in units of the field
        const bool standard = theme == scene::HudTheme::standard;
        shade(true, 0, opacity);
        shade(false, lift, opacity);
        for (std::size_t slot = 0; slot < 2; ++slot) {
            const scene::HudPlayer& player = hud.players[slot];
            if (!player.here) continue;
            Row row{.y = kTopRow, .left = kRowLeft, .right = kRowRight, .mirrored = slot == 1, .opacity = opacity};
            if (standard) {
                if (slot == 1) row.y = lift + kBottomRow;
                row.lives_far = true;
            } else {
                row.bars = 7.0F;
                (slot == 0 ? row.right : row.left) = slot == 0 ? -0.4F : 0.4F;
            }
            write_row(player, kInks[slot], row);
        }
        std::array<char, 16> digits{};
        if (hud.team_score > 0) {
            const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), hud.team_score);
            const float y = standard ? 8.15F : lift - 8.6F;
            write({digits.data(), static_cast<std::size_t>(end - digits.data())}, 0, y, 0.62F, kPlain, Align::middle,
                  opacity * 0.9F);
        }
        if (hud.boss >= 0) {
            // Where no player has anything.
            const float y = standard ? kTopRow : lift - 8.75F, right = standard ? kBossRight : kRowRight;
            write(hud.boss_name.data(), right, y + 0.32F, 0.40F, kAlarm, Align::right, opacity);
            bar(right - kBossWidth, y, kBossWidth, 0.24F, hud.boss, kAlarm, false, opacity);
        }
        if (hud.message.strength > 0) {
            write_across(hud.message.text.data(), 3.2F, 1.05F, kPlain, opacity * hud.message.strength);
        }
        if (hud.warning.strength > 0) {
            write_across(hud.warning.text.data(), 0.6F, 1.8F, kAlarm, opacity * hud.warning.strength);
        }
    }

    /// One player's line. It begins at its left end, or mirrored at its right one, with the name; bars and score follow.
    struct Row {
        float y = 0, left = 0, right = 0;
        bool mirrored = false;
        bool lives_far = false;  // at the end of the row; else before the bars
        float bars = 6.0F;       // where they begin
        float opacity = 1;
    };
    void write_row(const scene::HudPlayer& player, const Ink& ink, const Row& row) {
        const float sign = row.mirrored ? -1.0F : 1.0F;
        const float begin = row.mirrored ? row.right : row.left, end = row.mirrored ? row.left : row.right;
        const Align near_side = row.mirrored ? Align::right : Align::left;
        const int count = std::clamp(player.lives, 0, kLivesShown);
        float room = row.bars - kGap;
        if (row.lives_far) {
            lives(end - sign * 0.2F, row.y + 0.2F, count, -sign * kLifeStep, ink, row.opacity);
        } else {
            const float step = std::min(kLifeStep, kLivesWidthClassic / static_cast<float>(std::max(count, 1)));
            lives(begin + sign * (room - 0.2F), row.y + 0.2F, count, -sign * step, ink, row.opacity);
            room -= kLivesWidthClassic + kGap;
        }
        write_within(player.name.data(), room, begin, row.y, kNameSize, ink, near_side, row.opacity);
        // Gold fills after blue, so it lies above it: as water would.
        const float bars = begin + sign * row.bars, at = row.mirrored ? bars - kBarWidth : bars;
        bar(at, row.y + 0.26F, kBarWidth, 0.20F, player.gold, kGold, player.gold >= 1, row.opacity);
        bar(at, row.y - 0.06F, kBarWidth, 0.24F, player.charge, kCharge, player.powered || player.charge >= 1,
            row.opacity);
        std::array<char, 40> text{};
        char* to = std::to_chars(text.data(), text.data() + 12, player.score).ptr;
        if (player.multiplier > 1) {
            std::memcpy(to, "  x", 3);
            to = std::to_chars(to + 3, to + 10, player.multiplier).ptr;
        }
        write({text.data(), static_cast<std::size_t>(to - text.data())}, bars + sign * (kBarWidth + kGap), row.y, 0.56F,
              ink, near_side, row.opacity);
        const auto weapon = static_cast<std::size_t>(player.weapon);
        const float under = row.y > 0 ? row.y - 0.5F : row.y + 0.72F;
        write(weapon < kWeapons.size() ? kWeapons[weapon] : "", begin, under, 0.34F, ink, near_side,
              row.opacity * 0.75F);
    }

    Font font_;
    gpu::Owned<gpu::Program> program_;
    gpu::Owned<gpu::Texture> letters_;
    bool has_new_letters_ = false;  // in this frame
    std::array<Box, kBoxesMax> boxes_;
    std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<Pass> make_hud_pass(const Workshop& shop) {
    return std::make_unique<HudPass>(shop);
}

}  // namespace albireo::render
