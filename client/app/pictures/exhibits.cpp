#include "client/app/pictures/exhibits.hpp"

#include <array>

#include "client/app/pictures/show.hpp"
#include "client/scene/backdrop.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {
namespace {

struct Choice {
    std::string_view level, kind;
};
// Any other level is shown by ships.
constexpr std::array kChoices = {
    Choice{"the_cut", "warden"},     Choice{"shelf_sea", "nautilarch"}, Choice{"the_hive", "matriarch"},
    Choice{"boss_rush", "sentinel"}, Choice{"endless", "angler"},
};

}  // namespace

scene::Exhibit exhibit_for(std::string_view name, const Level& level) {
    for (const Choice& choice : kChoices) {
        if (choice.level != name) continue;
        if (scene::Exhibit exhibit = scene::exhibit_of(level, choice.kind); !exhibit.pieces.empty()) return exhibit;
    }
    return scene::exhibit_of_ships(name == script::kCampaign, scene::backdrop_number(level.backdrop.view()));
}

scene::Exhibit exhibit_for(std::string_view name) {
    return exhibit_for(name, level_named(std::string(script::first_level_of(name))));
}

}  // namespace albireo::app
