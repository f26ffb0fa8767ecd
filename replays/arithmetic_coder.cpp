#include "replays/arithmetic_coder.hpp"

#include <algorithm>

namespace albireo::replays {

namespace {

// A probability moves by 1 / (seen + 1.5) of its error: fast at first, and never slower than at kSeenMax.
constexpr std::uint16_t kSeenMax = 60;
constexpr std::int32_t kChanceMin = 32;

constexpr auto kShare = [] {
    std::array<std::int32_t, kSeenMax + 1> share{};
    for (std::int32_t n = 0; n <= kSeenMax; ++n) share[static_cast<std::size_t>(n)] = 2 * 65536 / (2 * n + 3);
    return share;
}();

/// The kind of a byte: its class in the table of edits in frame_codec.hpp.
constexpr std::size_t kind_of(std::uint8_t byte) {
    return byte < 0x80 ? 0 : byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// Where [low, high] is divided: up to this number the bit is 1. Always below high, so that neither part is empty.
constexpr std::uint32_t cut(std::uint32_t low, std::uint32_t high, std::uint16_t one) {
    return low + static_cast<std::uint32_t>((std::uint64_t{high - low} * one) >> 16);
}

constexpr std::uint32_t kTopByte = 0xff000000;

}  // namespace

ByteModel::ByteModel() : trees_{} {}

void ByteModel::Chance::learn(bool bit) {
    const std::int32_t error = (bit ? 65535 : 0) - one;
    // A division, because it rounds toward zero on both sides and on every machine.
    const auto moved = static_cast<std::int32_t>(one + std::int64_t{error} * kShare[seen] / 65536);
    one = static_cast<std::uint16_t>(std::clamp(moved, kChanceMin, 65535 - kChanceMin));
    if (seen < kSeenMax) ++seen;
}

void ByteModel::follow(std::uint8_t byte) {
    kinds_ = kinds_ % kKinds * kKinds + kind_of(byte);
}

void ArithmeticEncoder::put(std::uint8_t byte) {
    auto& tree = model_.tree();
    for (std::size_t node = 1, bit = 8; bit-- > 0;) {
        const bool one = (byte >> bit & 1) != 0;
        auto& chance = tree[node];
        const std::uint32_t middle = cut(low_, high_, chance.one);
        (one ? high_ : low_) = one ? middle : middle + 1;
        chance.learn(one);
        node = node * 2 + (one ? 1 : 0);
        for (; ((low_ ^ high_) & kTopByte) == 0; low_ <<= 8, high_ = high_ << 8 | 0xff) {
            out_.push_back(static_cast<std::uint8_t>(high_ >> 24));
        }
    }
    model_.follow(byte);
}

std::vector<std::uint8_t> ArithmeticEncoder::finish() {
    // The reader sees zeros after the end, so the shortest number within [low, high] that ends in zeros suffices.
    for (unsigned bytes = 0; bytes <= 4; ++bytes) {
        const std::uint64_t unit = std::uint64_t{1} << (32 - 8 * bytes);
        const std::uint64_t number = (low_ + unit - 1) / unit * unit;
        if (number > high_) continue;
        for (unsigned i = 0; i < bytes; ++i) out_.push_back(static_cast<std::uint8_t>(number >> (24 - 8 * i)));
        break;
    }
    while (!out_.empty() && out_.back() == 0) out_.pop_back();
    return std::move(out_);
}

ArithmeticDecoder::ArithmeticDecoder(ByteModel& model, std::span<const std::uint8_t> in) : model_(model), in_(in) {
    model_.begin();
    for (int i = 0; i < 4; ++i) value_ = value_ << 8 | input();
}

std::uint8_t ArithmeticDecoder::get() {
    auto& tree = model_.tree();
    std::size_t node = 1;
    while (node < 256) {
        auto& chance = tree[node];
        const std::uint32_t middle = cut(low_, high_, chance.one);
        const bool one = value_ <= middle;
        (one ? high_ : low_) = one ? middle : middle + 1;
        chance.learn(one);
        node = node * 2 + (one ? 1 : 0);
        for (; ((low_ ^ high_) & kTopByte) == 0; low_ <<= 8, high_ = high_ << 8 | 0xff) value_ = value_ << 8 | input();
    }
    const auto byte = static_cast<std::uint8_t>(node);
    model_.follow(byte);
    return byte;
}

bool ArithmeticDecoder::used_all() const {
    return in_.size() <= at_;
}

}  // namespace albireo::replays
