#pragma once
/// Renders a song as stereo samples. The sound at a position depends only on the song, the position and the levels, so a
/// seek sounds exactly as if the song had played up to there.
///
/// 1. render() neither allocates nor synthesises: a note that has not been prepared is silent.
/// 2. Levels glide: a stem reaches a new level within kGlide.
/// 3. Used by one thread.
#include <array>
#include <cstdint>
#include <span>

#include "client/music/instruments.hpp"
#include "client/music/song.hpp"

namespace albireo::music {

class Band {
  public:
    static constexpr float kGlide = 0.25F;  // seconds

    /// Starts a song at position 0, with all levels at their targets. Null: silence. The song must outlive its use.
    void set_song(const Song* song);
    /// Synthesises all notes of a song, which takes up to a second.
    void prepare(const Song& song) { bank_.prepare(song); }
    /// Synthesises one note of a song. Returns false if it was prepared already.
    bool prepare_note(const Song& song, const Note& note) { return bank_.prepare_note(song, note); }
    const Song* song() const { return song_; }

    /// In samples from the song's beginning. Positions beyond its end are in its repetitions.
    void seek(std::uint64_t position) { position_ = position; }
    std::uint64_t position() const { return position_; }

    /// Sets the target level of a stem, 0 … 1.
    void set_level(Stem stem, float level) { wanted_[static_cast<std::size_t>(stem)] = level; }
    /// Moves all levels to their targets at once.
    void settle() { levels_ = wanted_; }

    /// Overwrites `pairs` (left, right) and advances the position.
    void render(std::span<float> pairs);

    std::size_t bytes() const { return bank_.bytes(); }

  private:
    void render_note(const Note& note, std::uint64_t begin, std::span<float> pairs);

    Bank bank_;
    const Song* song_ = nullptr;
    std::uint64_t position_ = 0;
    std::uint32_t longest_ = 0;  // samples of the song's longest note
    std::array<float, kStems> wanted_{1, 1, 1, 1, 1, 1, 1, 0, 0};  // as written
    std::array<float, kStems> levels_ = wanted_, next_levels_ = wanted_;
};

/// The level of each stem at an intensity of 0 … 4. Stems that do not depend on it are 0.
std::array<float, kStems> levels_at(float intensity);

}  // namespace albireo::music
