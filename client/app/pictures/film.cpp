#include "client/app/pictures/film.hpp"

#include <algorithm>
#include <optional>

#include "client/app/pictures/sound_track.hpp"
#include "client/models/collision_spheres.hpp"
#include "client/scene/stage.hpp"

namespace albireo::app {
namespace {

/// No visible effect is older: only the last three seconds before a picture need be sent to the GPU.
constexpr std::uint32_t kMemoryTicks = 180;

/// The next tick to be drawn, at or after this one; past the end if there is none.
std::uint32_t next_due(const FilmDef& def, std::uint32_t tick) {
    if (def.ticks.empty())
        return tick <= def.from ? def.from : tick + (def.every - (tick - def.from) % def.every) % def.every;
    std::uint32_t next = UINT32_MAX;
    for (const std::uint32_t wanted : def.ticks) {
        if (wanted >= tick) next = std::min(next, wanted);
    }
    return next;
}

/// The bodies for the debug view.
struct Shapes {
    Shapes(const Level& level, models::Catalog& catalog, scene::Stage& stage) : bodies(level, catalog) {
        std::vector<std::array<float, 4>> spheres;
        for (const models::CollisionSphere& sphere : models::ship_spheres(catalog.ship())) {
            spheres.push_back({sphere.center.x, sphere.center.y, sphere.center.z, sphere.radius});
        }
        stage.set_ship_spheres(std::move(spheres));
        stage.options().bodies = &bodies;
        stage.options().debug_shapes = true;
    }
    client::Bodies bodies;
};

}  // namespace

std::uint32_t climax_of(Show& show) {
    std::uint32_t climax = 0;
    while (show.step()) {
        for (const client::EffectLedger::Effect& effect : show.effects()) {
            if (effect.event.kind != EventKind::enemy_died) continue;
            const KindDef& kind = show.level().kinds[static_cast<std::size_t>(effect.event.value)];
            if (kind.size == KindSize::boss) climax = show.now().tick.value;
        }
    }
    return climax > 0 ? climax : show.now().tick.value;
}

Filmed film(Show& show, const FilmDef& def) {
    PictureSink sink = def.raw.empty() ? PictureSink::folder(def.folder) : PictureSink::raw(def.raw);
    models::Catalog catalog(def.setup.looks.book);
    const scene::Cast cast = scene::make_cast(show.level(), catalog);
    for (const std::string& line : cast.without_look) std::fprintf(stderr, "%s\n", line.c_str());
    Offscreen screen(cast.level_meshes, def.setup);
    if (!screen.renderer().look_at(def.pass)) {
        std::string names;
        for (const std::string_view name : screen.renderer().pass_names()) names += " " + std::string(name);
        throw PictureError{"--look " + def.pass + ": no such pass; there are" + names};
    }
    scene::StageOptions options;
    options.names = show.names();
    scene::Stage stage(show.level(), cast, options);
    std::unique_ptr<Shapes> shapes;
    if (def.shapes) shapes = std::make_unique<Shapes>(show.level(), catalog, stage);
    auto view = std::make_unique<scene::View>();
    view->visuals = def.visuals;
    std::optional<SoundTrack> sound;
    if (!def.sound.empty()) {
        sound.emplace();
        sound->write(def.sound);  // a path that cannot be written is reported before the film is made
    }
    std::uint32_t last = def.until > 0 ? def.until : UINT32_MAX;
    if (!def.ticks.empty()) last = *std::max_element(def.ticks.begin(), def.ticks.end());
    const auto is_stopped = [&] { return def.is_stopped && def.is_stopped(); };
    bool has_ended = false;  // the show has no more ticks
    while (show.now().tick.value < last && !is_stopped() && !(has_ended = !show.step())) {
        const std::uint32_t tick = show.now().tick.value, due = next_due(def, tick);
        // Like an effect, no sound of more than three seconds ago is still heard; the music needs less.
        if (sound && (sink.count() > 0 || due - tick <= kMemoryTicks)) sound->tick(show, sink.count() > 0 || due == tick);
        stage.tick(show.before(), show.now(), show.effects());
        stage.look({.before = show.before(), .now = show.now(), .predicted = {}}, *view);
        if (due == tick) {
            sink.write(screen.picture(*view), def.ticks.empty() ? "" : std::to_string(tick));
        } else if (due - tick <= kMemoryTicks) {
            screen.renderer().advance(*view);
        }
    }
    if (sound) sound->write(def.sound);
    if (const std::string damage = show.damage(); has_ended && !damage.empty()) {
        throw PictureError{damage + "; " + std::to_string(sink.count()) + " pictures were written"};
    }
    return {sink.count(), screen.device().describe()};
}

}  // namespace albireo::app
