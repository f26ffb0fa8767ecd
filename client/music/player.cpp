#include "client/music/player.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "client/music/songs.hpp"

namespace albireo::music {
namespace {

constexpr auto kFramesPerSecond = static_cast<double>(audio::kSampleRate);
constexpr double kDriftShare = 0.05;    // of a block's difference that the smoothed one takes over
constexpr double kDriftIgnored = 0.002;  // seconds
constexpr float kOpen = 20'000;          // Hz: no low-pass
constexpr float kCutoffGlide = 6;     // octaves a second
constexpr float kMuffledGain = 0.5F;  // −6 dB
constexpr float kLostGain = 0.4F;     // −8 dB
constexpr float kGainGlide = 0.1F;    // share of the way to another gain that a block goes
constexpr std::size_t kSpare = 16;    // samples that a stretched block may need beyond its own

}  // namespace

void Player::follow(const Moment& moment, float speed) {
    Wanted wanted;
    wanted.book = &book();
    wanted.song = book().find(moment.song);
    if (wanted.song != nullptr) wanted.position = std::uint64_t{moment.tick} * kSamplesPerTick % wanted.song->samples();
    wanted.intensity = moment.intensity;
    wanted.linked = moment.linked;
    wanted.last_life = moment.last_life;
    wanted.cracking = moment.cracking;
    wanted.muffled = moment.muffled;
    wanted.lost = moment.lost;
    wanted.quiet = moment.quiet;
    wanted.slow = speed != 1;
    ring_.push(wanted);  // if the ring is full, no thread is playing; the next frame pushes again
}

bool Player::prepare_note_of(const Song& song) {
    return std::any_of(song.notes.begin(), song.notes.end(),
                       [&](const Note& note) { return band_.prepare_note(song, note); });
}

bool Player::prepare() {
    const SongBook* const book = wanted_.book != nullptr ? wanted_.book : builtin_songs().get();
    if (book == prepared_) return false;
    for (const Song* song : {band_.song(), wanted_.song}) {
        if (song != nullptr && prepare_note_of(*song)) return true;
    }
    const auto songs = book->songs();
    if (std::any_of(songs.begin(), songs.end(), [&](const Song& song) { return prepare_note_of(song); })) return true;
    prepared_ = book;
    return false;
}

/// Whether what is wanted is what is playing, or another version of it.
bool Player::is_same_song() const {
    if (wanted_.song == nullptr || band_.song() == nullptr) return wanted_.song == band_.song();
    return wanted_.song->name == band_.song()->name;
}

/// Where in the wanted song the next sample is.
std::uint64_t Player::target(double latency) const {
    return (wanted_.position + wanted_age_ + static_cast<std::uint64_t>(latency * kFramesPerSecond)) % wanted_.song->samples();
}

void Player::take_over() {
    const Wanted before = wanted_;
    bool is_new = false;
    while (ring_.pop(wanted_)) is_new = true;
    if (!is_new) return;
    // A halted world repeats its position; the music nevertheless continues.
    if (wanted_.song != before.song || wanted_.position != before.position) wanted_age_ = 0;
}

void Player::set_levels() {
    std::array<float, kStems> levels = levels_at(arrangement_.intensity);
    const auto level = [&](Stem stem) -> float& { return levels[static_cast<std::size_t>(stem)]; };
    level(Stem::cell) = arrangement_.linked ? 1 : 0;
    if (arrangement_.last_life) {
        std::swap(level(Stem::lead), level(Stem::low_lead));
        std::swap(level(Stem::drums), level(Stem::half_drums));
    }
    if (wanted_.cracking) level(Stem::drums) = level(Stem::half_drums) = level(Stem::arp) = 0;
    if (wanted_.quiet || wanted_.slow) {
        levels.fill(0);
        level(Stem::pad) = 1;
    }
    for (std::size_t i = 0; i < kStems; ++i) band_.set_level(static_cast<Stem>(i), levels[i]);
}

/// Whether a bar of the song begins within the next samples.
bool Player::is_at_bar_line(std::size_t frames) const {
    if (band_.song() == nullptr) return false;
    const std::uint64_t bar = std::uint64_t{band_.song()->bar} * band_.song()->sixteenth;
    const std::uint64_t place = band_.position() % bar;
    return place == 0 || place + frames > bar;
}

/// Changes the song, jumps at a bar line, or chooses a stretch.
void Player::keep_time(std::size_t frames, double latency) {
    const Song* wanted = wanted_.song;
    if (wanted != band_.song() && is_same_song() && loudness_ > 0) {
        stretch_ = 0;
        drift_ = 0;
        if (prepared_ == wanted_.book && is_at_bar_line(frames)) jump_ = {wanted, target(latency)};
        return;
    }
    if (wanted != band_.song()) {
        // The old song fades out first.
        if (band_.song() != nullptr && loudness_ > 0) return;
        band_.set_song(wanted);
        drift_ = 0;
        jump_.reset();
        rearrange();
        set_levels();
        band_.settle();
    }
    if (wanted == nullptr) return;
    const std::uint64_t length = wanted->samples();
    const std::uint64_t there = target(latency);
    // The smaller of the two distances in the repeating song; positive if the stream is late.
    std::int64_t off = static_cast<std::int64_t>(there) - static_cast<std::int64_t>(band_.position() % length);
    const auto whole = static_cast<std::int64_t>(length);
    if (off > whole / 2) off -= whole;
    if (off < -whole / 2) off += whole;
    stretch_ = 0;
    if (static_cast<double>(std::abs(off)) <= kJump * kFramesPerSecond) {
        // Frames of the game and blocks of the stream have different periods, so the measured difference fluctuates: only a
    // lasting one counts.
        drift_ += kDriftShare * (static_cast<double>(off) - drift_);
        if (std::abs(drift_) > kDriftIgnored * kFramesPerSecond) {
            stretch_ = std::clamp(drift_ / kFramesPerSecond / 4, -kStretch, kStretch);
        }
        return;
    }
    // When the first sample of a new phase is heard, the phase is already `latency` old.
    const std::uint64_t bar = std::uint64_t{wanted->bar} * wanted->sixteenth;
    const std::uint64_t just_begun =
        static_cast<std::uint64_t>(latency * kFramesPerSecond) + frames + 2 * std::uint64_t{kSamplesPerTick};
    if (there % bar >= just_begun && loudness_ > 0) return;
    drift_ = 0;
    rearrange();
    if (loudness_ > 0) jump_ = {wanted, there};
    else band_.seek(there);
}

/// The band's next samples; where it jumps, the old position fades into the new one.
void Player::render_band(std::span<float> pairs) {
    band_.render(pairs);
    if (!jump_) return;
    faded_.assign(pairs.begin(), pairs.end());
    if (jump_->song != band_.song()) band_.set_song(jump_->song);
    band_.seek(jump_->position);
    band_.settle();
    jump_.reset();
    band_.render(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const float in = static_cast<float>(i / 2) / static_cast<float>(pairs.size() / 2);
        pairs[i] = pairs[i] * in + faded_[i] * (1 - in);
    }
}

void Player::render(std::span<float> pairs, double latency) {
    const std::size_t frames = pairs.size() / 2;
    take_over();
    keep_time(frames, latency);
    if (is_at_bar_line(frames)) rearrange();
    set_levels();
    const auto used = static_cast<std::size_t>(std::lround(static_cast<double>(frames) * (1 + stretch_)));
    block_.resize(2 * (frames + kSpare));
    const std::span<float> played = std::span(block_).first(2 * std::min(used, frames + kSpare));
    render_band(played);
    wanted_age_ += frames;

    const bool leaving = wanted_.song == nullptr || !is_same_song();
    const float fade = 1 / (kFadeSeconds * static_cast<float>(kFramesPerSecond)) * (leaving ? -1.0F : 1.0F);
    const float cutoff = wanted_.muffled ? kMuffled : kOpen;
    const float glide = std::exp2(kCutoffGlide * static_cast<float>(frames) / static_cast<float>(kFramesPerSecond));
    cutoff_ = cutoff < cutoff_ ? std::max(cutoff, cutoff_ / glide) : std::min(cutoff, cutoff_ * glide);
    const float open = 1 - std::exp(-2 * std::numbers::pi_v<float> * cutoff_ / static_cast<float>(kFramesPerSecond));
    // Louder the further the low-pass is open, so that the two glide together.
    const float share = std::log2(cutoff_ / kMuffled) / std::log2(kOpen / kMuffled);
    muffled_gain_ += kGainGlide * ((wanted_.lost ? kLostGain : kMuffledGain) - muffled_gain_);
    const float gain = muffled_gain_ + (1 - muffled_gain_) * share;
    const double step = frames > 0 ? static_cast<double>(played.size() / 2) / static_cast<double>(frames) : 1;
    for (std::size_t i = 0; i < frames; ++i) {
        const double at = static_cast<double>(i) * step;
        const auto whole = std::min(static_cast<std::size_t>(at), played.size() / 2 - 1);
        const std::size_t next = std::min(whole + 1, played.size() / 2 - 1);
        const auto part = static_cast<float>(at - static_cast<double>(whole));
        loudness_ = std::clamp(loudness_ + fade, 0.0F, 1.0F);
        for (std::size_t side = 0; side < 2; ++side) {
            const float in = played[2 * whole + side] + (played[2 * next + side] - played[2 * whole + side]) * part;
            low_[side] += (in - low_[side]) * open;
            pairs[2 * i + side] = (cutoff_ >= kOpen ? in : low_[side]) * gain * loudness_ * loudness_;
        }
    }
}

}  // namespace albireo::music
