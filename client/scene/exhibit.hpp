#pragma once
/// A creature of a level, or the players' ships, outside of a game: what it is made of, and where each piece is. Plain data, made from
/// the level alone, so it can be kept without the level and with any looks. Owned by the code that shows it.
#include <optional>
#include <string>
#include <vector>

#include "client/scene/view.hpp"
#include "sim/base/types.hpp"
#include "sim/level/level.hpp"

namespace albireo::scene {

struct Exhibit {
    struct Piece {
        std::string kind, part;    // as the level names them
        float radius = 1;          // units
        bool mirrored = false;     // as in models::Wanted
        std::optional<Slot> ship;  // this player's ship, and no creature
        Vec3 at;                   // from the middle of the whole
    };
    std::vector<Piece> pieces;
    std::size_t backdrop = 0;  // of its level: the air around it
    float reach = 1;           // units, from the middle
};

/// The kind of this name with all its parts at rest. Parts that trail along a path have no place at rest, and are left out.
/// Empty if the level has no such kind.
Exhibit exhibit_of(const Level& level, std::string_view kind);

/// The ships of both players, or of the first alone.
Exhibit exhibit_of_ships(bool both, std::size_t backdrop);

}  // namespace albireo::scene
