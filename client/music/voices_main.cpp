// albireo-voices: writes every sound effect and every song of the game as .wav files, for listening, and a spectrogram of each song and each
// bed of ambience.
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "client/audio/audio_output.hpp"
#include "client/audio/synth.hpp"
#include "client/audio/wav.hpp"
#include "client/music/band.hpp"
#include "client/music/songs.hpp"
#include "client/music/spectrogram.hpp"
#include "console/console.hpp"
#include "console/run_program.hpp"

namespace {

using namespace albireo;
using namespace albireo::audio;

/// Writes one file and says its length. Returns false, after a line on stderr, if it cannot be written.
bool write(const std::string& folder, std::string_view name, std::span<const float> samples, std::uint32_t channels) {
    const auto path = std::filesystem::path(folder) / (std::string(name) + ".wav");
    if (!write_wav(path.string(), samples, channels)) {
        std::cerr << "albireo-voices: " << path.string() << " cannot be written\n";
        return false;
    }
    std::cout << name << "  " << static_cast<double>(samples.size() / channels) / kSampleRate << " s" << std::endl;
    return true;
}

/// Writes the spectrogram of pairs. Returns false, after a line on stderr, if it cannot be written.
bool draw(const std::string& folder, std::string_view name, std::span<const float> pairs) {
    const auto path = std::filesystem::path(folder) / (std::string(name) + ".png");
    if (music::write_png(music::spectrogram_of(pairs), path.string())) return true;
    std::cerr << "albireo-voices: " << path.string() << " cannot be written\n";
    return false;
}

bool write_voices(const std::string& folder) {
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        const std::vector<float> samples = synthesise(def);
        if (!write(folder, def.name, samples, 1)) return false;
        if (def.bus != Bus::ambience) continue;
        // Three rounds, so that a seam would show.
        std::vector<float> pairs;
        for (int round = 0; round < 3; ++round) {
            for (const float sample : samples) pairs.insert(pairs.end(), {sample, sample});
        }
        if (!draw(folder, def.name, pairs)) return false;
    }
    return true;
}

/// Each song with all its stems, as often as it takes to last a minute.
bool write_songs(const std::string& folder) {
    constexpr std::uint64_t kMinute = std::uint64_t{60} * kSampleRate;
    for (const music::Song& song : music::songs()) {
        const std::uint64_t laps = (kMinute + song.samples() - 1) / song.samples();
        std::vector<float> pairs(2 * laps * song.samples());
        music::Band band;
        band.prepare(song);
        band.set_song(&song);
        for (std::size_t at = 0; at < pairs.size(); at += 2 * kStreamFrames) {
            band.render(std::span(pairs).subspan(at, std::min(2 * kStreamFrames, pairs.size() - at)));
        }
        if (!write(folder, song.name, pairs, 2) || !draw(folder, song.name, pairs)) return false;
    }
    return true;
}

int run(int argc, char** argv) {
    std::string voices, songs;
    albireo::console::Arguments line("Writes the sounds of the game as DIR/NAME.wav, for listening.", "albireo-voices");
    line.set_version("albireo-voices " ALBIREO_VERSION);
    line.add_option("DIR", voices, "a folder for every sound effect, and the spectrograms of the ambience; created if missing");
    line.add_option("--songs", songs, "a folder for every song, a minute or more of each, with its spectrogram as NAME.png; created if missing");
    if (const int code = line.parse(argc, argv); code >= 0) return code;
    if (voices.empty() && songs.empty()) return line.wrong("expected DIR or --songs DIR (see --help)");
    for (const std::string& folder : {voices, songs}) {
        if (folder.empty()) continue;
        if (const std::string fault = albireo::console::make_folder(folder); !fault.empty()) return line.wrong(fault);
    }
    if (!voices.empty() && !write_voices(voices)) return 2;
    return songs.empty() || write_songs(songs) ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-voices", [&] { return run(argc, argv); });
}
