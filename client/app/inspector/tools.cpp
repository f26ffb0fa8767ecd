#include "client/app/inspector/tools.hpp"

namespace albireo::app {

void Tools::draw(ui::Overlay& overlay, const platform::Input& input, Activity& activity, float frame_ms) {
    if (input.was_pressed(platform::Key::f3)) net_ = !net_;
    if (input.was_pressed(platform::Key::f4)) inspector_shown_ = !inspector_shown_;
    const bool is_net_game = [&] {
        const auto game = activity.game();
        if (game) netgraph_.note(*game, frame_ms);
        return static_cast<bool>(game);
    }();
    if (activity.world() != nullptr) inspector_.note(*activity.world());
    if (net_ && is_net_game) netgraph_.draw();
    if (inspector_shown_) inspector_.draw(overlay, input, activity);
}

}  // namespace albireo::app
