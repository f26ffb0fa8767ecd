#include "replays/verify.hpp"

#include <algorithm>
#include <memory>

#include "replays/recorder.hpp"
#include "replays/text.hpp"
#include "sim/base/hash.hpp"
#include "sim/digest.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

namespace {

std::string trailer_fault(const Trailer& recorded, const Trailer& played) {
    if (recorded.root != played.root) {
        return "the last world's digest is " + hex_text(played.root) + ", the recorded one is " + hex_text(recorded.root);
    }
    if (recorded.outcome != played.outcome) return "the outcome differs from the recorded one";
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (recorded.scores[slot] == played.scores[slot]) continue;
        return std::string(slot == 0 ? "gold" : "blue") + "'s score is " + grouped(played.scores[slot]) +
               ", the recorded one is " + grouped(recorded.scores[slot]);
    }
    return {};
}

}  // namespace

std::string counted_text(const Verdict& verdict) {
    return grouped(verdict.ticks) + " ticks, " + grouped(verdict.seconds) + " digests";
}

void Verifier::fail(Tick after, std::string text) {
    if (!verdict_.same) return;
    verdict_.same = false;
    verdict_.wrong_after = after;
    verdict_.wrong_until = player_.tick();
    verdict_.text = std::move(text);
}

bool Verifier::step() {
    // A growing recording may have got the checkpoint of this tick meanwhile.
    check_checkpoint();
    if (!player_.step()) {
        if (!finished_) finish();
        return false;
    }
    ++verdict_.ticks;
    verdict_.root = root_of(player_.world());
    add_root(roots_, verdict_.root);
    check_checkpoint();
    if (!player_.cursor().at_stretch_end()) return true;
    const Stretch& stretch = replay_.recording.stretches[player_.cursor().stretch()];
    const std::uint64_t played = hash_roots(roots_);
    roots_.clear();
    add_root(hashes_, played);
    if (played == stretch.roots) {
        ++verdict_.seconds;
    } else {
        const std::string from = std::to_string(stretch.first.value + 1), to = std::to_string(player_.tick().value);
        fail(stretch.first, (from == to ? "differs at tick " + to : "differs within ticks " + from + " to " + to) + ": digest " +
                                hex_text(played) + ", the recorded one is " + hex_text(stretch.roots));
    }
    return true;
}

void Verifier::check_checkpoint() {
    const auto& all = replay_.recording.checkpoints;
    if (next_checkpoint_ == all.size() || all[next_checkpoint_].tick != player_.tick()) return;
    const auto stored = std::make_unique<World>();
    load_snapshot(replay_, all[next_checkpoint_++].world, *stored);
    if (root_of(*stored) == verdict_.root) return;
    const std::string place = "the checkpoint of tick " + grouped(player_.tick().value);
    fail(player_.tick() - 1,
         place + " differs: digest " + hex_text(root_of(*stored)) + ", the game's is " + hex_text(verdict_.root));
    if (verdict_.named) return;
    verdict_.named = true;
    TickDifference difference;
    diff_worlds(*stored, player_.world(), [&](auto... what) { difference.add(what...); });
    if (difference.fields.empty()) return;
    const FieldDifference& first = difference.fields.front();
    verdict_.text += (verdict_.wrong_until == player_.tick() ? "; " : "; in " + place + " ") + count_text(difference) + ", first " +
                     first.path + ": " + std::to_string(first.b) + ", recorded " + std::to_string(first.a);
}

void Verifier::finish() {
    finished_ = true;
    verdict_.all_roots = hash_bytes(hashes_);
    if (outcome_of(player_.world()) == Outcome::cleared) verdict_.carry = carry_of(player_.world());
    if (!replay_.recording.trailer) return;
    const std::string fault = trailer_fault(*replay_.recording.trailer, trailer_of(player_.world(), verdict_.ticks));
    if (!fault.empty()) fail(player_.tick(), "differs at the end: " + fault);
}

std::string chain_fault(const std::vector<ChainLink>& before, const RecordingHeader& header) {
    if (!header.setup.carry || before.empty()) return {};
    const Carry& carry = *header.setup.carry;
    const auto found = std::find_if(before.rbegin(), before.rend(),
                                    [&](const ChainLink& each) { return each.root == carry.ended_with; });
    if (found == before.rend()) {
        return "broken chain: it continues a game that ended with digest " + hex_text(carry.ended_with) + ", but " +
               before.back().file + " ended with " + hex_text(before.back().root);
    }
    const std::string from = "broken chain: it continues " + found->file + ", ";
    if (!found->carry) return from + "which was not cleared";
    if (found->players != header.setup.players) return from + "but with other players";
    if (found->difficulty != header.difficulty) return from + "but at another difficulty";
    if (!(*found->carry == carry)) return from + "but does not start from that game's result";
    return {};
}

Verdict verify(const Replay& replay, AfterDifference after) {
    Verifier verifier{replay};
    const auto goes_on = [&] {
        const Verdict& verdict = verifier.verdict();
        return verdict.same || (after == AfterDifference::name && !verdict.named && verifier.has_checkpoint_left());
    };
    while (goes_on() && verifier.step()) {
    }
    return verifier.verdict();
}

}  // namespace albireo::replays
