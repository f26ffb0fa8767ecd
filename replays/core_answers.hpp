#pragma once
/// Questions about one recording and their answers, all as text. albireo-replay asks a core in this form: its own, in the
/// program, or one of another version, in its WebAssembly module (replays/cores/README.md has the questions and answers).
///
/// 1. The texts must keep their form, because modules of released cores are never made again. A new question may be added:
///    a core that does not know it says so.
/// 2. These two files are also compiled with the sources of old cores (web/core/make), back to core 6. What those lack is used
///    only where it exists.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "replays/player.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"

namespace albireo::replays {

class CoreAnswers {
  public:
    static constexpr std::uint32_t kInterface = 1;
    /// Flags of open(): use the readable part of a damaged recording; play it although another core recorded it.
    static constexpr std::uint32_t kPartial = 1, kAnyCore = 2;

    /// Empty, or one line that says why this core cannot play the recording.
    std::string open(std::span<const std::uint8_t> file, std::uint32_t flags);
    /// After open(). The first part of the answer, or "!" and one line that says why there is none.
    std::string ask(std::string_view question);
    /// The next part of the answer; empty after the last.
    std::string more();

    const Replay& replay() const { return replay_; }

  private:
    enum class Running : std::uint8_t { nothing, verify, digests };

    std::string verify_on();
    std::string digests_on();
    std::string trace(std::string_view rest);
    std::string dump(std::string_view rest);
    std::string bisect(std::string_view rest);

    Replay replay_;
    Running running_ = Running::nothing;
    std::unique_ptr<Verifier> verifier_;
    std::unique_ptr<Player> player_;
    std::uint32_t every_ = 1;
};

}  // namespace albireo::replays
