#pragma once
/// The page's keys (web/play/controls.js), as a level's messages name them.
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace albireo::web {

inline std::function<std::string(std::string_view control)> page_control_text() {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kControls = {{
        {"move", "the ARROW KEYS"}, {"fire", "SPACE"}, {"focus", "SHIFT"}, {"release", "X"},
        {"lightning", "C"}, {"next_weapon", "V"}, {"gift", "G"},
    }};
    return [](std::string_view control) {
        for (const auto& [name, text] : kControls) {
            if (name == control) return std::string(text);
        }
        return std::string(control);
    };
}

}  // namespace albireo::web
