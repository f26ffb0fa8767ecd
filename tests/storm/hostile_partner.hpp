#pragma once
/// A partner that attacks: it holds a valid seat, and sends packets that the wire format allows and packets that it forbids. It
/// has no world. It plays blue in a storm run, and must not harm gold or the server.
///
/// 1. It behaves until the game has begun, so that there is a game to attack.
/// 2. From then on its moods take turns, a few seconds each. While it is not silent, it sends frames at 60 a second.
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "proto/connection.hpp"
#include "sim/base/random.hpp"

namespace albireo::storm {

using proto::Micros;

class HostilePartner {
  public:
    /// What it sends in addition to its frames.
    enum class Mood : std::uint8_t {
        honest,     // nothing
        reports,    // its frames hold made-up reports, commands and targets
        digests,    // digests, notices and evidence of a world that does not exist
        mangles,    // its own packets with bytes changed, cut, added; valid seals
        forges,     // packets of frames with made-up headers and runs
        conflicts,  // other frames for ticks that it has already sent frames for
        repeats,    // its old packets, again
        floods,     // noise and packets, far above the limits
        talks,      // messages that do not fit its state
        steals,     // other connections that ask for its seat with old and made-up tokens
        silent,     // nothing at all, not even frames
        leaves,     // goodbye, and back by code or token
    };
    static constexpr std::uint32_t kMoods = 12;

    HostilePartner(std::uint32_t seed, std::string code, std::function<std::unique_ptr<proto::Link>()> open_link);
    ~HostilePartner();

    void advance(Micros now);
    Micros next_due() const { return next_; }
    /// Says goodbye, and sends nothing more.
    void leave(Micros now);
    /// Packets that no correct client sends.
    std::uint64_t packets() const { return packets_; }
    std::uint64_t moods() const { return moods_; }

  private:
    static constexpr Micros kEvery = 4 * proto::kMicrosPerMs;

    void open(Micros now, bool by_token);
    void receive(Micros now);
    void change_mood(Micros now);
    void attack(Micros now);
    void push_frames(Micros now);
    void send_due(Micros now);
    Frame made_up_frame();
    proto::Message made_up_message();
    void forge(Micros now);
    void contradict(Micros now);
    void steal();
    void mangle(std::span<const std::uint8_t> packet, proto::Channel channel, Micros now);
    void send_packet(std::vector<std::uint8_t> packet, proto::Channel channel, Micros now);
    std::vector<std::uint8_t> noise(std::uint32_t most);
    bool chance(std::uint32_t percent) { return random_.below(100) < percent; }
    std::uint64_t number() { return std::uint64_t{random_.next()} << 32 | random_.next(); }

    Random random_;
    std::string code_;
    std::function<std::unique_ptr<proto::Link>()> open_link_;
    std::unique_ptr<proto::Link> link_;
    std::unique_ptr<proto::Connection> connection_;
    proto::Token token_{}, old_token_{};
    std::uint64_t level_digest_ = 0;
    bool is_refused_ = false;
    Micros opened_at_ = 0;
    Micros next_ = 0, next_frame_ = 0, mood_until_ = 0;
    Mood mood_ = Mood::honest;
    bool has_played_ = false, has_left_ = false;
    struct Sent {
        proto::Channel channel;
        std::vector<std::uint8_t> bytes;
    };
    std::deque<Sent> old_;
    struct Thief {
        std::unique_ptr<proto::Link> link;
        proto::Connection connection;
    };
    std::unique_ptr<Thief> thief_;
    Frame held_{};
    std::uint64_t packets_ = 0, moods_ = 0;
};

}  // namespace albireo::storm
