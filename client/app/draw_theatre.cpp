// What the theatre writes over its picture: timeline, inputs, notes, choices, keys.
#include <fmt/format.h>
#include <algorithm>

#include "client/app/draw.hpp"
#include "client/app/replay_round.hpp"
#include "client/ui/overlay.hpp"
#include "replays/text.hpp"

namespace albireo::app {
namespace {

using ui::Align;
using ui::Ink;
using ui::Size;

constexpr float kLineLeft = 0.05F, kLineRight = 0.95F;
constexpr float kTop = 0.953F, kBottom = 0.967F;  // of the timeline
constexpr float kKillsHigh = 0.022F;

Ink ink_of(MarkKind kind) {
    switch (kind) {
        case MarkKind::gold_died:
            return Ink::gold;
        case MarkKind::blue_died:
            return Ink::blue;
        case MarkKind::healed:
        case MarkKind::differs:
            return Ink::red;
        case MarkKind::section:
            return Ink::grey;
        default:
            return Ink::white;
    }
}

struct KeyLine {
    const char* keys;
    const char* what;
};
constexpr KeyLine kKeys[] = {{"Space", "pause, go on"},
                             {", .", "a tick back, on"},
                             {"Left Right", "5 seconds back, on"},
                             {"PgUp PgDn", "30 seconds back, on"},
                             {"Home End", "beginning, end; or click the timeline"},
                             {"Up Down", "faster, slower: 1/8x to 32x"},
                             {"N  Shift+N", "next mark, the one before"},
                             {"B  Del", "bookmark with a note; remove it"},
                             {"H  I", "hit shapes; both players' inputs"},
                             {"T", "take over from here"},
                             {"E  F", "keep a picture; begin or end a film"},
                             {"F4  Esc", "inspector; leave"}};

void draw_button(ui::Overlay& overlay, float x, float y, const char* name, bool held, Ink ink) {
    overlay.box(x - 0.013F, y - 0.02F, x + 0.013F, y + 0.02F, held ? ink : Ink::grey, held ? 0.9F : 0.25F);
    overlay.text(name, {.x = x, .y = y, .size = Size::small, .ink = Ink::white, .strength = held ? 1.0F : 0.45F});
}

void draw_inputs(ui::Overlay& overlay, const Theatre& theatre) {
    static constexpr std::array<const char*, kWeaponCount> kWeapons = {"needle", "fan", "seekers", "ribbon"};
    for (const Slot slot : kSlots) {
        if (((theatre.now().flow.players >> index(slot)) & 1) == 0) continue;
        const Frame& frame = theatre.frames()[index(slot)];
        const Ink ink = slot == Slot::gold ? Ink::gold : Ink::blue;
        const float x = slot == Slot::gold ? 0.06F : 0.76F, y = 0.83F;
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
                ? "absent"
                : fmt::format("{}{}", kWeapons[static_cast<std::size_t>(frame.weapon())],
                              frame.report_count > 0 ? fmt::format("  {} reports", frame.report_count) : "");
        overlay.text(words, {.x = x + 0.057F, .y = y - 0.044F, .size = Size::small, .ink = ink, .align = Align::left});
    }
}

void draw_timeline(ui::Overlay& overlay, ReplayRound& round) {
    const Theatre& theatre = round.show();
    const float lost = static_cast<float>(theatre.lost_ticks());
    const float ticks = std::max(1.0F, static_cast<float>(theatre.end() - theatre.begin()) + lost);
    const auto place = [&](std::uint32_t tick) {
        const float share = static_cast<float>(tick - std::min(tick, theatre.begin())) / ticks;
        return kLineLeft + (kLineRight - kLineLeft) * std::min(share, 1.0F);
    };
    const float end = place(theatre.end());
    overlay.box(0, 0.885F, 1, 1, Ink::shade, 0.55F);
    overlay.box(kLineLeft, kTop, end, kBottom, Ink::grey, 0.35F);
    if (lost > 0) overlay.box(end, kTop, kLineRight, kBottom, Ink::red, 0.35F);
    overlay.box(kLineLeft, kTop, place(theatre.scan().seen_to().value), kBottom, Ink::grey, 0.35F);
    overlay.box(kLineLeft, kTop, place(theatre.tick()), kBottom, Ink::gold, 0.85F);
    const auto& kills = theatre.scan().kills();
    const auto most = static_cast<float>(std::max<std::uint16_t>(1, *std::max_element(kills.begin(), kills.end())));
    const float part = (end - kLineLeft) / static_cast<float>(kills.size());
    for (std::size_t i = 0; i < kills.size(); ++i) {
        if (kills[i] == 0) continue;
        const float x = kLineLeft + part * static_cast<float>(i);
        overlay.box(x, kTop - kKillsHigh * static_cast<float>(kills[i]) / most, x + 0.8F * part, kTop - 0.003F,
                    Ink::white, 0.3F);
    }
    // What lies nearest to the mouse is told in words.
    const bool on_line = overlay.is_over(kLineLeft - 0.01F, kTop - 0.03F, kLineRight + 0.01F, 1);
    const float line_share = overlay.mouse_share(kLineLeft, std::max(end, kLineLeft + 0.01F));
    round.point_at_line(on_line, line_share);
    const float mouse = kLineLeft + line_share * (end - kLineLeft);
    float nearest = 0.008F;
    std::string told = replays::clock_text(static_cast<std::uint32_t>(line_share * (ticks - lost)));
    const auto consider = [&](float x, std::uint32_t tick, const std::string& text) {
        if (std::abs(x - mouse) >= nearest) return;
        nearest = std::abs(x - mouse);
        told = replays::clock_text(tick - theatre.begin()) + "  " + text;
    };
    for (const Mark& mark : theatre.scan().marks()) {
        const float x = place(mark.tick);
        const bool grave = mark.kind == MarkKind::differs || mark.kind == MarkKind::healed;
        const bool tall = grave || mark.kind == MarkKind::storm || mark.kind == MarkKind::large_died;
        overlay.box(x - 0.0012F, kTop - (tall ? 0.024F : 0.015F), x + 0.0012F, kBottom, ink_of(mark.kind), 0.95F);
        if (mark.kind == MarkKind::storm)
            overlay.box(x - 0.004F, kTop - 0.03F, x + 0.004F, kTop - 0.022F, Ink::gold, 1);
        if (mark.kind == MarkKind::large_died)
            overlay.box(x - 0.004F, kTop - 0.03F, x + 0.004F, kTop - 0.022F, Ink::white, 1);
        consider(x, mark.tick, mark.text);
    }
    for (const Bookmark& mark : theatre.bookmarks().all()) {
        const float x = place(mark.tick);
        overlay.box(x - 0.0015F, kBottom, x + 0.0015F, kBottom + 0.022F, Ink::white, 0.9F);
        overlay.box(x, kBottom + 0.008F, x + 0.011F, kBottom + 0.022F, Ink::white, 0.9F);
        consider(x, mark.tick, mark.note.empty() ? "bookmark" : mark.note);
    }
    if (on_line) {
        overlay.box(mouse - 0.001F, kTop - 0.01F, mouse + 0.001F, kBottom + 0.005F, Ink::white, 0.9F);
        overlay.text(told, {.x = std::clamp(mouse, 0.2F, 0.8F), .y = 0.865F, .size = Size::small});
    }
}

void draw_keys(ui::Overlay& overlay) {
    overlay.dim(0.65F);
    overlay.text("Keys", {.y = 0.14F, .size = Size::middle, .ink = Ink::gold});
    float y = 0.22F;
    for (const KeyLine& line : kKeys) {
        overlay.text(line.keys, {.x = 0.42F, .y = y, .size = Size::small, .ink = Ink::gold, .align = Align::right});
        overlay.text(line.what, {.x = 0.45F, .y = y, .size = Size::small, .align = Align::left});
        y += 0.048F;
    }
}

}  // namespace

void draw_theatre(ui::Overlay& overlay, ReplayRound& round) {
    const Theatre& theatre = round.show();
    draw_timeline(overlay, round);
    if (round.inputs_shown()) draw_inputs(overlay, theatre);
    const Notice words = round.notice();
    overlay.text(words.hint, {.x = kLineLeft, .y = 0.912F, .size = Size::small, .align = Align::left});
    const Bookmark* mark = theatre.bookmarks().find(theatre.tick());
    overlay.text(mark != nullptr ? mark->note : "T take over   F1 keys",
                 {.x = kLineRight,
                  .y = 0.912F,
                  .size = Size::small,
                  .ink = mark != nullptr ? Ink::white : Ink::grey,
                  .align = Align::right});
    const bool grave = words.line != round.told() || round.told_fault();
    overlay.text(words.line, {.y = 0.2F, .size = Size::small, .ink = grave ? Ink::red : Ink::white});
    if (round.mode() == ReplayRound::Mode::noting) {
        overlay.dim(0.4F);
        overlay.text("Note at tick " + std::to_string(theatre.tick()), {.y = 0.4F, .size = Size::middle});
        overlay.text(round.note() + "_", {.y = 0.5F, .size = Size::small, .ink = Ink::gold});
        overlay.text("Enter keeps it   Esc: no", {.y = 0.58F, .size = Size::small, .ink = Ink::grey});
    }
    if (round.mode() == ReplayRound::Mode::taking) {
        overlay.dim(0.5F);
        overlay.text("Take over from here", {.y = 0.3F, .size = Size::middle, .ink = Ink::gold});
        const auto all = round.choices();
        for (std::size_t i = 0; i < all.size(); ++i) {
            overlay.text(all[i].text, {.y = 0.42F + 0.07F * static_cast<float>(i),
                                       .size = Size::middle,
                                       .ink = i == round.choice() ? Ink::gold : Ink::white});
        }
        overlay.text("Enter   Esc: no", {.y = 0.68F, .size = Size::small, .ink = Ink::grey});
    }
    if (round.keys_shown()) draw_keys(overlay);
}

}  // namespace albireo::app
