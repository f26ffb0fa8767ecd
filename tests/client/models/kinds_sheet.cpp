/// albireo_kinds_sheet OUT.png LEVEL [PIXELS]: every kind of a level (a name, or a .lua file, with the looks beside it)
/// assembled from its parts, as it looks in play; PIXELS per unit, 60 on a screen of 1 080 lines.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "client/models/catalog.hpp"
#include "client/models/look_folder.hpp"
#include "client/predict/units.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/models/raster.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

using client::units;

Vec3 place(const PartDef& part) {
    const float angle = client::radians(part.phase);
    const bool orbits = part.motion == PartMotion::orbit;
    return {units(part.offset.x) + (orbits ? units(part.amplitude.x) * std::cos(angle) : 0),
            units(part.offset.y) + (orbits ? units(part.amplitude.y) * std::sin(angle) : 0), 0};
}

}  // namespace

int main(int argc, char** argv) {
    albireo::support::answer_help(argc, argv, "albireo_kinds_sheet",
                                  "Draws the kinds of a level: albireo_kinds_sheet OUT.png LEVEL [PIXELS]");
    if (argc < 3) {
        std::fprintf(stderr, "usage: albireo_kinds_sheet OUT.png LEVEL [PIXELS]\n");
        return 2;
    }
    const std::string_view name = argv[2];
    const script::Compiled compiled = name.ends_with(".lua")
                                          ? script::compile_level_file(argv[2], Difficulty::standard)
                                          : script::compile_builtin_level(name, Difficulty::standard);
    if (!compiled.error.empty()) {
        std::fprintf(stderr, "%s\n", compiled.error.c_str());
        return 2;
    }
    const Level& level = compiled.level;
    const float pixels = argc > 3 ? std::strtof(argv[3], nullptr) : 60;
    const std::string folder = look_folder_of(argv[2]);
    const FolderRead looks = folder.empty() ? FolderRead{} : read_look_folder(folder);
    if (!looks.error.empty()) {
        std::fprintf(stderr, "%s\n", looks.error.c_str());
        return 2;
    }
    Catalog catalog(looks.looks.book);
    float x = 0.3F, y = 0.3F, row = 0;
    const auto place_next = [&](float radius) {
        if (x + 2 * radius > 31.7F) {
            x = 0.3F;
            y += row + 0.3F;
            row = 0;
        }
        const Vec3 at{(x + radius) * pixels, (y + radius) * pixels, 0};
        x += 2 * radius + 0.3F;
        row = std::max(row, 2 * radius);
        return at;
    };
    std::vector<Vec3> places{place_next(0.85F), place_next(0.85F)};
    for (const KindDef& kind : level.kinds) places.push_back(place_next(units(kind.radius)));
    Raster raster(static_cast<int>(32 * pixels), static_cast<int>((y + row + 0.3F) * pixels));
    raster.draw(catalog.ship(), {{}, places[0]}, pixels, kGoldPalette);
    raster.draw(catalog.ship(), {{}, places[1]}, pixels, kBluePalette);
    for (std::size_t k = 0; k < level.kinds.size(); ++k) {
        const KindDef& kind = level.kinds[k];
        const Vec3& at = places[k + 2];
        std::printf("%-12.*s radius %5.2f\n", static_cast<int>(level.name(kind.name).size()),
                    level.name(kind.name).data(), static_cast<double>(units(kind.radius)));
        for (std::size_t p = kind.parts.first; p < std::size_t{kind.parts.first} + kind.parts.count; ++p) {
            const PartDef& part = level.parts[p];
            const Wanted wanted{.kind = level.name(kind.name),
                                .part = level.name(part.name),
                                .radius = units(part.radius),
                                .mirrored = part.offset.y < Fixed{}};
            const Vec3 shift = place(part) * pixels;
            raster.draw(catalog.model_for(wanted), {{}, {at.x + shift.x, at.y - shift.y, 0}}, pixels, kEnemyPalette);
            std::printf("    %-12.*s radius %5.2f at (%5.2f, %5.2f): %s\n", static_cast<int>(wanted.part.size()),
                        wanted.part.data(), static_cast<double>(wanted.radius), static_cast<double>(place(part).x),
                        static_cast<double>(place(part).y), catalog.looks().choose(wanted).shape->name.c_str());
        }
    }
    if (!raster.write_png(argv[1])) {
        std::fprintf(stderr, "cannot write %s\n", argv[1]);
        return 2;
    }
}
