#pragma once
/// A viewer's bookmarks of a replay, with notes, kept beside it in FILE.notes as text that people can read and write:
///
///     # Albireo bookmarks: tick, note
///     1234  gold dies in the second beam
///
/// 1. In order of ticks, at most one a tick.
/// 2. A line that is no bookmark, or one too many, is said, kept where it cannot do harm (behind the bookmarks), and
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

    /// Reads `path`; what was wrong comes back, a line each. No file: no bookmarks.
    std::vector<std::string> load(const std::string& path);
    /// Empty, or why it could not be written. Whole or not at all; no bookmarks and nothing else: no file.
    std::string save() const;

    /// False if there are kCountMax already.
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
