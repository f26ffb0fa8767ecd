#include "web/module/replay_session.hpp"

#include <array>
#include <vector>

#include "replays/field_words.hpp"
#include "replays/text.hpp"
#include "sim/digest.hpp"
#include "sim/game/tuning.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/witness/core_digest.hpp"
#include "web/module/desync_report.hpp"
#include "web/module/field_lines.hpp"
#include "web/module/json.hpp"

namespace albireo::web {
namespace {

constexpr std::array<std::string_view, kSlotCount> kSlotNames = {"gold", "blue"};

}  // namespace

std::string ReplaySession::open(std::span<const std::uint8_t> file, replays::Partial partial) {
    replays::Recording recording;
    replays::Bundle bundle;
    has_bundle_ = replays::is_bundle(file);
    std::string fault = has_bundle_ ? replays::read_bundle(file, bundle) : replays::read_recording(file, recording);
    const std::uint32_t core = has_bundle_ ? bundle.core_version : recording.header.core_version;
    if (fault.empty() && core != kCoreVersion) needed_core_ = core;
    if (fault.empty()) {
        fault = has_bundle_ ? replays::prepare(std::move(bundle), file_) : replays::prepare(std::move(recording), file_.replay, partial);
    }
    if (!fault.empty()) return replays::printable(fault);
    begin(file_.replay, Grows::no);
    return {};
}

std::string ReplaySession::about() const {
    const replays::Recording& recording = file_.replay.recording;
    const replays::RecordingHeader& header = recording.header;
    std::vector<std::string> players, notes;
    for (const Slot slot : kSlots) {
        const std::size_t i = index(slot);
        players.push_back(JsonObject{}
                              .text("slot", kSlotNames[i])
                              .text("name", replays::printable(header.names[i]))
                              .flag("plays", (header.setup.players >> i & 1) != 0)
                              .done());
    }
    for (const replays::Note& note : recording.notes) {
        notes.push_back(JsonObject{}
                            .number("tick", note.tick.value)
                            .number("kind", static_cast<int>(note.kind))
                            .text("text", replays::text_of(note))
                            .done());
    }
    JsonObject out;
    out.text("level", replays::printable(header.level_name))
        .text("difficulty", name_of(header.difficulty))
        .number("seed", header.setup.seed)
        .number("section", header.setup.section)
        .text("started", replays::date_text(header.started_ms))
        .text("recordedBy", replays::printable(header.recorded_by))
        .text("levelDigest", replays::hex_text(header.level_digest))
        .number("core", header.core_version)
        .text("coreDigest", core_digest())
        .number("format", header.format_version)
        .number("first", recording.begin().value)
        .number("last", recording.end().value)
        .text("length", replays::clock_text(recording.ticks()))
        .text("damage", replays::printable(recording.damage ? recording.damage.text() : ""))
        .number("chargeFull", kChargeFull)
        .number("goldFull", kGoldFull)
        .raw("players", json_array(players))
        .raw("notes", json_array(notes));
    if (has_bundle_) out.raw("desync", desync_report(file_));
    return out.done();
}

const Picture& ReplaySession::picture() {
    draw_world(world(), file_.replay.level, player().events(), picture_);
    return picture_;
}

std::string ReplaySession::panel() const {
    const World& world = this->world();
    const replays::FieldWords words(file_.replay.level, world);
    std::vector<std::string> players;
    for (const Slot slot : kSlots) {
        const std::size_t i = index(slot);
        const Ship& ship = world.ships[i];
        const Earnings& earned = world.earnings[i];
        players.push_back(JsonObject{}
                              .number("score", earned.score)
                              .number("multiplier", earned.multiplier)
                              .number("kills", earned.kills)
                              .number("grazes", earned.grazes)
                              .number("charge", earned.charge)
                              .number("gold", earned.gold)
                              .number("lives", ship.lives)
                              .text("life", words.of("ships[0].life.state", ship.life.state))
                              .text("weapon", words.of("ships[0].weapon", static_cast<int>(ship.weapon)))
                              .number("buttons", player().frames()[i].buttons)
                              .number("reports", player().frames()[i].report_count)
                              .done());
    }
    JsonObject out;
    out.number("tick", world.tick.value)
        .text("time", replays::clock_text(world.tick.value))
        .text("root", replays::hex_text(root_of(world)))
        .text("course", words.of("flow.machine.state", world.flow.machine.state))
        .number("enemies", world.enemies.count)
        .number("enemyShots", world.enemy_shots.count)
        .flag("hasFrames", player().has_frames())
        .raw("players", json_array(players));
    return out.done();
}

std::string ReplaySession::fields(std::string_view within, std::size_t lines_max) const {
    return field_lines(level(), world(), player().has_frames() ? &player().frames() : nullptr, within, lines_max);
}

std::string ReplaySession::side_fields(int side, std::string_view within, std::size_t lines_max) const {
    return desync_fields(file_, side, within, lines_max);
}

}  // namespace albireo::web
