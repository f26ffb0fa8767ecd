#pragma once
/// A picture in memory, 8-bit RGBA, top row first; to and from PNG files.
#include <cstdint>
#include <optional>
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

/// False if the disk refuses, and errno says why; no half a file is left behind.
bool write_png(const Image& image, const std::string& path);
std::optional<Image> read_png(const std::string& path);

/// How unlike two pictures of one size are; of channels, 0 … 255.
struct Difference {
    static constexpr int kBlock = 8;  // pixels: about as large as a small thing in a test's picture

    double mean = 0;
    double worst_share = 0;  // of pixels in which a channel differs by more than 24
    double worst_block = 0;  // the mean of that square of kBlock pixels in which it is most; they overlap by half
};
Difference difference(const Image& a, const Image& b);
/// What differs, eight times as strong.
Image difference_picture(const Image& a, const Image& b);

}  // namespace albireo::gpu
