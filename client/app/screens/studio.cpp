#include "client/app/screens/studio.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <string_view>

#include "client/app/screens/compose.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/render/hud_layout.hpp"
#include "client/scene/letterbox.hpp"
#include "client/words/words.hpp"
#include "sim/base/hash.hpp"

namespace albireo::app {
namespace {

constexpr std::size_t kColoursMin = 16;  // a single line of words has more
constexpr float kShrunkMost = 0.58F;     // smaller letters are hard to read
constexpr float kParagraphShrunkMost = 0.75F;  // … and a long text to be read letter by letter needs larger ones

/// Of a text in which translated parts are in brackets: whether it has words outside them that are not names, codes,
/// addresses, files, or the names of libraries and pad buttons.
bool has_english(const std::string& text) {
    static const std::regex kBrackets(R"(\[[^\[\]]*\])");
    static const std::regex kData(
        R"(albireo://\S+|\S+\.(replay|damaged)\S*|[\w.]+:\d+|\b[A-Z0-9]{6}\b|ALBIREO|Anna|Carla, Dietmar|Benjamin Bunny|Benjami\w*( Bun\w*)?\.\.\.|Ben|Gold|Blue)"
        R"(|(ENet|GLFW),.*|ENet ·.*|\bUTC\b|\b\d+x\d*|\b([LR][BTS]|Back|Start)\b|Shift\+|Esc|NAT-PMP|\bF\d+\b)");
    std::string left = text;
    // Brackets may be nested.
    for (std::string before; before != left;) {
        before = left;
        left = std::regex_replace(left, kBrackets, "");
    }
    left = std::regex_replace(left, kData, "");
    return std::regex_search(left, std::regex("[A-Za-z]{2}"));
}

/// Flips OpenGL's rows, which begin at the bottom, and makes the picture opaque: its alpha is that of the last draw.
void make_upright(gpu::Image& image) {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(image.width) * 4;
    for (int y = 0; y < image.height / 2; ++y) {
        const auto upper = image.pixels.begin() + y * row;
        std::swap_ranges(upper, upper + row, image.pixels.begin() + (image.height - 1 - y) * row);
    }
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) image.pixels[i] = 255;
}

/// The lines of a view's HUD and the bounds of their letters, in pixels of the window.
class HudLines final : private render::HudCanvas {
  public:
    HudLines(const scene::View& view, int width, int height) : box_(scene::letterbox(width, height)) {
        render::lay_out_hud(*this, view.hud, view.visuals, 1 - view.fade);
    }
    const std::vector<ui::Placed>& placed() const { return placed_; }

  private:
    void write(const Words& words) override {
        if (words.is_label || words.opacity <= 0) return;
        const text::Line& line = words.line;
        float bottom = 9, top = -9;
        text::for_each_glyph(font_, line, [&](float, const text::Glyph& glyph) {
            bottom = std::min(bottom, words.y + glyph.bottom * line.size);
            top = std::max(top, words.y + glyph.top * line.size);
        });
        if (top <= bottom) return;
        placed_.push_back({std::string(line.text), x_of(line.left), y_of(top), x_of(line.left + line.width), y_of(bottom), line.size / words.wanted});
    }
    void bar(const Four&, float, const render::HudInk&, bool, float) override {}
    void lozenge(const Four&, const render::HudInk&, float) override {}
    void shade(const Four&, bool, float) override {}
    float x_of(float x) const { return static_cast<float>(box_.left) + (x + 16) / 32 * static_cast<float>(box_.width); }
    float y_of(float y) const { return static_cast<float>(box_.top) + (9 - y) / 18 * static_cast<float>(box_.height); }

    scene::Letterbox box_;
    text::Font& font_ = text::font();
    std::vector<ui::Placed> placed_;
};

}  // namespace

Studio::Studio(const std::string& folder, int width, int height, gpu::Graphics graphics)
    : context_(gpu::make_egl_context(width, height, graphics)),
      device_(gpu::make_gl_device(4 << 20, {}, graphics)),
      picture_(std::make_unique<Picture>(*device_, render::Options{.width = width, .height = height})),
      overlay_(std::make_unique<ui::Overlay>(*device_, picture_->library())) {
    if (!folder.empty()) sink_ = PictureSink::folder(folder);
    // Texts are laid out for a window of this size. Without pictures they are drawn into a single pixel.
    const gpu::Texture colour = device_->make_texture({.width = sink_ ? width : 1, .height = sink_ ? height : 1});
    target_ = device_->make_target({.colours = {colour}});
    image_.width = width;
    image_.height = height;
    image_.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
}

Studio::~Studio() {
    overlay_.reset();
    picture_.reset();
    device_.reset();
}

