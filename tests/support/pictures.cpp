#include "tests/support/pictures.hpp"

#include <stb_image.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace albireo::support {

using gpu::Image;

std::optional<Image> read_png(const std::string& path) {
    Image image;
    int channels = 0;
    unsigned char* bytes = stbi_load(path.c_str(), &image.width, &image.height, &channels, 4);
    if (bytes == nullptr) return std::nullopt;
    image.pixels.assign(bytes,
                        bytes + static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    stbi_image_free(bytes);
    return image;
}

namespace {

double worst_block(const Image& a, const Image& b) {
    constexpr int kSize = Difference::kBlock;
    int worst = 0;
    for (int top = 0; top + kSize <= a.height; top += kSize / 2) {
        for (int left = 0; left + kSize <= a.width; left += kSize / 2) {
            int sum = 0;
            for (int y = top; y < top + kSize; ++y) {
                const std::uint8_t *one = a.at(left, y), *other = b.at(left, y);
                for (int i = 0; i < kSize * 4; ++i) sum += i % 4 == 3 ? 0 : std::abs(int{one[i]} - int{other[i]});
            }
            worst = std::max(worst, sum);
        }
    }
    return worst / (3.0 * kSize * kSize);
}

}  // namespace

Difference difference(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height || a.pixels.empty()) return {255, 1, 255};
    double sum = 0;
    std::size_t bad = 0;
    for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
        int worst = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const int off = std::abs(int{a.pixels[i + c]} - int{b.pixels[i + c]});
            sum += off;
            worst = std::max(worst, off);
        }
        if (worst > 24) ++bad;
    }
    const auto pixels = static_cast<double>(a.pixels.size() / 4);
    return {sum / (pixels * 3), static_cast<double>(bad) / pixels, worst_block(a, b)};
}

double psnr_db(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height || a.pixels.empty()) return 0;
    double squares = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        if (i % 4 == 3) continue;
        const double off = static_cast<double>(a.pixels[i]) - static_cast<double>(b.pixels[i]);
        squares += off * off;
    }
    const double mean = squares / (static_cast<double>(a.pixels.size()) * 0.75);
    return mean == 0 ? 99 : 10 * std::log10(255.0 * 255.0 / mean);
}

Image difference_picture(const Image& a, const Image& b) {
    Image out{a.width, a.height, std::vector<std::uint8_t>(a.pixels.size(), 255)};
    if (a.pixels.size() != b.pixels.size()) return out;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        if (i % 4 != 3)
            out.pixels[i] = static_cast<std::uint8_t>(std::min(255, 8 * std::abs(int{a.pixels[i]} - int{b.pixels[i]})));
    }
    return out;
}

}  // namespace albireo::support
