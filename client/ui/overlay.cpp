#include "client/ui/overlay.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <array>

// The HUD's font, carried by the renderer.
extern "C" const unsigned char albireo_font_begin[];
extern "C" const unsigned char albireo_font_end[];

namespace albireo::ui {
namespace {

// Made at twice the size of a small window, so that they stay sharp when it grows.
constexpr std::array<float, 3> kPixels = {32, 56, 128};
constexpr std::array<float, 3> kShares = {0.032F, 0.058F, 0.14F};  // of the window's height

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
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    io.Fonts->AddFontDefault();
    for (const float pixels : kPixels) {
        io.Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(albireo_font_begin),
                                       static_cast<int>(albireo_font_end - albireo_font_begin), pixels, &config);
    }
    ImGui::StyleColorsDark();
    ImGui_ImplOpenGL3_Init("#version 450 core");
}

Overlay::~Overlay() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void Overlay::begin(const platform::Input& input, int width, int height, float seconds) {
    width_ = static_cast<float>(std::max(width, 1));
    height_ = static_cast<float>(std::max(height, 1));
    mouse_x_ = input.mouse_x;
    mouse_y_ = input.mouse_y;
    placed_.clear();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width_, height_};
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
    float x = def.x * width_;
    if (def.align == Align::centre) x -= extent.x / 2;
    if (def.align == Align::right) x -= extent.x;
    const ImVec2 at{x, def.y * height_ - extent.y / 2};
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
    ImGui::GetBackgroundDrawList()->AddRectFilled({0, 0}, {width_, height_},
                                                  IM_COL32(4, 5, 12, static_cast<int>(share * 255)));
}

void Overlay::sheet(float x0, float y0, float x1, float y1, float strength) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const ImVec2 from{x0 * width_, y0 * height_}, to{x1 * width_, y1 * height_};
    list->AddRectFilled(from, to, IM_COL32(6, 7, 16, static_cast<int>(strength * 255)), height_ * 0.012F);
    list->AddRect(from, to, IM_COL32(120, 130, 160, static_cast<int>(strength * 70)), height_ * 0.012F, 0,
                  std::max(1.0F, height_ / 720));
}

void Overlay::box(float x0, float y0, float x1, float y1, Ink ink, float strength) {
    ImGui::GetBackgroundDrawList()->AddRectFilled({x0 * width_, y0 * height_}, {x1 * width_, y1 * height_},
                                                  colour_of(ink, strength), height_ * 0.006F);
}

bool Overlay::is_over(float x0, float y0, float x1, float y1) const {
    return mouse_x_ >= x0 * width_ && mouse_x_ <= x1 * width_ && mouse_y_ >= y0 * height_ && mouse_y_ <= y1 * height_;
}

float Overlay::mouse_share(float x0, float x1) const {
    return std::clamp((mouse_x_ / width_ - x0) / (x1 - x0), 0.0F, 1.0F);
}

}  // namespace albireo::ui
