// The viewer's overlay: timeline, bar, inputs, and questions.
#include <fmt/format.h>
#include <algorithm>

#include "client/app/screens/draw.hpp"
#include "client/app/replay_viewer/replay_activity.hpp"
#include "client/render/hud_layout.hpp"
#include "client/ui/overlay.hpp"
#include "client/words/format.hpp"
#include "replays/field_words.hpp"
#include "replays/text.hpp"

namespace albireo::app {
namespace {

using ui::Align;
using ui::Ink;
using ui::Size;

constexpr float kLineLeft = 0.05F, kLineRight = 0.95F;
constexpr float kTop = 0.953F, kBottom = 0.967F;  // of the timeline
constexpr float kKillsHigh = 0.022F;

Ink ink_of(HighlightKind kind) {
    switch (kind) {
        case HighlightKind::gold_died:
            return Ink::gold;
        case HighlightKind::blue_died:
            return Ink::blue;
        case HighlightKind::healed:
        case HighlightKind::differs:
            return Ink::red;
        case HighlightKind::section:
            return Ink::grey;
        default:
            return Ink::white;
    }
}

void draw_button(ui::Overlay& overlay, float x, float y, const char* name, bool held, Ink ink) {
    overlay.box(x - 0.013F, y - 0.02F, x + 0.013F, y + 0.02F, held ? ink : Ink::grey, held ? 0.9F : 0.25F);
    overlay.text(name, {.x = x, .y = y, .size = Size::small, .ink = Ink::white, .strength = held ? 1.0F : 0.45F});
}

void draw_inputs(ui::Overlay& overlay, const ReplayViewer& viewer, float y) {
    for (const Slot slot : kSlots) {
        if (((viewer.now().flow.players >> index(slot)) & 1) == 0) continue;
        const Frame& frame = viewer.frames()[index(slot)];
        const Ink ink = slot == Slot::gold ? Ink::gold : Ink::blue;
        const float x = slot == Slot::gold ? 0.06F : 0.31F;  // a player's row or a boss's bar is on the right
        draw_button(overlay, x, y - 0.044F, "^", frame.held(kUp), ink);
        draw_button(overlay, x, y, "v", frame.held(kDown), ink);
        draw_button(overlay, x - 0.029F, y, "<", frame.held(kLeft), ink);
        draw_button(overlay, x + 0.029F, y, ">", frame.held(kRight), ink);
        draw_button(overlay, x + 0.07F, y, "F", frame.held(kFire), ink);
        draw_button(overlay, x + 0.1F, y, "R", frame.held(kRelease), ink);
        draw_button(overlay, x + 0.13F, y, "L", frame.held(kLightning), ink);
        draw_button(overlay, x + 0.16F, y, "S", frame.held(kFocus), ink);
        const std::string words =
            frame.held(kAbsent)
                ? std::string(tr("absent"))
                : fmt::format("{}{}", translated(replays::weapon_name(frame.weapon())),
                              frame.report_count > 0 ? "  " + tr_nf("{} report", "{} reports", frame.report_count) : "");
        overlay.text(words, {.x = x + 0.057F, .y = y - 0.044F, .size = Size::small, .ink = ink, .align = Align::left, .width_max = 0.17F});
    }
}

bool is_at_line(const ui::Overlay& overlay) {
    return overlay.is_over(kLineLeft - 0.01F, kTop - 0.03F, kLineRight + 0.01F, 1);
}

void draw_timeline(ui::Overlay& overlay, ReplayActivity& activity, bool live) {
    const ReplayViewer& viewer = activity.show();
    const float lost = static_cast<float>(viewer.lost_ticks());
    const float ticks = std::max(1.0F, static_cast<float>(viewer.end() - viewer.begin()) + lost);
    const auto place = [&](std::uint32_t tick) {
        const float share = static_cast<float>(tick - std::min(tick, viewer.begin())) / ticks;
        return kLineLeft + (kLineRight - kLineLeft) * std::min(share, 1.0F);
    };
    const float end = place(viewer.end());
    overlay.box(0, ReplayActivity::kTimelineTop, 1, 1, Ink::shade, 0.55F);
    overlay.box(kLineLeft, kTop, end, kBottom, Ink::grey, 0.35F);
    if (lost > 0) overlay.box(end, kTop, kLineRight, kBottom, Ink::red, 0.35F);
    overlay.box(kLineLeft, kTop, place(viewer.scan().seen_to().value), kBottom, Ink::grey, 0.35F);
    overlay.box(kLineLeft, kTop, place(viewer.tick()), kBottom, Ink::gold, 0.85F);
    const auto kills = viewer.scan().kills();
    const auto most = static_cast<float>(std::max<std::uint16_t>(1, *std::max_element(kills.begin(), kills.end())));
    const float part = (end - kLineLeft) / static_cast<float>(kills.size());
    for (std::size_t i = 0; i < kills.size(); ++i) {
        if (kills[i] == 0) continue;
        const float x = kLineLeft + part * static_cast<float>(i);
        overlay.box(x, kTop - kKillsHigh * static_cast<float>(kills[i]) / most, x + 0.8F * part, kTop - 0.003F,
                    Ink::white, 0.3F);
    }
    // The highlight nearest to the mouse is shown in words.
    const bool on_line = live && is_at_line(overlay);
    const float line_share = overlay.mouse_share(kLineLeft, std::max(end, kLineLeft + 0.01F));
    activity.point_at_line(on_line, line_share);
    const float mouse = kLineLeft + line_share * (end - kLineLeft);
    float nearest = 0.008F;
    std::string told = replays::clock_text(static_cast<std::uint32_t>(line_share * (ticks - lost)));
    const auto consider = [&](float x, std::uint32_t tick, const std::string& text) {
        if (std::abs(x - mouse) >= nearest) return;
        nearest = std::abs(x - mouse);
        told = replays::clock_text(tick - viewer.begin()) + "  " + text;
    };
    for (const Highlight& highlight : viewer.scan().highlights()) {
        const float x = place(highlight.tick);
        const bool grave = highlight.kind == HighlightKind::differs || highlight.kind == HighlightKind::healed;
        const bool tall = grave || highlight.kind == HighlightKind::combined_storm || highlight.kind == HighlightKind::large_died;
        overlay.box(x - 0.0012F, kTop - (tall ? 0.024F : 0.015F), x + 0.0012F, kBottom, ink_of(highlight.kind), 0.95F);
        if (highlight.kind == HighlightKind::combined_storm)
            overlay.box(x - 0.004F, kTop - 0.03F, x + 0.004F, kTop - 0.022F, Ink::gold, 1);
        if (highlight.kind == HighlightKind::large_died)
            overlay.box(x - 0.004F, kTop - 0.03F, x + 0.004F, kTop - 0.022F, Ink::white, 1);
        consider(x, highlight.tick, highlight.text);
    }
    for (const Bookmark& bookmark : viewer.bookmarks().all()) {
        const float x = place(bookmark.tick);
        overlay.box(x - 0.0015F, kBottom, x + 0.0015F, kBottom + 0.022F, Ink::white, 0.9F);
        overlay.box(x, kBottom + 0.008F, x + 0.011F, kBottom + 0.022F, Ink::white, 0.9F);
        consider(x, bookmark.tick, bookmark.note.empty() ? tr("bookmark") : bookmark.note);
    }
    if (on_line) {
        overlay.box(mouse - 0.001F, kTop - 0.01F, mouse + 0.001F, kBottom + 0.005F, Ink::white, 0.9F);
        overlay.text(told, {.x = std::clamp(mouse, 0.2F, 0.8F), .y = 0.912F, .size = Size::small, .backed = true});
    }
}

/// The possible actions with their keys: words that can be clicked.
void draw_bar(ui::Overlay& overlay, ReplayActivity& activity, bool live) {
    constexpr float kLabel = 0.29F, kKeys = 0.71F;  // in a button, from its top
    const auto in_bar = [](const ActDef& def) { return *def.label != 0; };
    const auto count = static_cast<int>(std::count_if(act_defs().begin(), act_defs().end(), in_bar));
    const ReplayActivity::Bar bar = activity.bar();
    const int columns = (count + bar.rows - 1) / bar.rows;
    const float part = (kLineRight - kLineLeft) / static_cast<float>(columns), high = bar.row();
    int place = 0;
    for (const ActDef& def : act_defs()) {
        if (!in_bar(def)) continue;
        const float x = kLineLeft + part * static_cast<float>(place % columns), y = bar.top + high * static_cast<float>(place / columns);
        ++place;
        const bool over = live && overlay.is_over(x, y, x + part, y + high);
        overlay.box(x + 0.002F, y, x + part - 0.002F, y + high - (bar.rows > 1 ? 0.004F : 0), over ? Ink::gold : Ink::shade,
                    over ? 0.35F : 0.6F);
        const float middle = x + part / 2, room = part - 0.008F;
        const bool resumes = def.act == ViewerAction::pause && activity.show().is_paused();
        overlay.text(resumes ? tr("resume") : tr(def.label), {.x = middle, .y = y + kLabel * high, .size = Size::small, .width_max = room});
        const std::string keys = activity.by_pad() ? pad_text(def) : key_text(def);
        overlay.text(keys, {.x = middle,
                            .y = y + kKeys * high,
                            .size = Size::small,
                            .ink = over ? Ink::gold : Ink::grey,
                            .width_max = room});
        if (over) {
            activity.point_at_action(def.act);
            overlay.text(
                tr(def.title),
                {.x = std::clamp(middle, 0.15F, 0.85F), .y = bar.top - 0.028F, .size = Size::small, .backed = true});
        }
    }
}

/// A question with one column of choices, or the list of all actions: two columns, with the keys of each action.
void draw_panel(ui::Overlay& overlay, ReplayActivity& activity, const platform::Input& input) {
    const std::vector<ReplayActivity::Choice> all = activity.choices();
    const bool listing = activity.mode() == ReplayActivity::Mode::listing, noting = activity.mode() == ReplayActivity::Mode::noting;
    overlay.dim(listing ? 0.82F : 0.6F);
    const std::string title = noting    ? tr_f("Bookmark at tick {}", activity.show().tick())
                              : listing ? tr("All actions")
                                        : tr("Take over from here");
    overlay.text(title, {.y = listing ? 0.1F : 0.3F, .size = Size::middle, .ink = Ink::gold});
    if (noting) overlay.text(tr_f("note: {}", activity.note() + "_"), {.y = 0.39F, .size = Size::small, .ink = Ink::gold});
    const std::size_t column = listing ? (all.size() + 1) / 2 : all.size();
    const float first = listing ? 0.19F : 0.48F, step = listing ? 0.056F : 0.07F;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const float left = !listing ? 0.28F : i < column ? kLineLeft : 0.51F, right = listing ? left + 0.44F : 0.72F;
        const float y = first + step * static_cast<float>(i % column);
        const bool chosen = i == activity.choice();
        const Ink ink = chosen ? Ink::gold : Ink::white;
        if (chosen) overlay.box(left, y - step / 2, right, y + step / 2, Ink::gold, 0.15F);
        if (listing) {
            const float keys = overlay.text(all[i].keys, {.x = right - 0.015F,
                                                          .y = y,
                                                          .size = Size::small,
                                                          .ink = Ink::blue,
                                                          .align = Align::right,
                                                          .width_max = 0.2F});
            overlay.text(all[i].text, {.x = left + 0.015F, .y = y, .size = Size::small, .ink = ink, .align = Align::left, .width_max = right - left - keys - 0.045F});
        } else {
            overlay.text(all[i].text, {.y = y, .size = Size::middle, .ink = ink});
        }
        if (overlay.is_over(left, y - step / 2, right, y + step / 2)) activity.point_at(i, input.mouse_moved);
    }
    const char* hint = noting ? tr("type a note    Enter or click: save    Esc or right click: cancel")
                              : tr("Enter, gamepad A or click: select    Esc, gamepad B or right click: back");
    overlay.text(hint, {.y = listing ? 0.84F : 0.74F, .size = Size::small, .ink = Ink::grey});
}

}  // namespace

