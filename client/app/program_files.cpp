// What a program reads again while it runs: folders of looks and songs, and the names of sound devices.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/app/program_parts.hpp"
#include "client/words/format.hpp"

namespace albireo::app {

Menu::SoundDevices Program::sound_devices() {
    return {.microphone = [this](int number) { return microphone_name(number); }, .outputs = [this] { return outputs(); }};
}

std::vector<std::string> Program::outputs() {
    constexpr Micros kAWhile = 1'000'000;  // the screen of sound was left, and is shown again
    const Micros now = client::UdpClient::now();
    if (now - std::exchange(outputs_asked_, now) > kAWhile) audio.look_for_devices();
    std::vector<std::string> names = audio.devices();
    std::erase_if(names, [](const std::string& name) {
        Settings read;
        return !parse_settings("\noutput = " + name, read).empty() || read.output != name;
    });
    return names;
}

std::string Program::microphone_name(int number) {
    if (number <= 0) return {};
    if (!microphones_) microphones_ = audio::microphones();
    const auto place = static_cast<std::size_t>(number) - 1;
    return place < microphones_->size() ? (*microphones_)[place] : std::string();
}

void Program::set_looks(models::Looks looks, const std::string& folder) {
    screen.picture().tell = [this](const std::string& line) { notify(line); };
    bodies.set_looks(looks.book);
    screen.picture().set_looks(std::move(looks));
    if (!folder.empty()) looks_.emplace(folder);
}

void Program::set_songs(std::shared_ptr<const music::SongBook> book, const std::string& folder) {
    music.use(std::move(book));
    if (!folder.empty()) songs_.emplace(music::songs_in(folder));
}

void Program::follow_folders(Micros now) {
    constexpr Micros kEvery = 250'000;  // soon enough for somebody who has just saved a file
    if (now < folders_due_) return;
    folders_due_ = now + kEvery;
    if (looks_ && looks_->has_changed()) follow_looks();
    if (songs_ && songs_->has_changed()) follow_songs();
}

void Program::follow_songs() {
    music::SongFolderRead read = music::read_song_folder(songs_->folder());
    if (read.error.empty()) music.use(std::move(read.book));
    notify(read.error.empty() ? tr_f("{}: reloaded", songs_->folder()) : tr_f("{}; the previous songs remain in use", translated_reason(read.error)));
}

void Program::follow_looks() {
    models::FolderRead read = models::read_look_folder(looks_->folder());
    const auto book = read.looks.book;
    if (read.error.empty()) read.error = screen.picture().change_looks(std::move(read.looks));
    if (read.error.empty()) bodies.set_looks(book);
    notify(read.error.empty() ? tr_f("{}: reloaded", looks_->folder()) : tr_f("{}; the previous looks remain in use", translated_reason(read.error)));
}

}  // namespace albireo::app
