#pragma once
/// Checks the fields of one received message while the codec copies them.
///
/// 1. A field outside its range reads as empty or 0, and the message is refused: error() has the first fault.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "proto/codec.hpp"
#include "proto/messages.hpp"

namespace albireo::proto {

class FieldChecker {
  public:
    std::string text(const std::string& from, std::size_t bytes_max) {
        if (from.size() > bytes_max || !is_clean_text(from)) {
            fail(CodecError::bad_text);
            return {};
        }
        return from;
    }
    Token token(const std::string& from) { return bytes<kTokenBytes>(from); }
    /// Exactly as many bytes.
    template <std::size_t Size>
    std::array<std::uint8_t, Size> bytes(const std::string& from) {
        std::array<std::uint8_t, Size> to{};
        if (from.size() == Size) {
            std::transform(from.begin(), from.end(), to.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
        } else {
            fail(CodecError::bad_value);
        }
        return to;
    }
    /// An empty field is absent.
    std::optional<Pass> pass(const std::string& from) {
        if (from.empty()) return std::nullopt;
        return bytes<kPassBytes>(from);
    }
    template <class T = std::uint32_t>
    T below(std::uint32_t value, std::uint64_t end) {
        if (value < end) return static_cast<T>(value);
        fail(CodecError::bad_value);
        return T{};
    }
    /// 0: the message is of a program that knows no speeds, so it goes at full speed.
    std::uint8_t speed(std::uint32_t percent) {
        if (percent == 0) return kSpeedFull;
        require(percent >= kSpeedMin && percent <= kSpeedFull);
        return below<std::uint8_t>(percent, 256);
    }
    void require(bool good) {
        if (!good) fail(CodecError::bad_value);
    }
    CodecError error() const { return error_; }

  private:
    void fail(CodecError error) {
        if (error_ == CodecError::none) error_ = error;
    }
    CodecError error_ = CodecError::none;
};

}  // namespace albireo::proto
