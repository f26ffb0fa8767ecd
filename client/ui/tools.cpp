#include "client/ui/tools.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "client/scene/letterbox.hpp"

namespace albireo::ui {
namespace {

constexpr float kBelowHud = 3.6F;  // em
constexpr ImU32 kBack = IM_COL32(30, 32, 44, 200);
// Of the parts of a stack, in order.
constexpr std::array<ImU32, 8> kColours = {IM_COL32(110, 180, 255, 255), IM_COL32(120, 220, 140, 255),
                                           IM_COL32(255, 200, 80, 255),  IM_COL32(230, 130, 220, 255),
                                           IM_COL32(120, 125, 140, 255), IM_COL32(255, 110, 90, 255),
                                           IM_COL32(150, 240, 240, 255), IM_COL32(220, 220, 220, 255)};

float em() {
    return ImGui::GetFontSize();
}

void text_in(ImVec2 at, ImU32 colour, const char* text) {
    ImGui::GetWindowDrawList()->AddText({at.x + 1, at.y + 1}, IM_COL32(0, 0, 0, 220), text);
    ImGui::GetWindowDrawList()->AddText(at, colour, text);
}

void draw_curve(const Curve& curve) {
    // Name, number, curve: side by side, so that none lies over another.
    const ImVec2 row = ImGui::GetCursorScreenPos();
    const float names = 7.4F * em(), numbers = 3.2F * em();
    const ImVec2 at{row.x + names + numbers, row.y};
    const ImVec2 size{ImGui::GetContentRegionAvail().x - names - numbers, 1.2F * em()};
    ImDrawList* list = ImGui::GetWindowDrawList();
    float top = std::max(curve.least_top, *std::max_element(curve.values.begin(), curve.values.end()));
    if (curve.limit > 0) top = std::max(top, 1.1F * curve.limit);
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, kBack);
    const float step = size.x / Curve::kValues;
    for (std::size_t i = 0; i < Curve::kValues; ++i) {
        const float value = curve.values[(curve.next + i) % Curve::kValues];
        if (value <= 0) continue;
        const float x = at.x + step * static_cast<float>(i);
        const bool over = curve.limit > 0 && value > curve.limit;
        list->AddRectFilled({x, at.y + size.y * (1 - value / top)}, {x + std::max(step, 1.0F), at.y + size.y},
                            over ? kColours[5] : kColours[0]);
    }
    if (curve.limit > 0) {
        const float y = at.y + size.y * (1 - curve.limit / top);
        list->AddLine({at.x, y}, {at.x + size.x, y}, kColours[5]);
    }
    std::array<char, 24> number{};
    std::snprintf(number.data(), number.size(), curve.last() >= 100 ? "%.0f" : "%.1f",
                  static_cast<double>(curve.last()));
    text_in({row.x, row.y + 1}, IM_COL32(235, 235, 240, 255), curve.name.c_str());
    text_in({at.x - ImGui::CalcTextSize(number.data()).x - em() / 2, row.y + 1}, IM_COL32_WHITE, number.data());
    ImGui::Dummy({names + numbers + size.x, size.y});
}

}  // namespace

Panel::Panel(const char* title, const Def& def) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    // Whole sizes of the letters stay sharp.
    ImGui::GetIO().FontGlobalScale = std::max(1.0F, std::floor(screen.y / 540));
    const float unit = kEm * ImGui::GetIO().FontGlobalScale, edge = 4;
    const float width = std::min(def.width * unit, screen.x - 2 * edge);
    const int bar = scene::letterbox(static_cast<int>(screen.x), static_cast<int>(screen.y)).top;
    const float top = static_cast<float>(bar) + std::floor(kBelowHud * unit);
    ImGui::SetNextWindowPos({def.side == Side::left ? edge : screen.x - width - edge, top}, ImGuiCond_Appearing);
    ImGui::SetNextWindowSize({width, std::min(def.height * unit, screen.y - top - edge)}, ImGuiCond_Appearing);
    ImGui::SetNextWindowBgAlpha(0.78F);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4, 2});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {5, 4});
    ImGui::Begin(title, nullptr, ImGuiWindowFlags_NoSavedSettings);
}

