#include "client/app/draw.hpp"

#include <algorithm>
#include <cmath>

#include "client/app/replay_round.hpp"

namespace albireo::app {
namespace {

using ui::Align;
using ui::Ink;
using ui::Size;

constexpr float kStep = 0.062F, kSmallStep = 0.046F;  // between lines, of the window's height

void draw_carousel(ui::Overlay& overlay, const Menu& menu) {
    // The chosen level in the middle, its neighbours to the sides.
    for (std::size_t i = 0; i < menu.titles().size(); ++i) {
        const float off = static_cast<float>(i) - menu.carousel();
        const float near = std::clamp(1 - 0.75F * std::abs(off), 0.0F, 1.0F);
        if (near <= 0) continue;
        overlay.text(menu.titles()[i],
                     {.x = 0.5F + 0.45F * off, .y = 0.25F, .size = Size::large, .ink = Ink::gold, .strength = near});
    }
    if (menu.level_cursor() > 0) overlay.text("<", {.x = 0.06F, .y = 0.25F, .ink = Ink::grey});
    if (menu.level_cursor() + 1 < menu.titles().size()) overlay.text(">", {.x = 0.94F, .y = 0.25F, .ink = Ink::grey});
}

Ink ink_of(int slot) {
    return slot == 0 ? Ink::gold : slot == 1 ? Ink::blue : Ink::grey;
}

void draw_notice(ui::Overlay& overlay, const Notice& notice, Round& round, const platform::Input& input) {
    const bool grave = !notice.title.empty();
    if (grave) overlay.dim(0.6F);
    if (!notice.corner.empty()) {
        overlay.text(notice.corner,
                     {.x = 0.985F, .y = 0.13F, .size = Size::small, .ink = Ink::grey, .align = Align::right});
    }
    overlay.text(notice.title, {.y = 0.26F, .size = Size::large, .ink = Ink::gold});
    overlay.text(notice.line, {.y = grave ? 0.39F : 0.2F, .size = grave ? Size::small : Size::middle});
    float y = 0.47F;
    for (const Notice::Row& row : notice.rows) {
        constexpr std::array<float, 4> kColumns = {0.24F, 0.52F, 0.66F, 0.8F};
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            overlay.text(row.cells[i], {.x = kColumns[i],
                                        .y = y,
                                        .size = row.slot < 0 ? Size::small : Size::middle,
                                        .ink = ink_of(row.slot),
                                        .align = i == 0 ? Align::left : Align::right});
        }
        y += kStep;
    }
    y = std::max(y + 0.03F, grave ? 0.56F : 0.62F);
    for (std::size_t i = 0; i < notice.choices.size(); ++i, y += kStep) {
        overlay.text(notice.choices[i], {.y = y, .ink = i == notice.cursor ? Ink::gold : Ink::white});
        if (overlay.is_over(0.3F, y - kStep / 2, 0.7F, y + kStep / 2)) round.point_at(i, input.mouse_moved);
    }
    overlay.text(notice.hint, {.y = grave ? 0.93F : 0.3F, .size = Size::small, .ink = Ink::grey});
}

}  // namespace

void draw_menu(ui::Overlay& overlay, Menu& menu, const platform::Input& input) {
    const bool at_title = menu.screen() == "title";
    const std::vector<Menu::Line>& lines = menu.lines();
    const bool small = lines.size() > 8;
    const float step = small ? kSmallStep : kStep;
    overlay.dim(at_title ? 0.35F : 0.6F);
    const float top = small ? 0.13F : 0.25F;
    if (menu.has_carousel()) {
        draw_carousel(overlay, menu);
    } else {
        overlay.text(menu.heading(), {.y = top, .size = Size::large, .ink = at_title ? Ink::gold : Ink::white});
    }
    if (at_title) overlay.text("two ships, one sky", {.y = 0.36F, .size = Size::small, .ink = Ink::blue});
    const bool has_values = std::any_of(lines.begin(), lines.end(), [](const auto& line) {
        return !line.value.empty() || line.does == Menu::Line::Does::type;
    });
    const Size size = small ? Size::small : Size::middle;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Menu::Line& line = lines[i];
        const float y = (small ? 0.27F : 0.45F) + step * static_cast<float>(i);
        const bool chosen = i == menu.cursor();
        const Ink ink = chosen ? Ink::gold : Ink::white;
        const bool paired = has_values && (!line.value.empty() || line.does == Menu::Line::Does::type);
        if (paired) {
            overlay.text(line.text, {.x = 0.48F, .y = y, .size = size, .ink = ink, .align = Align::right});
            overlay.text(line.value, {.x = 0.52F,
                                      .y = y,
                                      .size = size,
                                      .ink = !line.trouble.empty() ? Ink::red
                                             : chosen              ? Ink::blue
                                                                   : Ink::grey,
                                      .align = Align::left});
            overlay.text(line.trouble,
                         {.x = 0.985F, .y = y, .size = Size::small, .ink = Ink::red, .align = Align::right});
        } else {
            overlay.text(line.text, {.y = y, .size = size, .ink = ink});
        }
        if (overlay.is_over(0.15F, y - step / 2, 0.85F, y + step / 2)) menu.point_at(i, input.mouse_moved);
    }
    overlay.text(menu.notice(), {.y = 0.9F, .size = Size::small, .ink = Ink::red});
    overlay.text(menu.hint(), {.y = 0.955F, .size = Size::small, .ink = Ink::grey});
}

void draw_round(ui::Overlay& overlay, Round& round, const platform::Input& input) {
    if (ReplayRound* theatre = round.theatre()) return draw_theatre(overlay, *theatre);
    draw_notice(overlay, round.notice(), round, input);
}

void draw_wait(ui::Overlay& overlay, const std::string& line) {
    overlay.dim(1);
    overlay.text(line, {.ink = Ink::grey});
}

}  // namespace albireo::app
