#include "client/app/inspector/inspector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "client/app/activities/shapes.hpp"
#include "client/predict/units.hpp"

namespace albireo::app {
namespace {

constexpr const char* kTabs[] = {"pools", "entity", "time", "sweeps"};
static_assert(std::size(kTabs) == Inspector::kPages);
constexpr float kTickMs = 1000.0F / kTicksPerSecond;

using client::fixed, client::units;

/// Converts a field position to shares of the window, and back.
float share_x(Vec2 at) {
    return 0.5F + units(at.x) / (2 * units(kFieldHalfWidth));
}
float share_y(Vec2 at) {
    return 0.5F - units(at.y) / (2 * units(kFieldHalfHeight));
}
Vec2 place_at(float x, float y) {
    return {fixed((x - 0.5F) * 2 * units(kFieldHalfWidth)), fixed((0.5F - y) * 2 * units(kFieldHalfHeight))};
}

void outline_place(ui::Overlay& overlay, Vec2 at) {
    const float x = share_x(at), y = share_y(at), w = 0.022F, h = w * 16 / 9, thin = 0.0012F;
    overlay.box(x - w, y - h, x + w, y - h + 2 * thin, ui::Ink::white, 0.9F);
    overlay.box(x - w, y + h - 2 * thin, x + w, y + h, ui::Ink::white, 0.9F);
    overlay.box(x - w, y - h, x - w + thin, y + h, ui::Ink::white, 0.9F);
    overlay.box(x + w - thin, y - h, x + w, y + h, ui::Ink::white, 0.9F);
}

}  // namespace

void Inspector::begin() {
    peaks_ = {};
    followed_.reset();
}

std::size_t Inspector::peak(std::string_view pool) const {
    const auto found = std::ranges::find(peaks_, pool, &EntityGroup::name);
    return found == peaks_.end() ? 0 : found->count;
}

void Inspector::note(const World& world) {
    const auto groups = groups_of(world);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        peaks_[i] = {groups[i].name, std::max(peaks_[i].count, groups[i].count)};
    }
}

void Inspector::draw(ui::Overlay& overlay, const platform::Input& input, Activity& activity) {
    const ui::Panel panel("Inspector (F4)", {.side = ui::Panel::Side::right, .width = 25, .height = 23.5F});
    tab_ = ui::tabs(kTabs, tab_, std::exchange(wanted_, -1));
    const World* world = activity.world();
    if (tab_ == 2) return draw_times();
    if (tab_ == 3) return draw_bench();
    if (world == nullptr) return ui::words("There is no game yet.");
    tab_ == 0 ? draw_pools(*world, activity) : draw_entity(overlay, input, *world);
}

void Inspector::draw_pools(const World& world, Activity& activity) {
    std::vector<ui::Row> rows = {{"tick, clock", fmt::format("{}  {}", world.tick.value, world.clock.value)}};
    for (const EntityGroup& group : groups_of(world)) {
        if (group.capacity == 0) continue;
        std::string value = fmt::format("{:4}  peak {:4} of {:4}", group.count, peak(group.name), group.capacity);
        if (group.refused > 0) value += fmt::format("  no room {}", group.refused);
        rows.push_back(
            {std::string(group.name), value, static_cast<float>(group.count) / static_cast<float>(group.capacity)});
    }
    for (const Slot slot : kSlots) {
        const ReportCounters& reports = world.counters[index(slot)];
        rows.push_back({slot == Slot::gold ? "gold's reports" : "blue's reports",
                        fmt::format("{} applied, {} late, {} refused", reports.applied, reports.late,
                                    reports.implausible + reports.unpaid)});
    }
    ui::rows(rows);
    scene::Stage* stage = activity.stage();
    if (stage == nullptr || activity.level() == nullptr) return;
    const bool shown = stage->options().debug_shapes;
    if (ui::check("show hitboxes", shown) != shown) show_shapes(*stage, bodies_, *activity.level(), !shown);
}

