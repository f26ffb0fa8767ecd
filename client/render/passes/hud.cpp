/// Reads: HUD values. Writes: the picture (hud_layout.hpp).
#include <algorithm>
#include <memory>
#include <utility>

#include "client/render/hud_layout.hpp"
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

struct Box {
    Four at{}, image{}, bright{}, dark{};
};
constexpr gpu::Lanes kBoxLanes = {Lane::four, Lane::four, Lane::four, Lane::four};
static_assert(gpu::bytes_of(kBoxLanes) == sizeof(Box));
constexpr std::size_t kBoxesMax = 1024;
constexpr float kLetter = 0, kShade = 4;  // what hud.frag draws

Four bright_of(const HudInk& ink, float opacity) {
    return {ink.bright.x, ink.bright.y, ink.bright.z, opacity};
}

class HudPass final : public Pass, private HudCanvas {
  public:
    explicit HudPass(const PassSetup& setup) {
        constexpr std::array<const char*, kLayers> kKinds = {"SHADES", "PLATES", "LETTERS"};
        for (std::size_t i = 0; i < kLayers; ++i) {
            layers_[i].program = setup.program("shaders/hud.vert", "shaders/hud.frag", {kKinds[i]});
        }
        letters_ = {setup.device, setup.device.make_texture({.width = text::Font::kAtlasWidth,
                                                           .height = text::Font::kAtlasHeight,
                                                           .format = gpu::Format::r8})};
    }
    std::string_view name() const override { return "hud"; }

    void run(Frame& frame) override {
        for (Layer& layer : layers_) layer.count = 0;
        lay_out_hud(*this, frame.view.hud, frame.view.visuals, 1 - frame.view.fade);
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

    void write(const Words& words) override {
        const float size = words.line.size, y = words.y;
        for (const float kind : {kShade, kLetter}) {
            text::for_each_glyph(font_, words.line, [&](float x, const text::Glyph& glyph) {
                add(letters, {.at = {x + glyph.left * size, y + glyph.bottom * size, x + glyph.right * size,
                            y + glyph.top * size},
                     .image = {glyph.u0, glyph.v0, glyph.u1, glyph.v1},
                     .bright = bright_of(words.ink, words.opacity),
                     .dark = {words.ink.dark.x, words.ink.dark.y, words.ink.dark.z, kind}});
            });
        }
    }

    void bar(const Four& at, float full, const HudInk& ink, bool shimmer, float opacity) override {
        add(plates, {.at = at,
             .image = {full, shimmer ? 1.0F : 0.0F, (at[2] - at[0]) / (at[3] - at[1]), 0},
             .bright = bright_of(ink, opacity),
             .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 1}});
    }

    void lozenge(const Four& at, const HudInk& ink, float opacity) override {
        add(plates, {.at = at, .image = {}, .bright = bright_of(ink, opacity), .dark = {ink.dark.x, ink.dark.y, ink.dark.z, 3}});
    }

    void shade(const Four& at, bool top, float opacity) override {
        add(shades, {.at = at,
             .image = {top ? 0.0F : 0.9F, top ? 0.9F : 0.0F, 0, 0},
             .bright = {0, 0, 0, opacity},
             .dark = {0, 0, 0, 2}});
    }

    text::Font& font_ = text::font();
    std::array<Layer, kLayers> layers_;
    gpu::Owned<gpu::Texture> letters_;
    std::uint32_t letters_version_ = 0;  // of the atlas in it
};

}  // namespace

std::unique_ptr<Pass> make_hud_pass(const PassSetup& setup) {
    return std::make_unique<HudPass>(setup);
}

}  // namespace albireo::render
