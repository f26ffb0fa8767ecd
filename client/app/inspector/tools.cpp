#include "client/app/inspector/tools.hpp"

namespace albireo::app {

void Tools::draw(ui::Overlay& overlay, const platform::Input& input, Activity& activity, float frame_ms) {
    if (input.was_pressed(platform::Key::f3)) net_ = !net_;
    if (input.was_pressed(platform::Key::f4)) inspector_shown_ = !inspector_shown_;
    if (activity.game() != nullptr) netgraph_.note(*activity.game(), frame_ms);
    if (activity.world() != nullptr) inspector_.note(*activity.world());
    if (net_ && activity.game() != nullptr) netgraph_.draw();
    if (inspector_shown_) inspector_.draw(overlay, input, activity);
}

}  // namespace albireo::app
