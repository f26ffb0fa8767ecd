#include "client/ui/overlay.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "client/scene/letterbox.hpp"
#include "client/text/paragraph.hpp"

namespace albireo::ui {
namespace {

constexpr std::array<float, 3> kLineHeights = {0.032F, 0.058F, 0.14F};  // of the picture's
constexpr float kLineHeightMin = 11;                                    // pixels, in a picture of at least kLeastHeight
constexpr int kQuietCells = 4;                                          // around a QR code, which the standard requires
constexpr float kLetter = 0, kShade = 1, kSheet = 2;                    // what overlay.frag draws

using Colour = std::array<float, 4>;

constexpr Colour colour(int red, int green, int blue, float opacity) {
    return {static_cast<float>(red) / 255, static_cast<float>(green) / 255, static_cast<float>(blue) / 255, opacity};
}

Colour colour_of(Ink ink, float strength) {
    const float opacity = std::clamp(strength, 0.0F, 1.0F);
    switch (ink) {
        case Ink::white:
            return colour(245, 245, 250, opacity);
        case Ink::gold:
            return colour(255, 200, 80, opacity);
        case Ink::blue:
            return colour(110, 180, 255, opacity);
        case Ink::grey:
            return colour(160, 165, 180, opacity);
        case Ink::red:
            return colour(255, 110, 90, opacity);
        case Ink::shade:
            return colour(4, 5, 12, opacity);
    }
    return {};
}

}  // namespace

Overlay::Overlay(gpu::Device& device, const gpu::ShaderLibrary& library)
    : device_(device),
      program_(device,
               device.make_program(library.assemble("shaders/overlay.vert"), library.assemble("shaders/overlay.frag"))),
      letters_(device,
               device.make_texture(
                   {.width = text::Font::kAtlasWidth, .height = text::Font::kAtlasHeight, .format = gpu::Format::r8})) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    ImGui::StyleColorsDark();
    ImGui_ImplOpenGL3_Init(device.shader_version().c_str());
}

