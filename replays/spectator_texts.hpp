#pragma once
/// The reasons why a game cannot be watched, or can no longer be watched, as texts for players. kSpectatorTexts lists them for
/// translation. Details may follow in brackets.
#include <array>

namespace albireo::replays {

inline constexpr const char* kNoAnswer = "no answer";
inline constexpr const char* kAnswersNoMore = "the server no longer answers";
inline constexpr const char* kServerFull = "the server is full";
inline constexpr const char* kOtherKey =
    "the server does not have the expected key: it is a different server, or someone is intercepting the connection";
inline constexpr const char* kNoSpectators = "this server does not offer spectators: it is an older release";
inline constexpr const char* kBadRecording = "the server's recording cannot be used";
inline constexpr const char* kNeverBegan = "the game was closed before it began";
inline constexpr const char* kNoEnd = "the server did not send the end of the recording";
inline constexpr const char* kBrokeOff = "the server's recording stopped; if the game continues, the same code shows the next part";
inline constexpr const char* kNoAddress = "the server's address is not known";

inline constexpr std::array kSpectatorTexts = {kNoAnswer,     kAnswersNoMore, kServerFull, kOtherKey, kNoSpectators,
                                               kBadRecording, kNeverBegan,    kNoEnd,      kBrokeOff, kNoAddress};

}  // namespace albireo::replays
