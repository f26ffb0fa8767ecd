#include "tests/storm/neighbours.hpp"

#include <algorithm>
#include <utility>

#include "sim/step.hpp"

namespace albireo::storm {
namespace {

constexpr Micros kPlaysEvery = 5 * proto::kMicrosPerMs;
constexpr Micros kPlays = 3 * proto::kMicrosPerSecond;   // before they pause
constexpr Micros kThinks = 400 * proto::kMicrosPerMs;    // of the second player, before they want what the first one wants
constexpr Micros kGivesUp = 30 * proto::kMicrosPerSecond;

}  // namespace

/// Does nothing but pause.
class Neighbours::Hands final : public client::PlayerController {
  public:
    bool wants_pause = false;

  private:
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World& world) override {
        client::Controls controls;
        if (std::exchange(wants_pause, false) && !is_paused(world)) controls.command = Command::pause;
        return controls;
    }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}
};

Neighbours::Neighbours(std::string level, std::function<client::ClientEnvironment()> environment)
    : level_(std::move(level)), environment_(std::move(environment)) {}

Neighbours::~Neighbours() = default;

void Neighbours::start(Slot slot, client::ClientOptions options) {
    Player& player = players_[index(slot)];
    player.game.reset();
    player.hands = std::make_unique<Hands>();
    player.game = std::make_unique<client::GameClient>(std::move(options), environment_(), *player.hands);
}

bool Neighbours::both(client::GameClient::State state) const {
    return std::ranges::all_of(players_, [&](const Player& each) { return each.game != nullptr && each.game->state() == state; });
}

void Neighbours::leave(Micros now) {
    if (leaves_by_ >= 0) return;
    leaves_by_ = now + 2 * proto::kMicrosPerSecond;
    for (Player& each : players_) {
        if (each.game != nullptr && each.game->state() != client::GameClient::State::failed) each.game->leave(now);
    }
}

void Neighbours::advance(Micros now) {
    if (now < next_) return;
    next_ = now + kPlaysEvery;
    using State = client::GameClient::State;
    Player &gold = players_[index(Slot::gold)], &blue = players_[index(Slot::blue)];
    if (leaves_by_ >= 0 && now >= leaves_by_) {
        for (Player& each : players_) each.game.reset();
        next_ = proto::kNever;
        return;
    }
    if (gold.game == nullptr) {
        start(Slot::gold, {.name = "carl", .level = level_, .wishes = true});
        is_rematch_ = false;
        since_ = now;
    }
    for (Player& each : players_) {
        if (each.game == nullptr) continue;
        const std::uint64_t before = each.game->figures().desyncs;
        each.game->advance(now);
        desyncs_ += each.game->figures().desyncs - before;
    }
    if (leaves_by_ >= 0) return;
    if (blue.game == nullptr && !gold.game->code().empty()) start(Slot::blue, {.name = "dora", .code = gold.game->code(), .wishes = true});
    if (std::exchange(state_, gold.game->state()) != gold.game->state()) since_ = now;
    const bool has_failed = std::ranges::any_of(players_, [](const Player& each) { return each.game != nullptr && each.game->state() == State::failed; });
    if (has_failed || (now - since_ > kGivesUp && !both(State::playing))) {
        gold.game.reset();
        blue.game.reset();
        return;
    }
    if (both(State::playing)) {
        if (std::exchange(is_rematch_, false)) ++rematches_;
        restart(now);
    } else if (both(State::ended) && gold.game->may_rematch() && blue.game->may_rematch() && now - since_ > kThinks) {
        // The second one hears what the first one wants.
        start(Slot::gold, gold.game->next_options());
        is_rematch_ = true;
    } else if (is_rematch_ && blue.game->state() == State::ended && gold.game->state() == State::waiting && now - since_ > kThinks) {
        if (blue.game->may_rematch()) start(Slot::blue, blue.game->next_options());
    }
}

/// They pause, and both want to restart.
void Neighbours::restart(Micros now) {
    if (now - since_ < kPlays) return;
    Player &gold = players_[index(Slot::gold)], &blue = players_[index(Slot::blue)];
    if (!is_paused(gold.game->predictor().predicted())) {
        gold.hands->wants_pause = true;
        return;
    }
    gold.game->wish_restart(true);
    if (now - since_ > kPlays + kThinks) blue.game->wish_restart(true);
}

}  // namespace albireo::storm
