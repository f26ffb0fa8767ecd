#include "client/app/controls/mouse.hpp"

#include <algorithm>
#include <utility>

#include "client/scene/letterbox.hpp"

namespace albireo::app {
namespace {

using platform::MouseButton;

}  // namespace

std::optional<Vec2> pointed_at(const platform::Input& input) {
    const scene::Letterbox box = scene::letterbox(input.mouse_pixels.width, input.mouse_pixels.height);
    if (box.width <= 0 || box.height <= 0) return std::nullopt;
    // The picture shows the field from edge to edge.
    const auto along = [](float place, int from, int length, Fixed half) {
        const float share = std::clamp((place - static_cast<float>(from)) / static_cast<float>(length), 0.0F, 1.0F);
        return Fixed::from_raw(static_cast<std::int32_t>((2 * share - 1) * static_cast<float>(half.raw)));
    };
    return Vec2{along(input.mouse_x, box.left, box.width, kFieldHalfWidth), -along(input.mouse_y, box.top, box.height, kFieldHalfHeight)};
}

void MousePilot::pass(float seconds) {
    // A panel had the mouse: a click in it begins nothing here.
    if (!std::exchange(is_read_, false)) {
        since_click_ = kLongAgo;
        second_ = {};
    }
    since_click_ = std::min(since_click_ + seconds, kLongAgo);
}

void MousePilot::add(const platform::Input& input, Held& held) {
    is_read_ = true;
    if (input.was_pressed(MouseButton::middle) && !input.is_held(MouseButton::forward)) {
        second_ = {.is_down = since_click_ <= kDoubleClick};
        since_click_ = second_.is_down ? kLongAgo : 0;
    }
    const bool is_forward = second_.is_down || input.is_held(MouseButton::forward);
    for (std::size_t i = 0; i < kMouseUses.size(); ++i) {
        const MouseUse& use = kMouseUses[i];
        const bool fits = use.with_forward == is_forward;
        bool begins = false;
        if (use.button == MouseButton::middle && second_.is_down) {
            is_on_[i] = false;
            continue;
        }
        if (use.button == MouseButton::count) {
            begins = fits && (use.wheel > 0 ? input.wheel > 0 : input.wheel < 0);
            is_on_[i] = false;
        } else {
            // Only where a button has two uses does the forward one decide.
            const bool has_twin = std::ranges::any_of(kMouseUses, [&](const MouseUse& other) { return other.button == use.button && other.with_forward != use.with_forward; });
            begins = input.was_pressed(use.button) && (fits || !has_twin);
            is_on_[i] = begins || (is_on_[i] && input.is_held(use.button));
        }
        take(held, use.action, begins, begins || is_on_[i]);
        second_.is_used = second_.is_used || (begins && use.with_forward);
    }
    if (second_.is_down && !input.is_held(MouseButton::middle)) {
        if (!second_.is_used) take(held, Action::pause, true, true);
        second_ = {};
    }
    if (bot::has_direction(held.buttons)) steers_ = false;
    if (input.mouse_moved) steers_ = true;
    if (steers_) held.toward = pointed_at(input);
}

}  // namespace albireo::app
