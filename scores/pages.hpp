#pragma once
/// The pages of the boards: plain HTML without scripts, for the service and for files on the disk.
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scores/entry/catalogue.hpp"
#include "scores/challenge.hpp"
#include "scores/html.hpp"
#include "scores/seasons.hpp"
#include "scores/store.hpp"

namespace albireo::scores {

inline constexpr std::uint32_t kRowsOnPage = 100;
inline constexpr std::uint32_t kPicturesOnPage = 10;  // of a board: beside its first rows
inline constexpr std::uint32_t kPlayerRunsMax = 1'000;  // on a player's page, the latest; their achievements are those of these games
inline constexpr std::uint32_t kPagesMax = 100;  // of a board: a deeper one would cost more than it is worth

/// "boards/the_cut/storm/pair", or "seasons/2/boards/the_cut/storm/pair" if another season is open.
std::string board_path(const Board& board, const Season& open);
/// The board of such a path's three words; nothing if there is none.
std::optional<Board> read_board(const Catalogue& catalogue, std::string_view level, std::string_view difficulty, std::string_view players, std::uint32_t season);

class Pages {
  public:
    struct Form {
        bool is_static = false;
        std::vector<std::uint32_t> cores{};  // whose recordings have a page that plays them
    };
    Pages(const Catalogue& catalogue, Store& store, Form form) : catalogue_(catalogue), store_(store), form_(form) {}

    /// The best of every board of the open season.
    std::string home() const;
    std::string seasons() const;
    /// The same for an earlier season.
    std::string season(const Season& season) const;
    /// `page` counts from 1.
    std::string board(const Board& board, std::uint32_t page) const;
    /// Nothing if there is no such run.
    std::optional<std::string> run(std::int64_t id) const;
    /// The best games and the achievements of a player, that is of one key. Nothing if there is no such player. `among`: only these runs have pages.
    std::optional<std::string> player(std::int64_t id, const std::set<std::int64_t>* among = nullptr) const;
    std::string challenge(std::uint64_t now_ms) const;
    std::string achievements() const;
    std::string not_found() const;

  private:
    std::string title_of(const Board& board) const;
    std::string bests(const Season& season, const Season& open, const Links& links) const;
    /// Whether a page of this service plays recordings of the run's core.
    bool has_page(const Run& run) const;
    /// A row for each run. Its score links to the page of the run, and "watch" to the page that plays the recording.
    std::string table(const std::vector<StoredRun>& runs, std::uint64_t first_place, const Links& links) const;

    const Catalogue& catalogue_;
    Store& store_;
    Form form_;
};

/// "Gold" or "Gold and Blue" as HTML, each in the player's colour.
std::string names_html(const Run& run);
/// "cleared", "game over" or "left".
std::string_view outcome_text(Outcome outcome);

}  // namespace albireo::scores
