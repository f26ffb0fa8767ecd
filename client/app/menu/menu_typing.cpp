// Texts of the menu: typed, pasted, or picked letter by letter without a keyboard.
#include <cctype>

#include "client/app/menu/menu_logic.hpp"
#include "client/text/cluster.hpp"
#include "client/text/utf8.hpp"
#include "client/words/words.hpp"
#include "proto/names.hpp"

namespace albireo::app {
namespace {

using Kind = Menu::Line::Kind;

/// The letter at this place of the page.
std::string_view letter_of(std::string_view letters, std::size_t place) {
    for (; place > 0; --place) letters.remove_prefix(text::first_letter(letters).bytes);
    return letters.substr(0, text::first_letter(letters).bytes);
}

}  // namespace

void Menu::type(std::string_view typed) {
    if (!typed.empty()) picks_letters_ = false;
    Line* const here = line();
    if (here == nullptr || here->typed == nullptr) return;
    const bool is_code = here->typed == &code_;
    text::for_each_letter(typed, [&](char32_t code) {
        if (is_code && code < 0x80) code = static_cast<char32_t>(std::toupper(static_cast<int>(code)));
        std::string letter;
        text::append_letter(letter, code);
        if (text::count_letters(*here->typed) >= here->letters_max) return;
        if (here->typed->size() + letter.size() > text_bytes_max(here->letters_max)) return;
        // A code takes only letters that codes can have. Names and addresses take any letter.
        if (is_code && here->letters.find(letter) == std::string_view::npos) return;
        *here->typed += letter;
        changed_ |= !is_code;
    });
}

void Menu::erase() {
    Line* const here = line();
    if (here == nullptr) return;
    if (here->typed != nullptr && !here->typed->empty()) {
        here->typed->resize(text::without_last_cluster(*here->typed).size());
        changed_ |= here->typed != &code_;
    } else if (here->kind == Kind::bind) {
        clear_binding(here->action);
        changed_ = true;
    }
}

/// The field takes what a player could type: of several lines the first, and no control characters. A name is tidied as it is for others.
void Menu::paste_into_field(std::string_view text) {
    text = text.substr(0, text.find_first_of("\r\n"));
    std::string typed;
    while (!text.empty()) {
        const text::Letter letter = text::first_letter(text);
        const bool is_broken = letter.code == text::kNoLetter && letter.bytes == 1;
        if (text::is_typed(letter.code) && !is_broken) typed += text.substr(0, letter.bytes);
        if (letter.code == U'\t') typed += ' ';
        text.remove_prefix(letter.bytes);
    }
    if (line() != nullptr && !line()->pages.empty()) typed = proto::tidy_name(typed);
    const std::size_t first = typed.find_first_not_of(' ');
    if (first != std::string::npos) type(std::string_view(typed).substr(first, typed.find_last_not_of(' ') + 1 - first));
}

/// After the letters of a page come a place that turns to the next page, if there is one, and a place that erases the last letter.
void Menu::pick(int way) {
    const Line& here = *line();
    const std::size_t count = text::count_letters(here.letters) + (here.pages.size() > 1 ? 2 : 1);
    letter_ = picks_letters_ ? (letter_ + count + static_cast<std::size_t>(way + static_cast<int>(count))) % count : 0;
    picks_letters_ = true;
}

void Menu::take_picked() {
    const Line& here = *line();
    const std::size_t letters = text::count_letters(here.letters);
    if (letter_ < letters) {
        type(letter_of(here.letters, letter_));
    } else if (letter_ == letters && here.pages.size() > 1) {
        page_ = (page_ + 1) % here.pages.size();
        letter_ = 0;
    } else {
        erase();
    }
    picks_letters_ = true;
}

void Menu::stop_picking() {
    letter_ = page_ = 0;
    picks_letters_ = false;
}

std::string Menu::picked_shown(const Line& line) const {
    constexpr std::size_t kSample = 3;  // letters that stand for a page
    const std::size_t letters = text::count_letters(line.letters);
    if (letter_ < letters) return "<" + std::string(letter_of(line.letters, letter_)) + ">";
    if (letter_ > letters || line.pages.size() <= 1) return "<" + std::string(tr("erase")) + ">";
    std::string sample;
    for (std::size_t i = 0; i < kSample; ++i) sample += letter_of(line.pages[(page_ + 1) % line.pages.size()], i);
    return "<" + sample + "...>";
}

}  // namespace albireo::app
