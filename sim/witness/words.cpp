#include "sim/witness/words.hpp"

#include <array>
#include <cstring>

#include "sim/base/bytes.hpp"
#include "sim/snapshot.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace albireo {
namespace {

constexpr const char* compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "g++ " __VERSION__;
#else
    return "another compiler";
#endif
}

constexpr const char* optimised() {
#if defined(__OPTIMIZE__)
    return "optimised";
#else
    return "not optimised";
#endif
}

constexpr const char* machine() {
#if defined(__x86_64__)
    return "x86-64";
#elif defined(__i386__)
    return "i386";
#elif defined(__aarch64__)
    return "aarch64";
#elif defined(__arm__)
    return "arm";
#elif defined(__riscv)
    return "riscv";
#elif defined(__s390x__)
    return "s390x";
#elif defined(__powerpc__)
    return "powerpc";
#elif defined(__wasm__)
    return "wasm";
#else
    return "another machine";
#endif
}

/// The processor's model name, if it has one.
std::string processor() {
    std::array<char, 49> name{};
#if defined(__x86_64__) || defined(__i386__)
    for (unsigned i = 0; i < 3; ++i) {
        std::array<unsigned, 4> part{};
        if (__get_cpuid(0x80000002u + i, &part[0], &part[1], &part[2], &part[3]) == 0) return {};
        std::memcpy(name.data() + i * sizeof part, part.data(), sizeof part);
    }
#endif
    std::string text(name.data());
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, " ");
    }
    return digits;
}

std::string build_text(const std::string& program) {
    std::string text = program + ", core " + std::to_string(kCoreVersion) + ", " + compiler() + ", " + optimised() +
                       ", " + machine() + (kLittleEndian ? "" : " big-endian");
    const std::string cpu = processor();
    return cpu.empty() ? text : text + ", " + cpu;
}

}  // namespace albireo
