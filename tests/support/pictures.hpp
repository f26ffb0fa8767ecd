#pragma once
/// Pictures read back from PNG files, and how unlike two of them are.
#include <optional>
#include <string>

#include "client/gpu/image.hpp"

namespace albireo::support {

std::optional<gpu::Image> read_png(const std::string& path);

/// How unlike two pictures of one size are; of channels, 0 … 255.
struct Difference {
    static constexpr int kBlock = 8;  // pixels: about as large as a small thing in a test's picture

    double mean = 0;
    double worst_share = 0;  // of pixels in which a channel differs by more than 24
    double worst_block = 0;  // the mean of that square of kBlock pixels in which it is most; they overlap by half
};
Difference difference(const gpu::Image& a, const gpu::Image& b);
/// What differs, eight times as strong.
gpu::Image difference_picture(const gpu::Image& a, const gpu::Image& b);

}  // namespace albireo::support