Panel::~Panel() {
    ImGui::End();
    ImGui::PopStyleVar(2);
}

bool has_mouse() {
    return ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantCaptureMouse;
}

void curves(std::span<const Curve> curves) {
    for (const Curve& curve : curves) draw_curve(curve);
}

void rows(std::span<const Row> rows, bool scrolled) {
    if (scrolled) ImGui::BeginChild("rows");
    for (const Row& row : rows) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, begin = ImGui::GetCursorPosX();
        if (row.share >= 0) {
            ImGui::GetWindowDrawList()->AddRectFilled(
                at, {at.x + width * std::min(row.share, 1.0F), at.y + ImGui::GetTextLineHeight()},
                IM_COL32(70, 110, 170, 160));
        }
        ImGui::TextUnformatted(row.name.c_str());
        const float taken = ImGui::CalcTextSize(row.value.c_str()).x;
        ImGui::SameLine(begin + std::max(ImGui::GetItemRectSize().x + em() / 2, width - taken));
        ImGui::TextUnformatted(row.value.c_str());
    }
    if (scrolled) ImGui::EndChild();
}

void words(const std::string& text) {
    ImGui::TextWrapped("%s", text.c_str());
}

int tabs(std::span<const char* const> names, int chosen, int wanted) {
    if (!ImGui::BeginTabBar("tabs", ImGuiTabBarFlags_FittingPolicyScroll)) return chosen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_wanted = static_cast<int>(i) == wanted;
        if (!ImGui::BeginTabItem(names[i], nullptr, is_wanted ? ImGuiTabItemFlags_SetSelected : 0)) continue;
        chosen = static_cast<int>(i);
        ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
    return chosen;
}

int pick(const char* label, std::span<const std::string> names, int chosen) {
    const std::string none = "-";
    const std::string& shown =
        chosen >= 0 && chosen < static_cast<int>(names.size()) ? names[static_cast<std::size_t>(chosen)] : none;
    ImGui::SetNextItemWidth(0.62F * ImGui::GetContentRegionAvail().x);
    if (!ImGui::BeginCombo(label, shown.c_str())) return chosen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable(names[i].c_str(), static_cast<int>(i) == chosen)) chosen = static_cast<int>(i);
        ImGui::PopID();
    }
    ImGui::EndCombo();
    return chosen;
}

int slide(const char* label, int value, int least, int most) {
    ImGui::SetNextItemWidth(0.62F * ImGui::GetContentRegionAvail().x);
    ImGui::SliderInt(label, &value, least, std::max(least, most));
    return std::clamp(value, least, std::max(least, most));
}

bool check(const char* label, bool on) {
    ImGui::Checkbox(label, &on);
    return on;
}

bool press(const char* label) {
    return ImGui::Button(label);
}

