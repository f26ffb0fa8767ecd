// One file: the reader of one format, a row at a time.
#include "client/music/song_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

#include "client/music/chord.hpp"
#include "client/music/instruments.hpp"

namespace albireo::music {
namespace {

struct Mistake : std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr int kPadLow = 55, kChoirLow = 64, kArpLow = 60, kBassLow = 36, kLeadLow = 67;
constexpr float kCellGain = 0.55F;  // the partner's cell accompanies the lead
constexpr std::uint32_t kSixteenthMin = 2400, kSixteenthMax = 24'000;  // samples: 300 … 30 quarters a minute

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
    Words words;
    while (true) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos || line[begin] == '#') return words;
        line.remove_prefix(begin);
        const std::size_t size = std::min(line.find_first_of(" \t\r"), line.size());
        words.push_back(line.substr(0, size));
        line.remove_prefix(size);
    }
}

std::string quoted(std::string_view text) {
    std::string result = "'";
    result.append(text.substr(0, 40)).append("'");
    return result;
}

constexpr std::array<std::string_view, 9> kHeadRows = {"song", "tempo", "faster", "meter", "key", "gain", "sound", "form", "part or every"};
constexpr std::array<std::string_view, 12> kRowNames = {"chords", "pad", "bass", "arp", "lead", "choir", "cell", "kick", "snare", "hat", "tom", "crash"};

std::string joined(std::span<const std::string_view> words) {
    std::string result;
    for (const std::string_view word : words) result.append(result.empty() ? "" : ", ").append(word);
    return result;
}

std::uint32_t whole(std::string_view text, std::uint32_t low, std::uint32_t high, const char* what) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) {
        throw Mistake(std::string(what) + ": expected a number from " + std::to_string(low) + " to " + std::to_string(high) +
                      ", is " + quoted(text));
    }
    return value;
}

