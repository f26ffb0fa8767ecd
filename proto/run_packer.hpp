#pragma once
/// The last step before a run of frames becomes a packet: its bytes (frame_codec.hpp) through an adaptive binary range
/// coder that knows what kind of byte comes next and how such bytes are spread in games. It halves what a run takes.
/// Replays keep the plain bytes; only packets are packed, for only there every byte costs at once.
///
/// 1. Nothing packs to nothing; anything else to at most one byte more than it was.
/// 2. Any bytes unpack to some bytes, at most as many as `out` holds, or are refused; nothing allocates.
/// 3. Both ends begin each packet with the same model (run_model.inc), so packets stand alone.
#include <cstdint>
#include <optional>
#include <span>

namespace albireo::proto {

/// The longest run that is packed, and that unpacking ever makes.
inline constexpr std::size_t kRunPlainBytesMax = 1'024;

/// Returns the packed size; 0 if `out` is too short for it (`run.size() + 1` always suffices) or there is nothing.
std::size_t pack_run(std::span<const std::uint8_t> run, std::span<std::uint8_t> out);

/// Returns the size of the run; nothing if it is longer than `out`.
std::optional<std::size_t> unpack_run(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out);

/// What the next byte of a run is, as far as those before it tell: chooses the part of the model that expects it. Knows
/// the layout of frame_codec.hpp; bytes that no codec writes are taken for something or other.
class RunGrammar {
  public:
    enum Context : std::uint8_t {
        kOpFirst,  // at the beginning or after a toggled button
        kOpAfterAim,
        kOpAfterHit,
        kOpAfterOther,
        kOpAfterLonger,
        kTag,
        kHitNumber,
        kReportNumber,
        kEnemy,
        kPart,
        kAim,
        kMore,   // of a number
        kPlain,  // lap, child, delay
        kContexts
    };
    Context context() const { return context_; }
    /// Whether the run may end here.
    bool at_op() const { return context_ <= kOpAfterOther; }
    void advance(std::uint8_t byte);

  private:
    void after_op(std::uint8_t op);
    void after_tag(std::uint8_t tag);
    void next_field();

    static constexpr std::size_t kFieldsMax = 4;
    Context context_ = kOpFirst;
    Context number_ = kPlain;       // what the number at hand is
    Context fields_[kFieldsMax]{};  // still to come, last first
    std::size_t field_count_ = 0;
    Context then_ = kOpFirst;  // behind the fields
};

}  // namespace albireo::proto
