#include "client/app/pictures/show.hpp"

#include <filesystem>

#include "client/app/pictures/offscreen.hpp"
#include "client/words/format.hpp"
#include "replays/reader.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/words.hpp"

namespace albireo::app {
namespace {

class LevelShow final : public Show {
  public:
    LevelShow(Level level, DemoGame::Setup game, const ShowSetup& setup)
        : level_(std::move(level)), game_(level_, game), names_(setup.names) {}
    const Level& level() const override { return level_; }
    const World& before() const override { return game_.before(); }
    const World& now() const override { return game_.now(); }
    std::span<const client::EffectLedger::Effect> effects() const override { return game_.effects(); }
    bool step() override {
        game_.step();
        return outcome_of(game_.now()) == Outcome::playing;
    }
    std::array<std::string, kSlotCount> names() const override { return names_; }

  private:
    Level level_;
    DemoGame game_;
    std::array<std::string, kSlotCount> names_;
};

class ReplayShow final : public Show {
  public:
    ReplayShow(std::unique_ptr<replays::Replay> replay, std::string path)
        : replay_(std::move(replay)),
          path_(std::move(path)),
          player_(*replay_, replays::Player::Keep::nothing),
          before_(std::make_unique<World>(player_.world())) {}
    const Level& level() const override { return replay_->level; }
    const World& before() const override { return *before_; }
    const World& now() const override { return player_.world(); }
    std::span<const client::EffectLedger::Effect> effects() const override { return ledger_.fresh(); }
    bool step() override {
        copy_world(*before_, player_.world());
        ledger_.clear();
        if (!player_.step()) return false;
        ledger_.take(player_.events(), player_.tick());
        return true;
    }
    std::array<std::string, kSlotCount> names() const override { return replay_->recording.header.names; }
    std::string damage() const override {
        const std::string damage = damage_of(*replay_);
        return damage.empty() ? damage : path_ + ": " + damage;
    }

  private:
    std::unique_ptr<replays::Replay> replay_;
    std::string path_;
    replays::Player player_;
    std::unique_ptr<World> before_;
    client::EffectLedger ledger_;
};

}  // namespace

Level level_named(const std::string& name, Difficulty difficulty) {
    script::Compiled compiled = name.ends_with(".lua") ? script::compile_level_file(name, difficulty)
                                                       : script::compile_builtin_level(name, difficulty);
    if (!compiled.error.empty()) throw PictureError{compiled.error};
    return std::move(compiled.level);
}

std::unique_ptr<Show> show_level(const std::string& name, DemoGame::Setup game, const ShowSetup& setup) {
    return std::make_unique<LevelShow>(level_named(name, setup.difficulty), game, setup);
}

namespace {

/// Level, players and length; empty if even the header cannot be read.
std::string facts_of(const replays::Recording& recording, const char* between) {
    const replays::RecordingHeader& header = recording.header;
    std::string players;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (((header.setup.players >> slot) & 1) == 0) continue;
        players += (players.empty() ? "" : ", ") + replays::printable(header.names[slot]);
    }
    if (header.core_version == 0) return {};
    return replays::printable(header.level_name) + between + players + between + replays::clock_text(recording.ticks());
}

bool read(const std::string& path, replays::Recording& recording) {
    std::vector<std::uint8_t> bytes;
    return replays::read_file(path, bytes).empty() && replays::read_recording(bytes, recording).empty();
}

}  // namespace

std::string caption_of(const std::string& path) {
    replays::Recording recording;
    if (!read(path, recording)) return tr("cannot be read");
    std::string caption = facts_of(recording, "   ");
    if (recording.header.core_version != kCoreVersion) caption += std::string("   (") + tr("different version") + ")";
    return caption;
}

std::unique_ptr<replays::Replay> open_shown(const std::string& path) {
    auto replay = std::make_unique<replays::Replay>();
    std::string fault = replays::open_replay(path, *replay, replays::Partial::accept);
    if (fault.empty()) return replay;
    std::vector<std::uint8_t> bytes;
    if (const std::string why = replays::read_file(path, bytes); !why.empty()) throw PictureError{.text = fault, .shown = translated_reason(why)};
    replays::Recording recording;
    const bool is_read = read(path, recording);
    const std::string facts = is_read ? facts_of(recording, ", ") : "";
    const std::string date = facts.empty() ? "" : replays::date_text(recording.header.started_ms);
    if (!facts.empty()) fault += "; it is of " + facts + ", " + date;
    const std::string name = std::filesystem::path(path).filename().string();
    const bool is_of_another = is_read && recording.header.core_version != kCoreVersion;
    std::string shown = is_of_another ? tr_f("{} was recorded by another version of the game: use the release that made it", name)
                                      : tr_f("{} is damaged or not a recording: it cannot be shown", name);
    if (!facts.empty()) shown += " (" + facts + ", " + date + ")";
    throw PictureError{.text = fault, .shown = shown};
}

std::string damage_of(const replays::Replay& replay) {
    using Kind = replays::Damage::Kind;
    const replays::Damage& damage = replay.recording.damage;
    const std::string place = grouped(damage.offset);
    std::string text;
    switch (damage.kind) {
        case Kind::none:
            return {};
        case Kind::unfinished:
            text = tr_f("replay unfinished: it ends at byte {} without a trailer", place);
            break;
        case Kind::cut_off:
            text = tr_f("replay truncated: the file ends within record {} at byte {}", damage.record, place);
            break;
        case Kind::bad_size:
            text = tr_f("replay damaged: record {} at byte {} has an invalid length", damage.record, place);
            break;
        case Kind::bad_seal:
            text = tr_f("replay damaged: record {} at byte {} fails its checksum", damage.record, place);
            break;
        case Kind::bad_record:
            text = tr_f("replay damaged: record {} at byte {} cannot be used", damage.record, place);
            break;
    }
    const std::string readable = grouped(damage.readable_ticks);
    return text + "; " + (damage.all_ticks ? tr_f("{} of {} ticks are readable", readable, grouped(*damage.all_ticks)) : tr_f("{} ticks are readable", readable));
}

std::unique_ptr<Show> show_replay(const std::string& path) {
    return std::make_unique<ReplayShow>(open_shown(path), path);
}

}  // namespace albireo::app
