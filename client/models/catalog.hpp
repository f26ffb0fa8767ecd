/// Which mesh belongs to which part of which kind. Owned by the client; filled while a level loads.
/// 1. Every name has a mesh: an unlisted one gets the organ that its part is named after, or a creature of its size.
/// 2. A mesh never extends beyond the requested radius, against which the core checks reports.
/// 3. A model's address is valid as long as the catalogue. The same request always returns the same address.
/// 4. Equal requests give equal meshes, bit for bit, in any order and in any process of one build.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "client/models/model.hpp"

namespace albireo::models {

/// A creature or an organ that can be sculpted.
struct Shape {
    std::string_view name;
    Cage (*sculpt)();
    int levels;                  // of subdivision
    std::size_t triangles_max;   // the budget for its size
    bool flies_forward = false;  // faces +x at heading 0, as ships and missiles do; an enemy faces −x
};

/// The subdivided model, facing as the core has it at heading 0, at the scale of its sculpt function.
Model sculpted(const Shape& shape, bool mirrored = false);

/// All of them, in the order of creatures.hpp.
std::span<const Shape> shapes();

struct Wanted {
    std::string_view kind;  // as the level names it
    std::string_view part;  // "" for a kind's only one
    float radius = 1;
    bool mirrored = false;  // across y: for the twin whose offset is on the −y side
};

/// The shape for a kind and a part; `radius` matters only for names without a shape of their own.
const Shape& shape_for(const Wanted& wanted);

class Catalog {
  public:
    /// Builds the mesh at the first request, which takes time: request all meshes of a level before it starts.
    const Model& model_for(const Wanted& wanted);

    /// The players' ship in field units: not fitted to anything.
    const Model& ship();

  private:
    const Model& smooth(const Shape& shape, bool mirrored);

    std::map<std::pair<std::string_view, bool>, Model> smooth_;  // as sculpted
    std::map<std::tuple<std::string_view, bool, float>, Model> fitted_;
};

}  // namespace albireo::models
