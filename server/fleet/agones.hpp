#pragma once
/// What this server reports to Agones, which runs game servers on Kubernetes, through the REST interface of its sidecar
/// (https://agones.dev/site/docs/guides/client-sdks/rest/). This class decides what to say next. It has no socket and no clock.
///
/// 1. `health` is sent only while the server is live, so Agones replaces a server with a dead shard.
/// 2. The server is Ready without games and Allocated with games, because Agones removes Ready servers when it scales down.
/// 3. The counters `sessions` and `players` have the current count and the capacity. A server that takes no new games has no
///    spare capacity. The list `codes` has the join codes, so that an allocation finds the server of a code.
/// 4. The sidecar may start later than the server, or restart. A request without an answer is repeated, and then everything is
///    sent again.
/// 5. Everything is sent again every five minutes. That also makes an allocated server Ready again if nobody has joined it.
/// 6. A counter or a list that the fleet does not define is an error of the fleet, not of the server: the log names it once, and
///    the server tries again every minute.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "proto/micros.hpp"

namespace albireo::server {

using proto::Micros;

/// What a manager of a fleet needs to know about a server.
struct FleetState {
    bool is_live = true;
    bool is_ready = false;     // takes new games
    bool is_draining = false;  // will accept no more new games
    std::uint64_t sessions = 0, sessions_max = 0;
    std::uint64_t players = 0;
    std::vector<std::string> codes{};  // of all sessions
};

class Agones {
  public:
    static constexpr Micros kHealthEvery = 2 * proto::kMicrosPerSecond;
    static constexpr Micros kRetryFirst = 250 * proto::kMicrosPerMs, kRetryMost = 5 * proto::kMicrosPerSecond;
    static constexpr Micros kRepeatEvery = 300 * proto::kMicrosPerSecond;
    static constexpr Micros kUndefinedRetry = 60 * proto::kMicrosPerSecond;
    /// Agones keeps at most this many values in a list.
    static constexpr std::size_t kCodesMax = 1'000;

    /// The next request; none if everything has been sent, or if it is too early to repeat one. answered() must follow each.
    std::optional<http::Question> next(const FleetState& state, Micros now);
    /// The outcome of the last request: its HTTP status and body, or 0 if there was no answer. Returns a line for the log; empty: none.
    std::string answered(unsigned status, const std::string& body, Micros now);

  private:
    enum class Phase : std::uint8_t { unknown, ready, allocated };
    enum class Subject : std::uint8_t { health, phase, sessions, players, codes };
    static constexpr std::size_t kSubjects = 5;

    void repeat_all(Micros now);
    static std::string_view name_of(Subject subject);
    std::optional<http::Question> ask(Subject subject, std::string path, std::string body, const char* method = "POST");

    std::optional<Subject> asked_;
    std::string asked_body_;
    Phase asked_phase_ = Phase::unknown, phase_ = Phase::unknown;
    bool repeat_phase_ = false;                   // the sidecar may not know it any more
    std::array<std::string, kSubjects> accepted_{};      // the last body that was accepted
    std::array<Micros, kSubjects> not_before_{};  // of the next request about this subject
    std::array<bool, kSubjects> undefined_{};     // named in the log already
    Micros repeat_at_ = kRepeatEvery;
    Micros silent_until_ = 0, retry_ = kRetryFirst;  // without an answer
    bool lost_ = false;                              // the last request had none
};

}  // namespace albireo::server
