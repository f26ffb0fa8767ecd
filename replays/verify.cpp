#include "replays/verify.hpp"

#include "replays/recorder.hpp"
#include "replays/text.hpp"
#include "sim/base/hash.hpp"
#include "sim/digest.hpp"

namespace albireo::replays {

namespace {

std::string trailer_fault(const Trailer& recorded, const Trailer& played) {
    if (recorded.root != played.root) {
        return "the last world's digest is " + hex_text(played.root) + ", recorded was " + hex_text(recorded.root);
    }
    if (recorded.outcome != played.outcome) return "the outcome is another than the one recorded";
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (recorded.scores[slot] == played.scores[slot]) continue;
        return std::string(slot == 0 ? "gold" : "blue") + "'s score is " + grouped(played.scores[slot]) +
               ", recorded was " + grouped(recorded.scores[slot]);
    }
    return {};
}

}  // namespace

Verdict verify(const Replay& replay) {
    const Recording& recording = replay.recording;
    Verdict verdict;
    Player player{replay, Player::Keep::nothing};
    std::vector<std::uint8_t> roots, hashes;
    const auto fail = [&](Tick after, std::string text) {
        verdict.same = false;
        verdict.wrong_after = after;
        verdict.wrong_until = player.tick();
        verdict.text = std::move(text);
    };
    while (verdict.same && player.step()) {
        ++verdict.ticks;
        verdict.root = root_of(player.world());
        add_root(roots, verdict.root);
        if (!player.cursor().at_stretch_end()) continue;
        const Stretch& stretch = recording.stretches[player.cursor().stretch()];
        const std::uint64_t played = hash_roots(roots);
        roots.clear();
        add_root(hashes, played);
        if (played == stretch.roots) {
            ++verdict.seconds;
        } else {
            fail(stretch.first, "differs within ticks " + grouped(stretch.first.value + 1) + " to " +
                                    grouped(player.tick().value) + ": digest " + hex_text(played) + ", recorded was " +
                                    hex_text(stretch.roots));
        }
    }
    verdict.all_roots = hash_bytes(hashes);
    if (!verdict.same || !recording.trailer) return verdict;
    const std::string fault = trailer_fault(*recording.trailer, trailer_of(player.world(), verdict.ticks));
    if (!fault.empty()) fail(player.tick(), "differs at the end: " + fault);
    return verdict;
}

}  // namespace albireo::replays
