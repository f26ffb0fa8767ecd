#include "client/scene/wake.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace albireo::scene {
namespace {

constexpr float kTick = 1.0F / 60;
constexpr float kShare = kWakeSpeed * kTick / kWakeStep;  // of a cell that a wave crosses in a tick
constexpr int kShore = 6;                                 // cells in which waves fade out at the far and outer sides
constexpr float kCalm = 2e-3F;                            // units, or of foam: less is not seen
constexpr float kFoamOf = 1.6F;                           // a unit's rise

std::size_t place_of(std::int64_t column) {
    const std::int64_t place = column % kWakeColumns;
    return static_cast<std::size_t>(place < 0 ? place + kWakeColumns : place);
}

}  // namespace

Wake::Wake() : foam_(kWakeCells), height_(kWakeCells), before_(kWakeCells), flow_x_(kWakeCells), flow_z_(kWakeCells) {}

void Wake::reset() {
    for (std::vector<float>* field : {&foam_, &height_, &before_, &flow_x_, &flow_z_}) std::fill(field->begin(), field->end(), 0.0F);
    first_ = 0;
    calm_ = true;
}

std::size_t Wake::cell(std::int64_t column, int row) const {
    return static_cast<std::size_t>(row) * kWakeColumns + place_of(column);
}

void Wake::begin(float travel) {
    if (!calm_) std::ranges::copy(height_, before_.begin());
    const auto first = static_cast<std::int64_t>(std::floor(travel / kWakeStep)) - kWakeColumns / 2;
    const std::int64_t way = first - first_;
    first_ = first;
    if (calm_ || way == 0) return;
    // The columns that have gone out of sight on one side are those that come into sight on the other.
    const std::int64_t fresh = std::min<std::int64_t>(std::abs(way), kWakeColumns);
    for (std::int64_t i = 0; i < fresh; ++i) {
        const std::int64_t column = way > 0 ? first_ + kWakeColumns - 1 - i : first_ + i;
        for (int row = 0; row < kWakeRows; ++row) {
            for (std::vector<float>* field : {&foam_, &height_, &before_, &flow_x_, &flow_z_}) (*field)[cell(column, row)] = 0;
        }
    }
}

float Wake::left(float travel) const { return static_cast<float>(first_) * kWakeStep - travel; }

void Wake::push(math::Vec2 at, float radius, float rise) {
    const float wide = std::max(radius, kWakeStep) * 1.8F;
    const auto column_at = [&](float x) { return static_cast<std::int64_t>(std::floor(x / kWakeStep)) + first_ + kWakeColumns / 2; };
    const std::int64_t from = std::max(column_at(at.x - wide), first_), to = std::min(column_at(at.x + wide) + 1, first_ + kWakeColumns - 1);
    const int rows = std::min(kWakeRows - 1, static_cast<int>((wide - at.y) / kWakeStep) + 1);
    for (std::int64_t column = from; column <= to; ++column) {
        const float x = ((static_cast<float>(column - first_ - kWakeColumns / 2) + 0.5F) * kWakeStep - at.x) / wide;
        for (int row = 0; row <= rows; ++row) {
            const float z = (-static_cast<float>(row) * kWakeStep - at.y) / wide;
            const float far = x * x + z * z;
            if (far >= 1) continue;
            float& foam = foam_[cell(column, row)];
            foam = std::min(foam + kFoamOf * std::abs(rise) * (1 - far), 1.0F);
            height_[cell(column, row)] += rise * (1 - far) * (1 - far) * (1 - 4 * far);  // whose mean is 0
            calm_ = false;
        }
    }
}

void Wake::tick() {
    if (calm_) return;
    constexpr float kKeep = 1 - kWakeFade * kTick, kFoamKeep = 1 - kFoamFade * kTick;
    float most = 0;
    for (float& foam : foam_) {
        foam *= kFoamKeep;
        most = std::max(most, foam);
    }
    const std::size_t start = place_of(first_);
    // In the order of memory, in which the leftmost column follows the rightmost one: that flow is shut.
    for (int row = 0; row < kWakeRows; ++row) {
        const std::size_t base = static_cast<std::size_t>(row) * kWakeColumns;
        const float* height = &height_[base];
        const float* behind = row + 1 < kWakeRows ? height + kWakeColumns : height;
        float* along = &flow_x_[base];
        float* back = &flow_z_[base];
        for (std::size_t i = 0; i < kWakeColumns; ++i) {
            const std::size_t right = i + 1 < kWakeColumns ? i + 1 : 0;
            along[i] = (along[i] - kShare * (height[right] - height[i])) * kKeep;
            back[i] = (back[i] - kShare * (behind[i] - height[i])) * kKeep;
        }
        along[(start + kWakeColumns - 1) % kWakeColumns] = 0;
    }
    for (int row = 0; row < kWakeRows; ++row) {
        const std::size_t base = static_cast<std::size_t>(row) * kWakeColumns;
        float* height = &height_[base];
        const float* along = &flow_x_[base];
        const float* back = &flow_z_[base];
        // What leaves row 0 backward leaves it forward too; its cell is as wide as the two halves.
        const float* fore = row > 0 ? back - kWakeColumns : back;
        const float sign = row > 0 ? -1.0F : 1.0F;
        const float keep = kKeep * (row < kWakeRows - kShore ? 1.0F : 1 - 0.12F * static_cast<float>(row - (kWakeRows - kShore) + 1));
        for (std::size_t i = 0; i < kWakeColumns; ++i) {
            const float gone = along[i] - along[i > 0 ? i - 1 : kWakeColumns - 1] + back[i] + sign * fore[i];
            height[i] = (height[i] - kShare * gone) * keep;
            most = std::max(most, std::abs(height[i]) + std::abs(along[i]) + std::abs(back[i]));
        }
        for (std::int64_t i = 0; i < kShore; ++i) {
            const float shore = 1 - 0.12F * static_cast<float>(kShore - i);
            height[place_of(first_ + i)] *= shore;
            height[place_of(first_ + kWakeColumns - 1 - i)] *= shore;
        }
    }
    if (most < kCalm) {
        const std::int64_t first = first_;
        reset();
        first_ = first;
    }
}

void Wake::copy_to(std::span<float> out, float alpha) const {
    assert(out.size() == kWakeMap);
    const std::size_t start = place_of(first_);
    for (std::size_t base = 0; base < kWakeCells; base += kWakeColumns) {
        const auto copy = [&](std::size_t from, std::size_t to, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                out[base + to + i] = math::lerp(before_[base + from + i], height_[base + from + i], alpha);
                out[kWakeCells + base + to + i] = foam_[base + from + i];
            }
        };
        copy(start, 0, kWakeColumns - start);
        copy(0, kWakeColumns - start, start);
    }
}

}  // namespace albireo::scene
