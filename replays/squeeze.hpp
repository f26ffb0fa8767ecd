#pragma once
/// An adaptive binary arithmetic coder for the bytes of frame runs (proto/frame_codec.hpp). A replay's records share
/// one model, which learns as the game goes on; it takes two fifths off a busy minute where zstd, flushed every second,
/// takes nothing (replays/FORMAT.md has the figures).
///
/// 1. Writer and reader of the same bytes in the same order have equal models after every byte.
/// 2. Integers only, so a file written on one machine is read on every other.
/// 3. The reader takes any bytes: it gives wrong ones, never one too many, and says afterwards whether all were used.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace albireo::replays {

/// Probabilities for the bits of a byte, apart for each pair of kinds that the two bytes before it were of.
class SqueezeModel {
  public:
    SqueezeModel();
    bool operator==(const SqueezeModel&) const = default;

  private:
    friend class Squeezer;
    friend class Unsqueezer;
    static constexpr std::size_t kKinds = 5;

    /// The chance that a bit is 1, of 65 536, and how many bits it has learnt from.
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

class Squeezer {
  public:
    explicit Squeezer(SqueezeModel& model) : model_(model) { model_.begin(); }

    void put(std::uint8_t byte);
    void put(std::span<const std::uint8_t> bytes) {
        for (const std::uint8_t byte : bytes) put(byte);
    }

    /// The squeezed bytes; nothing can be put after it.
    std::vector<std::uint8_t> finish();

  private:
    SqueezeModel& model_;
    std::vector<std::uint8_t> out_;
    std::uint32_t low_ = 0, high_ = 0xffffffff;
};

class Unsqueezer {
  public:
    Unsqueezer(SqueezeModel& model, std::span<const std::uint8_t> in);

    std::uint8_t get();
    void get(std::span<std::uint8_t> out) {
        for (std::uint8_t& byte : out) byte = get();
    }

    /// Whether the bytes were as many as what was got from them needs.
    bool used_all() const;

  private:
    std::uint8_t input() { return at_++ < in_.size() ? in_[at_ - 1] : std::uint8_t{0}; }

    SqueezeModel& model_;
    std::span<const std::uint8_t> in_;
    std::size_t at_ = 0;
    std::uint32_t low_ = 0, high_ = 0xffffffff, value_ = 0;
};

}  // namespace albireo::replays
