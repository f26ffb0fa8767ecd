#pragma once
/// The bytes of a fuzzer's input, one after another; zeros after its end.
#include <cstdint>

namespace albireo {

struct Tape {
    const std::uint8_t* at;
    const std::uint8_t* end;
    bool done() const { return at >= end; }
    std::uint8_t byte() { return done() ? std::uint8_t{0} : *at++; }
    std::uint32_t number() { return byte() | static_cast<std::uint32_t>(byte()) << 8; }
};

}  // namespace albireo
