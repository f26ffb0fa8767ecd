#pragma once
/// An adaptive binary arithmetic coder for the bytes of frame runs (proto/frame_codec.hpp). A replay's records share
/// one model, which adapts during the game. It reduces the size of a busy minute by two fifths; zstd, flushed every
/// second, saves almost nothing (figures: replays/FORMAT.md).
///
/// 1. After the same bytes in the same order, encoder and decoder have equal models.
/// 2. Integers only, so a file written on one machine can be read on any other.
/// 3. The decoder accepts any bytes. Invalid input yields wrong output, but never more bytes than requested. used_all()
///    detects input of the wrong length.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace albireo::replays {

/// Probabilities for the bits of a byte: one table for each pair of kinds of the two preceding bytes (FORMAT.md,
/// section 3).
class ByteModel {
  public:
    ByteModel();
    bool operator==(const ByteModel&) const = default;

  private:
    friend class ArithmeticEncoder;
    friend class ArithmeticDecoder;
    static constexpr std::size_t kKinds = 5;

    /// The probability that a bit is 1, in 65 536ths, and the number of bits that it was learnt from.
    struct Chance {
        std::uint16_t one = 0x8000;
        std::uint16_t seen = 0;
        bool operator==(const Chance&) const = default;
        void learn(bool bit);
    };
    using ByteTree = std::array<Chance, 256>;

    ByteTree& tree() { return trees_[kinds_]; }
    void follow(std::uint8_t byte);
    void begin() { kinds_ = 0; }

    std::array<ByteTree, kKinds * kKinds> trees_;
    std::size_t kinds_ = 0;
};

class ArithmeticEncoder {
  public:
    explicit ArithmeticEncoder(ByteModel& model) : model_(model) { model_.begin(); }

    void put(std::uint8_t byte);
    void put(std::span<const std::uint8_t> bytes) {
        for (const std::uint8_t byte : bytes) put(byte);
    }

    /// Returns the encoded bytes. Nothing can be put afterwards.
    std::vector<std::uint8_t> finish();

  private:
    ByteModel& model_;
    std::vector<std::uint8_t> out_;
    std::uint32_t low_ = 0, high_ = 0xffffffff;
};

class ArithmeticDecoder {
  public:
    ArithmeticDecoder(ByteModel& model, std::span<const std::uint8_t> in);

    std::uint8_t get();
    void get(std::span<std::uint8_t> out) {
        for (std::uint8_t& byte : out) byte = get();
    }

    /// Whether the input had exactly the bytes that the output so far requires.
    bool used_all() const;

  private:
    std::uint8_t input() { return at_++ < in_.size() ? in_[at_ - 1] : std::uint8_t{0}; }

    ByteModel& model_;
    std::span<const std::uint8_t> in_;
    std::size_t at_ = 0;
    std::uint32_t low_ = 0, high_ = 0xffffffff, value_ = 0;
};

}  // namespace albireo::replays
