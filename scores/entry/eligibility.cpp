#include "scores/entry/eligibility.hpp"

#include <algorithm>
#include <array>

#include "proto/names.hpp"
#include "replays/text.hpp"
#include "sim/snapshot.hpp"

namespace albireo::scores {
namespace {

constexpr std::array<std::string_view, kRefusalCount> kNames = {"none",     "too-large", "damaged",   "cut",      "other-core", "unknown-level", "no-board",
                                                                "practice", "carried",   "continued", "too-long", "too-slow",   "not-same",
                                                                "other-season", "other-seed"};

Eligibility refuse(Refusal refusal, std::string text) { return {.refusal = refusal, .text = std::move(text)}; }

}  // namespace

std::string_view name_of(Refusal refusal) { return kNames[static_cast<std::size_t>(refusal)]; }

std::optional<Refusal> refusal_named(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<Refusal>(found - kNames.begin());
}

Eligibility eligibility_of(const Catalogue& catalogue, const replays::Recording& recording, std::uint32_t ticks_max) {
    const replays::RecordingHeader& header = recording.header;
    if (recording.damage) {
        using enum replays::Damage::Kind;
        const bool is_cut = recording.damage.kind == unfinished || recording.damage.kind == cut_off;
        return refuse(is_cut ? Refusal::cut : Refusal::damaged, recording.damage.text());
    }
    if (header.core_version != kCoreVersion) return refuse(Refusal::other_core, replays::core_version_text("the recording", header.core_version));
    const OwnLevel* const level = catalogue.find(header.level_digest, header.level);
    if (level == nullptr) {
        return refuse(Refusal::unknown_level, "the level \"" + proto::tidy_name(header.level_name) + "\" with digest " +
                                                  replays::hex_text(header.level_digest) + " is not one of the game's own");
    }
    if (level->name == kTutorial) return refuse(Refusal::no_board, "the tutorial has no board");
    if (header.setup.section != 0 || header.setup.phase != 0) {
        return refuse(Refusal::practice, "practice of section " + std::to_string(header.setup.section) + ": boards take whole games");
    }
    if (header.setup.carry) {
        return refuse(Refusal::carried, "a later level of a campaign: it begins with what an earlier level ended with; boards take games from a fresh start");
    }
    if (recording.begin().value != 0 || !recording.snapshots.empty()) {
        return refuse(Refusal::continued, recording.begin().value != 0
                                              ? "it begins at tick " + std::to_string(recording.begin().value) + ", not at the start of the game"
                                              : "its world was replaced at tick " + std::to_string(recording.snapshots.front().tick.value));
    }
    if (!header.origin.empty()) return refuse(Refusal::continued, "it was taken over from another recording");
    if (recording.ticks() > ticks_max) {
        return refuse(Refusal::too_long, "it has " + grouped(recording.ticks()) + " ticks; at most " + grouped(ticks_max) + " are played");
    }
    return {.level = level};
}

}  // namespace albireo::scores
