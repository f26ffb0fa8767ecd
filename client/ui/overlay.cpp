#include "client/ui/overlay.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "client/scene/letterbox.hpp"
#include "client/text/utf8.hpp"

// The HUD's font, carried by the renderer.
extern "C" const unsigned char albireo_font_begin[];
extern "C" const unsigned char albireo_font_end[];

namespace albireo::ui {
namespace {

// Made at twice the size of a small window, so that they stay sharp when it grows.
constexpr std::array<float, 3> kPixels = {32, 56, 128};
constexpr std::array<float, 3> kShares = {0.032F, 0.058F, 0.14F};  // of the picture's height

ImU32 colour_of(Ink ink, float strength) {
    const auto alpha = static_cast<int>(std::clamp(strength, 0.0F, 1.0F) * 255);
    switch (ink) {
        case Ink::white:
            return IM_COL32(245, 245, 250, alpha);
        case Ink::gold:
            return IM_COL32(255, 200, 80, alpha);
        case Ink::blue:
            return IM_COL32(110, 180, 255, alpha);
        case Ink::grey:
            return IM_COL32(160, 165, 180, alpha);
        case Ink::red:
            return IM_COL32(255, 110, 90, alpha);
        case Ink::shade:
            return IM_COL32(4, 5, 12, alpha);
    }
    return 0;
}

}  // namespace

Overlay::Overlay() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    make_letters();
    ImGui::StyleColorsDark();
    ImGui_ImplOpenGL3_Init("#version 450 core");
}

/// The fonts with Latin-1 and all that texts have had beside it. Latin-1 alone would do for most: the letters of a
/// whole font at three sizes are many times as many.
void Overlay::make_letters() {
    ImFontGlyphRangesBuilder builder;
    builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesDefault());
    for (const char32_t letter : letters_) builder.AddChar(static_cast<ImWchar>(letter));
    ImVector<ImWchar> ranges;
    builder.BuildRanges(&ranges);
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    fonts.AddFontDefault();
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    for (const float pixels : kPixels) {
        fonts.AddFontFromMemoryTTF(const_cast<unsigned char*>(albireo_font_begin),
                                   static_cast<int>(albireo_font_end - albireo_font_begin), pixels, &config,
                                   ranges.Data);
    }
    fonts.Build();  // while the ranges are there
    has_new_letters_ = false;
}

void Overlay::note_letters(std::string_view text) {
    text::for_each_letter(text, [&](char32_t code) {
        // A font of Dear ImGui's ends at 16 bits; a letter beyond them is drawn as its '?'.
        if (code > 0xff && code < 0xffff && code != text::kNoLetter) has_new_letters_ |= letters_.insert(code).second;
    });
}

Overlay::~Overlay() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void Overlay::begin(const platform::Input& input, int width, int height, float seconds) {
    const scene::Letterbox box = scene::letterbox(std::max(width, 1), std::max(height, 1));
    left_ = static_cast<float>(box.left);
    top_ = static_cast<float>(box.top);
    width_ = static_cast<float>(box.width);
    height_ = static_cast<float>(box.height);
    mouse_x_ = (input.mouse_x - left_) / width_;
    mouse_y_ = (input.mouse_y - top_) / height_;
    placed_.clear();
    if (has_new_letters_) {
        make_letters();
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
    io.DeltaTime = std::max(seconds, 1e-4F);
    io.MousePos = {input.mouse_x, input.mouse_y};
    // Pressed and let go within one slow frame is a click too.
    io.MouseDown[0] = input.mouse_held || input.mouse_pressed;
    io.MouseWheel = static_cast<float>(input.wheel);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

void Overlay::end() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Overlay::text(std::string_view text, const TextDef& def) {
    const auto which = static_cast<std::size_t>(def.size);
    ImFont* font = ImGui::GetIO().Fonts->Fonts[static_cast<int>(which) + 1];
    if (text.empty()) return;
    note_letters(text);
    float pixels = std::max(kShares[which] * height_ * def.scale, 11.0F);
    const char* begin = text.data();
    const char* end = begin + text.size();
    ImVec2 extent = font->CalcTextSizeA(pixels, 1e9F, 0, begin, end);
    // Text that is too long is made smaller, so that none of it is cut off.
    const float room = def.width_max * width_;
    if (extent.x > room) {
        pixels *= room / extent.x;
        extent = font->CalcTextSizeA(pixels, 1e9F, 0, begin, end);
    }
    float x = x_of(def.x);
    if (def.align == Align::centre) x -= extent.x / 2;
    if (def.align == Align::right) x -= extent.x;
    const ImVec2 at{x, y_of(def.y) - extent.y / 2};
    placed_.push_back({std::string(text), at.x, at.y, at.x + extent.x, at.y + extent.y});
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    if (def.backed) {
        const float margin = pixels * 0.35F;
        list->AddRectFilled({at.x - margin, at.y - margin / 2},
                            {at.x + extent.x + margin, at.y + extent.y + margin / 2},
                            IM_COL32(4, 5, 12, static_cast<int>(150 * def.strength)), margin);
    }
    const float edge = std::max(1.0F, pixels / 24);
    for (const ImVec2 off :
         {ImVec2{-edge, 0}, ImVec2{edge, 0}, ImVec2{0, -edge}, ImVec2{0, edge}, ImVec2{edge, edge}}) {
        list->AddText(font, pixels, {at.x + off.x, at.y + off.y},
                      IM_COL32(8, 10, 18, static_cast<int>(190 * def.strength)), begin, end);
    }
    list->AddText(font, pixels, at, colour_of(def.ink, def.strength), begin, end);
}

void Overlay::dim(float share) {
    ImGui::GetBackgroundDrawList()->AddRectFilled({x_of(0), y_of(0)}, {x_of(1), y_of(1)},
                                                  IM_COL32(4, 5, 12, static_cast<int>(share * 255)));
}

void Overlay::sheet(float x0, float y0, float x1, float y1, float strength) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const ImVec2 from{x_of(x0), y_of(y0)}, to{x_of(x1), y_of(y1)};
    list->AddRectFilled(from, to, IM_COL32(6, 7, 16, static_cast<int>(strength * 255)), height_ * 0.012F);
    list->AddRect(from, to, IM_COL32(120, 130, 160, static_cast<int>(strength * 70)), height_ * 0.012F, 0,
                  std::max(1.0F, height_ / 720));
}

void Overlay::box(float x0, float y0, float x1, float y1, Ink ink, float strength) {
    ImGui::GetBackgroundDrawList()->AddRectFilled({x_of(x0), y_of(y0)}, {x_of(x1), y_of(y1)}, colour_of(ink, strength),
                                                  height_ * 0.006F);
}

bool Overlay::is_over(float x0, float y0, float x1, float y1) const {
    return mouse_x_ >= x0 && mouse_x_ <= x1 && mouse_y_ >= y0 && mouse_y_ <= y1;
}

float Overlay::mouse_share(float x0, float x1) const {
    return std::clamp((mouse_x_ - x0) / (x1 - x0), 0.0F, 1.0F);
}

}  // namespace albireo::ui
