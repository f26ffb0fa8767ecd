#include "client/app/ghosts/ghost_run.hpp"

#include <optional>
#include <string>
#include <utility>

#include "client/predict/units.hpp"
#include "proto/names.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "scores/entry/eligibility.hpp"
#include "sim/game/player.hpp"

namespace albireo::app {
namespace {

constexpr std::uint32_t kTicksMax = 60 * 60 * kTicksPerSecond;  // a ghost of an hour has 5 MB
constexpr std::uint32_t kTicksBetweenLooks = 600;               // at the stop token

bool read(const scores::Catalogue& catalogue, GhostOf game, std::span<const std::uint8_t> file, replays::Recording& recording) {
    if (file.size() > scores::kRecordingBytesMax || !replays::read_recording(file, recording).empty()) return false;
    return scores::eligibility_of(catalogue, recording, kTicksMax).level == &game.level && (recording.header.setup.players == 3) == game.is_pair;
}

std::string names_of(const replays::RecordingHeader& header) {
    std::string all;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if ((header.setup.players >> slot & 1) == 0) continue;
        if (!all.empty()) all += ", ";
        const std::string name = proto::tidy_name(header.names[slot]);
        all += name.empty() ? "?" : name;
    }
    return all;
}

scene::Ghost::Moment moment_of(const World& world) {
    scene::Ghost::Moment moment;
    for (std::size_t i = 0; i < kSlotCount; ++i) {
        const Ship& ship = world.ships[i];
        const Life life = life_of(ship);
        moment.at[i] = client::in_field(ship.at);
        if (life == Life::flying || life == Life::entering) moment.flying |= static_cast<std::uint8_t>(1U << i);
        moment.score += world.earnings[i].score;
    }
    return moment;
}

}  // namespace

std::optional<std::uint64_t> claimed_score(const scores::Catalogue& catalogue, GhostOf game, std::span<const std::uint8_t> file) {
    replays::Recording recording;
    if (!read(catalogue, game, file, recording) || !recording.trailer) return std::nullopt;
    return std::uint64_t{recording.trailer->scores[0]} + recording.trailer->scores[1];
}

std::shared_ptr<const scene::Ghost> ghost_of(const scores::Catalogue& catalogue, GhostOf game, std::span<const std::uint8_t> file, const std::stop_token& stop) {
    replays::Recording recording;
    if (!read(catalogue, game, file, recording)) return nullptr;
    replays::Replay replay;
    if (!replays::prepare(std::move(recording), replay, replays::Partial::refuse).empty()) return nullptr;
    auto ghost = std::make_shared<scene::Ghost>();
    ghost->names = names_of(replay.recording.header);
    ghost->moments.reserve(replay.recording.ticks() + 1);
    replays::Verifier verifier{replay, replays::Player::Keep::nothing};
    do {
        const World& world = verifier.player().world();
        // The clock stands still in a pause.
        ghost->moments.resize(world.clock.value + std::size_t{1});
        ghost->moments.back() = moment_of(world);
        if (verifier.verdict().ticks % kTicksBetweenLooks == 0 && stop.stop_requested()) return nullptr;
    } while (verifier.verdict().same && verifier.step());
    return verifier.verdict().same ? ghost : nullptr;
}

}  // namespace albireo::app
