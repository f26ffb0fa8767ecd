#include "client/app/pictures/picture.hpp"

#include <algorithm>
#include <cstring>

namespace albireo::app {

namespace {

bool is_same(const scene::LevelMesh& one, const scene::LevelMesh& other) {
    static_assert(sizeof(scene::MeshVertex) == 10 * sizeof(float));  // no padding to compare
    return one.graph == other.graph && one.is_rock == other.is_rock && one.indices == other.indices &&
           one.vertices.size() == other.vertices.size() &&
           std::memcmp(one.vertices.data(), other.vertices.data(), one.vertices.size() * sizeof(scene::MeshVertex)) ==
               0;
}

}  // namespace

Picture::Picture(gpu::Device& device, const render::Options& options)
    : device_(device), options_(options), library_(render::embedded_assets(), "") {}

const scene::Cast& Picture::load_cast(const Level& level) {
    if (renderer_ != nullptr && digest_ == level.digest) return *cast_;
    auto cast = std::make_unique<scene::Cast>(scene::make_cast(level, catalog_));
    // The same level at another difficulty has the same meshes: then nothing is compiled again.
    const bool keeps = renderer_ != nullptr && std::ranges::equal(cast->level_meshes.meshes, cast_->level_meshes.meshes, is_same);
    if (!keeps) renderer_.reset();
    cast_ = std::move(cast);
    if (!keeps) renderer_ = std::make_unique<render::Renderer>(device_, library_, cast_->level_meshes, options_);
    digest_ = level.digest;
    return *cast_;
}

void Picture::resize(int width, int height) {
    options_.width = width;
    options_.height = height;
    if (renderer_ != nullptr) renderer_->resize(width, height);
}

}  // namespace albireo::app
