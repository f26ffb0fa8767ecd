#include "web/module/projector.hpp"

#include "client/models/catalog.hpp"
#include "client/scene/cast.hpp"

namespace albireo::web {

Projector::Projector(Show& show, gpu::Device& device, const ProjectorSetup& setup)
    : show_(show), screen_(setup.screen), library_(render::embedded_assets()), view_(std::make_unique<scene::View>()) {
    models::Catalog catalog;
    cast_ = scene::make_cast(show.level(), catalog);
    renderer_ = std::make_unique<render::Renderer>(device, library_, cast_.level_meshes,
                                                   render::options_of(setup.quality, setup.width, setup.height));
    for (scene::LevelMesh& mesh : cast_.level_meshes.meshes) mesh = {};  // they are on the GPU now
    make_stage();
    show.add_audience(*this);
}

Projector::~Projector() { show_.remove_audience(*this); }

void Projector::make_stage() {
    scene::StageOptions options;
    options.names = show_.names();
    options.own = show_.own();
    options.control_text = show_.control_text();
    stage_ = std::make_unique<scene::Stage>(show_.level(), cast_, options);
}

void Projector::begin() {
    make_stage();
    ledger_.reset();
}

void Projector::jump() {
    stage_->reset();
    ledger_.reset();
}

void Projector::tick(const World& before, const World& now, const Events& events, Seen seen) {
    ledger_.clear();
    ledger_.take(events, now.tick);
    stage_->tick(input(before, now, 1), ledger_.fresh());
    if (seen == Seen::yes) return;
    look(before, now, 1);
    renderer_->advance(*view_);
}

void Projector::look(const World& before, const World& now, float alpha) {
    stage_->look(input(before, now, alpha), *view_);
}

scene::StageInput Projector::input(const World& before, const World& now, float alpha) const {
    return {.before = before,
            .now = now,
            .alpha = alpha,
            .remote = show_.remote(),
            .flight = show_.flight(),
            .own = show_.own().value_or(Slot::gold),
            .predicted = now.tick};
}

void Projector::draw(float alpha) {
    look(show_.before(), show_.world(), alpha);
    renderer_->render(*view_);
    renderer_->show(screen_);
}

}  // namespace albireo::web
