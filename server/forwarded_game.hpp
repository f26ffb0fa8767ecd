#pragma once
/// A game of another server that this one watches, and serves to spectators of its own (lobby_forward.cpp). A Forwarder (forwarder.hpp) gets
/// the recording and verifies it on another thread; the lobby has this copy.
///
/// 1. Spectators get only bytes that the Forwarder has verified as far as they can be, and the same ones as from the game's own server.
/// 2. They are behind the game by the delay of the server before, and by no more unless they ask for it.
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "server/live_recording.hpp"

namespace albireo::server {

/// The most that one spectator may say to forward the game to. It is a number on the players' screens, and nothing else.
inline constexpr std::uint32_t kForwardedToMax = 10'000;

/// What is new of a forwarded game.
struct ForwardedNews {
    std::vector<std::uint8_t> bytes{};  // of the recording, after those of the news before
    std::uint32_t delay_ms = 0;         // of the server before
    std::uint32_t spectators = 0;       // of the game in all, as that server says
    bool has_started = false;
    enum class End : std::uint8_t { open, complete, cut } end = End::open;
    std::shared_ptr<std::atomic<std::uint32_t>> watchers{};  // where to tell how many watch here, and behind here
};

struct ForwardedGame {
    std::shared_ptr<LiveRecording> recording;
    Micros delay = 0;
    std::uint32_t spectators = 0;
    bool has_started = false;
    std::shared_ptr<std::atomic<std::uint32_t>> watchers;
};

}  // namespace albireo::server
