#pragma once
/// The user's bookmarks of a replay, with notes. They are stored beside the replay in FILE.notes, as text that people can
/// read and edit:
///
///     # Albireo bookmarks: tick, note
///     1234  gold dies in the second beam
///
/// 1. Bookmarks are ordered by tick, at most one for each tick.
/// 2. A line that is not a bookmark, or exceeds kCountMax, is kept after the bookmarks and written back.
/// 3. A file that cannot be read is never overwritten.
#include <cstdint>
#include <string>
#include <vector>

namespace albireo::app {

struct Bookmark {
    std::uint32_t tick = 0;
    std::string note;
};

class Bookmarks {
  public:
    static constexpr std::size_t kNoteMax = 120;
    static constexpr std::size_t kCountMax = 1000;
    static constexpr std::size_t kBytesMax = 1 << 20;  // of a file that is read
    static constexpr std::size_t kReportedMax = 8;         // invalid lines of a file that are reported one by one

    /// Reads `path`; returns the errors, a line each. No file: no bookmarks.
    std::vector<std::string> load(const std::string& path);
    /// Returns an empty text, or why it could not be written. The file is written completely or not at all; if there is
    /// nothing to write, there is no file.
    std::string save() const;

    /// Returns false if there are kCountMax already.
    bool put(std::uint32_t tick, const std::string& note);
    void remove(std::uint32_t tick);
    const Bookmark* find(std::uint32_t tick) const;
    const std::vector<Bookmark>& all() const { return all_; }

  private:
    void take_line(std::string line, std::size_t number, std::vector<std::string>& wrong);

    std::string path_;
    std::string barred_;  // why nothing may be saved; empty: it may
    std::vector<Bookmark> all_;
    std::vector<std::string> strange_;
};

}  // namespace albireo::app
