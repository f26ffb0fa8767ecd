#include "client/app/controls/quality_settings.hpp"

namespace albireo::app {

render::Quality quality_of(const Settings& settings) {
    return {.scale = settings.render_scale,
            .dynamic = settings.dynamic_scale,
            .samples = 1 << settings.msaa,
            .occlusion = static_cast<render::Occlusion>(settings.occlusion),
            .shadows = static_cast<render::Shadows>(settings.shadows),
            .reflections = static_cast<render::Reflections>(settings.reflections),
            .particles = settings.particles,
            .bloom = settings.bloom,
            .relief = settings.relief,
            .focus = settings.focus};
}

void set_quality(Settings& settings, const render::Quality& quality) {
    settings.render_scale = quality.scale;
    settings.dynamic_scale = quality.dynamic;
    settings.msaa = quality.samples >= 4 ? 2 : quality.samples / 2;
    settings.occlusion = static_cast<int>(quality.occlusion);
    settings.shadows = static_cast<int>(quality.shadows);
    settings.reflections = static_cast<int>(quality.reflections);
    settings.particles = quality.particles;
    settings.bloom = quality.bloom;
    settings.relief = quality.relief;
    settings.focus = quality.focus;
}

void settle_quality(Settings& settings, const SettingDef* changed) {
    if (changed != nullptr && changed->page != SettingDef::Page::quality) return;
    if (changed != nullptr && changed->key != "quality") settings.quality = static_cast<int>(QualityChoice::custom);
    switch (static_cast<QualityChoice>(settings.quality)) {
        case QualityChoice::automatic:
            return set_quality(settings, render::quality_of(static_cast<render::Tier>(settings.measured_tier)));
        case QualityChoice::low:
            return set_quality(settings, render::quality_of(render::Tier::low));
        case QualityChoice::medium:
            return set_quality(settings, render::quality_of(render::Tier::medium));
        case QualityChoice::high:
            return set_quality(settings, render::quality_of(render::Tier::high));
        case QualityChoice::custom:
            return;
    }
}

}  // namespace albireo::app
