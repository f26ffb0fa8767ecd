// The relay of voice. Voice is no part of the game: neither the world, nor the journal, nor a recording nor a log ever has it, and
// spectators, whose games are recordings, cannot hear it.
#include "server/limits/limits.hpp"
#include "server/session.hpp"

namespace albireo::server {

void Session::relay_voice(Slot from, Micros now) {
    Seat& mine = seat(from);
    if (mine.connection == nullptr) return;
    Seat& partner = seat(other(from));
    const bool is_heard = partner.connection != nullptr && partner.voice.hears;
    while (const auto piece = mine.connection->next_voice()) {
        // Our clients send no more than the limit.
        if (!mine.voice.bucket.holds(kVoicePieces, 1, now)) continue;
        mine.voice.bucket.take(kVoicePieces, 1, now);
        if (is_heard) partner.connection->push_voice(*piece, now);
    }
    if (!mine.connection->knows_voice() || mine.voice.told == is_heard || now < mine.voice.tell_from) return;
    mine.connection->send(proto::VoiceState{is_heard});
    mine.voice.told = is_heard;
    mine.voice.tell_from = now + kVoiceToldEvery;
}

}  // namespace albireo::server