int stacks(const Stacks& stacks) {
    const std::size_t parts = stacks.parts.size(), frames = stacks.values.size() / std::max<std::size_t>(parts, 1);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 7 * em()};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, kBack);
    float top = 1.5F * stacks.line;
    for (std::size_t i = 0; i < frames; ++i) {
        float sum = 0;
        for (std::size_t part = 0; part < parts; ++part) sum += stacks.values[i * parts + part];
        top = std::max(top, sum);
    }
    const float step = frames > 0 ? size.x / static_cast<float>(frames) : 1;
    for (std::size_t i = 0; i < frames; ++i) {
        float y = at.y + size.y;
        const float x = at.x + step * static_cast<float>(i);
        for (std::size_t part = 0; part < parts; ++part) {
            const float high = size.y * stacks.values[i * parts + part] / top;
            list->AddRectFilled({x, y - high}, {x + std::max(step - 0.3F, 1.0F), y}, kColours[part % kColours.size()]);
            y -= high;
        }
    }
    if (stacks.line > 0) {
        const float y = at.y + size.y * (1 - stacks.line / top);
        list->AddLine({at.x, y}, {at.x + size.x, y}, IM_COL32(255, 255, 255, 120));
        std::array<char, 24> number{};
        std::snprintf(number.data(), number.size(), "%.1f ms", static_cast<double>(stacks.line));
        text_in({at.x + 3, y - em()}, IM_COL32(255, 255, 255, 200), number.data());
    }
    ImGui::InvisibleButton("stacks", size);
    if (!ImGui::IsItemHovered() || frames == 0) return -1;
    return std::clamp(static_cast<int>((ImGui::GetIO().MousePos.x - at.x) / step), 0, static_cast<int>(frames) - 1);
}

Canvas::Canvas(float half_width, float height_em) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    width_ = ImGui::GetContentRegionAvail().x;
    height_ = height_em * em();
    left_ = at.x, top_ = at.y;
    scale_ = width_ / (2 * half_width);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width_, at.y + height_}, kBack);
    // A drag begins here and not at the panel, which would move with it.
    ImGui::InvisibleButton("canvas", {width_, height_});
}

namespace {

ImU32 colour_of(Canvas::Ink ink) {
    switch (ink) {
        case Canvas::Ink::still:
            return IM_COL32(110, 180, 255, 255);
        case Canvas::Ink::moving:
            return IM_COL32(255, 200, 80, 255);
        case Canvas::Ink::ghost:
            return IM_COL32(255, 200, 80, 90);
        case Canvas::Ink::contact:
            return IM_COL32(255, 110, 90, 255);
    }
    return 0;
}

}  // namespace

void Canvas::line(float x0, float y0, float x1, float y1, Ink ink) const {
    const float middle_x = left_ + width_ / 2, middle_y = top_ + height_ / 2;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({left_, top_}, {left_ + width_, top_ + height_}, true);
    list->AddLine({middle_x + x0 * scale_, middle_y - y0 * scale_}, {middle_x + x1 * scale_, middle_y - y1 * scale_},
                  colour_of(ink), 1.5F);
    list->PopClipRect();
}

void Canvas::circle(float x, float y, float radius, Ink ink) const {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({left_, top_}, {left_ + width_, top_ + height_}, true);
    list->AddCircle({left_ + width_ / 2 + x * scale_, top_ + height_ / 2 - y * scale_}, std::max(radius * scale_, 2.0F),
                    colour_of(ink), 32, 1.5F);
    list->PopClipRect();
}

bool Canvas::grab(int handle, float& x, float& y) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 at{left_ + width_ / 2 + x * scale_, top_ + height_ / 2 - y * scale_};
    const float reach = 0.8F * em();
    ImGuiStorage* storage = ImGui::GetStateStorage();
    const ImGuiID held = ImGui::GetID("held");
    const bool near = std::hypot(io.MousePos.x - at.x, io.MousePos.y - at.y) < reach;
    if (!io.MouseDown[0]) storage->SetInt(held, 0);
    if (ImGui::IsMouseClicked(0) && near && storage->GetInt(held) == 0) storage->SetInt(held, handle);
    const bool mine = storage->GetInt(held) == handle;
    ImGui::GetWindowDrawList()->AddCircleFilled(at, 0.25F * em(),
                                                mine || near ? IM_COL32_WHITE : IM_COL32(255, 255, 255, 120));
    if (!mine) return false;
    x = (std::clamp(io.MousePos.x, left_, left_ + width_) - left_ - width_ / 2) / scale_;
    y = -(std::clamp(io.MousePos.y, top_, top_ + height_) - top_ - height_ / 2) / scale_;
    return true;
}

}  // namespace albireo::ui
