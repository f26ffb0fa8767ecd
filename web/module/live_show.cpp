#include "web/module/live_show.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "proto/join_code.hpp"
#include "proto/names.hpp"
#include "replays/text.hpp"
#include "sim/level/difficulty.hpp"
#include "web/module/json.hpp"

namespace albireo::web {

using Stage = PipeSpectator::Stage;

namespace {

std::string_view name_of(Stage stage) {
    switch (stage) {
        case Stage::connecting: return "connecting";
        case Stage::waiting: return "waiting";
        case Stage::receiving: return "receiving";
        case Stage::watching: return "watching";
        case Stage::returning: return "returning";
        case Stage::over: return "over";
        case Stage::failed: return "failed";
    }
    return "failed";
}

std::string_view outcome_text(const replays::Recording& recording) {
    if (!recording.trailer) return "";
    switch (recording.trailer->outcome) {
        case Outcome::cleared: return "cleared";
        case Outcome::over: return "over";
        case Outcome::playing: return "left";
    }
    return "";
}

replays::Spectator::Options options_of(const std::string& code, std::string_view name) {
    replays::Spectator::Options options{.code = code};
    if (std::string tidy = proto::tidy_name(name); !tidy.empty()) options.name = std::move(tidy);
    return options;
}

}  // namespace

LiveShow::LiveShow(std::string code, std::string_view name, OpenPipe open_pipe)
    : line_(options_of(code, name), std::move(open_pipe)), code_(std::move(code)) {}

void LiveShow::advance(Micros now) {
    line_.advance(now);
    follow();
    if (round_ > 0) verify(kVerifiedAtOnce);
}

/// The game as far as it is known now.
void LiveShow::follow() {
    if (line_.shown() == nullptr) return;
    if (line_.shown() != shown_) begin_round();
    // While a connection is being opened anew, more of the game will come with the next round.
    const bool grows = line_.stage() == Stage::watching || line_.stage() == Stage::returning;
    clock_.set_growing(grows);
    set_growing(grows);
}

void LiveShow::begin_round() {
    previous_ = std::exchange(shown_, line_.shown());
    const bool is_same = previous_ != nullptr && is_same_game(*previous_, *shown_);
    const std::uint32_t at = is_same ? tick().value : 0;
    const bool was_live = !is_same || clock_.is_live();
    // Pictures and sounds of the earlier round see nothing of this one.
    observers_.clear();
    begin(shown_->replay().replay(), Grows::yes);
    if (!is_same) clock_ = replays::ViewClock{true};
    clock_.set_growing(true);
    ++round_;
    jump(was_live ? end().value : at);
}

void LiveShow::pass(double seconds) {
    if (clock_.is_live() && behind() > kFarBehind) return go_live();
    // On a machine that draws two pictures a second, the game goes on at its speed, too.
    std::uint32_t ticks = 0;
    for (; seconds > 0; seconds -= replays::ViewClock::kSecondsAtOnceMax) ticks += clock_.advance(seconds, behind() - ticks);
    play(tick() + ticks);
}

void LiveShow::toggle_pause() {
    clock_.toggle_pause();
    if (!clock_.is_paused() && tick() == end() && !clock_.is_growing()) jump(first().value);
}

void LiveShow::step(int ticks) {
    clock_.halt();
    const std::int64_t to = std::clamp<std::int64_t>(std::int64_t{tick().value} + ticks, first().value, end().value);
    ticks == 1 ? play(Tick{static_cast<std::uint32_t>(to)}) : seek(Tick{static_cast<std::uint32_t>(to)});
}

void LiveShow::go_live() {
    if (clock_.is_paused()) clock_.toggle_pause();
    jump(end().value);
}

void LiveShow::jump(std::int64_t tick) {
    seek(Tick{static_cast<std::uint32_t>(clock_.jump(tick, first().value, end().value))});
}

std::string LiveShow::state() const {
    const bool has_failed = line_.stage() == Stage::failed;
    JsonObject json;
    json.text("stage", name_of(line_.stage()))
        .text("why", has_failed || line_.stage() == Stage::returning ? replays::printable(line_.failure()) : "")
        .text("host", line_.moved_to() ? line_.moved_to()->host : "")
        .text("code", proto::watch_code_text(code_))
        .number("round", round_);
    if (round_ == 0) return json.done();
    const replays::Recording& recording = shown_->replay().replay().recording;
    std::string players;
    for (const Slot slot : kSlots) {
        if ((recording.header.setup.players >> index(slot) & 1) == 0) continue;
        const Earnings& earned = world().earnings[index(slot)];
        players += (players.empty() ? "" : ",") + JsonObject{}
                                                      .text("name", replays::printable(names()[index(slot)]))
                                                      .number("score", earned.score)
                                                      .number("kills", earned.kills)
                                                      .number("grazes", earned.grazes)
                                                      .done();
    }
    return json.text("level", replays::printable(recording.header.level_name))
        .text("difficulty", albireo::name_of(recording.header.difficulty))
        .number("delay", shown_->watching().delay_ms)
        .number("watchers", shown_->watching().spectators)
        .number("first", first().value)
        .number("end", end().value)
        .number("tick", tick().value)
        .text("time", replays::clock_text(tick().value))
        .flag("live", clock_.is_live())
        .flag("paused", clock_.is_paused())
        .number("speed", clock_.speed_power())
        .flag("complete", shown_->replay().is_complete())
        .text("outcome", outcome_text(recording))
        .raw("verdict", verdict())
        .raw("players", "[" + players + "]")
        .done();
}

}  // namespace albireo::web
