#include "client/ui/tools.hpp"

#include <imgui.h>

#include <algorithm>

namespace albireo::ui {
namespace {

void begin_panel(const char* title, float x, float y) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({x * size.x, y * size.y}, ImGuiCond_Appearing);
    ImGui::SetNextWindowBgAlpha(0.75F);
    ImGui::Begin(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
}

}  // namespace

void draw_curves(const char* title, float x, float y, std::span<const Curve> curves) {
    begin_panel(title, x, y);
    for (const Curve& curve : curves) {
        const float top = std::max(curve.least_top, *std::max_element(curve.values.begin(), curve.values.end()));
        ImGui::PlotLines(("##" + curve.name).c_str(), curve.values.data(), static_cast<int>(Curve::kValues),
                         static_cast<int>(curve.next), nullptr, 0, top, {150, 22});
        ImGui::SameLine();
        ImGui::Text("%s %.1f", curve.name.c_str(), static_cast<double>(curve.last()));
    }
    ImGui::End();
}

void draw_table(const char* title, float x, float y, std::span<const Row> rows) {
    begin_panel(title, x, y);
    for (const Row& row : rows) ImGui::Text("%-20s %s", row.name.c_str(), row.value.c_str());
    ImGui::End();
}

}  // namespace albireo::ui
