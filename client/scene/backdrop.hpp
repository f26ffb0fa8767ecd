#pragma once
/// What a level's `backdrop` means for the picture, besides its grades (grade.hpp) and its song (music/conductor.cpp).
#include <string_view>

namespace albireo::scene {

enum class Far { mesas, columns };

struct Backdrop {
    std::string_view walls;  // texture graph of rock
    Far far;                 // what stands behind it
    float black_reach;       // of a ship's black light, units: where walls move, more of them is darkened
};

constexpr Backdrop backdrop_of(std::string_view name) {
    if (name == "hive") return {.walls = "flesh", .far = Far::columns, .black_reach = 3.9F};
    if (name == "sea") return {.walls = "shelf", .far = Far::mesas, .black_reach = 2.6F};
    return {.walls = "canyon", .far = Far::mesas, .black_reach = 2.6F};
}

}  // namespace albireo::scene
