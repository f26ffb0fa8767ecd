#pragma once
/// The tokens of one seat: the valid one, and those that it replaced. A player who returns gets a new token, so that a
/// stolen token soon becomes worthless.
///
/// 1. The token before the current one stays valid until the player has shown that the current one arrived (confirm()):
///    otherwise a lost packet could cost them the seat.
/// 2. Spent tokens are kept only to warn the owner when somebody tries one.
/// 3. All are wiped when they go out of scope.
#include <sodium/utils.h>

#include <algorithm>
#include <cassert>
#include <array>
#include <optional>

#include "proto/micros.hpp"
#include "proto/token.hpp"

namespace albireo::server {

class SeatTokens {
  public:
    enum class Match : std::uint8_t { none, spent, valid };

    SeatTokens() = default;
    SeatTokens(const SeatTokens&) = default;
    SeatTokens& operator=(const SeatTokens&) = default;
    ~SeatTokens() {
        each(*this, [](auto& token) { sodium_memzero(&token, sizeof token); });
    }
    explicit SeatTokens(const proto::Token& first) : current_(first) {}

    const proto::Token& current() const { return current_; }

    /// Whether the proof was made with the valid token, a spent one, or none. Compares it with every token, so that the time taken reveals nothing.
    Match match(const proto::Proof& proof, const proto::Binding& binding) const {
        const bool is_current = proto::proves(proof, current_, binding);
        const bool is_before = before_ && proto::proves(proof, *before_, binding);
        bool is_spent = false;
        for (const auto& token : spent_) is_spent |= token && proto::proves(proof, *token, binding);
        return is_current || is_before ? Match::valid : is_spent ? Match::spent : Match::none;
    }

    /// The player returned with a valid proof and gets this token.
    void rotate(const proto::Token& next, const proto::Proof& proof, const proto::Binding& binding) {
        if (proto::proves(proof, current_, binding)) {
            confirm();
            before_ = current_;
        } else {
            spend(current_);  // it never arrived, or the player has lost it
        }
        current_ = next;
        assert(before_ != current_ && spent_[0] != current_ && "a token is never given out twice");
    }

    /// The player has received the current token.
    void confirm() {
        if (before_) spend(*before_);
        before_.reset();
    }

    /// Every token, for KeptGame.
    static void each(auto& self, auto&& visit) {
        visit(self.current_);
        visit(self.before_);
        for (auto& token : self.spent_) visit(token);
    }
    bool operator==(const SeatTokens&) const = default;

  private:
    static constexpr std::size_t kSpentMax = 4;

    void spend(const proto::Token& token) {
        std::shift_right(spent_.begin(), spent_.end(), 1);
        spent_[0] = token;
    }

    proto::Token current_{};
    std::optional<proto::Token> before_;
    std::array<std::optional<proto::Token>, kSpentMax> spent_;
};

}  // namespace albireo::server
