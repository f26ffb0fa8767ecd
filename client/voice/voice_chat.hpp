#pragma once
/// Voice chat of this machine's player: the microphone's thread, and what three other threads exchange with it. Owned by the program.
///
/// 1. The microphone is open only while is_capturing(): voice chat is on, a game with a partner runs, and the partner hears this player.
///    With push to talk, what it captures while the key is up is measured for the meter and dropped.
/// 2. No call waits for a device. Locks are held for microseconds: for a piece to be moved, or decoded.
/// 3. Everything that waits is bounded: the oldest is dropped.
/// 4. Sound is never stored.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "client/audio/microphone.hpp"
#include "client/voice/receiver.hpp"
#include "client/voice/sender.hpp"

namespace albireo::voice {

/// What the player has chosen.
struct Choice {
    Mode mode = Mode::off;
    bool is_partner_muted = false;
    std::string microphone{};  // the device's name; empty: the system's default
    bool operator==(const Choice&) const = default;
};

/// What a picture shows.
struct Status {
    bool is_on = false;         // voice chat is on, in a game with a partner
    bool is_partner_on = false; // the partner hears this player
    bool is_partner_muted = false;
    bool is_push_to_talk = false;
    bool has_microphone = true;
    bool speaks = false, partner_speaks = false;
    float level = 0, partner_level = 0;  // 0 … 1
};

class VoiceChat {
  public:
    struct Setup {
        audio::OpenMicrophone open;
        std::function<void(const std::string&)> log = [](const std::string&) {};  // called from the microphone's thread
    };
    static constexpr std::size_t kOutMax = 8;  // pieces: 160 ms
    static constexpr int kOpenAgainSeconds = 3;

    explicit VoiceChat(Setup setup);
    ~VoiceChat();
    VoiceChat(const VoiceChat&) = delete;
    VoiceChat& operator=(const VoiceChat&) = delete;

    // From the window's thread.
    void choose(const Choice& choice);
    Choice choice() const;
    /// Once a picture. `has_game`: a game with a partner runs. `is_heard`: the partner hears this player.
    void follow(bool has_game, bool is_heard, bool is_key_held);
    /// Whether this player hears their partner.
    bool hears() const;
    bool is_capturing() const;
    Status status() const;

    // From the thread of the game.
    std::optional<proto::VoicePiece> next_to_send();
    void receive(const proto::VoicePiece& piece);

    // From the thread of the sound.
    /// Fills the next 20 ms of the partner's voice. Returns false while nothing is heard.
    bool render(Samples& samples);

  private:
    void run(const std::stop_token& stop);
    void capture(audio::Microphone& microphone, const std::string& device, const std::stop_token& stop);
    bool wants(const std::string& device) const;

    Setup setup_;
    mutable std::mutex guard_;  // of what follows, except the thread
    std::condition_variable_any changed_;
    Choice choice_;
    bool has_game_ = false, is_heard_ = false, is_key_held_ = false;
    bool has_microphone_ = true, speaks_ = false;
    float level_ = 0;
    std::deque<proto::VoicePiece> out_;
    Receiver receiver_;
    std::uint16_t next_number_ = 0;  // of the next capture; the thread's
    std::jthread thread_;  // not started before a microphone is wanted
};

}  // namespace albireo::voice
