#include "web/module/game.hpp"

#include <utility>

#include "replays/field_words.hpp"
#include "replays/text.hpp"
#include "sim/digest.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "web/module/control_words.hpp"
#include "web/module/json.hpp"

namespace albireo::web {
Game::~Game() = default;

std::string Game::open(std::span<const std::uint8_t> level, const GameChoice& choice) {
    if (std::string fault = load_level(level_, level); !fault.empty()) return replays::printable(fault);
    const StartPoint from{choice.section, choice.phase};
    if (!is_start(level_, from)) return "the level has no such section";
    names_ = {replays::printable(choice.name), choice.has_bot ? "Bot" : ""};
    player_ = std::make_unique<bot::LocalPlayer>(bodies_);
    bot::LocalGame::Players players{player_.get(), nullptr};
    if (choice.has_bot) {
        partner_ = std::make_unique<bot::BotPartner>(bodies_, bot::BotController::Options{.skill = choice.skill, .seed = choice.seed});
        players[1] = partner_.get();
    }
    const GameSetup setup{.seed = choice.seed,
                          .players = static_cast<std::uint8_t>(choice.has_bot ? 3 : 1),
                          .section = choice.section,
                          .phase = choice.phase};
    const auto start = std::make_unique<World>();
    init(*start, level_, setup);
    game_ = std::make_unique<bot::LocalGame>(level_, *start, players);
    recorder_ = std::make_unique<replays::Recorder>(
        sink_, level_, replays::RecordingSetup{.game = setup, .names = names_, .started_ms = choice.started_ms, .recorded_by = "albireo page"});
    return {};
}

void Game::play(int ticks) {
    for (; ticks > 0 && !has_ended(); --ticks) {
        game_->step();
        recorder_->append(game_->frames(), root_of(world()));
        recorder_->checkpoint_if_due(world());
        const bool is_last = ticks == 1 || has_ended();
        for (TickObserver* each : observers_) {
            each->tick(before(), world(), game_->events(), is_last ? TickObserver::Seen::yes : TickObserver::Seen::no);
        }
    }
    if (!has_ended() || recorder_ == nullptr) return;
    recorder_->finish(world());
    recorder_.reset();
}

std::string Game::state() const {
    const World& world = this->world();
    std::string players = "[";
    for (const Slot slot : kSlots) {
        if ((world.flow.players >> index(slot) & 1) == 0) continue;
        const Earnings& earned = world.earnings[index(slot)];
        if (players.size() > 1) players += ",";
        players += JsonObject{}
                       .text("name", names_[index(slot)])
                       .number("score", earned.score)
                       .number("kills", earned.kills)
                       .number("grazes", earned.grazes)
                       .number("lives", world.ships[index(slot)].lives)
                       .done();
    }
    return JsonObject{}
        .number("tick", world.tick.value)
        .text("course", replays::FieldWords(level_, world).of("flow.machine.state", world.flow.machine.state))
        .flag("ended", has_ended())
        .flag("cleared", outcome_of(world) == Outcome::cleared)
        .text("time", replays::clock_text(world.tick.value))
        .number("x", world.ships[0].at.x.raw >> Fixed::kFractionBits)
        .number("y", world.ships[0].at.y.raw >> Fixed::kFractionBits)
        .raw("players", players + "]")
        .done();
}

const std::vector<std::uint8_t>& Game::recording() {
    if (recorder_ != nullptr) recorder_->flush();
    return sink_.bytes;
}

std::function<std::string(std::string_view control)> Game::control_text() const {
    return page_control_text();
}

}  // namespace albireo::web
