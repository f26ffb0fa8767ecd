/// Reads: HUD values. Writes: the picture, in either theme (scene/look.hpp).
#include <charconv>
#include <cstring>

#include "client/render/font.hpp"
#include "client/render/pass.hpp"

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

class HudPass final : public Pass {
  public:
    explicit HudPass(const Workshop& shop)
        : font_(make_font()), program_(shop.program("shaders/hud.vert", "shaders/hud.frag")) {
        letters_ = {shop.device, shop.device.make_texture(
                                     {.width = font_.width, .height = font_.height, .format = gpu::Format::r8})};
        shop.device.upload(letters_, std::as_bytes(std::span(font_.atlas)));
    }
    std::string_view name() const override { return "hud"; }

    void run(Frame& frame) override {
        count_ = 0;
        const scene::Hud& hud = frame.view.hud;
        if (hud.shown) lay_out(hud, frame.view.look.theme, 1 - frame.view.fade);
        if (count_ == 0) return;
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

    void write(std::string_view text, float x, float y, float size, const Ink& ink, Align align, float opacity) {
        const float whole_width = font_.measure(text) * size;
        if (align == Align::right) x -= whole_width;
        if (align == Align::middle) x -= whole_width / 2;
        for (const char c : text) {
            const Glyph& glyph = font_.glyph(c);
            if (glyph.right > glyph.left) {
                add({.at = {x + glyph.left * size, y + glyph.bottom * size, x + glyph.right * size,
                            y + glyph.top * size},
                     .image = {glyph.u0, glyph.v0, glyph.u1, glyph.v1},
                     .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
                     .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 0}});
            }
            x += glyph.advance * size;
        }
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

    /// A lozenge for each life.
    void lives(float x, float y, int count, float step, const Ink& ink, float opacity) {
        for (int i = 0; i < std::min(count, 8); ++i) {
            const float at = x + static_cast<float>(i) * step;
            add({.at = {at - 0.20F, y - 0.20F, at + 0.20F, y + 0.20F},
                 .image = {},
                 .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
                 .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 3}});
        }
    }

    void lay_out(const scene::Hud& hud, scene::HudTheme theme, float opacity) {
        const float lift = hud.floor * 18;  // of the lowest rows, in units of the field
        shade(true, 0, opacity);
        shade(false, lift, opacity);
        for (std::size_t slot = 0; slot < 2; ++slot) {
            const scene::HudPlayer& player = hud.players[slot];
            if (!player.here) continue;
            if (theme == scene::HudTheme::standard) {
                row(player, kInks[slot], slot == 0 ? 8.05F : lift - 8.55F, slot == 1, -15.5F, 31.0F, opacity);
            } else {
                row(player, kInks[slot], 8.05F, slot == 1, slot == 0 ? -15.5F : 0.4F, 15.1F, opacity);
            }
        }
        std::array<char, 16> digits{};
        if (hud.team_score > 0) {
            const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), hud.team_score);
            const float y = theme == scene::HudTheme::standard ? 8.15F : lift - 8.6F;
            write({digits.data(), static_cast<std::size_t>(end - digits.data())}, 0, y, 0.62F, kPlain, Align::middle,
                  opacity * 0.9F);
        }
        if (hud.boss >= 0) {
            // In the corner that no player has.
            const float y = theme == scene::HudTheme::standard ? 8.05F : lift - 8.75F;
            write(hud.boss_name.data(), 15.5F, y + 0.32F, 0.40F, kAlarm, Align::right, opacity);
            bar(5.5F, y, 10, 0.24F, hud.boss, kAlarm, false, opacity);
        }
        if (hud.message.strength > 0) {
            write(hud.message.text.data(), 0, 3.2F, 1.05F, kPlain, Align::middle, opacity * hud.message.strength);
        }
        if (hud.warning.strength > 0) {
            write(hud.warning.text.data(), 0, 0.6F, 1.8F, kAlarm, Align::middle, opacity * hud.warning.strength);
        }
    }

    /// One player's line: name, lives, score and multiplier, bars. `mirrored` begins at the right end.
    void row(const scene::HudPlayer& player, const Ink& ink, float y, bool mirrored, float left, float width,
             float opacity) {
        const float sign = mirrored ? -1.0F : 1.0F;
        const float begin = mirrored ? left + width : left;
        const Align near_side = mirrored ? Align::right : Align::left;
        write(player.name.data(), begin, y, 0.60F, ink, near_side, opacity);
        const float name_width = font_.measure(player.name.data()) * 0.60F;
        lives(begin + sign * (name_width + 0.55F), y + 0.2F, player.lives, sign * 0.45F, ink, opacity);
        const float bars = begin + sign * 6.0F;
        const float size = 3.6F;
        const float at = mirrored ? bars - size : bars;
        bar(at, y + 0.24F, size, 0.24F, player.charge, kCharge, player.powered || player.charge >= 1, opacity);
        bar(at, y - 0.04F, size, 0.20F, player.gold, kGold, player.gold >= 1, opacity);
        std::array<char, 40> text{};
        char* to = std::to_chars(text.data(), text.data() + 12, player.score).ptr;
        if (player.multiplier > 1) {
            std::memcpy(to, "  x", 3);
            to = std::to_chars(to + 3, to + 10, player.multiplier).ptr;
        }
        write({text.data(), static_cast<std::size_t>(to - text.data())}, bars + sign * (size + 0.3F), y, 0.56F, ink,
              near_side, opacity);
        const auto weapon = static_cast<std::size_t>(player.weapon);
        const float under = y > 0 ? y - 0.5F : y + 0.72F;
        write(weapon < kWeapons.size() ? kWeapons[weapon] : "", begin, under, 0.34F, ink, near_side, opacity * 0.75F);
    }

    Font font_;
    gpu::Owned<gpu::Program> program_;
    gpu::Owned<gpu::Texture> letters_;
    std::array<Box, kBoxesMax> boxes_;
    std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<Pass> make_hud_pass(const Workshop& shop) {
    return std::make_unique<HudPass>(shop);
}

}  // namespace albireo::render
