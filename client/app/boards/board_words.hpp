#pragma once
/// The boards in words, in the player's language.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/app/boards/boards.hpp"

namespace albireo::app {

/// A board as it is shown beside its level.
struct BoardPanel {
    std::string title;
    struct Row {
        std::string place, names, score;
        bool is_own = false;
    };
    std::vector<Row> rows{};
    std::optional<Row> own{};  // the player's, if it is not among the rows
    std::string line{};        // instead of rows: why there are none
    /// At most so many rows: the first ones, and the player's own as the last if it is further down.
    std::vector<Row> first(std::size_t count) const;
};
/// At most so many columns: the rest becomes "...". An ideograph takes two.
std::string shortened(const std::string& names, int columns_max);
/// Nothing if no service is set.
std::optional<BoardPanel> panel_of(const ScoreBoard& name, const ShownBoard& board);

/// The id of each achievement and its title in English.
std::span<const std::pair<std::string_view, const char*>> achievement_titles();

/// What has become of a game, as one line; empty if there is nothing to say.
std::string line_of(const Submission& submission);

}  // namespace albireo::app
