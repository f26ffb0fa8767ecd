/// Reads: HUD values. Writes: the picture, in either theme (scene/look.hpp).
#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

#include "client/render/pass.hpp"
#include "client/scene/weapon_names.hpp"
#include "client/text/line.hpp"

namespace albireo::render {
namespace {

using text::Align;

struct Box {
    Four at{}, image{}, bright{}, dark{};
};
constexpr gpu::Lanes kBoxLanes = {Lane::four, Lane::four, Lane::four, Lane::four};
static_assert(gpu::bytes_of(kBoxLanes) == sizeof(Box));
constexpr std::size_t kBoxesMax = 1024;
constexpr float kLetter = 0, kShade = 4;  // what hud.frag draws

struct Ink {
    math::Vec3 bright, dark;
};
constexpr Ink kInks[2] = {{{1.0F, 0.93F, 0.72F}, {0.85F, 0.46F, 0.08F}}, {{0.80F, 0.92F, 1.0F}, {0.12F, 0.40F, 0.92F}}};
constexpr Ink kPlain = {{0.96F, 0.94F, 0.90F}, {0.60F, 0.52F, 0.46F}};
constexpr Ink kAlarm = {{1.0F, 0.75F, 0.65F}, {0.95F, 0.12F, 0.08F}};
constexpr Ink kCharge = {{0.70F, 0.95F, 1.0F}, {0.05F, 0.42F, 0.85F}};
constexpr Ink kGold = {{1.0F, 0.95F, 0.65F}, {0.90F, 0.52F, 0.05F}};

/// Positions, in units of the field. Positions within a row count from the end at which the row begins.
constexpr float kRowLeft = -15.5F, kRowRight = 15.5F;
constexpr float kTopRow = 8.05F, kBottomRow = -8.55F;
constexpr float kNameSize = 0.60F, kGap = 0.3F;
constexpr float kBarWidth = 3.6F;
constexpr float kLifeStep = 0.45F;
constexpr int kLivesShown = 8;
constexpr float kLivesWidth = kLifeStep * kLivesShown;
constexpr float kLivesWidthClassic = kLifeStep * 4;  // more lives are drawn closer together, for the name's sake
/// A boss's bar: where it ends leaves room for player one's lives, in the standard theme.
constexpr float kBossRight = kRowRight - kLivesWidth - kGap, kBossWidth = 8.8F;
constexpr float kLineWidth = 30;  // the widest message

class HudPass final : public Pass {
  public:
    explicit HudPass(const Workshop& shop) {
        constexpr std::array<const char*, kLayers> kKinds = {"SHADES", "PLATES", "LETTERS"};
        for (std::size_t i = 0; i < kLayers; ++i) {
            layers_[i].program = shop.program("shaders/hud.vert", "shaders/hud.frag", {kKinds[i]});
        }
        letters_ = {shop.device, shop.device.make_texture({.width = text::Font::kAtlasWidth,
                                                           .height = text::Font::kAtlasHeight,
                                                           .format = gpu::Format::r8})};
    }
    std::string_view name() const override { return "hud"; }

    void run(Frame& frame) override {
        for (Layer& layer : layers_) layer.count = 0;
        const scene::Hud& hud = frame.view.hud;
        if (hud.shown) lay_out(hud, frame.view.look.theme, 1 - frame.view.fade);
        if (std::ranges::all_of(layers_, [](const Layer& layer) { return layer.count == 0; })) return;
        if (std::exchange(letters_version_, font_.version()) != font_.version())
            frame.device.upload(letters_, std::as_bytes(font_.atlas()));
        frame.device.begin_pass(whole(name(), frame.buffers.picture));
        for (const Layer& layer : layers_) {
            if (layer.count == 0) continue;
            gpu::Draw draw = screen_draw(frame, layer.program, {letters_});
            draw.blend = gpu::Blend::over;
            draw.records = {frame.device.push_span(std::span<const Box>(layer.boxes.get(), layer.count)), kBoxLanes};
            draw.count = 6;
            frame.device.draw(draw);
        }
        frame.device.end_pass();
    }

    Look look(const Buffers& buffers) const override { return {&buffers.picture, 0, 1, true}; }

  private:
    /// Drawn in this order.
    enum Layers : std::uint8_t { shades, plates, letters, kLayers };
    struct Layer {
        gpu::Owned<gpu::Program> program;
        std::unique_ptr<Box[]> boxes = std::make_unique<Box[]>(kBoxesMax);
        std::size_t count = 0;
    };
    void add(Layers where, const Box& box) {
        Layer& layer = layers_[where];
        if (layer.count < kBoxesMax) layer.boxes[layer.count++] = box;
    }