Overlay::~Overlay() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void Overlay::begin(const platform::Input& input, int width, int height, float seconds) {
    const scene::Letterbox box = scene::letterbox(std::max(width, 1), std::max(height, 1));
    window_width_ = static_cast<float>(std::max(width, 1));
    window_height_ = static_cast<float>(std::max(height, 1));
    left_ = static_cast<float>(box.left);
    top_ = static_cast<float>(box.top);
    width_ = static_cast<float>(box.width);
    height_ = static_cast<float>(box.height);
    mouse_x_ = (input.mouse_x - left_) / width_;
    mouse_y_ = (input.mouse_y - top_) / height_;
    boxes_.clear();
    placed_.clear();
    is_dimmed_ = false;
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {window_width_, window_height_};
    io.DeltaTime = std::max(seconds, 1e-4F);
    io.MousePos = {input.mouse_x, input.mouse_y};
    // A press and release within one slow frame is a click, too.
    io.MouseDown[0] = input.mouse_held || input.mouse_pressed;
    io.MouseWheel = static_cast<float>(input.wheel);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

void Overlay::end() {
    if (std::exchange(letters_version_, font_.version()) != font_.version())
        device_.upload(letters_, std::as_bytes(font_.atlas()));
    gpu::Draw draw;
    draw.program = program_;
    draw.textures = {letters_};
    draw.blend = gpu::Blend::over;
    draw.uniforms[0] = device_.push(Four{window_width_, window_height_, 0, 0});
    constexpr gpu::Lanes kBoxLanes = {gpu::Lane::four, gpu::Lane::four, gpu::Lane::four, gpu::Lane::four};
    static_assert(gpu::bytes_of(kBoxLanes) == sizeof(Box));
    draw.records = {device_.push_span(std::span<const Box>(boxes_)), kBoxLanes};
    draw.count = 6;
    device_.draw(draw);
    ImGui::Render();
    // Only with windows of the tools: on OpenGL ES this version of ImGui makes calls that there are none of.
    if (ImGui::GetDrawData()->CmdListsCount > 0) ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Overlay::Sizes Overlay::sizes_of(const TextDef& def) const {
    const float line_height = font_.ascent() + font_.descent();
    const float least = kLineHeightMin * std::min(1.0F, height_ / static_cast<float>(kLeastHeight));
    const float usual = std::max(kLineHeights[static_cast<std::size_t>(def.size)] * height_ * def.scale, least) / line_height;
    return {usual, def.size == Size::small ? usual * style_.small_scale : usual};
}

std::vector<std::string_view> Overlay::lines_of(std::string_view text, const TextDef& def) {
    return text::break_lines(font_, text, def.width_max * width_ / (sizes_of(def).wanted * def.shrunk));
}

float Overlay::line_step(const TextDef& def) const {
    constexpr float kSpacing = 1.12F;  // of the height of a line
    return sizes_of(def).wanted * def.shrunk * (font_.ascent() + font_.descent()) * kSpacing / height_;
}

float Overlay::paragraph_height(std::string_view text, const TextDef& def) {
    return static_cast<float>(lines_of(text, def).size()) * line_step(def);
}

float Overlay::paragraph(std::string_view text, const TextDef& def) {
    TextDef at = def;
    for (const std::string_view line : lines_of(text, def)) {
        this->text(line, at);
        if (!line.empty()) placed_.back().paragraph = text;  // an empty line has no place
        at.y += line_step(def);
    }
    return at.y - def.y;
}

float Overlay::text_width(std::string_view text, const TextDef& def) {
    return text::lay_out(font_, text, {.size = sizes_of(def).wanted * def.shrunk}).width / width_;
}

float Overlay::text(std::string_view text, const TextDef& def) {
    if (text.empty()) return 0;
    const float line_height = font_.ascent() + font_.descent();
    const auto [usual, wanted] = sizes_of(def);
    const text::Line line =
        text::lay_out(font_, text,
                      {.x = x_of(def.x),
                       .size = wanted * def.shrunk,
                       .align = def.align,
                       .width_max = def.width_max * width_});
    const float size = line.size, height = size * line_height;
    const float left = line.left, right = left + line.width;
    const float top = y_of(def.y) - height / 2, bottom = top + height;
    placed_.push_back({std::string(text), left, top, right, bottom, std::min(size / std::min(usual, wanted), 1.0F), {}});
    if (def.backed) {
        const float margin = height * 0.35F;
        add({left - margin, top - margin / 2, right + margin, bottom + margin / 2, margin},
            colour(4, 5, 12, (style_.high_contrast ? 0.92F : 0.59F) * def.strength));
    }
    // Faint letters become full ones, but what fades still fades.
    const bool is_grey = style_.high_contrast && def.ink == Ink::grey;
    const Four ink = is_grey ? colour(220, 224, 235, def.strength) : colour_of(def.ink, def.strength);
    const float baseline = std::round(top + size * font_.ascent());  // letters are sharper on a pixel boundary
    for (const float kind : {kShade, kLetter}) {
        text::for_each_glyph(font_, line, [&](float x, const text::Glyph& glyph) {
            boxes_.push_back({.at = {x + glyph.left * size, baseline - glyph.top * size, x + glyph.right * size,
                                     baseline - glyph.bottom * size},
                              .image = {glyph.u0, glyph.v1, glyph.u1, glyph.v0},
                              .colour = ink,
                              .shape = {kind}});
        });
    }
    return line.width / width_;
}

void Overlay::add(const Sheet& sheet, const Four& colour) {
    const float half = std::min(sheet.right - sheet.left, sheet.bottom - sheet.top) / 2;
    boxes_.push_back({.at = {sheet.left, sheet.top, sheet.right, sheet.bottom},
                      .colour = colour,
                      .shape = {kSheet, std::min(sheet.radius, half), sheet.edge, 0}});
}

void Overlay::dim(float share) {
    is_dimmed_ = is_dimmed_ || share > 0;
    add({x_of(0), y_of(0), x_of(1), y_of(1), 0}, colour(4, 5, 12, style_.high_contrast ? std::max(share, 0.85F) : share));
}

void Overlay::sheet(float x0, float y0, float x1, float y1, float strength) {
    Sheet sheet{x_of(x0), y_of(y0), x_of(x1), y_of(y1), height_ * 0.012F};
    add(sheet, colour(6, 7, 16, style_.high_contrast ? std::max(strength, 0.95F) : strength));
    sheet.edge = std::max(1.0F, height_ / 720);
    add(sheet, colour(120, 130, 160, strength * 70 / 255));
}

void Overlay::box(float x0, float y0, float x1, float y1, Ink ink, float strength) {
    add({x_of(x0), y_of(y0), x_of(x1), y_of(y1), height_ * 0.006F}, colour_of(ink, strength));
}

float Overlay::cell_pixels(int count, float height) const {
    constexpr float kLeast = 2;  // a phone cannot read smaller ones from a screen
    const float cell = std::floor(height * height_ / static_cast<float>(count + 2 * kQuietCells));
    return cell < kLeast ? 0 : cell;
}

Overlay::Corner Overlay::cells(float right, float top, float bottom, int count,
                               const std::function<bool(int column, int row)>& is_dark) {
    const float cell = cell_pixels(count, bottom - top);
    if (cell <= 0) return {right, top};
    const float side = cell * static_cast<float>(count + 2 * kQuietCells);
    const float x0 = std::floor(x_of(right)) - side, y0 = std::floor(y_of(top));
    add({x0, y0, x0 + side, y0 + side, 0}, colour(255, 255, 255, 1));
    const auto at = [&](int place) { return static_cast<float>(place + kQuietCells) * cell; };
    for (int row = 0; row < count; ++row) {
        for (int begin = 0, end = 0; begin < count; begin = end + 1) {
            for (end = begin; end < count && is_dark(end, row); ++end) {}
            if (end == begin) continue;
            add({x0 + at(begin), y0 + at(row), x0 + at(end), y0 + at(row + 1), 0}, colour(0, 0, 0, 1));
        }
    }
    return {(x0 - left_) / width_, (y0 + side - top_) / height_};
}

void Overlay::mosaic(float x0, float y0, float x1, float y1, int columns, int rows,
                     const std::function<Cell(int column, int row)>& cell_at) {
    const auto edge = [](float from, float to, int place, int count) {
        return std::round(from + (to - from) * static_cast<float>(place) / static_cast<float>(count));
    };
    for (int row = 0; row < rows; ++row) {
        const float top = edge(y_of(y0), y_of(y1), row, rows), bottom = edge(y_of(y0), y_of(y1), row + 1, rows);
        for (int begin = 0, end = 0; begin < columns; begin = end) {
            const Cell cell = cell_at(begin, row);
            for (end = begin + 1; end < columns && cell_at(end, row) == cell; ++end) {}
            if (cell.strength <= 0) continue;
            add({edge(x_of(x0), x_of(x1), begin, columns), top, edge(x_of(x0), x_of(x1), end, columns), bottom, 0},
                colour_of(cell.ink, cell.strength));
        }
    }
}

bool Overlay::is_over(float x0, float y0, float x1, float y1) const {
    return mouse_x_ >= x0 && mouse_x_ <= x1 && mouse_y_ >= y0 && mouse_y_ <= y1;
}

float Overlay::mouse_share(float x0, float x1) const {
    return std::clamp((mouse_x_ - x0) / (x1 - x0), 0.0F, 1.0F);
}

}  // namespace albireo::ui
