#pragma once
/// A seat's part in the relay of voice (session_voice.cpp). It begins anew with every connection of the seat.
#include "server/limits/bucket.hpp"

namespace albireo::server {

struct VoiceSeat {
    bool hears = false;    // the player hears their partner
    bool told = false;     // what the player was told about their partner
    Micros tell_from = 0;  // when they may be told again
    Bucket bucket;         // of the player's own pieces
};

}  // namespace albireo::server
