#pragma once
/// How programs that compare replicas write numbers, and what they say of themselves.
#include <cstdint>
#include <string>

namespace albireo {

/// "18 233"
std::string grouped(std::uint64_t number);

/// What a program was built with and runs on, the first things to ask when two of them disagree: "albireo-bot 0.1.0,
/// core 1, g++ 12.2.0, optimised, x86-64, AMD EPYC 7B13".
std::string build_text(const std::string& program);

}  // namespace albireo
