// Goal: a folder of songs is added to the game's own, a mistake in it is told by file and line, and a changed song is heard from
// the next bar on, without a break.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "client/music/player.hpp"
#include "client/music/song_folder.hpp"
#include "client/music/song_text.hpp"

using namespace albireo::music;

namespace {

/// A melody of quarters, four bars of 4/4 at 120 quarters a minute: a bar has 120 ticks.
std::string song_of(const std::string& name, const std::string& notes) {
    return "song " + name + "\ntempo 120\nmeter 4/4\nform A\n\npart A\nlead " + notes + "\n";
}
constexpr const char* kHigh = "C6:4 C6:4 C6:4 C6:4 | C6:4 C6:4 C6:4 C6:4 | C6:4 C6:4 C6:4 C6:4 | C6:4 C6:4 C6:4 C6:4";
constexpr const char* kLow = "C4:4 C4:4 C4:4 C4:4 | C4:4 C4:4 C4:4 C4:4 | C4:4 C4:4 C4:4 C4:4 | C4:4 C4:4 C4:4 C4:4";

struct Folder {
    std::filesystem::path path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "albireo_songs_XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(const std::string& file, const std::string& text) const { std::ofstream(path / file) << text; }
    SongFolderRead read() const { return read_song_folder(path.string()); }
};

/// The sound of 'warden' of the player's book, played tick by tick from its beginning. `each` is called before every tick.
template <class Each>
std::vector<float> play(Player& player, std::uint32_t ticks, Each&& each) {
    std::vector<float> all, block(2 * 400);
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        each(tick);
        player.follow({.song = "warden", .tick = tick, .intensity = 4});
        for (int half = 0; half < 2; ++half) {
            while (player.prepare()) {
            }
            player.render(block);
            all.insert(all.end(), block.begin(), block.end());
        }
    }
    return all;
}

}  // namespace

TEST_CASE("a folder's songs are added to the game's own, and replace those of the same name") {
    const Folder folder;
    CHECK(folder.read().error == "");
    CHECK(folder.read().book->songs().size() == songs().size());
    folder.write("mine.song", song_of("mine", kHigh));
    folder.write("warden.song", song_of("warden", kLow));
    folder.write("notes.txt", "not a song");
    const SongFolderRead read = folder.read();
    REQUIRE(read.error == "");
    CHECK(read.book->songs().size() == songs().size() + 1);
    REQUIRE(read.book->find("mine") != nullptr);
    CHECK(read.book->find("warden")->notes.size() == 2 * 16);  // and the lead an octave lower
    CHECK(read.book->find("the_cut")->notes.size() == find_song("the_cut")->notes.size());
    CHECK(std::ranges::is_sorted(read.book->songs(), {}, &Song::name));
    // The songs that are made faster are those of the folder.
    folder.write("the_long_way.song", song_of("the_long_way", kLow));
    CHECK(folder.read().book->find("the_long_way_2") == nullptr);
}

TEST_CASE("a mistake names the file, the line and what was expected, and gives the game's own songs") {
    const Folder folder;
    folder.write("warden.song", song_of("warden", "C4:4 H4:4 C4:8"));
    const std::string path = (folder.path / "warden.song").string();
    SongFolderRead read = folder.read();
    CHECK(read.error == path + ":7: unknown note 'H4': expected a note such as F#4, the number of a chord's tone, or -");
    CHECK(read.book == builtin_songs());
    folder.write("warden.song", song_of("warden", "C4:4 C4:4"));
    CHECK(folder.read().error == path + ":7: lead: bar 1 has 8 sixteenths, but the meter has 16");
    folder.write("warden.song", std::string(kSongTextMax + 1, '#'));
    CHECK(folder.read().error == path + ":0: the text is longer than 256 KiB");
    folder.write("warden.song", song_of("warden", kLow));
    CHECK(folder.read().error == "");
    for (int i = 0; i < 64; ++i) folder.write("more" + std::to_string(i) + ".song", song_of("more", kLow));
    CHECK(folder.read().error == folder.path.string() + ": more than 64 songs");
    CHECK(read_song_folder("/nowhere").error == "/nowhere: cannot be read: No such file or directory");
}

TEST_CASE("a folder beside a level's script has its songs") {
    const Folder folder;
    CHECK(song_folder_of((folder.path / "mine.lua").string()) == "");
    std::filesystem::create_directory(folder.path / "songs");
    CHECK(song_folder_of((folder.path / "mine.lua").string()) == (folder.path / "songs").string());
    CHECK(song_folder_of("the_cut") == "");
}

TEST_CASE("a changed file is noticed when it is complete") {
    const Folder folder;
    folder.write("warden.song", song_of("warden", kLow));
    albireo::console::FolderWatch watch(songs_in(folder.path.string()));
    CHECK_FALSE(watch.has_changed());
    folder.write("warden.song", song_of("warden", kHigh) + "\n");
    CHECK_FALSE(watch.has_changed());  // perhaps it is still being written
    CHECK(watch.has_changed());
    CHECK_FALSE(watch.has_changed());
}

TEST_CASE("a changed song is heard from the next bar on, not before, and the change does not click") {
    const Folder folder;
    folder.write("warden.song", song_of("warden", kHigh));
    const SongFolderRead high = folder.read();
    folder.write("warden.song", song_of("warden", kLow));
    const SongFolderRead low = folder.read();
    REQUIRE(high.error + low.error == "");
    constexpr std::uint32_t kBar = 120, kChanges = 150, kEnd = 400;
    Player plain, changed, after;
    plain.use(high.book);
    changed.use(high.book);
    after.use(low.book);
    const auto nothing = [](std::uint32_t) {};
    const std::vector<float> before = play(plain, kEnd, nothing), wanted = play(after, kEnd, nothing);
    const std::vector<float> heard = play(changed, kEnd, [&](std::uint32_t tick) {
        if (tick == kChanges) changed.use(low.book);
    });
    const auto at = [](std::uint32_t tick) { return static_cast<std::ptrdiff_t>(2 * std::size_t{tick} * kSamplesPerTick); };
    const std::uint32_t bar = 2 * kBar;  // the first line after the change
    CHECK(std::equal(heard.begin(), heard.begin() + at(bar - 1), before.begin()));
    // From there on it is the changed song, at its own place; notes of the old one do not ring on.
    float worst = 0;
    for (auto i = at(bar + 1); i < at(kEnd); ++i) worst = std::max(worst, std::abs(heard[static_cast<std::size_t>(i)] - wanted[static_cast<std::size_t>(i)]));
    CHECK(worst < 1e-4F);
    const auto largest_step = [&](const std::vector<float>& sound, std::uint32_t from, std::uint32_t until) {
        float most = 0;
        for (auto i = static_cast<std::size_t>(at(from)); i + 2 < static_cast<std::size_t>(at(until)); ++i) most = std::max(most, std::abs(sound[i + 2] - sound[i]));
        return most;
    };
    CHECK(largest_step(heard, bar - 2, bar + 2) <= std::max(largest_step(before, 60, bar), largest_step(wanted, 60, kEnd)));
}
