#pragma once
/// A viewer's bookmarks of a replay, with notes, kept beside it in FILE.notes as text that people can read and write:
///
///     # Albireo bookmarks: tick, note
///     1234  gold dies in the second beam
///
/// 1. In order of ticks, at most one a tick.
/// 2. A line that is no bookmark, or one too many, is reported, kept where it can do no harm (after the bookmarks), and
///    written back.
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
    std::string path_;
    std::vector<Bookmark> all_;
    std::vector<std::string> strange_;
};

}  // namespace albireo::app
