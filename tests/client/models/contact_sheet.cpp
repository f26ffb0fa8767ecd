/// albireo_contact_sheet OUT.png [FOLDER/] [SHAPE...]: every shape from three sides, and once at its size in play; with
/// a folder of looks, its shapes too.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string_view>
#include <vector>

#include "client/models/catalog.hpp"
#include "client/models/look_folder.hpp"
#include "tests/client/models/raster.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

constexpr float kPi = std::numbers::pi_v<float>;

math::Mat3 looking(float yaw, float pitch) {
    return math::rotation(math::turn({1, 0, 0}, pitch)) * math::rotation(math::turn({0, 1, 0}, yaw));
}

}  // namespace

int main(int argc, char** argv) {
    albireo::support::answer_help(argc, argv, "albireo_contact_sheet",
                                  "Draws every shape from three sides, and at its size in play: albireo_contact_sheet OUT.png [FOLDER/] [SHAPE...]");
    if (argc < 2) {
        std::fprintf(stderr, "usage: albireo_contact_sheet OUT.png [FOLDER/] [SHAPE...]\n");
        return 2;
    }
    Looks looks;
    int names = 2;  // where they begin
    if (argc > 2 && std::string_view(argv[2]).ends_with('/')) {
        FolderRead read = read_look_folder(argv[2]);
        if (!read.error.empty()) {
            std::fprintf(stderr, "%s\n", read.error.c_str());
            return 2;
        }
        looks = std::move(read.looks);
        names = 3;
    }
    std::vector<const Shape*> wanted;
    for (const Shape& shape : looks.book->shapes) {
        bool named = argc == names;
        for (int i = names; i < argc; ++i) named = named || shape.name == argv[i];
        if (named) wanted.push_back(&shape);
    }
    const int cell_size = wanted.size() > 6 ? 230 : 400, columns = wanted.size() > 6 ? 2 : 1;
    const int rows = (static_cast<int>(wanted.size()) + columns - 1) / columns;
    Raster raster(columns * (3 * cell_size + cell_size / 2), rows * cell_size);
    for (int i = 0; i < static_cast<int>(wanted.size()); ++i) {
        const Shape& shape = *wanted[static_cast<std::size_t>(i)];
        const bool enemy = shape.name != "ship";
        const Model model = sculpted(shape);
        const float x = static_cast<float>((i % columns) * (3 * cell_size + cell_size / 2) + cell_size / 2);
        const float y = static_cast<float>((i / columns) * cell_size + cell_size / 2);
        const float pixels = 0.47F * static_cast<float>(cell_size) / model.radius;
        const Palette& palette = enemy ? kEnemyPalette : kGoldPalette;
        const auto cell = static_cast<float>(cell_size);
        raster.draw(model, {looking(0, 0), {x, y, 0}}, pixels, palette);
        raster.draw(model, {looking(0.7F, 0.5F), {x + cell, y, 0}}, pixels, palette);
        raster.draw(model, {looking(0, kPi / 2), {x + 2 * cell, y, 0}}, pixels, palette);
        raster.draw(model, {looking(0, 0), {x + 2.7F * cell, y, 0}}, 42 / model.radius, palette);
        std::printf("row %d column %d: %-16s %5zu triangles, radius %.3f, volume %.4f\n", i / columns, i % columns,
                    model.name.c_str(), model.triangle_count(), static_cast<double>(model.radius), volume(model));
    }
    if (!raster.write_png(argv[1])) {
        std::fprintf(stderr, "cannot write %s\n", argv[1]);
        return 2;
    }
}
