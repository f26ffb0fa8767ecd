#pragma once
/// Where the picture lies in a window of any shape: the largest 16 : 9 that fits, in the middle, and black bars beside it.
///
/// Bars and not more sky. The core brings enemies in just outside the field and drops what leaves it, and a ship stops
/// at its edge: a wider view would show all three. And a wide window would see an enemy before the partner's does.
#include <algorithm>

namespace albireo::scene {

struct Letterbox {
    int left = 0, top = 0;  // of the window's upper left corner, in pixels; the bars at the other ends are as wide
    int width = 0, height = 0;
};

/// All of a window that is within a pixel of 16 : 9; nothing of one that has no pixels.
constexpr Letterbox letterbox(int width, int height) {
    if (width <= 0 || height <= 0) return {};
    const int wide = std::min(width, (height * 16 + 8) / 9), high = std::min(height, (width * 9 + 15) / 16);
    return {(width - wide) / 2, (height - high) / 2, wide, high};
}
static_assert(letterbox(1000, 800).width == 1000 && letterbox(1000, 800).height == 563);
static_assert(letterbox(1366, 768).width == 1366 && letterbox(1366, 768).height == 768);

}  // namespace albireo::scene