    void write(std::string_view text, const text::LineDef& def, float y, const Ink& ink, float opacity) {
        const text::Line line = text::lay_out(font_, text, def);
        const float size = line.size;
        for (const float kind : {kShade, kLetter}) {
            text::for_each_glyph(font_, line, [&](float x, const text::Glyph& glyph) {
                add(letters, {.at = {x + glyph.left * size, y + glyph.bottom * size, x + glyph.right * size,
                            y + glyph.top * size},
                     .image = {glyph.u0, glyph.v0, glyph.u1, glyph.v1},
                     .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
                     .dark = {ink.dark.x, ink.dark.y, ink.dark.z, kind}});
            });
        }
    }

    void bar(float x, float y, float width, float height, float full, const Ink& ink, bool shimmer, float opacity) {
        add(plates, {.at = {x, y, x + width, y + height},
             .image = {full, shimmer ? 1.0F : 0.0F, width / height, 0},
             .bright = {ink.bright.x, ink.bright.y, ink.bright.z, opacity},
             .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 1}});
    }

    /// Darkness behind a row, from the picture's edge inward: letters must be legible over lit rock, too.
    void shade(bool top, float lift, float opacity) {
        const float far = 8.0F - 1.2F;
        add(shades, {.at = {-16, top ? far : -9, 16, top ? 9 : lift - far},
             .image = {top ? 0.0F : 0.9F, top ? 0.9F : 0.0F, 0, 0},
             .bright = {0, 0, 0, opacity},
             .dark = {0, 0, 0, 2}});
    }

    /// A lozenge for each life, from the place of the first one on; `step` may lead either way.
    void lives(float x, float y, int count, float step, const Ink& ink, float opacity) {
        for (int i = 0; i < count; ++i) {
            const float at = x + static_cast<float>(i) * step;
            add(plates, {.at = {at - 0.20F, y - 0.20F, at + 0.20F, y + 0.20F},
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
            write({digits.data(), static_cast<std::size_t>(end - digits.data())}, {.size = 0.62F, .align = Align::centre}, y, kPlain, opacity * 0.9F);
        }
        if (hud.boss >= 0) {
            // Where neither player has a row.
            const float y = standard ? kTopRow : lift - 8.75F, right = standard ? kBossRight : kRowRight;
            write(hud.boss_name.data(), {.x = right, .size = 0.40F, .align = Align::right}, y + 0.32F, kAlarm, opacity);
            bar(right - kBossWidth, y, kBossWidth, 0.24F, hud.boss, kAlarm, false, opacity);
        }
        for (std::size_t i = 0; i < hud.label_count; ++i) {
            const scene::HudLabel& label = hud.labels[i];
            write(label.text.data(), {.x = label.at.x, .size = 0.5F, .align = Align::centre}, label.at.y,
                  kInks[static_cast<std::size_t>(label.player)], opacity * label.strength);
        }
        if (hud.message.strength > 0) {
            write(hud.message.text.data(), {.size = 1.05F, .align = Align::centre, .width_max = kLineWidth}, 3.2F,
                  kPlain, opacity * hud.message.strength);
        }
        if (hud.warning.strength > 0) {
            write(hud.warning.text.data(), {.size = 1.8F, .align = Align::centre, .width_max = kLineWidth}, 0.6F,
                  kAlarm, opacity * hud.warning.strength);
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
        write(
            player.name.data(),
            {.x = begin, .size = kNameSize, .align = near_side, .width_max = room, .overflow = text::Overflow::shorten},
            row.y, ink, row.opacity);
        // Gold fills after blue, so its bar lies above the blue one.
        const float bars = begin + sign * row.bars, at = row.mirrored ? bars - kBarWidth : bars;
        bar(at, row.y + 0.26F, kBarWidth, 0.20F, player.gold, kGold, player.gold >= 1, row.opacity);
        bar(at, row.y - 0.06F, kBarWidth, 0.24F, player.charge, kCharge, player.powered || player.charge >= 1,
            row.opacity);
        std::array<char, 40> score{};
        char* to = std::to_chars(score.data(), score.data() + 12, player.score).ptr;
        if (player.multiplier > 1) {
            std::memcpy(to, "  x", 3);
            to = std::to_chars(to + 3, to + 10, player.multiplier).ptr;
        }
        write({score.data(), static_cast<std::size_t>(to - score.data())},
              {.x = bars + sign * (kBarWidth + kGap), .size = 0.56F, .align = near_side}, row.y, ink, row.opacity);
        const auto weapon = static_cast<std::size_t>(player.weapon);
        const float under = row.y > 0 ? row.y - 0.5F : row.y + 0.72F;
        write(weapon < scene::kWeaponNames.size() ? scene::kWeaponNames[weapon] : "", {.x = begin, .size = 0.34F, .align = near_side}, under,
              ink, row.opacity * 0.75F);
    }

    text::Font& font_ = text::font();
    std::array<Layer, kLayers> layers_;
    gpu::Owned<gpu::Texture> letters_;
    std::uint32_t letters_version_ = 0;  // of the atlas in it
};

}  // namespace

std::unique_ptr<Pass> make_hud_pass(const Workshop& shop) {
    return std::make_unique<HudPass>(shop);
}

}  // namespace albireo::render
