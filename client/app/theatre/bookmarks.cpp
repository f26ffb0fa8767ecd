#include "client/app/theatre/bookmarks.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::app {
namespace {

constexpr const char* kHead = "# Albireo bookmarks: tick, note";

bool parse(const std::string& line, Bookmark& mark) {
    const char* end = line.data() + line.size();
    const auto [at, error] = std::from_chars(line.data(), end, mark.tick);
    if (error != std::errc{} || (at != end && *at != ' ' && *at != '\t')) return false;
    mark.note.assign(at, end);
    mark.note.erase(0, std::min(mark.note.find_first_not_of(" \t"), mark.note.size()));
    mark.note = replays::printable(mark.note).substr(0, Bookmarks::kNoteMax);
    return true;
}

}  // namespace

std::vector<std::string> Bookmarks::load(const std::string& path) {
    path_ = path;
    all_.clear();
    strange_.clear();
    std::vector<std::string> wrong;
    std::ifstream file(path, std::ios::binary);
    std::string line;
    for (int number = 1; std::getline(file, line) && number <= static_cast<int>(2 * kCountMax); ++number) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty() || line == kHead) continue;
        if (line[0] == '#') {
            strange_.push_back(line);
        } else if (Bookmark mark; !parse(line, mark)) {
            strange_.push_back(line);
            wrong.push_back(path + ": line " + std::to_string(number) +
                            " is no bookmark (TICK NOTE): " + replays::printable(line).substr(0, 40));
        } else if (!put(mark.tick, mark.note)) {
            strange_.push_back(line);
            wrong.push_back(path + ": line " + std::to_string(number) + " is left out: there are " +
                            std::to_string(kCountMax) + " bookmarks already");
        }
    }
    return wrong;
}

std::string Bookmarks::save() const {
    std::error_code error;
    if (all_.empty() && strange_.empty()) {
        std::filesystem::remove(path_, error);
        return {};
    }
    std::ostringstream text;
    text << kHead << '\n';
    for (const Bookmark& mark : all_) text << mark.tick << "  " << mark.note << '\n';
    for (const std::string& line : strange_) text << line << '\n';
    return replays::write_whole(path_, text.str());
}

bool Bookmarks::put(std::uint32_t tick, const std::string& note) {
    const auto at = std::ranges::lower_bound(all_, tick, {}, &Bookmark::tick);
    if (at != all_.end() && at->tick == tick) {
        at->note = note;
    } else if (all_.size() < kCountMax) {
        all_.insert(at, {tick, note});
    } else {
        return false;
    }
    return true;
}

void Bookmarks::remove(std::uint32_t tick) {
    std::erase_if(all_, [&](const Bookmark& mark) { return mark.tick == tick; });
}

const Bookmark* Bookmarks::find(std::uint32_t tick) const {
    const auto at = std::ranges::lower_bound(all_, tick, {}, &Bookmark::tick);
    return at != all_.end() && at->tick == tick ? &*at : nullptr;
}

}  // namespace albireo::app
