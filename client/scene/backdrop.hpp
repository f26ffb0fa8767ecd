#pragma once
/// The parts of the picture that a level's `backdrop` determines, apart from its grades (grade.hpp). It also selects the song
/// (music/conductor.cpp).
#include <string_view>

#include "client/scene/view.hpp"

namespace albireo::scene {

enum class Far { mesas, columns };

struct Backdrop {
    std::string_view walls;  // texture graph of rock
    Far far;                 // the scenery behind the rock
    std::string_view ridge;  // texture graph of mesas
    Vec3 haze;               // colour of far air
    float black_reach;       // of a ship's black light, units: where walls move, more of them is darkened
};

constexpr Backdrop backdrop_of(std::string_view name) {
    constexpr Backdrop kCanyon{
        .walls = "canyon", .far = Far::mesas, .ridge = "ridge", .haze = Sky{}.haze, .black_reach = 2.6F};
    if (name == "hive") {
        return {.walls = "flesh", .far = Far::columns, .ridge = "", .haze = kCanyon.haze, .black_reach = 3.9F};
    }
    if (name == "sea") {
        return {.walls = "shelf", .far = Far::mesas, .ridge = "skerry", .haze = {0.034F, 0.046F, 0.050F}, .black_reach = 2.6F};
    }
    return kCanyon;
}

}  // namespace albireo::scene
