#include "web/module/projector.hpp"

#include "client/models/catalog.hpp"
#include "client/scene/cast.hpp"

namespace albireo::web {

Projector::Projector(Theatre& theatre, gpu::Device& device, const ProjectorSetup& setup)
    : theatre_(theatre), screen_(setup.screen), library_(render::embedded_assets()), view_(std::make_unique<scene::View>()) {
    models::Catalog catalog;
    cast_ = scene::make_cast(theatre.level(), catalog);
    renderer_ = std::make_unique<render::Renderer>(device, library_, cast_.level_meshes,
                                                   render::options_of(setup.quality, setup.width, setup.height));
    for (scene::LevelMesh& mesh : cast_.level_meshes.meshes) mesh = {};  // they are on the GPU now
    scene::StageOptions options;
    options.names = theatre.names();
    stage_ = std::make_unique<scene::Stage>(theatre.level(), cast_, options);
    theatre.add_audience(*this);
}

Projector::~Projector() { theatre_.remove_audience(*this); }

void Projector::jump() {
    stage_->reset();
    ledger_.reset();
}

void Projector::tick(const World& before, const World& now, const Events& events, Seen seen) {
    ledger_.clear();
    ledger_.take(events, now.tick);
    stage_->tick(before, now, ledger_.fresh());
    if (seen == Seen::yes) return;
    look(before, now, 1);
    renderer_->advance(*view_);
}

void Projector::look(const World& before, const World& now, float alpha) {
    stage_->look({.before = before, .now = now, .alpha = alpha, .predicted = {}}, *view_);
}

void Projector::draw(float alpha) {
    look(theatre_.before(), theatre_.world(), alpha);
    renderer_->render(*view_);
    renderer_->show(screen_);
}

}  // namespace albireo::web
