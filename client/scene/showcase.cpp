#include "client/scene/showcase.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "client/scene/animate.hpp"
#include "client/scene/backdrop.hpp"
#include "client/scene/grade.hpp"
#include "client/scene/scenery.hpp"
#include "client/scene/stage_draw.hpp"

namespace albireo::scene {
namespace {

constexpr float kFieldWidth = 32, kFieldHeight = 18;  // units
constexpr float kMiddle = kFieldHeight * (0.5F - (Showcase::kTop + Showcase::kBottom) / 2);
constexpr float kHalfHeight = kFieldHeight * (Showcase::kBottom - Showcase::kTop) / 2, kHalfWidth = 6.4F;
constexpr float kSeen = 1.7F;        // farther from the middle, an exhibit is outside of the picture
constexpr float kQuarter = 1.5707963F;
constexpr float kAsideSize = 0.55F, kAsideTint = 0.45F;  // of a neighbour
constexpr float kOver = 1.25F;       // the pieces at the front and at the back are smaller than their spheres
constexpr float kSeenFrom = 0.56F;   // radians above the plane in which it flies, which lies like the top of a turntable
constexpr float kTurnSpeed = 0.45F;  // radians per second
constexpr float kTurnAside = 1.1F;   // radians from one place to the next: the carousel seems round

/// How near to the middle: 1 there, 0 from one place away on.
float near_of(float off) {
    const float x = std::max(1 - std::abs(off), 0.0F);
    return x * x * (3 - 2 * x);
}

}  // namespace

Showcase::Showcase(std::vector<Exhibit> exhibits) {
    for (Exhibit& exhibit : exhibits) {
        float half_height = 0;
        for (const Exhibit::Piece& piece : exhibit.pieces) {
            half_height = std::max(half_height, std::hypot(piece.at.x, piece.at.y) * std::sin(kSeenFrom) + piece.radius);
        }
        const float size = std::min(kOver * kHalfHeight / half_height, kHalfWidth / exhibit.reach);
        figures_.push_back({.exhibit = std::move(exhibit), .meshes = {}, .size = size});
    }
}

bool Showcase::join(Cast& cast, models::Catalog& catalog) {
    const std::size_t before = cast.level_meshes.meshes.size();
    for (; joined_ < figures_.size(); ++joined_) {
        Figure& figure = figures_[joined_];
        while (figure.meshes.size() < figure.exhibit.pieces.size()) {
            if (cast.level_meshes.meshes.size() > before) return false;
            const Exhibit::Piece& piece = figure.exhibit.pieces[figure.meshes.size()];
            const models::Wanted wanted{.kind = piece.kind, .part = piece.part, .radius = piece.radius, .mirrored = piece.mirrored};
            figure.meshes.push_back(piece.ship ? cast.ship : number_of(cast, catalog, wanted));
        }
    }
    return true;
}

void Showcase::leave() {
    for (Figure& figure : figures_) figure.meshes.clear();
    joined_ = 0;
}

void Showcase::look(const Look& look, const Cast& cast, View& view) {
    assert(is_whole() && "all meshes are there before the first view");
    view.clear();
    view.dt = last_ < 0 ? 1.0F / 60 : std::clamp(look.seconds - last_, 0.0F, 0.25F);
    last_ = look.seconds;
    view.seconds = look.seconds;
    view.frame = ++frame_;
    view.shake = {};
    view.flash = {};
    view.hurt = view.fade = 0;
    view.hud.shown = false;
    view.hud.message = view.hud.warning = {};
    view.scroll = {0.4F * look.seconds, 0};
    Grade grade = no_grade();
    view.sky = {.haze = {}, .suns = {7.2F, 6.3F}};  // between the exhibits
    // The air of the level in the middle.
    const float last = static_cast<float>(std::max<std::size_t>(figures_.size(), 1) - 1), place = std::clamp(look.place, 0.0F, last);
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const float share = std::max(1 - std::abs(static_cast<float>(i) - place), 0.0F);
        if (share == 0) continue;
        const Backdrop& backdrop = kBackdropTable[figures_[i].exhibit.backdrop];
        const Grade& its = grades_of(backdrop.name)[0];
        view.sky.haze = view.sky.haze + backdrop.haze * share;
        add(grade, its, share);
    }
    view.grade = matrix_of(grade);
    draw_far(cast, view);
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const float off = static_cast<float>(i) - look.place;
        if (std::abs(off) < kSeen) draw(figures_[i], off, look, cast, view);
    }
}

void Showcase::draw(const Figure& figure, float off, const Look& look, const Cast& cast, View& view) const {
    const Exhibit& exhibit = figure.exhibit;
    const float near = near_of(off);
    const float size = figure.size * (kAsideSize + (1 - kAsideSize) * near) * look.size;
    if (size <= 0.001F) return;
    const Vec3 middle{kFieldWidth * kStep * off, kMiddle, 0};
    const math::Quat facing = math::turn({-1, 0, 0}, kQuarter - kSeenFrom) * math::turn({0, 0, 1}, kTurnSpeed * look.seconds + kTurnAside * off);
    for (std::size_t i = 0; i < exhibit.pieces.size(); ++i) {
        const Exhibit::Piece& piece = exhibit.pieces[i];
        // A ship's wings lie in the plane.
        const math::Quat turned = piece.ship ? facing * math::turn({1, 0, 0}, kQuarter) : facing;
        const math::Transform place = math::transform(turned, middle + math::rotation(facing) * (piece.at * size));
        InstanceData instance = at_place(place, size);
        instance.tint = (piece.ship ? player_colour(*piece.ship) : Vec3{0.55F, 0.60F, 0.58F}) * (kAsideTint + (1 - kAsideTint) * near);
        instance.kind = piece.ship ? 1.0F : 0.0F;
        instance.seed = static_cast<float>(i);
        const models::Skeleton& skeleton = cast.skeletons[figure.meshes[i]];
        if (!skeleton.empty()) instance.pose = add_pose(skeleton, {.seconds = look.seconds + instance.seed, .target = {}}, place, view);
        view.instances.add({figure.meshes[i], instance});
    }
    // Two stars light it: a gold one from the upper left, a blue one from the lower right, and both from before it.
    const float shine = (0.25F + 0.75F * near) * look.size, far = 2.2F * kHalfHeight;
    const auto lamp = [&](Vec3 from, Vec3 colour) {
        const Vec3 at = middle + from;
        view.points.add({at, 2.6F * far, at, 0, colour * shine, 1});
    };
    lamp({-0.6F * far, 0.5F * far, 0.9F * far}, {0.10F, 0.075F, 0.05F});
    lamp({0.8F * far, -0.3F * far, 0.6F * far}, {0.02F, 0.05F, 0.15F});
}

}  // namespace albireo::scene
