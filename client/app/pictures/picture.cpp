#include "client/app/pictures/picture.hpp"

#include <algorithm>
#include <cstring>

#include "client/scene/scenery.hpp"

namespace albireo::app {

namespace {

bool is_same(const scene::LevelMesh& one, const scene::LevelMesh& other) {
    static_assert(sizeof(scene::MeshVertex) == 10 * sizeof(float));  // no padding to compare
    return one.graph == other.graph && one.is_rock == other.is_rock && one.has_bones == other.has_bones && one.indices == other.indices &&
           one.vertices.size() == other.vertices.size() &&
           std::memcmp(one.vertices.data(), other.vertices.data(), one.vertices.size() * sizeof(scene::MeshVertex)) ==
               0;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> additions_of(const models::Looks& looks) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const models::LookFile& graph : looks.graphs) texts.emplace_back("textures/graphs/" + graph.name + ".graph", graph.text);
    for (const models::LookFile& snippet : looks.snippets) {
        texts.emplace_back("textures/snippets/" + snippet.name + ".glsl", snippet.text);
    }
    return texts;
}

Picture::Picture(gpu::Device& device, const render::Options& options)
    : device_(device), options_(options), library_(render::embedded_assets(), "") {}

const scene::Cast& Picture::load_cast(const Level& level) {
    if (is_loaded_for(level)) return *cast_;
    auto cast = std::make_unique<scene::Cast>(scene::make_cast(level, catalog_));
    // The same level at another difficulty has the same meshes: then nothing is compiled again.
    const bool keeps = renderer_ != nullptr && !has_new_looks_ &&
                       std::ranges::equal(cast->level_meshes.meshes, std::span(cast_->level_meshes.meshes).first(level_meshes_), is_same);
    if (!keeps) renderer_.reset();
    cast_ = std::move(cast);
    forget_exhibits();
    if (!keeps) renderer_ = std::make_unique<render::Renderer>(device_, library_, cast_->level_meshes, options_);
    level_ = level;
    has_new_looks_ = false;
    tell_missing();
    return *cast_;
}

void Picture::forget_exhibits() {
    level_meshes_ = cast_->level_meshes.meshes.size();
    used_ = level_meshes_;
    showcase_.leave();
    has_exhibits_ = false;
}

void Picture::set_exhibits(std::vector<scene::Exhibit> exhibits) {
    showcase_ = scene::Showcase(std::move(exhibits));
    has_exhibits_ = false;
}

bool Picture::load_exhibits(scene::View& view) {
    if (!is_ready() || has_new_looks_) return false;
    if (has_exhibits()) return true;
    if (!showcase_.is_whole()) {
        showcase_.join(*cast_, catalog_);
    } else if (!has_exhibits_) {
        has_exhibits_ = renderer_->grow(cast_->level_meshes);
    } else {
        view.instances.add({static_cast<std::uint32_t>(used_++), scene::at_place({}, 0)});
    }
    return has_exhibits();
}

void Picture::set_looks(models::Looks looks) {
    catalog_.set_looks(looks.book);
    if (cast_ != nullptr) cast_->creatures.clear();  // they name models by their addresses
    library_.set_additions(additions_of(looks));
    looks_ = std::move(looks);
    has_new_looks_ = true;
}

std::string Picture::change_looks(models::Looks looks) {
    const models::Looks before = looks_;
    const bool is_shown = is_ready() && !has_new_looks_;
    set_looks(std::move(looks));
    if (!is_shown) return "";
    std::string fault;
    try {
        scene::Cast cast = scene::make_cast(level_, catalog_);
        renderer_->change_meshes(cast.level_meshes);
        *cast_ = std::move(cast);  // in place: a stage has a reference to it
        forget_exhibits();
        tell_missing();
    } catch (const gpu::AssetError& error) {
        fault = error.text;
    } catch (const gpu::ShaderError& error) {
        fault = error.text;
    }
    if (!fault.empty()) set_looks(before);
    has_new_looks_ = false;
    return fault;
}

void Picture::tell_missing() const {
    if (!tell) return;
    for (const std::string& line : cast_->without_look) tell(line);
}

void Picture::set_quality(const render::Quality& quality) {
    render::apply(quality, options_);
    if (renderer_ == nullptr || renderer_->take(options_)) return;
    renderer_.reset();
    renderer_ = std::make_unique<render::Renderer>(device_, library_, cast_->level_meshes, options_);
}

void Picture::resize(int width, int height) {
    options_.width = width;
    options_.height = height;
    if (renderer_ != nullptr) renderer_->resize(width, height);
}

}  // namespace albireo::app