void Studio::shoot(const std::string& name, const scene::View* view, const std::function<void(ui::Overlay&)>& words) {
    if (!name.starts_with(only)) return;
    ++count_;
    // The tools' windows know their size from the second frame on.
    draw(words);
    if (!sink_) return inspect_words(name, view);
    compose({*device_, *picture_, *overlay_, target_, image_.width, image_.height}, view, input, 1.0F / 60, words);
    device_->read_rgba8(target_, image_.width, image_.height, std::as_writable_bytes(std::span(image_.pixels)));
    make_upright(image_);
    sink_->write(image_, name);
    inspect_picture(name);
    inspect_words(name, view);
}

void Studio::advance(const scene::View& view) {
    if (sink_) picture_->renderer().advance(view);
}

void Studio::draw(const std::function<void(ui::Overlay&)>& words) {
    compose({*device_, *picture_, *overlay_, target_, image_.width, image_.height}, nullptr, input, 1.0F / 60, words);
}

void Studio::inspect_picture(const std::string& name) {
    std::set<std::uint32_t> colours;
    for (std::size_t i = 0; i < image_.pixels.size() && colours.size() < kColoursMin; i += 4) {
        const std::uint8_t* const at = image_.pixels.data() + i;
        colours.insert(static_cast<std::uint32_t>(at[0] << 16 | at[1] << 8 | at[2]));
    }
    if (colours.size() < kColoursMin) faults_.push_back(name + ": shows nothing");
    const auto [twin, is_new] = seen_.try_emplace(hash_bytes(image_.pixels), name);
    if (!is_new) faults_.push_back(name + ": is the same picture as " + twin->second);
}

void Studio::inspect_words(const std::string& name, const scene::View* view) {
    const auto quoted = [](const ui::Placed& line) { return "'" + line.text + "'"; };
    const std::vector<ui::Placed>& lines = overlay_->placed();
    const bool in_brackets = std::string_view(tr("Back")).starts_with('[');
    // Letters do not fill their lines: the lines may overlap by this much.
    const auto are_apart = [](const ui::Placed& line, const ui::Placed& other) {
        const float slack = 0.3F * (line.bottom - line.top);
        return line.left >= other.right || line.right <= other.left || line.top + slack >= other.bottom || line.bottom - slack <= other.top;
    };
    // Side by side with less between them than between two words: they would read as one.
    const auto are_crowded = [](const ui::Placed& line, const ui::Placed& other) {
        constexpr float kSpace = 0.25F;  // of a line's height
        const bool in_a_row = std::abs(line.top + line.bottom - other.top - other.bottom) < 1;
        const float gap = std::max(line.left - other.right, other.left - line.right);
        return in_a_row && gap >= 0 && gap < kSpace * std::min(line.bottom - line.top, other.bottom - other.top);
    };
    const auto inspect = [&](const ui::Placed& line) {
        if (line.left < -1 || line.right > static_cast<float>(image_.width) + 1 || line.top < -1 ||
            line.bottom > static_cast<float>(image_.height) + 1) {
            faults_.push_back(name + ": runs out of the window: " + quoted(line));
        }
        if (line.shrunk < (line.paragraph.empty() ? kShrunkMost : kParagraphShrunkMost) && !in_brackets) faults_.push_back(name + ": is too long for its place: " + quoted(line));
        if (in_brackets && !name.starts_with("tools-") && has_english(line.paragraph.empty() ? line.text : line.paragraph)) faults_.push_back(name + ": is not translated: " + quoted(line));
    };
    for (auto line = lines.begin(); line != lines.end(); ++line) {
        inspect(*line);
        for (auto other = lines.begin(); other != line; ++other) {
            if (!are_apart(*line, *other)) faults_.push_back(name + ": " + quoted(*line) + " lies over " + quoted(*other));
            if (are_crowded(*line, *other)) faults_.push_back(name + ": " + quoted(*line) + " is too close to " + quoted(*other));
        }
    }
    if (view == nullptr) return;
    const std::vector<ui::Placed> hud = HudLines(*view, image_.width, image_.height).placed();
    for (auto line = hud.begin(); line != hud.end(); ++line) {
        inspect(*line);
        for (auto other = hud.begin(); other != line; ++other) {
            // The bounds are those of the letters: only an accent may reach as far as a letter that goes below its line.
            const float slack = 0.15F * (line->bottom - line->top);
            const bool apart = line->left >= other->right || line->right <= other->left || line->top + slack >= other->bottom || line->bottom - slack <= other->top;
            if (!apart) faults_.push_back(name + ": " + quoted(*line) + " lies over " + quoted(*other) + ", in the HUD");
        }
        if (overlay_->is_dimmed()) continue;  // a panel lies over the HUD
        for (const ui::Placed& other : lines) {
            if (!are_apart(other, *line)) faults_.push_back(name + ": " + quoted(other) + " lies over " + quoted(*line) + " of the HUD");
        }
    }
}

}  // namespace albireo::app
