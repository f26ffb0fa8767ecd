// Goal: a song's text gives exactly its notes, in the right bars; any mistake is one line with its place; and
// every song of the game fits the game's clock.
#include <doctest/doctest.h>

#include <random>

#include "client/music/chord.hpp"
#include "client/music/instruments.hpp"
#include "client/music/song_text.hpp"
#include "client/music/songs.hpp"

using namespace albireo::music;

namespace {

constexpr const char* kSmall =
    "song small\n"
    "tempo 120\n"
    "meter 4/4\n"
    "key D\n"
    "form A A B\n"
    "every bass D2:8 A2:8\n"
    "every kick x...X...x...x...\n"
    "part A\n"
    "chords Dm | G\n"
    "lead D5:4 -:4 F#5:8 | A5:16\n"
    "part B   # the end\n"
    "chords C Em\n"
    "arp 1:4 3:4 1:4 4:4\n";

std::vector<Note> notes_of(const Song& song, Stem stem) {
    std::vector<Note> notes;
    for (const Note& note : song.notes) {
        if (note.stem == stem) notes.push_back(note);
    }
    return notes;
}

std::string error_of(std::string text, const std::string& old, const std::string& with) {
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return read_song(text.replace(at, old.size(), with), "x").error;
}

}  // namespace

TEST_CASE("notes are at the places given by their bars and lengths") {
    const ReadSong read = read_song(kSmall, "small");
    REQUIRE(read.error == "");
    const Song& song = read.song;
    CHECK(song.name == "small");
    CHECK(song.sixteenth == 6000);
    CHECK(song.bar == 16);
    CHECK(song.length == 5 * 16);
    CHECK(song.bar_ticks() == 120);
    CHECK(song.ticks() == 600);
    const auto lead = notes_of(song, Stem::lead);
    REQUIRE(lead.size() == 6);
    CHECK(lead[0].at == 0);
    CHECK(lead[0].pitch == 74);
    CHECK(lead[1].at == 8);
    CHECK(lead[1].pitch == 78);
    CHECK(lead[2].at == 16);
    CHECK(lead[2].length == 16);
    CHECK(lead[3].at == 32);  // the part's second repeat
}

TEST_CASE("a shared bass moves to each chord's root by the smallest interval") {
    const ReadSong read = read_song(kSmall, "small");
    const auto bass = notes_of(read.song, Stem::bass);
    REQUIRE(bass.size() == 10);
    CHECK(bass[0].pitch == 38);      // D2 over Dm
    CHECK(bass[2].pitch == 38 + 5);  // over G: a fourth up
    CHECK(bass[8].pitch == 36);      // over C: a tone down
    CHECK(bass[9].pitch == 45 + 2);  // the second half of that bar, over Em: a tone up
}

TEST_CASE("numbers are tones of the current chord, and the pad holds chords without a pad row") {
    const ReadSong read = read_song(kSmall, "small");
    const auto arp = notes_of(read.song, Stem::arp);
    REQUIRE(arp.size() == 4);
    CHECK(arp[0].pitch % 12 == 0);   // C
    CHECK(arp[1].pitch % 12 == 7);   // its fifth
    CHECK(arp[2].pitch % 12 == 4);   // E, the chord's half of the bar
    CHECK(arp[3].pitch == arp[2].pitch + 12);
    const auto pad = notes_of(read.song, Stem::pad);
    CHECK(pad.size() == 3 * (2 + 2) + 3 + 3);
}

TEST_CASE("drums: one hit per sixteenth, louder accents, and bars are repeated") {
    const ReadSong read = read_song(kSmall, "small");
    const auto drums = notes_of(read.song, Stem::drums);
    REQUIRE(drums.size() == 4 * 5);
    CHECK(drums[0].gain < drums[1].gain);
    CHECK(drums[1].at == 4);
    CHECK(drums[4].at == 16);
}

TEST_CASE("the low lead is the lead an octave lower, and the slow drums play each second bar's half") {
    const ReadSong read = read_song(kSmall, "small");
    const auto lead = notes_of(read.song, Stem::lead), low = notes_of(read.song, Stem::low_lead);
    REQUIRE(low.size() == lead.size());
    for (std::size_t i = 0; i < lead.size(); ++i) {
        CHECK(low[i].at == lead[i].at);
        CHECK(low[i].pitch == lead[i].pitch - 12);
    }
    // Five bars with hits at 0, 4, 8, 12: two bars hold one of them, and the last bar its beginning.
    const auto slow = notes_of(read.song, Stem::half_drums);
    REQUIRE(slow.size() == 10);
    for (std::size_t i = 0; i < slow.size(); ++i) CHECK(slow[i].at == 8 * i);
    CHECK(read.song.sounds[static_cast<std::size_t>(Stem::half_drums)] == Sound::drums);
    CHECK(error_of(kSmall, "lead D5:4", "low_lead D5:4") == "x:10: unknown row 'low_lead': expected chords, pad, bass, arp, lead, choir, cell, kick, snare, hat, tom, crash");
}

