#pragma once
/// A picture in memory, 8-bit RGBA, top row first, and its PNG files.
#include <cstdint>
#include <string>
#include <vector>

namespace albireo::gpu {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;  // width × height × 4

    const std::uint8_t* at(int x, int y) const {
        return pixels.data() +
               (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
    }
};

/// Returns false, with the reason in errno, if the file cannot be written. A partial file is removed.
bool write_png(const Image& image, const std::string& path);

}  // namespace albireo::gpu
