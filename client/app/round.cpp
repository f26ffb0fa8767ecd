#include "client/app/round.hpp"

namespace albireo::app {

Round::~Round() {
    if (audio_ != nullptr) audio_->let_go();
}

void Round::hear(std::span<const client::EffectLedger::Effect> effects, const Level& level) {
    if (audio_ == nullptr) return;
    for (const client::EffectLedger::Effect& effect : effects) {
        if (const auto command = ear_.hear(effect.event, level)) audio_->tell(*command);
    }
}

void Round::follow(const World& world) {
    if (audio_ == nullptr) return;
    for (const audio::Command& command : ear_.follow(world)) audio_->tell(command);
}

void Round::be_still() {
    if (audio_ != nullptr) audio_->let_go();
}

}  // namespace albireo::app
