#pragma once
/// Texts of programs that compare replicas: numbers, and the description of the program itself.
#include <cstdint>
#include <string>

namespace albireo {

/// The number with its digits in groups of three: "18 233".
std::string grouped(std::uint64_t number);

/// The program, its version, compiler and processor, which matter most when two programs disagree: "albireo-bot 0.1.0,
/// core 1, g++ 12.2.0, optimised, x86-64, AMD EPYC 7B13".
std::string build_text(const std::string& program);

}  // namespace albireo
