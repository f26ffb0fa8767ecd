#pragma once
/// Derives from one seed the game that a storm run plays, and all its faults.
///
/// 1. Every kind of fault draws from a random stream of its own. Leaving one kind out changes no other kind, so a
///    finding can be shrunk by leaving out kinds one after another.
/// 2. A shorter game has the same faults up to its calm.
#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// Names and descriptions are in kFaultKinds (fault_names.cpp), in this order.
enum class FaultKind : std::uint8_t {
    loss, bursts, reorder, duplicates, late_duplicates, delay, spikes, bandwidth, corrupt, bit_flips, partition, rebind,
    skew, clock_drift_change, clock_jump, freeze, server_freeze, crash, crash_before_start, crash_at_end, leave, lobby,
    display, random_order, habits, hostile_partner, planted_desync, server_crash,
    disk_full, disk_torn, rare_points, spectator, voice, operator_acts, server_restart,
    stranger, neighbours,
};
inline constexpr std::size_t kFaultKindCount = 37;

/// A set of kinds; all of them by default.
class Faults {
  public:
    static Faults none() {
        Faults faults;
        faults.kinds_.reset();
        return faults;
    }
    bool has(FaultKind kind) const { return kinds_.test(static_cast<std::size_t>(kind)); }
    void set(FaultKind kind, bool on) { kinds_.set(static_cast<std::size_t>(kind), on); }
    std::size_t count() const { return kinds_.count(); }
    bool is_all() const { return kinds_.all(); }
    bool operator==(const Faults&) const = default;

  private:
    std::bitset<kFaultKindCount> kinds_ = std::bitset<kFaultKindCount>{}.set();
};

/// The word of --faults, and one line of --help.
std::string_view name_of(FaultKind kind);
std::string_view description_of(FaultKind kind);
std::array<FaultKind, kFaultKindCount> all_fault_kinds();

/// Reads a list like "loss,skew", or "none", or "all". Returns the first unknown name, or "".
std::string parse_faults(std::string_view list, Faults& faults);
/// The list that parse_faults() reads as these faults.
std::string list_of(const Faults& faults);
/// All names, separated by commas.
std::string fault_names();

/// The game of a seed: faults for `faults_for`, then kCalm with perfect links, in which all replicas must agree within the
/// limits of VirtualGame.
inline constexpr Micros kCalm = 12 * proto::kMicrosPerSecond;
VirtualGameOptions storm_of(std::uint32_t seed, Micros faults_for, const Faults& faults);

/// One line about the links and faults of a game.
std::string describe(const VirtualGameOptions& options);

/// How often each kind of fault took effect in a game: packets, incidents, or 1 for a trait of the whole game.
using FaultCounts = std::array<std::uint64_t, kFaultKindCount>;
FaultCounts effects_of(const VirtualGame& game);

}  // namespace albireo::storm