template <std::size_t N>
std::optional<std::size_t> place_in(const std::array<std::string_view, N>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

/// A stem that a text can have rows for.
std::optional<Stem> written_stem(std::string_view name) {
    const auto stem = place_in(kStemNames, name);
    if (!stem || *stem >= kWrittenStems) return std::nullopt;
    return static_cast<Stem>(*stem);
}

/// A row of notes, chords or drum hits: its words, bar by bar.
struct Row {
    int line = 0;
    std::vector<Words> bars;
};

using Rows = std::map<std::string, Row, std::less<>>;  // by stem or drum, or "chords"

struct PlacedChord {
    std::uint32_t at = 0, length = 0;  // sixteenths, from the part's beginning
    Chord chord;
};

class Reader {
  public:
    Reader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

    ReadSong read() {
        ReadSong result;
        try {
            if (text_.size() > kSongTextMax) throw Mistake("the text is longer than 256 KiB");
            read_lines();
            arrange();
            result.song = std::move(song_);
        } catch (const Mistake& mistake) {
            result.error = std::string(name_) + ":" + std::to_string(line_) + ": " + mistake.what();
        }
        return result;
    }

  private:
    void read_lines() {
        std::string_view rest = text_;
        while (!rest.empty()) {
            ++line_;
            const std::size_t size = std::min(rest.find('\n'), rest.size());
            const Words words = words_of(rest.substr(0, size));
            rest.remove_prefix(std::min(size + 1, rest.size()));
            if (!words.empty()) read_row(words);
        }
        if (song_.name.empty()) throw Mistake("expected a row 'song NAME'");
        if (form_.empty()) throw Mistake("expected a row 'form PART...'");
    }

    void read_row(const Words& words) {
        const std::string_view word = words[0];
        const Words values(words.begin() + 1, words.end());
        if (values.empty()) throw Mistake("expected a value after " + quoted(word));
        if (word == "song") return void(song_.name = values[0]);
        if (word == "tempo") return void(song_.sixteenth = sixteenth_of(values[0]));
        if (word == "faster") {
            for (const std::string_view tempo : values) song_.faster.push_back(sixteenth_of(tempo));
            return;
        }
        if (word == "meter") return read_meter(values[0]);
        if (word == "key") return read_key(values[0]);
        if (word == "gain") return read_gain(values[0]);
        if (word == "sound") return read_sound(values);
        if (word == "form") {
            form_line_ = line_;
            return form_.assign(values.begin(), values.end());
        }
        if (word == "part") {
            part_ = &parts_[std::string(values[0])];
            if (!part_->empty()) throw Mistake("part " + quoted(values[0]) + " is already defined");
            return;
        }
        if (word == "every") {
            if (values.size() < 2) throw Mistake("every: expected a stem or drum, and its bar");
            return add_row(every_, values[0], Words(values.begin() + 1, values.end()));
        }
        if (part_ == nullptr) throw Mistake("unknown row " + quoted(word) + " before the first part: expected " + joined(kHeadRows));
        add_row(*part_, word, values);
    }

    static std::uint32_t sixteenth_of(std::string_view text) {
        const std::size_t slash = text.find('/');
        const std::uint32_t over = whole(text.substr(0, slash), 1, 100'000, "tempo");
        const std::uint32_t under =
            slash == std::string_view::npos ? 1 : whole(text.substr(slash + 1), 1, 1000, "tempo");
        // Samples a minute, over four times the quarters.
        const std::uint64_t samples = std::uint64_t{60} * audio::kSampleRate * under;
        if (samples % (std::uint64_t{4} * over) != 0) {
            throw Mistake("tempo: a sixteenth would not be a whole number of samples");
        }
        const std::uint64_t sixteenth = samples / (std::uint64_t{4} * over);
        if (sixteenth < kSixteenthMin || sixteenth > kSixteenthMax) throw Mistake("tempo: expected 30 to 300 a minute");
        return static_cast<std::uint32_t>(sixteenth);
    }

    void read_meter(std::string_view text) {
        const std::size_t slash = text.find('/');
        if (slash == std::string_view::npos) throw Mistake("meter: expected a meter such as 4/4");
        const std::uint32_t beats = whole(text.substr(0, slash), 1, 16, "meter");
        const std::uint32_t unit = whole(text.substr(slash + 1), 4, 8, "meter");
        if (unit != 4 && unit != 8) throw Mistake("meter: expected quarters or eighths");
        song_.bar = beats * 16 / unit;
    }

    void read_key(std::string_view text) {
        const auto key = take_pitch_class(text);
        if (!key || !text.empty()) throw Mistake("key: expected a tonic such as D or F#");
        key_ = *key;
    }

    void read_gain(std::string_view text) {
        char* end = nullptr;
        const std::string copy(text);
        const float decibels = std::strtof(copy.c_str(), &end);
        if (*end != '\0' || !(decibels >= -40 && decibels <= 20)) throw Mistake("gain: expected -40 to 20 decibels");
        song_.gain = std::pow(10.0F, decibels / 20);
    }

    void read_sound(const Words& values) {
        const auto stem = written_stem(values[0]);
        const auto sound = values.size() == 2 ? place_in(kSoundNames, values[1]) : std::nullopt;
        if (!stem || !sound) throw Mistake("sound: expected a stem and one of its sounds");
        if ((*stem == Stem::drums) != (static_cast<Sound>(*sound) == Sound::drums)) {
            throw Mistake("sound: the stem drums must have the sound drums, and no other stem can");
        }
        song_.sounds[static_cast<std::size_t>(*stem)] = static_cast<Sound>(*sound);
    }

    void add_row(Rows& rows, std::string_view name, const Words& words) {
        const bool is_stem = written_stem(name).has_value() && name != "drums";
        if (!is_stem && !place_in(kDrumNames, name) && !(name == "chords" && &rows != &every_)) {
            throw Mistake("unknown row " + quoted(name) + ": expected " + joined(kRowNames));
        }
        if (rows.contains(name)) throw Mistake("row " + quoted(name) + " is already defined");
        Row row{line_, {{}}};
        for (const std::string_view word : words) {
            if (word == "|") {
                row.bars.emplace_back();
            } else {
                row.bars.back().push_back(word);
            }
        }
        if (row.bars.size() > kBarsMax) throw Mistake("too many bars");
        rows.emplace(name, std::move(row));
    }

    // ------------------------------------------------------------------------------------------------ parts into notes

    void arrange() {
        std::vector<std::uint32_t> tempi = song_.faster;
        tempi.push_back(song_.sixteenth);
        for (const std::uint32_t sixteenth : tempi) {
            if (song_.bar * sixteenth % kSamplesPerTick != 0) {
                throw Mistake("tempo and meter: a bar would not be a whole number of ticks");
            }
        }
        std::size_t bars = 0;
        for (const std::string_view name : form_) {
            line_ = form_line_;
            const auto part = parts_.find(name);
            if (part == parts_.end()) throw Mistake("form: unknown part " + quoted(name) + ": expected the name of a part");
            bars += arrange_part(part->second);
            if (bars > kBarsMax) throw Mistake("longer than " + std::to_string(kBarsMax) + " bars");
        }
        song_.length = at_;
        derive_stems();
        std::stable_sort(song_.notes.begin(), song_.notes.end(),
                         [](const Note& a, const Note& b) { return a.at < b.at; });
        if (const std::size_t most = most_at_once(song_); most > kVoicesMax) {
            throw Mistake(std::to_string(most) + " notes sound at once, at most " + std::to_string(kVoicesMax));
        }
    }

    void derive_stems() {
        song_.sounds[static_cast<std::size_t>(Stem::low_lead)] = song_.sounds[static_cast<std::size_t>(Stem::lead)];
        const std::vector<Note> written = song_.notes;
        for (Note note : written) {
            if (note.stem == Stem::lead) {
                note.stem = Stem::low_lead;
                if (note.pitch >= kPitchMin + 12) note.pitch = static_cast<std::uint8_t>(note.pitch - 12);
                add(note);
            } else if (note.stem == Stem::drums && note.at / song_.bar % 2 == 0) {
                note.stem = Stem::half_drums;
                note.at += note.at % song_.bar;
                if (note.at < song_.length) add(note);
            }
        }
    }

    std::size_t arrange_part(const Rows& part) {
        std::size_t bars = 1;
        for (const auto& [name, row] : part) bars = std::max(bars, row.bars.size());
        const std::vector<PlacedChord> chords = place_chords(part, bars);
        for (std::size_t stem = 0; stem < kWrittenStems; ++stem) {
            if (static_cast<Stem>(stem) == Stem::drums) continue;
            place_stem(part, static_cast<Stem>(stem), bars, chords);
        }
        for (std::size_t drum = 0; drum < kDrums; ++drum) {
            const Row* row = row_of(part, kDrumNames[drum]);
            if (row != nullptr) place_drum(*row, static_cast<Drum>(drum), bars);
        }
        at_ += static_cast<std::uint32_t>(bars) * song_.bar;
        return bars;
    }

    const Row* row_of(const Rows& part, std::string_view name) const {
        const auto own = part.find(name);
        if (own != part.end()) return &own->second;
        const auto shared = every_.find(name);
        return shared != every_.end() ? &shared->second : nullptr;
    }

    std::vector<PlacedChord> place_chords(const Rows& part, std::size_t bars) {
        std::vector<PlacedChord> chords;
        const auto row = part.find("chords");
        if (row == part.end()) return chords;
        line_ = row->second.line;
        for (std::size_t bar = 0; bar < bars; ++bar) {
            const Words& words = row->second.bars[bar % row->second.bars.size()];
            if (words.empty() || song_.bar % words.size() != 0) throw Mistake("chords: expected a number of chords that share the bar evenly");
            const auto share = static_cast<std::uint32_t>(song_.bar / words.size());
            for (std::size_t i = 0; i < words.size(); ++i) {
                const auto chord = chord_of(words[i]);
                if (!chord) throw Mistake("chords: unknown chord " + quoted(words[i]) + ": expected a chord such as Dm7 or G/B");
                chords.push_back({static_cast<std::uint32_t>(bar * song_.bar + i * share), share, *chord});
            }
        }
        return chords;
    }

    void place_stem(const Rows& part, Stem stem, std::size_t bars, const std::vector<PlacedChord>& chords) {
        const std::string_view name = kStemNames[static_cast<std::size_t>(stem)];
        const Row* row = row_of(part, name);
        if (row == nullptr) {
            if (stem == Stem::pad || stem == Stem::choir) hold_chords(stem, chords);
            return;
        }
        line_ = row->line;
        const bool moves = !part.contains(name);
        for (std::size_t bar = 0; bar < bars; ++bar) {
            const auto begin = static_cast<std::uint32_t>(bar * song_.bar);
            std::uint32_t at = 0;
            for (const std::string_view word : row->bars[bar % row->bars.size()]) {
                const std::size_t colon = word.find(':');
                if (colon == std::string_view::npos) throw Mistake("expected NOTE:SIXTEENTHS, not " + quoted(word));
                const std::uint32_t length = whole(word.substr(colon + 1), 1, 64, "length");
                const std::string_view note = word.substr(0, colon);
                if (note.empty()) throw Mistake("expected NOTE:SIXTEENTHS, not " + quoted(word));
                if (note != "-") {
                    add({at_ + begin + at, static_cast<std::uint16_t>(length),
                         pitch(note, stem, begin + at, moves, chords), stem, stem == Stem::cell ? kCellGain : 1});
                }
                at += length;
            }
            if (at != song_.bar) {
                throw Mistake(std::string(name) + ": bar " + std::to_string(bar + 1) + " has " + std::to_string(at) +
                              " sixteenths, but the meter has " + std::to_string(song_.bar));
            }
        }
    }

    std::uint8_t pitch(std::string_view note, Stem stem, std::uint32_t at, bool moves,
                       const std::vector<PlacedChord>& chords) const {
        const auto chord = std::find_if(chords.begin(), chords.end(), [&](const PlacedChord& placed) {
            return at >= placed.at && at < placed.at + placed.length;
        });
        int pitch = 0;
        if (note[0] >= '0' && note[0] <= '9') {
            if (chord == chords.end()) throw Mistake("tone " + quoted(note) + ": expected a row of chords in this part");
            const int low = stem == Stem::bass ? kBassLow : stem == Stem::lead ? kLeadLow : kArpLow;
            pitch = chord->chord.tone(static_cast<int>(whole(note, 1, 24, "tone")), low);
        } else {
            const auto named = pitch_of(note);
            if (!named) throw Mistake("unknown note " + quoted(note) + ": expected a note such as F#4, the number of a chord's tone, or -");
            pitch = *named;
            // The smallest interval from the tonic to the chord's lowest tone: −5 … +6 semitones.
            if (moves && chord != chords.end()) pitch += (chord->chord.bass - key_ + 12 + 5) % 12 - 5;
        }
        if (pitch < kPitchMin || pitch > kPitchMax) throw Mistake("note " + quoted(note) + " is out of range: expected C1 to G7");
        return static_cast<std::uint8_t>(pitch);
    }

    void hold_chords(Stem stem, const std::vector<PlacedChord>& chords) {
        for (const PlacedChord& placed : chords) {
            std::vector<int> pitches = placed.chord.voicing(stem == Stem::pad ? kPadLow : kChoirLow);
            if (stem == Stem::choir && pitches.size() > 3) pitches.resize(3);
            for (const int pitch : pitches) {
                add({at_ + placed.at, static_cast<std::uint16_t>(placed.length), static_cast<std::uint8_t>(pitch), stem,
                     1 / std::sqrt(static_cast<float>(pitches.size()))});
            }
        }
    }

    void place_drum(const Row& row, Drum drum, std::size_t bars) {
        line_ = row.line;
        for (std::size_t bar = 0; bar < bars; ++bar) {
            std::string hits;
            for (const std::string_view word : row.bars[bar % row.bars.size()]) hits.append(word);
            if (hits.size() != song_.bar) {
                throw Mistake("a bar has " + std::to_string(hits.size()) + " sixteenths, but the meter has " +
                              std::to_string(song_.bar));
            }
            for (std::size_t i = 0; i < hits.size(); ++i) {
                if (hits[i] == '.') continue;
                if (hits[i] != 'x' && hits[i] != 'X') throw Mistake("expected x, X or . for each sixteenth");
                add({static_cast<std::uint32_t>(at_ + bar * song_.bar + i), 1, static_cast<std::uint8_t>(drum),
                     Stem::drums, hits[i] == 'X' ? 1.0F : 0.7F});
            }
        }
    }

    void add(const Note& note) {
        if (song_.notes.size() == kNotesMax) throw Mistake("more than " + std::to_string(kNotesMax) + " notes");
        song_.notes.push_back(note);
    }

    std::string_view text_, name_;
    int line_ = 0;
    Song song_;
    int key_ = 0;
    std::vector<std::string_view> form_;
    int form_line_ = 0;
    std::map<std::string, Rows, std::less<>> parts_;
    Rows every_;
    Rows* part_ = nullptr;
    std::uint32_t at_ = 0;
};

}  // namespace

ReadSong read_song(std::string_view text, std::string_view name) {
    return Reader(text, name).read();
}

}  // namespace albireo::music
