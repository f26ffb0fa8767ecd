#pragma once
/// The bytes of a run of frames (frame_codec): single bytes, and numbers in groups of seven bits, lowest first. A number has
/// one encoding only.
#include <cstdint>
#include <span>

#include "proto/frame_codec.hpp"

namespace albireo::proto {

/// Writes until the space is used up; then full().
class Writer {
  public:
    explicit Writer(std::span<std::uint8_t> out) : out_(out) {}

    void byte(std::uint32_t value) {
        if (used_ < out_.size()) {
            out_[used_++] = static_cast<std::uint8_t>(value);
        } else {
            full_ = true;
        }
    }
    void number(std::uint32_t value) {
        for (; value >= 0x80; value >>= 7) byte((value & 0x7f) | 0x80);
        byte(value);
    }
    bool full() const { return full_; }
    std::size_t used() const { return used_; }

  private:
    std::span<std::uint8_t> out_;
    std::size_t used_ = 0;
    bool full_ = false;
};

/// Reads bytes up to the first error and keeps that error. After it every read returns 0.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> in) : in_(in) {}

    std::uint8_t byte() {
        if (at_ < in_.size() && error_ == RunError::none) return in_[at_++];
        fail(RunError::cut);
        return 0;
    }
    std::uint32_t number(std::uint32_t max) {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint8_t group = byte();
            value |= std::uint64_t{group & 0x7fu} << shift;
            if (group >= 0x80) continue;
            if (group == 0 && shift != 0) fail(RunError::not_canonical);
            if (value > max) fail(RunError::unknown_edit);
            return error_ == RunError::none ? static_cast<std::uint32_t>(value) : 0;
        }
        fail(RunError::not_canonical);
        return 0;
    }
    void fail(RunError error) {
        if (error_ == RunError::none) error_ = error;
    }
    RunError error() const { return error_; }
    bool good() const { return error_ == RunError::none; }
    bool at_end() const { return at_ == in_.size(); }

  private:
    std::span<const std::uint8_t> in_;
    std::size_t at_ = 0;
    RunError error_ = RunError::none;
};

}  // namespace albireo::proto
