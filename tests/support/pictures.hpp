#pragma once
/// Reads pictures from PNG files, and measures their difference.
#include <optional>
#include <string>

#include "client/gpu/image.hpp"

namespace albireo::support {

std::optional<gpu::Image> read_png(const std::string& path);

/// The difference between two pictures of the same size; channels are 0 … 255.
struct Difference {
    static constexpr int kBlock = 8;  // pixels: about as large as a small thing in a test's picture

    double mean = 0;
    double worst_share = 0;  // share of pixels in which a channel differs by more than 24
    double worst_block = 0;  // the highest mean of a square of kBlock pixels; the squares overlap by half
};
Difference difference(const gpu::Image& a, const gpu::Image& b);
/// The peak signal-to-noise ratio of the two, alpha left out, in decibels; 99 if they are equal.
double psnr_db(const gpu::Image& a, const gpu::Image& b);
/// A picture of the difference, amplified eight times.
gpu::Image difference_picture(const gpu::Image& a, const gpu::Image& b);

}  // namespace albireo::support
