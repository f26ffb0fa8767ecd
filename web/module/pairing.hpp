#pragma once
/// A second recording beside the page's: finds the first tick, system and field in which their worlds differ, as
/// `albireo-replay diff` does.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "replays/compare.hpp"

namespace albireo::web {

class Pairing {
  public:
    /// The replay must outlive it.
    explicit Pairing(const replays::Replay& first) : first_(first) {}

    /// Returns an empty text, or one line that says why the recording cannot be compared. Call it once, before the others.
    std::string open(std::span<const std::uint8_t> file, replays::Partial partial);
    /// Plays both for up to so many ticks. False when the difference has been found, or one of the recordings has ended.
    bool compare(std::uint32_t ticks);
    /// What has been found so far: whether it is done, the tick and the text. JSON.
    std::string finding() const;

  private:
    void conclude();

    const replays::Replay& first_;
    replays::Replay second_;
    std::unique_ptr<replays::Comparer> comparer_;
    bool done_ = false;
    std::optional<Tick> tick_;  // the first difference, of worlds or of inputs
    std::string text_;
};

}  // namespace albireo::web
