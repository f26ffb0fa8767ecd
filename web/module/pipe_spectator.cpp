#include "web/module/pipe_spectator.hpp"

#include <cassert>
#include <utility>

#include "replays/text.hpp"

namespace albireo::web {

using replays::Spectator;

bool is_same_game(const Spectator& one, const Spectator& other) {
    const replays::RecordingHeader &a = one.replay().replay().recording.header, &b = other.replay().replay().recording.header;
    return a.setup.seed == b.setup.seed && a.started_ms == b.started_ms && a.level_digest == b.level_digest && a.first_tick == b.first_tick;
}

PipeSpectator::PipeSpectator(Spectator::Options options, OpenPipe open_pipe) : options_(std::move(options)), open_pipe_(std::move(open_pipe)) {}

void PipeSpectator::open(Micros now) {
    auto link = open_pipe_link(open_pipe_, shard_, key_);
    if (link == nullptr) return fail("there is no connection");
    spectator_ = std::make_shared<Spectator>(std::move(link), options_);
    open_at_ = now;
}

void PipeSpectator::open_later(Micros at) {
    if (spectator_ != nullptr) spectator_->link().close(proto::kServer);  // its replay may still be shown
    spectator_.reset();
    open_at_ = at;
}

void PipeSpectator::advance(Micros now) {
    const bool is_over = stage_ == Stage::over || stage_ == Stage::failed;
    if (spectator_ == nullptr && !is_over && now >= open_at_) open(now);
    if (spectator_ == nullptr) return;
    spectator_->advance(now);
    if (is_over) return;  // only its goodbye is sent
    const auto& link = static_cast<const proto::PipeLink&>(spectator_->link());
    if (!key_) key_ = link.server_key();
    // The browser says at once what the spectator would find out by waiting.
    if (!spectator_->is_over() && link.is_closed() && !spectator_->replay().is_complete()) return lose(now, std::string(closed_text(link)));
    settle(now);
}

/// The recording that is in hand is one that the viewer has seen to its end.
bool PipeSpectator::is_shown_already() const {
    if (asks_since_ < 0 || shown_ == nullptr) return false;
    return is_same_game(*spectator_, *shown_);
}

void PipeSpectator::settle(Micros now) {
    const Spectator& spectator = *spectator_;
    const bool has_begun = spectator.replay().has_begun();
    if (has_begun && is_shown_already()) {
        spectator_->leave();
        spectator_->advance(now);
        if (now - asks_since_ > kNextWithin) return fail("the next game with this code has not begun");
        stage_ = Stage::waiting;
        return open_later(now + kNextEvery);
    }
    // A connection that fails before it has caught up does not take the place of one that has shown more.
    const bool is_whole = spectator.has_caught_up() || spectator.state() == Spectator::State::done;
    if (has_begun && (is_whole || (spectator.is_over() && shown_ == nullptr))) {
        shown_ = spectator_;
        lost_since_ = asks_since_ = recovers_since_ = -1;
    }
    if (!spectator.is_over()) {
        if (lost_since_ >= 0) return;
        stage_ = shown_ == spectator_                           ? Stage::watching
                 : has_begun                                    ? Stage::receiving
                 : spectator.state() == Spectator::State::connecting ? Stage::connecting
                                                                : Stage::waiting;
        return;
    }
    if (spectator.state() == Spectator::State::done) {
        stage_ = Stage::over;
        return;
    }
    if (spectator.elsewhere() && !std::exchange(was_redirected_, true)) {
        shard_ = *spectator.elsewhere();
        return open_later(now);
    }
    if (spectator.ticket()) {
        const proto::Place place = spectator.ticket()->place;
        moved_to_ = place;
        return fail("the game is on another server: " + replays::printable(place.host) + ":" + std::to_string(place.port));
    }
    if (spectator.refusal() == proto::Refusal::recovering) {
        if (recovers_since_ < 0) recovers_since_ = now;
        if (now - recovers_since_ < kReturnWithin) return open_later(now + kRecoverEvery);
    }
    if (spectator.cause() == Spectator::Cause::unreachable || spectator.is_restarting()) return lose(now, spectator.failure());
    fail(spectator.failure());
}

void PipeSpectator::lose(Micros now, std::string why) {
    if (shown_ == nullptr) return fail(std::move(why));
    if (lost_since_ < 0) lost_since_ = now;
    if (now - lost_since_ > kReturnWithin) return fail(std::move(why));
    stage_ = Stage::returning;
    failure_ = std::move(why);
    shard_ = 0;  // after a restart it may be another one
    was_redirected_ = false;
    open_later(now + kReturnEvery);
}

void PipeSpectator::fail(std::string why) {
    stage_ = Stage::failed;
    failure_ = std::move(why);
    if (spectator_ != nullptr) spectator_->leave();
}

void PipeSpectator::ask_again(Micros now) {
    assert((stage_ == Stage::over || stage_ == Stage::failed) && "what is being watched is not asked for again");
    const bool has_ended = stage_ == Stage::over;
    stage_ = Stage::connecting;
    failure_.clear();
    moved_to_.reset();
    lost_since_ = recovers_since_ = -1;
    asks_since_ = has_ended ? now : -1;
    was_redirected_ = false;
    open_later(now);
}

void PipeSpectator::stay() {
    if (asks_since_ < 0) return;
    asks_since_ = lost_since_ = -1;
    stage_ = Stage::over;
    failure_.clear();
    if (spectator_ != nullptr && spectator_ != shown_) spectator_->leave();
}

void PipeSpectator::leave(Micros now) {
    if (spectator_ != nullptr) {
        spectator_->leave();
        spectator_->advance(now);
    }
    if (stage_ != Stage::over) fail("left");
}

}  // namespace albireo::web
