#include "tests/client/models/raster.hpp"

#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>

namespace albireo::models {

Raster::Raster(int width, int height)
    : width_(width * 2),
      height_(height * 2),
      colour_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), Vec3{0.012F, 0.013F, 0.018F}),
      depth_(colour_.size(), -1e30F) {}

Vec3 Raster::shade(const Vec3& normal, const Vec3& colour, bool shines) const {
    if (shines) return colour * (0.55F + 1.1F * std::max(0.0F, normal.z) * std::max(0.0F, normal.z));
    const Vec3 key = math::normalized(Vec3{-0.45F, 0.75F, 0.55F});
    const Vec3 half = math::normalized(key + Vec3{0, 0, 1});
    const float lit = std::max(0.0F, math::dot(normal, key));
    const float sky = 0.5F + 0.5F * normal.y;
    const float rim = std::pow(1 - std::clamp(normal.z, 0.0F, 1.0F), 3.0F);
    const float gloss = std::pow(std::max(0.0F, math::dot(normal, half)), 40.0F);
    return colour * (0.85F * lit + 0.10F + 0.12F * sky) + Vec3{0.20F, 0.24F, 0.34F} * (rim * 0.35F * (0.3F + sky)) +
           Vec3{1, 1, 1} * (gloss * 0.22F);
}

void Raster::draw(const Model& model, const math::Transform& pose, float pixels, const Palette& palette) {
    std::vector<Vec3> at(model.positions.size()), normal(model.positions.size());
    for (std::size_t v = 0; v < at.size(); ++v) {
        const Vec3 p = pose.turn * model.positions[v];
        at[v] = {2 * (pose.at.x + p.x * pixels), 2 * (pose.at.y - p.y * pixels), pose.at.z + p.z * pixels};
        normal[v] = pose.turn * model.normals[v];
    }
    for (std::size_t t = 0; t < model.triangle_count(); ++t) {
        const std::uint32_t* v = &model.indices[3 * t];
        const Vec3 &a = at[v[0]], &b = at[v[1]], &c = at[v[2]];
        const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (area >= 0) continue;  // y points down here, so front faces are clockwise
        const int x0 = std::max(0, static_cast<int>(std::floor(std::min({a.x, b.x, c.x}))));
        const int x1 = std::min(width_ - 1, static_cast<int>(std::ceil(std::max({a.x, b.x, c.x}))));
        const int y0 = std::max(0, static_cast<int>(std::floor(std::min({a.y, b.y, c.y}))));
        const int y1 = std::min(height_ - 1, static_cast<int>(std::ceil(std::max({a.y, b.y, c.y}))));
        for (int y = y0; y <= y1; ++y) {
            for (int x = x0; x <= x1; ++x) {
                const float px = static_cast<float>(x) + 0.5F, py = static_cast<float>(y) + 0.5F;
                const float wb = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
                const float wc = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
                const float wa = 1 - wb - wc;
                if (wa < -1e-4F || wb < -1e-4F || wc < -1e-4F) continue;
                const float z = wa * a.z + wb * b.z + wc * c.z;
                const auto pixel =
                    static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
                if (z <= depth_[pixel]) continue;
                depth_[pixel] = z;
                const Vec3 n =
                    math::normalized_or(normal[v[0]] * wa + normal[v[1]] * wb + normal[v[2]] * wc, Vec3{0, 0, 1});
                const Zone zone = model.paints[v[0]].zone;
                const float reach =
                    wa * model.paints[v[0]].reach + wb * model.paints[v[1]].reach + wc * model.paints[v[2]].reach;
                const bool shines = zone == Zone::eye || zone == Zone::glow;
                Vec3 colour = palette[static_cast<std::size_t>(zone)];
                if (zone == Zone::flesh || zone == Zone::claw) {  // limbs start in the colour of the body
                    colour = math::lerp(palette[0], colour, std::clamp(reach * 1.6F, 0.0F, 1.0F));
                }
                colour_[pixel] = shade(n, colour, shines);
            }
        }
    }
}

bool Raster::write_png(const std::string& path) const {
    const int w = width_ / 2, h = height_ / 2;
    std::vector<unsigned char> bytes;
    const auto code = [](float linear) {
        const float x = linear / (1 + 0.25F * linear);
        return static_cast<unsigned char>(std::lround(255 * std::pow(std::clamp(x, 0.0F, 1.0F), 1 / 2.2F)));
    };
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
            const auto at = [&](int dx, int dy) {
                return colour_[static_cast<std::size_t>(2 * y + dy) * static_cast<std::size_t>(width_) +
                               static_cast<std::size_t>(2 * x + dx)];
            };
            const Vec3 mean = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) * 0.25F;
            for (const float channel : {mean.x, mean.y, mean.z}) bytes.push_back(code(channel));
        }
    }
    return stbi_write_png(path.c_str(), w, h, 3, bytes.data(), w * 3) != 0;
}

}  // namespace albireo::models
