/// albireo_kinds_sheet OUT.png LEVEL [PIXELS]: every kind of a level put together from its parts, as it looks in play;
/// PIXELS to the unit, 60 on a screen of 1 080 lines.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "client/models/catalog.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/models/raster.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

constexpr float kTurn = 2 * std::numbers::pi_v<float>;

float units(Fixed value) {
    return static_cast<float>(value.raw) / static_cast<float>(Fixed::kOneRaw);
}

Vec3 place(const PartDef& part) {
    const float angle = kTurn * static_cast<float>(part.phase.raw) / 65536;
    const bool orbits = part.motion == PartMotion::orbit;
    return {units(part.offset.x) + (orbits ? units(part.amplitude.x) * std::cos(angle) : 0),
            units(part.offset.y) + (orbits ? units(part.amplitude.y) * std::sin(angle) : 0), 0};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: albireo_kinds_sheet OUT.png LEVEL [PIXELS]\n");
        return 2;
    }
    const script::Compiled compiled = script::compile_builtin_level(argv[2], Difficulty::standard);
    if (!compiled.error.empty()) {
        std::fprintf(stderr, "%s\n", compiled.error.c_str());
        return 2;
    }
    const Level& level = compiled.level;
    const float pixels = argc > 3 ? std::strtof(argv[3], nullptr) : 60;
    Catalog catalog;
    Raster raster(static_cast<int>(32 * pixels), static_cast<int>(18 * pixels));
    float x = 0.3F, y = 0.3F, row = 0;
    const auto advance = [&](float radius) {
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
    raster.draw(catalog.ship(), {{}, advance(0.85F)}, pixels, kGoldPalette);
    raster.draw(catalog.ship(), {{}, advance(0.85F)}, pixels, kBluePalette);
    for (const KindDef& kind : level.kinds) {
        const Vec3 at = advance(units(kind.radius));
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
                        static_cast<double>(place(part).y), shape_for(wanted).name.data());
        }
    }
    if (!raster.write_png(argv[1])) {
        std::fprintf(stderr, "cannot write %s\n", argv[1]);
        return 2;
    }
}
