#pragma once
/// Points at which the answer is nearly always the same: something has room, is done, or may go on. In a build with asserts a storm
/// run lets the rare answer come, from its seed. In a release build it is a constant, and costs nothing.
/// Each point must be right with either answer, at any time.
#include <cstddef>
#include <cstdint>

namespace albireo::proto {

enum class Rare : std::uint8_t {
    outbox_full,       // a frame cannot be relayed in this pass
    pass_ends,         // the server has taken or stepped as much as it may in one pass
    late_work,         // work of another thread is not done yet
    transfer_refused,  // admission control lets no snapshot and no level through now
    message_waits,     // a due packet of messages does not leave now
    late_picture,      // a client steps fewer of the ticks that are due
};
inline constexpr std::size_t kRareCount = 6;

#ifdef NDEBUG
inline constexpr bool kHasRare = false;
constexpr bool happens(Rare) { return false; }
#else
inline constexpr bool kHasRare = true;
struct RareChooser {
    virtual bool choose(Rare point) = 0;

  protected:
    ~RareChooser() = default;
};
/// Of this thread; null: nothing rare happens.
inline thread_local RareChooser* rare_chooser = nullptr;
inline bool happens(Rare point) { return rare_chooser != nullptr && rare_chooser->choose(point); }
#endif

}  // namespace albireo::proto
