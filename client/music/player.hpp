#pragma once
/// Streams the music that the conductor selects, in step with the game's clock.
///
/// 1. follow() is called by the game's thread, render() by the audio thread; neither waits for the other.
/// 2. A stream that is up to kJump off is brought back by playing at most kStretch faster or slower. A stream that is
///    further off, as after a seek, jumps when a bar begins, with a cross-fade.
/// 3. Intensity, the partner's cell and the last life change the stems at bar lines; after a jump or a change of song at once.
/// 4. prepare() synthesises one note at a time, beginning with the song that is playing. A note that has not been
///    synthesised is silent.
/// 5. A song that another book has under the same name takes over at a bar line, when all of its notes are there.
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "client/audio/command_ring.hpp"
#include "client/music/band.hpp"
#include "client/music/conductor.hpp"

namespace albireo::music {

class Player {
  public:
    static constexpr double kJump = 0.04;      // seconds
    static constexpr double kStretch = 0.005;  // share of the speed
    static constexpr float kMuffled = 500;     // Hz, the low-pass of Moment::muffled
    static constexpr float kFadeSeconds = 0.4F;

    /// For the game's thread: plays the songs of this book from now on. Earlier books are kept, because the audio thread may still
    /// play them.
    void use(std::shared_ptr<const SongBook> book) { books_.push_back(std::move(book)); }
    const SongBook& book() const { return *books_.back(); }

    /// For the game's thread, once per frame. `speed`: of the game's clock; at any other speed than 1 only the pad is
    /// heard.
    void follow(const Moment& moment, float speed = 1);
    /// Fades the music out, because no game is shown any more.
    void stop() { follow({}); }

    /// For the audio thread: pairs of left and right, to be played `latency` seconds from now.
    void render(std::span<float> pairs, double latency = 0);
    /// Synthesises the next note that is missing; false when none is. Takes up to 50 ms.
    /// Cheap when there is nothing to do.
    bool prepare();
    /// Whether nothing is heard.
    bool is_silent() const { return band_.song() == nullptr || loudness_ <= 0; }
    std::uint64_t position() const { return band_.position(); }

  private:
    struct Wanted {
        const SongBook* book = nullptr;
        const Song* song = nullptr;  // null: silence
        std::uint64_t position = 0;  // samples
        float intensity = 0;
        bool linked = false, last_life = false;
        bool cracking = false, muffled = false, lost = false, quiet = false, slow = false;
    };
    /// What changes at bar lines only.
    struct Arrangement {
        float intensity = 0;
        bool linked = false, last_life = false;
    };
    void take_over();
    bool is_same_song() const;
    std::uint64_t target(double latency) const;
    void rearrange() { arrangement_ = {wanted_.intensity, wanted_.linked, wanted_.last_life}; }
    bool is_at_bar_line(std::size_t frames) const;
    void set_levels();
    void keep_time(std::size_t frames, double latency);
    bool prepare_note_of(const Song& song);
    void render_band(std::span<float> pairs);

    std::vector<std::shared_ptr<const SongBook>> books_ = {builtin_songs()};
    audio::CommandRing<Wanted, 16> ring_;
    Wanted wanted_;
    std::uint64_t wanted_age_ = 0;  // samples rendered since it came
    Arrangement arrangement_;
    Band band_;
    double drift_ = 0;              // samples that the stream is late, smoothed
    double stretch_ = 0;            // share of the speed, now
    struct Jump {
        const Song* song;
        std::uint64_t position;
    };
    std::optional<Jump> jump_{};    // what the next block fades over to
    const SongBook* prepared_ = nullptr;  // all of its notes are there
    float loudness_ = 0;            // 0 silent … 1
    float cutoff_ = 20'000;         // Hz, of the low-pass
    std::array<float, 2> low_{};    // its state
    float muffled_gain_ = 0.5F;     // of the music while the low-pass is fully closed
    std::vector<float> block_, faded_;
};

}  // namespace albireo::music
