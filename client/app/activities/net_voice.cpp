// A game's voice chat: who hears whom, and what the player sees of it.
#include "client/app/activities/net_activity.hpp"
#include "client/words/format.hpp"

namespace albireo::app {

void NetActivity::use_voice(voice::VoiceChat* voice) {
    voice_ = voice;
    if (voice == nullptr) return;
    runner_.after_advance = [voice](GameClient& game, Micros now) {
        game.set_hears_partner(voice->hears());
        while (const auto piece = voice->next_to_send()) game.send_voice(*piece, now);
        while (const auto piece = game.take_voice()) voice->receive(*piece);
    };
}

/// Players at one machine talk to each other, and bots neither listen nor speak.
void NetActivity::follow_voice(const Held& held) {
    if (voice_ == nullptr) return;
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    const bool is_running = game.state() == GameClient::State::playing && !left_ && !over_ && !host->is_private();
    const bool has_game = is_running && game.predictor().predicted().flow.players == 3;
    voice_->follow(has_game, has_game && game.is_heard(), held.talks);
    if (!has_game || !game.is_heard() || voice_->choice().mode != voice::Mode::off || std::exchange(is_voice_told_, true)) return;
    notices_.add(tr_f("{} has voice chat on: turn on yours in the settings, under Sound", partner()), false);
}

void NetActivity::describe_voice(Notice& notice) const {
    if (voice_ == nullptr && !staged_voice_) return;
    const voice::Status status = staged_voice_ ? *staged_voice_ : voice_->status();
    if (!status.is_on) return;
    const Slot own = runner_.game()->slot();
    if (status.is_partner_muted) {
        notice.voice.push_back({.text = tr_f("{} is muted", partner()), .is_live = false});
    } else if (status.partner_speaks) {
        notice.voice.push_back({.text = partner(), .slot = static_cast<int>(index(other(own))), .level = status.partner_level});
    }
    if (!status.is_partner_on) return;
    if (!status.has_microphone) {
        notice.voice.push_back({.text = tr("no microphone"), .is_live = false});
    } else if (status.speaks || !status.is_push_to_talk) {
        // With voice activation the meter shows at any time that the microphone is open.
        notice.voice.push_back({.text = options_.names[0], .slot = static_cast<int>(index(own)), .level = status.level, .is_live = status.speaks});
    }
}

}  // namespace albireo::app
