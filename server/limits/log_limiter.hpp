#pragma once
/// Limits log lines by cause and address, so that no peer can fill a disk with them or hide among them.
/// 1. Lines of one cause: Limits::log_lines per address, prefix and server. Lines left out are counted.
/// 2. The next line of that cause which is written says how many were left out before it.
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

#include "server/limits/budget.hpp"

namespace albireo::server {

enum class LogCause : std::uint8_t { seat, misbehaviour, refusal, game };
inline constexpr std::size_t kLogCauses = 4;

class LogLimiter {
  public:
    explicit LogLimiter(const Rates& rates) : budgets_{Budget(rates), Budget(rates), Budget(rates), Budget(rates)} {}

    /// The line to write; nothing if it is left out.
    std::optional<std::string> admit(LogCause cause, Host host, std::string line, Micros now) {
        const auto i = static_cast<std::size_t>(cause);
        assert(i < kLogCauses && "a line has one of the causes");
        if (!budgets_[i].take(host, 1, now)) {
            ++left_out_[i];
            return std::nullopt;
        }
        if (left_out_[i] > 0) line += " (before this, " + std::to_string(left_out_[i]) + " lines of this kind were left out)";
        left_out_[i] = 0;
        return line;
    }

  private:
    std::array<Budget, kLogCauses> budgets_;
    std::array<std::uint64_t, kLogCauses> left_out_{};
};

}  // namespace albireo::server
