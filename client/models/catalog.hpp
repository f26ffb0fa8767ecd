/// The meshes of parts, made when they are first requested. Owned by the client; filled while a level loads.
/// 1. Every name has a mesh; look_book.hpp has the rules.
/// 2. A mesh never extends beyond the requested radius, against which the core checks reports.
/// 3. A model's address is valid until the catalogue gets other looks. The same request always returns the same address.
/// 4. Equal requests give equal meshes, bit for bit, in any order and in any process of one build.
#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <tuple>

#include "client/models/look_book.hpp"
#include "client/models/look_reader.hpp"

namespace albireo::models {

class Catalog {
  public:
    explicit Catalog(std::shared_ptr<const LookBook> looks = builtin_looks()) : looks_(std::move(looks)) {}

    /// Uses these looks from now on. Invalidates all models.
    void set_looks(std::shared_ptr<const LookBook> looks);
    const LookBook& looks() const { return *looks_; }

    /// Builds the mesh at the first request, which takes time: request all meshes of a level before it starts.
    const Model& model_for(const Wanted& wanted);

    /// The players' ship in field units: not fitted to anything.
    const Model& ship();

  private:
    const Model& smooth(const Shape& shape, bool mirrored);

    std::shared_ptr<const LookBook> looks_;
    std::map<std::pair<std::string_view, bool>, Model> smooth_;  // as sculpted
    std::map<std::tuple<std::string_view, bool, float>, Model> fitted_;
};

}  // namespace albireo::models
