#include "client/app/inside/tools.hpp"

namespace albireo::app {

void Tools::draw(ui::Overlay& overlay, const platform::Input& input, Round& round, float frame_ms) {
    if (input.was_pressed(platform::Key::f3)) net_ = !net_;
    if (input.was_pressed(platform::Key::f4)) inside_ = !inside_;
    if (round.game() != nullptr) netgraph_.note(*round.game(), frame_ms);
    if (round.world() != nullptr) inspector_.note(*round.world());
    if (net_ && round.game() != nullptr) netgraph_.draw();
    if (inside_) inspector_.draw(overlay, input, round);
}

}  // namespace albireo::app
