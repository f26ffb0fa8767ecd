#include "client/models/catalog.hpp"

#include <utility>

namespace albireo::models {

void Catalog::set_looks(std::shared_ptr<const LookBook> looks) {
    smooth_.clear();
    fitted_.clear();
    looks_ = std::move(looks);
}

const Model& Catalog::smooth(const Shape& shape, bool mirrored) {
    const auto key = std::pair{std::string_view(shape.name), mirrored};
    if (const auto found = smooth_.find(key); found != smooth_.end()) return found->second;
    return smooth_.emplace(key, sculpted(shape, mirrored)).first->second;
}

const Model& Catalog::model_for(const Wanted& wanted) {
    const Shape& shape = *looks_->choose(wanted).shape;
    const auto key = std::tuple{std::string_view(shape.name), wanted.mirrored, wanted.radius};
    if (const auto found = fitted_.find(key); found != fitted_.end()) return found->second;
    return fitted_.emplace(key, fitted(smooth(shape, wanted.mirrored), wanted.radius)).first->second;
}

const Model& Catalog::ship() {
    return smooth(looks_->ship(), false);
}

}  // namespace albireo::models
