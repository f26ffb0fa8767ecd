#include "server/fleet/agones.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace albireo::server {
namespace {

/// Numbers of 64 bits are strings, as in all JSON of Protocol Buffers. Join codes have only letters and digits.
std::string counter(std::uint64_t count, std::uint64_t capacity) {
    return fmt::format(R"({{"count":"{}","capacity":"{}"}})", count, capacity);
}

std::string list_of(const std::vector<std::string>& codes) {
    std::vector<std::string> sorted(
        codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(std::min(codes.size(), Agones::kCodesMax)));
    std::ranges::sort(sorted);
    return fmt::format(R"({{"capacity":"{}","values":[{}{}{}]}})", Agones::kCodesMax, sorted.empty() ? "" : "\"",
                       fmt::join(sorted, "\",\""), sorted.empty() ? "" : "\"");
}

}  // namespace

std::string_view Agones::name_of(Subject subject) {
    constexpr std::array<std::string_view, kSubjects> kNames{"health", "its state", "the counter 'sessions'",
                                                             "the counter 'players'", "the list 'codes'"};
    return kNames[static_cast<std::size_t>(subject)];
}

std::optional<http::Question> Agones::ask(Subject subject, std::string path, std::string body, const char* method) {
    asked_ = subject;
    asked_body_ = body;
    return http::Question{
        .method = method, .path = std::move(path), .body = std::move(body), .content_type = "application/json"};
}

/// The sidecar may have forgotten everything.
void Agones::repeat_all(Micros now) {
    accepted_ = {};
    repeat_phase_ = phase_ != Phase::unknown;
    repeat_at_ = now + kRepeatEvery;
}

std::optional<http::Question> Agones::next(const FleetState& state, Micros now) {
    assert(!asked_ && "each request is answered before the next");
    if (now < silent_until_) return std::nullopt;
    if (now >= repeat_at_) repeat_all(now);
    const auto is_due = [&](Subject subject, const std::string& body) {
        return now >= not_before_[static_cast<std::size_t>(subject)] &&
               accepted_[static_cast<std::size_t>(subject)] != body;
    };
    if (state.is_live && now >= not_before_[static_cast<std::size_t>(Subject::health)])
        return ask(Subject::health, "/health", "{}");

    // A server that has never been ready is not announced. A server that drains keeps its state: Agones has sent the signal itself.
    const bool may_announce = phase_ != Phase::unknown || (state.is_ready && !state.is_draining);
    const Phase wanted = state.sessions > 0 ? Phase::allocated : state.is_draining ? phase_ : Phase::ready;
    if (may_announce && (wanted != phase_ || repeat_phase_) &&
        now >= not_before_[static_cast<std::size_t>(Subject::phase)]) {
        // Ready comes first, even if a game has begun already: Agones assigns no address before.
        asked_phase_ = phase_ == Phase::unknown ? Phase::ready : wanted;
        return ask(Subject::phase, asked_phase_ == Phase::ready ? "/ready" : "/allocate", "{}");
    }

    const std::uint64_t sessions_max =
        state.is_ready && !state.is_draining ? std::max(state.sessions_max, state.sessions) : state.sessions;
    if (const std::string body = counter(state.sessions, sessions_max); is_due(Subject::sessions, body)) {
        return ask(Subject::sessions, "/v1beta1/counters/sessions", body, "PATCH");
    }
    // A session has two seats.
    if (const std::string body = counter(state.players, std::max(2 * sessions_max, state.players));
        is_due(Subject::players, body)) {
        return ask(Subject::players, "/v1beta1/counters/players", body, "PATCH");
    }
    if (const std::string body = list_of(state.codes); is_due(Subject::codes, body))
        return ask(Subject::codes, "/v1beta1/lists/codes", body, "PATCH");
    return std::nullopt;
}

std::string Agones::answered(unsigned status, const std::string& body, Micros now) {
    assert(asked_ && "next() has made a request");
    const Subject subject = *std::exchange(asked_, std::nullopt);
    const auto i = static_cast<std::size_t>(subject);
    if (status == 0) {
        silent_until_ = now + retry_;
        retry_ = std::min(2 * retry_, kRetryMost);
        repeat_all(now);
        not_before_ = {};
        return std::exchange(lost_, true) ? "" : "Agones does not answer; it is asked again until it does";
    }
    retry_ = kRetryFirst;
    if (status < 200 || status > 299) {
        not_before_[i] = now + (subject == Subject::health ? kHealthEvery : kUndefinedRetry);
        if (subject == Subject::phase) not_before_[i] = now + kRetryMost;
        if (std::exchange(undefined_[i], true)) return {};
        return fmt::format("Agones refuses {} ({}): {}", name_of(subject), status,
                           body.substr(0, std::min<std::size_t>(body.find_first_of("\r\n"), 200)));
    }
    undefined_[i] = false;
    accepted_[i] = asked_body_;
    if (subject == Subject::health) not_before_[i] = now + kHealthEvery;
    if (subject == Subject::phase) {
        phase_ = asked_phase_;
        repeat_phase_ = false;
    }
    return std::exchange(lost_, false) ? "Agones answers" : "";
}

}  // namespace albireo::server
