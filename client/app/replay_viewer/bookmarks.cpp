#include "client/app/replay_viewer/bookmarks.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "client/words/format.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::app {
namespace {

constexpr const char* kMarksHead = "# Albireo bookmarks: tick, note";

bool parse(const std::string& line, Bookmark& bookmark) {
    const char* end = line.data() + line.size();
    const auto [at, error] = std::from_chars(line.data(), end, bookmark.tick);
    if (error != std::errc{} || (at != end && *at != ' ' && *at != '\t')) return false;
    bookmark.note.assign(at, end);
    bookmark.note.erase(0, std::min(bookmark.note.find_first_not_of(" \t"), bookmark.note.size()));
    bookmark.note = replays::printable(bookmark.note);
    return bookmark.note.size() <= Bookmarks::kNoteMax;
}

}  // namespace

std::vector<std::string> Bookmarks::load(const std::string& path) {
    path_ = path;
    barred_.clear();
    all_.clear();
    strange_.clear();
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) return {};
    std::vector<std::uint8_t> bytes;
    std::string fault = replays::read_file(path, bytes);
    if (fault.empty() && bytes.size() > kBytesMax) fault = tr_f("{}: too large for a file of bookmarks", path);
    if (!fault.empty()) {
        barred_ = tr_f("bookmarks are not saved: {}", translated_reason(fault));
        return {barred_};
    }
    std::vector<std::string> wrong;
    std::istringstream lines(std::string(bytes.begin(), bytes.end()));
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) take_line(line, number, wrong);
    if (wrong.size() > kReportedMax) {
        const std::size_t more = wrong.size() - kReportedMax;
        wrong.resize(kReportedMax);
        wrong.push_back(tr_nf("{} more line in {}", "{} more lines in {}", static_cast<unsigned>(more), path));
    }
    return wrong;
}

void Bookmarks::take_line(std::string line, std::size_t number, std::vector<std::string>& wrong) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line == kMarksHead) return;
    if (line[0] == '#') {
        strange_.push_back(line);
    } else if (Bookmark bookmark; !parse(line, bookmark)) {
        strange_.push_back(line);
        wrong.push_back(tr_f("{}: line {} is not a bookmark (TICK NOTE, up to {} bytes): {}", path_, number, kNoteMax,
                             replays::printable(line).substr(0, 40)));
    } else if (!put(bookmark.tick, bookmark.note)) {
        strange_.push_back(line);
        wrong.push_back(tr_f("{}: line {} is not shown: there are {} bookmarks already", path_, number, kCountMax));
    }
}

std::string Bookmarks::save() const {
    if (!barred_.empty()) return barred_;
    if (path_.empty()) return {};
    std::error_code error;
    if (all_.empty() && strange_.empty()) {
        std::filesystem::remove(path_, error);
        return error ? tr_f("{}: cannot be removed: {}", path_, translated_error(error)) : "";
    }
    std::ostringstream text;
    text << kMarksHead << '\n';
    for (const Bookmark& bookmark : all_) text << bookmark.tick << "  " << bookmark.note << '\n';
    for (const std::string& line : strange_) text << line << '\n';
    return translated_reason(replays::write_whole(path_, text.str()));
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
    std::erase_if(all_, [&](const Bookmark& bookmark) { return bookmark.tick == tick; });
}

const Bookmark* Bookmarks::find(std::uint32_t tick) const {
    const auto at = std::ranges::lower_bound(all_, tick, {}, &Bookmark::tick);
    return at != all_.end() && at->tick == tick ? &*at : nullptr;
}

}  // namespace albireo::app