void Inspector::draw_entity(ui::Overlay& overlay, const platform::Input& input, const World& world) {
    if (input.mouse_pressed && !ui::has_mouse()) {
        if (const auto found = nearest(world, place_at(overlay.mouse_share(0, 1), overlay.mouse_y()), 2_u)) {
            group_ = found->group;
            followed_ = name_of(world, found->group, found->i);
        }
    }
    std::vector<std::string> names;
    const auto groups = groups_of(world);
    for (const EntityGroup& group : groups) names.push_back(fmt::format("{} ({})", group.name, group.count));
    const auto chosen = static_cast<std::size_t>(ui::pick("pool", names, static_cast<int>(group_)));
    if (chosen != group_) followed_.reset();
    group_ = chosen;
    const int last = std::max(0, static_cast<int>(groups[group_].count) - 1);
    const auto at = followed_ ? find(world, group_, *followed_) : std::optional<std::size_t>(0);
    const int shown = at ? static_cast<int>(*at) : 0;
    const int slid = ui::slide("index", shown, 0, last);
    if (slid != shown || !followed_) followed_ = name_of(world, group_, static_cast<std::size_t>(slid));
    const auto now = find(world, group_, *followed_);
    if (!now || *now >= groups[group_].count) {
        ui::words("The entity is gone. Click another one in the picture, or");
        if (ui::press("select the first")) followed_.reset();
        return;
    }
    if (const auto place = place_of(world, group_, *now)) outline_place(overlay, *place);
    ui::rows(fields_of(world, group_, *now), true);
}

void Inspector::draw_times() {
    const int frame = ui::stacks({.parts = FrameTimes::kNames, .values = times_.values(), .line = kTickMs});
    if (times_.frames() == 0) return;
    const std::size_t shown = frame >= 0 ? static_cast<std::size_t>(frame) : times_.frames() - 1;
    const FrameTimes::Times parts = times_.of(shown);
    std::vector<ui::Row> rows;
    for (std::size_t part = 0; part < FrameTimes::kParts; ++part) {
        rows.push_back({FrameTimes::kNames[part], fmt::format("{:6.2f} ms", parts[part]),
                        parts[part] / std::max(1.0F, FrameTimes::sum(parts))});
    }
    rows.push_back({frame >= 0 ? "the frame under the mouse" : "the last frame",
                    fmt::format("{:6.2f} ms", FrameTimes::sum(parts))});
    ui::rows(rows);
    times_.arm(ui::check("stop at a spike", times_.is_armed()));
    times_.set_spike(static_cast<float>(ui::slide("spike (ms)", static_cast<int>(times_.spike_ms()), 5, 200)));
    if (times_.is_frozen() && ui::press("resume")) times_.thaw();
}

void Inspector::draw_bench() {
    using Ink = ui::Canvas::Ink;
    std::vector<std::string> names;
    for (const SweepBench::Pair& pair : SweepBench::pairs()) names.emplace_back(pair.name);
    bench_.pair = static_cast<std::size_t>(ui::pick("moving, still", names, static_cast<int>(bench_.pair)));
    bench_.angle =
        static_cast<float>(ui::slide("degrees", static_cast<int>(bench_.angle * 57.29578F + 0.5F), 0, 180)) / 57.29578F;
    const SweepBench::Pair& pair = SweepBench::pairs()[bench_.pair];
    ui::Canvas canvas(10, 13);
    const auto draw = [&](SweepBench::Shape shape, collide::Vec2 at, Ink ink) {
        const SweepBench::Outline outline = bench_.outline(shape, at);
        for (const auto& circle : outline.circles) canvas.circle(circle.at.x, circle.at.y, circle.radius, ink);
        for (const auto& line : outline.lines) canvas.line(line[0].x, line[0].y, line[1].x, line[1].y, ink);
    };
    canvas.grab(1, bench_.from.x, bench_.from.y);
    canvas.grab(2, bench_.to.x, bench_.to.y);
    canvas.grab(3, bench_.still.x, bench_.still.y);
    canvas.line(bench_.from.x, bench_.from.y, bench_.to.x, bench_.to.y, Ink::ghost);
    draw(pair.still, bench_.still, Ink::still);
    draw(pair.moving, bench_.from, Ink::moving);
    draw(pair.moving, bench_.to, Ink::ghost);
    const auto hit = bench_.solve();
    if (!hit) return ui::words("They do not touch. Drag the dots.");
    draw(pair.moving,
         {bench_.from.x + hit->t * (bench_.to.x - bench_.from.x),
          bench_.from.y + hit->t * (bench_.to.y - bench_.from.y)},
         Ink::contact);
    canvas.circle(hit->point.x, hit->point.y, 0.12F, Ink::contact);
    canvas.line(hit->point.x, hit->point.y, hit->point.x + 1.5F * hit->normal.x, hit->point.y + 1.5F * hit->normal.y,
                Ink::contact);
    ui::words(fmt::format("t {:.4f}  at {:.3f}, {:.3f}  normal {:.3f}, {:.3f}{}", hit->t, hit->point.x, hit->point.y,
                          hit->normal.x, hit->normal.y,
                          hit->depth > 0 ? fmt::format("  overlap {:.3f}", hit->depth) : ""));
}

}  // namespace albireo::app
