#pragma once
/// Where the picture lies in a window of any shape: the largest 16 : 9 rectangle that fits, centred, with black bars.
///
/// A wider window does not show more of the level. The core spawns enemies just outside the field, removes everything that leaves
/// it, and stops ships at its edge, and a wider view would show all three. It would also show enemies to one player before
/// the other.
#include <algorithm>

namespace albireo::scene {

struct Letterbox {
    int left = 0, top = 0;  // the picture's upper left corner in the window, in pixels; the opposite bars are as wide
    int width = 0, height = 0;
};

/// The whole window if it is within a pixel of 16 : 9; empty if the window has no pixels.
constexpr Letterbox letterbox(int width, int height) {
    if (width <= 0 || height <= 0) return {};
    const int wide = std::min(width, (height * 16 + 8) / 9), high = std::min(height, (width * 9 + 15) / 16);
    return {(width - wide) / 2, (height - high) / 2, wide, high};
}
static_assert(letterbox(1000, 800).width == 1000 && letterbox(1000, 800).height == 563);
static_assert(letterbox(1366, 768).width == 1366 && letterbox(1366, 768).height == 768);

}  // namespace albireo::scene
