#include "client/app/speech.hpp"

#include <algorithm>
#include <utility>

namespace albireo::app {
namespace {

/// "Sound. Master volume, 100 %"
void add(std::string& text, const std::string& more, const char* gap = ". ") {
    if (more.empty()) return;
    if (!text.empty()) text += gap;
    text += more;
}

std::string read(const Menu::Line& line) {
    std::string text = line.text;
    // The mark for the next letter is only to be seen.
    std::string value = line.value;
    if (line.kind == Menu::Line::Kind::type && value.ends_with('_')) value.pop_back();
    add(text, value, ", ");
    add(text, line.trouble, ", ");
    return text;
}

std::string read(const Notice::Row& row) {
    std::string text;
    for (const std::string& cell : row.cells) add(text, cell, ", ");
    return text;
}

std::string without_numbers(std::string text) {
    std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return text;
}

}  // namespace

std::string Speech::follow(const Menu& menu) {
    const std::string page = "menu " + std::string(menu.screen()) + " " + menu.heading();
    const std::string line = menu.cursor() < menu.lines().size() ? read(menu.lines()[menu.cursor()]) : "";
    const bool is_new = std::exchange(page_, page) != page;
    const bool is_moved = std::exchange(line_, line) != line || is_new;
    const bool has_new_notice = (std::exchange(below_, menu.notice()) != menu.notice() || is_new) && !menu.notice().empty();
    std::string text;
    if (is_new) {
        add(text, menu.heading());
        for (const Menu::Line& each : menu.lines()) {
            if (each.kind == Menu::Line::Kind::nothing) add(text, read(each));
        }
    }
    if (has_new_notice) add(text, menu.notice());
    if (is_moved) add(text, line);
    return text;
}

std::string Speech::follow(const Notice& notice) {
    const std::string page = "panel " + notice.title;
    const std::string choice = notice.cursor < notice.choices.size() ? notice.choices[notice.cursor] : "";
    std::string said = notice.title.empty() ? notice.line : notice.verdict;
    for (const Notice::Caption& caption : notice.captions) add(said, caption.text);
    const bool is_new = std::exchange(page_, page) != page;
    const bool is_moved = std::exchange(line_, choice) != choice || is_new;
    const bool is_said = std::exchange(below_, said) != said || is_new;
    std::string text;
    const std::vector<std::string> shown_before = std::exchange(shown_, {});
    const auto follow_text = [&](const std::string& each) {
        if (each.empty()) return;
        shown_.push_back(without_numbers(each));
        if (is_new || std::ranges::find(shown_before, shown_.back()) == shown_before.end()) add(text, each);
    };
    const bool is_panel = !notice.title.empty();
    if (is_new) add(text, notice.title);
    if (is_panel) {
        follow_text(notice.line);
        follow_text(notice.more);
    }
    if (is_panel || is_new) {  // the position in a replay, in the hint, changes all the time
        for (const Notice::Row& row : notice.rows) follow_text(read(row));
        follow_text(notice.reach);
        follow_text(notice.hint);
    }
    if (is_said) add(text, said);
    const std::vector<std::string> before = std::exchange(ways_, {});
    for (const SearchWay& way : notice.ways) {
        ways_.push_back(way.name + ", " + way.told);
        if (is_new || std::ranges::find(before, ways_.back()) == before.end()) add(text, ways_.back());
    }
    for (const Notice::Call& call : notice.calls) {
        if (std::ranges::find(calls_, call.text) == calls_.end()) add(text, call.text);
    }
    calls_.clear();
    for (const Notice::Call& call : notice.calls) calls_.push_back(call.text);
    if (is_moved) add(text, choice);
    return text;
}

std::string Speech::follow(const std::string& told) {
    return std::exchange(spoken_, told) != told ? told : "";
}

}  // namespace albireo::app