TEST_CASE("chords by name") {
    CHECK(chord_of("Dm")->tones == std::vector<int>{0, 3, 7});
    CHECK(chord_of("Gm/D")->bass == 2);
    CHECK(chord_of("F#maj7")->root == 6);
    CHECK(chord_of("G6/9")->bass == 7);
    CHECK(chord_of("C6/9/E")->bass == 4);
    CHECK(chord_of("A7b9")->tones.size() == 5);
    for (const char* wrong : {"", "H", "Dx", "Dm/", "Dm/H", "m", "D/D/D"}) CHECK_FALSE(chord_of(wrong).has_value());
    CHECK(pitch_of("C4") == 60);
    CHECK(pitch_of("Bb3") == 58);
    CHECK(pitch_of("Cb5") == 71);
    for (const char* wrong : {"", "4", "C", "C44", "c4", "C-1", "C9"}) CHECK_FALSE(pitch_of(wrong).has_value());
}

TEST_CASE("a mistake is reported with its line and cause") {
    const std::string text = kSmall;
    CHECK(error_of(text, "tempo 120", "tempo 121") == "x:2: tempo: a sixteenth would not be a whole number of samples");
    CHECK(error_of(text, "tempo 120", "tempo 3000") == "x:2: tempo: expected 30 to 300 a minute");
    CHECK(error_of(text, "tempo 120", "faster 121") == "x:2: tempo: a sixteenth would not be a whole number of samples");
    CHECK(error_of(text, "tempo 120", "faster 125") == "x:13: tempo and meter: a bar would not be a whole number of ticks");
    CHECK(error_of(text, "meter 4/4", "meter 4") == "x:3: meter: expected a meter such as 4/4");
    CHECK(error_of(text, "form A A B", "form A C") == "x:5: form: unknown part 'C': expected the name of a part");
    CHECK(error_of(text, "chords Dm | G", "chords Dm | Gx") == "x:9: chords: unknown chord 'Gx': expected a chord such as Dm7 or G/B");
    CHECK(error_of(text, "A5:16", "A5:15") == "x:10: lead: bar 2 has 15 sixteenths, but the meter has 16");
    CHECK(error_of(text, "A5:16", "A5") == "x:10: expected NOTE:SIXTEENTHS, not 'A5'");
    CHECK(error_of(text, "A5:16", ":16") == "x:10: expected NOTE:SIXTEENTHS, not ':16'");
    CHECK(error_of(text, "A5:16", "X5:16") == "x:10: unknown note 'X5': expected a note such as F#4, the number of a chord's tone, or -");
    CHECK(error_of(text, "x...X...x...x...", "x...X...x...x") == "x:7: a bar has 13 sixteenths, but the meter has 16");
    CHECK(error_of(text, "every kick", "every drum") == "x:7: unknown row 'drum': expected chords, pad, bass, arp, lead, choir, cell, kick, snare, hat, tom, crash");
    CHECK(error_of(text, "song small", "key C") == "x:13: expected a row 'song NAME'");
    CHECK(error_of(text, "part B", "part A") == "x:11: part 'A' is already defined");
    CHECK(error_of(text, "key D", "key H") == "x:4: key: expected a tonic such as D or F#");
}

TEST_CASE("any text gives a song within its limits, or one line") {
    std::mt19937 random(7);
    const std::string text = kSmall;
    std::size_t read_well = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string broken = text;
        const std::size_t cuts = 1 + random() % 3;
        for (std::size_t i = 0; i < cuts; ++i) {
            const std::size_t at = random() % broken.size();
            if (random() % 2 == 0) {
                broken[at] = " |:/#0129xABb\n"[random() % 14];
            } else {
                broken.erase(at, 1 + random() % 5);
            }
            if (broken.empty()) break;
        }
        const ReadSong read = read_song(broken, "x");
        if (!read.error.empty()) {
            CHECK(read.error.find('\n') == std::string::npos);
            continue;
        }
        ++read_well;
        CHECK(read.song.length > 0);
        CHECK(read.song.notes.size() <= kNotesMax);
        for (const Note& note : read.song.notes) CHECK(note.at < read.song.length);
    }
    CHECK(read_well > 100);
}

TEST_CASE("every song of the game is valid, and its bars fall on ticks") {
    REQUIRE(songs().size() >= 16);
    for (const Song& song : songs()) {
        INFO(song.name);
        CHECK(song.bar * song.sixteenth % kSamplesPerTick == 0);
        CHECK(song.ticks() > 0);
        CHECK(most_at_once(song) <= kVoicesMax);
        CHECK(find_song(song.name) == &song);
    }
    // A section of 2 160 ticks is one pass, and a bar of a boss is as long as a phase change takes (kLateTicks).
    for (const char* level : {"the_cut", "shelf_sea", "the_hive"}) CHECK(find_song(level)->ticks() == 2160);
    for (const char* boss : {"warden", "morays", "nautilarch", "ventricles", "matriarch"}) {
        CHECK(find_song(boss)->bar_ticks() == albireo::kLateTicks);
    }
    CHECK(find_song("none") == nullptr);
}