void draw_replay_viewer(ui::Overlay& overlay, ReplayActivity& activity, const platform::Input& input) {
    const ReplayViewer& viewer = activity.show();
    const bool watching = activity.mode() == ReplayActivity::Mode::watching;
    draw_timeline(overlay, activity, watching);
    if (activity.inputs_shown() && watching) draw_inputs(overlay, viewer, activity.bar_shown() ? activity.bar().top - 0.125F : 0.78F);
    const Notice words = activity.notice();
    const float told = overlay.text(words.hint, {.x = kLineLeft, .y = 0.912F, .size = Size::small, .align = Align::left, .width_max = 0.56F});
    const float room = kLineRight - kLineLeft - told - 0.02F;
    if (const Bookmark* bookmark = viewer.bookmarks().find(viewer.tick())) {
        overlay.text(bookmark->note.empty() ? tr("bookmark") : bookmark->note,
                     {.x = kLineRight, .y = 0.912F, .size = Size::small, .align = Align::right, .width_max = room});
    } else {
        const ActDef& list = def_of(ViewerAction::list);
        overlay.text(tr_f("{}: all actions    F4: inspector", activity.by_pad() ? pad_text(list) : key_text(list)),
                     {.x = kLineRight, .y = 0.912F, .size = Size::small, .ink = Ink::grey, .align = Align::right, .width_max = room});
    }
    const bool grave = activity.notices().now() == nullptr || activity.notices().now()->fault;
    overlay.text(words.line, {.y = 0.2F + render::hud_reach(overlay.style().hud_scale), .size = Size::small, .ink = grave ? Ink::red : Ink::white, .backed = true});
    // Over the timeline, the timeline's own words have priority.
    if (activity.bar_shown()) draw_bar(overlay, activity, !is_at_line(overlay));
    if (!watching) draw_panel(overlay, activity, input);
}

}  // namespace albireo::app
