#pragma once
/// Where the lines, bars and marks of the HUD lie, in units of the field, in either theme (scene/visual_settings.hpp). The pass draws them,
/// and checks of the screens read where the lines are.
#include <string_view>

#include "client/scene/view.hpp"
#include "client/text/line.hpp"

namespace albireo::render {

struct HudInk {
    math::Vec3 bright, dark;
};

/// Takes what the HUD consists of. `at`: left, bottom, right and top.
class HudCanvas {
  public:
    using Four = std::array<float, 4>;
    virtual ~HudCanvas() = default;
    /// A line with its baseline at `y`. `wanted`: the size of its letters if there is room. A label follows a ship, so it may be anywhere.
    struct Words {
        text::Line line;
        float y = 0, wanted = 0;
        HudInk ink;
        float opacity = 1;
        bool is_label = false;
    };
    virtual void write(const Words& words) = 0;
    /// A bar, full up to a share of its width.
    virtual void bar(const Four& at, float full, const HudInk& ink, bool shimmer, float opacity) = 0;
    virtual void lozenge(const Four& at, const HudInk& ink, float opacity) = 0;
    /// Darkness behind a row: from above or from below.
    virtual void shade(const Four& at, bool top, float opacity) = 0;
};

/// A large HUD reaches farther into the picture. Other words below its upper rows are lower by this share of the picture's height.
constexpr float hud_reach(float hud_scale) {
    return hud_scale > 1 ? 0.3F * (hud_scale - 1) : 0;
}

/// Lays the HUD out on the canvas; nothing if it is hidden. `opacity`: of the whole HUD.
void lay_out_hud(HudCanvas& canvas, const scene::Hud& hud, const scene::VisualSettings& look, float opacity);

}  // namespace albireo::render
