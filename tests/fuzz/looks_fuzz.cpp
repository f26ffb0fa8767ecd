// Goal: any text given to the reader of looks ends in looks whose meshes are finite and within their bounds, or in one
// line that begins with the name of the file.
#include <cmath>
#include <cstdlib>

#include "client/collide/mesh.hpp"
#include "client/models/catalog.hpp"

using namespace albireo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const models::LookFile file{"fuzz.lua", std::string(reinterpret_cast<const char*>(data), size)};
    const models::LooksRead read = models::read_looks({&file, 1});
    if (read.book == nullptr) {
        // A built-in file may find its own name taken.
        const bool has_place = read.error.find(".lua:") != std::string::npos;
        if (!has_place || read.error.find('\n') != std::string::npos) std::abort();
        return 0;
    }
    for (const models::Shape& shape : read.book->shapes) {
        if (!shape.place.starts_with("fuzz.lua")) continue;
        const models::Model model = models::fitted(models::sculpted(shape), 1);
        if (model.triangle_count() > shape.triangles_max()) std::abort();
        for (const models::Vec3& at : model.positions) {
            if (!(math::length(at) <= 1)) std::abort();
        }
        collide::Mesh::build(model.positions, model.indices, {.grid_cells = 8, .grid_margin = 0.2F});
    }
    return 0;
}
