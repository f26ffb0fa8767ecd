#include "client/app/screens/draw.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "client/app/pictures/picture.hpp"
#include "client/app/replay_viewer/replay_activity.hpp"
#include "client/render/hud_layout.hpp"
#include "client/words/words.hpp"

namespace albireo::app {
namespace {

using ui::Align;
using ui::Ink;
using ui::Size;

constexpr float kStep = 0.062F, kCloseStep = 0.0515F, kSmallStep = 0.046F;  // line spacing, as a share of the window's height

/// Below the exhibits, which the picture has already: the title of the chosen level in the middle, its neighbours small to the sides.
void draw_carousel(ui::Overlay& overlay, Menu& menu) {
    using scene::Showcase;
    constexpr float kTitles = 0.425F, kBottom = 0.465F;
    menu.point_at_carousel((overlay.mouse_share(0, 1) - 0.5F) / Showcase::kStep, overlay.is_over(0, 0, 1, kBottom));
    for (std::size_t i = 0; i < menu.levels().size(); ++i) {
        const float off = static_cast<float>(i) - menu.carousel();
        const float near = std::max(1 - std::abs(off), 0.0F);
        const float seen = std::clamp((1.15F - std::abs(off)) / 0.12F, 0.0F, 1.0F);  // gone before it leaves the picture
        if (seen <= 0) continue;
        const float room = 1 - 2 * Showcase::kStep * std::abs(off) - 0.02F;  // up to the nearer edge, on both sides
        overlay.text(translated(menu.levels()[i].title), {.x = 0.5F + Showcase::kStep * off,
                                        .y = kTitles,
                                        .size = Size::large,
                                        .ink = near > 0.5F ? Ink::gold : Ink::grey,
                                        .strength = (0.65F + 0.35F * near) * seen,
                                        .scale = 0.4F + 0.4F * near,
                                        .width_max = std::min(0.3F + 0.4F * near, room)});
    }
}

Ink ink_of(int slot) {
    return slot == 0 ? Ink::gold : slot == 1 ? Ink::blue : Ink::grey;
}

/// Rows of a table; returns the y at which it ends.
float draw_rows(ui::Overlay& overlay, const std::vector<Notice::Row>& rows, float y) {
    using Four = std::array<float, 4>;
    // A lobby has words in its second column. Results have three columns of numbers, with headings of any length.
    const bool are_results = std::ranges::any_of(rows, [](const Notice::Row& row) { return !row.cells[2].empty(); });
    const Four at = are_results ? Four{0.18F, 0.55F, 0.69F, 0.82F} : Four{0.18F, 0.6F, 0.71F, 0.82F};
    const Four width_max = are_results ? Four{0.24F, 0.2F, 0.12F, 0.11F} : Four{0.24F, 0.3F, 0.105F, 0.105F};
    if (!rows.empty())
        overlay.sheet(0.15F, y - 0.05F, 0.85F, y + kStep * static_cast<float>(rows.size()) - 0.01F, 0.6F);
    for (const Notice::Row& row : rows) {
        ui::TextDef cell{.y = y, .size = row.slot < 0 ? Size::small : Size::middle, .ink = ink_of(row.slot)};
        for (std::size_t i = 0; i < at.size() && row.slot < 0; ++i) {  // headings have one size
            cell.shrunk = std::min(cell.shrunk, width_max[i] / std::max(overlay.text_width(row.cells[i], {.size = cell.size}), width_max[i]));
        }
        for (std::size_t i = 0; i < at.size(); ++i) {
            cell.x = at[i], cell.width_max = width_max[i];
            cell.align = i == 0 ? Align::left : Align::right;
            overlay.text(row.cells[i], cell);
        }
        y += kStep;
    }
    return y;
}

/// A row for each way to the game, of as many lines as its words need; the texts shrink if the rows would end below `bottom`. Returns
/// the y at which they end.
float draw_ways(ui::Overlay& overlay, const std::vector<SearchWay>& ways, float y, float bottom) {
    constexpr float kLeft = 0.12F, kTold = 0.53F, kRight = 0.88F, kMargin = 0.015F;
    constexpr float kShrunkMost = 0.5F, kSmaller = 0.97F;
    if (ways.empty()) return y;
    ui::TextDef name{.x = kLeft + kMargin, .size = Size::small, .align = Align::left, .width_max = kTold - kLeft - 2 * kMargin};
    ui::TextDef told = name;
    told.x = kTold;
    told.width_max = kRight - kTold - kMargin;
    const auto row = [&](const SearchWay& way) { return std::max(overlay.paragraph_height(way.name, name), overlay.paragraph_height(way.told, told)); };
    const auto gap = [&] { return 0.3F * overlay.paragraph_height("A", name); };
    const auto end = [&] {
        float at = y;
        for (const SearchWay& way : ways) at += row(way) + gap();
        return at;
    };
    while (end() > bottom && name.shrunk > kShrunkMost) name.shrunk = told.shrunk *= kSmaller;
    const float line = overlay.paragraph_height("A", name);
    overlay.sheet(kLeft, y - line / 2 - gap(), kRight, end() - line / 2, 0.6F);
    for (const SearchWay& way : ways) {
        using State = SearchWay::State;
        name.y = told.y = y;
        name.ink = way.state == State::trying ? Ink::white : Ink::grey;
        told.ink = way.state == State::trying ? Ink::white : way.state == State::found ? Ink::blue : way.state == State::failed ? Ink::red : Ink::grey;
        overlay.paragraph(way.name, name);
        overlay.paragraph(way.told, told);
        y += row(way) + gap();
    }
    return y;
}

/// The first rows of a board, on a sheet beside the menu.
void draw_scores(ui::Overlay& overlay, const BoardPanel& panel, float left, float right, float top, float bottom) {
    const float step = kSmallStep * overlay.style().small_scale, inner = right - 0.015F;
    float y = top + step * 0.6F;
    const auto fits = static_cast<std::size_t>((bottom - y) / step - 0.35F);  // below the title
    const auto columns = static_cast<int>(24 / overlay.style().small_scale);  // of names: longer ones would be shrunk too far
    overlay.sheet(left, top, right, bottom, 0.6F);
    overlay.text(panel.title, {.x = (left + right) / 2, .y = y, .size = Size::small, .ink = Ink::blue, .width_max = right - left - 0.02F});
    for (const BoardPanel::Row& row : panel.first(fits)) {
        y += step;
        const Ink ink = row.is_own ? Ink::gold : Ink::white;
        const float place = overlay.text(row.place, {.x = left + 0.015F, .y = y, .size = Size::small, .ink = Ink::grey, .align = Align::left, .width_max = 0.06F});
        const float score = overlay.text(row.score, {.x = inner, .y = y, .size = Size::small, .ink = ink, .align = Align::right, .width_max = 0.13F});
        const float from = left + std::max(place + 0.027F, 0.04F);
        overlay.text(shortened(row.names, columns), {.x = from, .y = y, .size = Size::small, .ink = ink, .align = Align::left, .width_max = inner - score - 0.015F - from});
    }
    overlay.text(panel.line, {.x = (left + right) / 2, .y = (top + bottom) / 2, .size = Size::small, .ink = Ink::grey, .width_max = right - left - 0.03F});
}

/// An invitation in the upper part of a panel: its key, its text and from where it works, and beside them its QR code. The texts take as many
/// lines as they need, and shrink only if they would push the lower part, `height_below` high, out of the picture. Returns the y at which
/// they end.
float draw_invitation(ui::Overlay& overlay, const Notice& notice, float height_below) {
    constexpr float kTop = 0.045F, kLeft = 0.03F, kRight = 0.97F, kGap = 0.014F;
    constexpr float kCodeHeight = 0.36F;  // for a long invitation in a small window more, if there is room
    constexpr float kShrunkMost = 0.5F, kSmaller = 0.97F;
    const float room = 1 - height_below - kTop - kGap;
    ui::Overlay::Corner code{kRight, kTop};
    if (notice.qr) {
        const QrCode& qr = *notice.qr;
        const float height = overlay.has_room_for_cells(qr.cells, kCodeHeight) ? kCodeHeight : room;
        code = overlay.cells(kRight, kTop, kTop + height, qr.cells, [&](int column, int row) { return qr.is_dark(column, row); });
    }
    const float width = code.left - kLeft - (code.left < kRight ? 0.02F : 0), x = kLeft + width / 2;
    overlay.text(notice.title, {.x = x, .y = 0.11F, .size = Size::large, .ink = Ink::gold, .scale = 0.8F, .width_max = width});
    ui::TextDef line{.x = x, .size = Size::small, .width_max = width}, more = line, link = line, reach = line;
    more.ink = reach.ink = Ink::grey;
    link.ink = Ink::blue;
    struct Part {
        const std::string& text;
        ui::TextDef& def;
    };
    const Part parts[] = {{notice.line, line}, {notice.more, more}, {notice.link, link}, {notice.reach, reach}};
    const auto half_line = [&] { return overlay.paragraph_height("A", link) / 2; };
    constexpr float kTexts = kTop + 0.13F;  // where they begin
    const auto end = [&] {
        float y = kTexts;
        for (const Part& part : parts) {
            part.def.y = y + half_line();
            if (!part.text.empty()) y += overlay.paragraph_height(part.text, part.def) + kGap;
        }
        return y;
    };
    while (end() + height_below > 1 && link.shrunk > kShrunkMost) {
        for (const Part& part : parts) part.def.shrunk *= kSmaller;
    }
    for (const Part& part : parts) overlay.paragraph(part.text, part.def);
    return std::max(end(), code.bottom);
}

/// A still panel over a dimmed picture.
void draw_panel(ui::Overlay& overlay, const Notice& notice, Activity& activity, const platform::Input& input) {
    constexpr float kAboveRows = 0.06F, kBelowRows = 0.04F, kHint = 0.02F;
    overlay.dim(0.6F);
    const bool invites = !notice.link.empty();
    const float hint = notice.hint.empty() ? 0 : kHint + overlay.paragraph_height("A", {.size = Size::small}) / 2;
    float step = invites ? kCloseStep : kStep, y = 0.45F, lift = 0;
    if (invites) {
        const float rows = notice.rows.empty() ? 0 : kAboveRows + kStep * static_cast<float>(notice.rows.size());
        y = draw_invitation(overlay, notice, rows + kBelowRows + step * static_cast<float>(notice.choices.size()) + hint);
        y += notice.rows.empty() ? 0 : kAboveRows;
    } else {
        // The ways of a search need room.
        if (!notice.ways.empty()) lift = 0.09F, y -= lift;
        overlay.text(notice.title, {.y = 0.22F - lift, .size = Size::large, .ink = Ink::gold});
        const bool has_second = !notice.more.empty() || !notice.verdict.empty();
        overlay.text(notice.line, {.y = (has_second ? 0.335F : 0.35F) - lift, .size = Size::small});
        overlay.text(notice.verdict, {.y = notice.line.empty() ? 0.355F : 0.375F, .size = Size::small, .ink = Ink::blue});
        overlay.text(notice.more, {.y = 0.375F, .size = Size::small, .ink = Ink::grey});
    }
    y = draw_rows(overlay, notice.rows, draw_ways(overlay, notice.ways, y, 0.8F)) + (notice.rows.empty() && !invites ? 0.05F : kBelowRows);
    // Results have up to four choices, and a hint below them.
    if (y + step * static_cast<float>(notice.choices.size()) + hint > 1) step = kCloseStep;
    for (std::size_t i = 0; i < notice.choices.size(); ++i, y += step) {
        const bool chosen = i == notice.cursor;
        if (chosen) overlay.box(0.34F, y - step / 2, 0.66F, y + step / 2, Ink::gold, 0.12F);
        overlay.text(notice.choices[i], {.y = y, .ink = chosen ? Ink::gold : Ink::white});
        if (overlay.is_over(0.3F, y - step / 2, 0.7F, y + step / 2)) activity.point_at(i, input.mouse_moved);
    }
    overlay.text(notice.hint, {.y = y + kHint, .size = Size::small, .ink = Ink::grey});
}

}  // namespace

void draw_captions(ui::Overlay& overlay, const Notice& notice) {
    for (const Notice::Caption& caption : notice.captions) {
        overlay.text(caption.text, {.y = caption.y,
                                    .size = caption.is_large ? Size::large : Size::middle,
                                    .ink = caption.slot < 0 && !caption.is_large ? Ink::white : ink_of(std::max(caption.slot, 0)),
                                    .strength = caption.strength,
                                    .scale = caption.is_large || caption.slot >= 0 ? 1.0F : 0.8F,
                                    .width_max = 0.9F});
    }
    overlay.text(notice.hint, {.x = 0.975F, .y = 0.965F, .size = Size::small, .ink = Ink::grey, .align = Align::right, .strength = 0.7F});
}

namespace {

/// In the lower right corner: ships come back on the left, and the HUD has the upper and lower edges.
void draw_hit(ui::Overlay& overlay, const ShownHit& hit) {
    constexpr float kLeft = 0.735F, kRight = 0.975F, kTop = 0.58F, kBottom = 0.82F;
    const auto cell_at = [&](int column, int row) -> ui::Overlay::Cell {
        switch (hit.picture->at(column, row)) {
            case scene::HitCell::none:
                return {Ink::shade, 0.75F};
            case scene::HitCell::rock:
                return {Ink::grey, 0.45F};
            case scene::HitCell::enemy:
                return {Ink::grey, 0.8F};
            case scene::HitCell::fire:
                return {Ink::red, 0.55F};
            case scene::HitCell::gold:
                return {Ink::gold, 1};
            case scene::HitCell::blue:
                return {Ink::blue, 1};
            case scene::HitCell::culprit:
                return {Ink::white, 1};
        }
        return {};
    };
    overlay.sheet(kLeft - 0.004F, kTop - 0.007F, kRight + 0.004F, kBottom + 0.007F, 0.9F);
    overlay.mosaic(kLeft, kTop, kRight, kBottom, scene::HitPicture::kColumns, scene::HitPicture::kRows, cell_at);
    overlay.text(hit.text, {.x = (kLeft + kRight) / 2,
                            .y = kBottom + 0.032F,
                            .size = Size::small,
                            .ink = ink_of(hit.slot),
                            .width_max = kRight - kLeft,
                            .backed = true});
}

/// Who speaks, and how loud: a name and a meter of eight bars for each.
void draw_voice(ui::Overlay& overlay, const std::vector<Notice::VoiceRow>& rows) {
    constexpr float kRight = 0.975F, kStepX = 0.008F, kTall = 0.018F;
    constexpr int kBars = 8;
    float y = 0.165F + render::hud_reach(overlay.style().hud_scale);
    for (const Notice::VoiceRow& row : rows) {
        const Ink ink = row.is_live ? ink_of(row.slot) : Ink::grey;
        const float meter = row.level < 0 ? 0 : kBars * kStepX + 0.016F;
        overlay.text(row.text, {.x = kRight - meter, .y = y, .size = Size::small, .ink = ink, .align = Align::right, .width_max = 0.25F, .backed = true});
        for (int bar = 0; row.level >= 0 && bar < kBars; ++bar) {
            const float left = kRight - static_cast<float>(kBars - bar) * kStepX;
            const float tall = kTall * (0.4F + 0.6F * static_cast<float>(bar + 1) / kBars);
            const bool is_lit = row.level * kBars > static_cast<float>(bar) + 0.5F;
            overlay.box(left, y + kTall / 2 - tall, left + kStepX * 0.7F, y + kTall / 2, is_lit ? ink : Ink::grey, is_lit ? 0.9F : 0.3F);
        }
        y += 0.045F * overlay.style().small_scale;
    }
}

/// The words shown while the game goes on.
void draw_words(ui::Overlay& overlay, const Notice& notice) {
    const float lower = render::hud_reach(overlay.style().hud_scale);
    overlay.text(notice.line, {.y = 0.2F + lower, .scale = 0.8F, .backed = true});
    for (const Notice::Call& call : notice.calls) {
        overlay.text(call.text, {.x = call.x, .y = call.y, .size = Size::small, .ink = ink_of(call.slot), .width_max = 0.2F, .backed = true});
    }
    draw_voice(overlay, notice.voice);
    overlay.text(
        notice.corner,
        {.x = 0.975F, .y = 0.12F + lower, .size = Size::small, .ink = Ink::grey, .align = Align::right, .backed = true});
}

}  // namespace

ui::Style style_of(const Settings& settings) {
    return {.small_scale = static_cast<float>(settings.text_scale) / 100, .high_contrast = settings.high_contrast, .hud_scale = static_cast<float>(settings.hud_scale) / 100};
}

void draw_menu(ui::Overlay& overlay, Menu& menu, const platform::Input& input) {
    const bool at_title = menu.screen() == "title";
    const std::vector<Menu::Line>& lines = menu.lines();
    const std::size_t rows = std::min(lines.size(), menu.shown_max());
    const bool small = rows > 7, below_carousel = menu.has_carousel();
    const float step = below_carousel ? kCloseStep : small ? kSmallStep * overlay.style().small_scale : kStep;
    const float first = below_carousel ? 0.521F : small ? 0.27F : 0.44F;
    const Size size = small ? Size::small : Size::middle;
    const auto is_pair = [](const Menu::Line& line) {
        return !line.value.empty() || line.kind == Menu::Line::Kind::type;
    };
    const auto is_text = [](const Menu::Line& line) { return line.kind == Menu::Line::Kind::nothing; };
    const bool paired = std::any_of(lines.begin(), lines.end(), is_pair);
    const bool has_text = std::any_of(lines.begin(), lines.end(), is_text);
    const BoardPanel* const scores = menu.scores();
    const float left = scores != nullptr ? 0.03F : paired || has_text ? 0.18F : 0.3F;
    const float right = scores != nullptr ? 0.63F : 1 - left;
    overlay.dim(below_carousel ? 0.0F : at_title ? 0.35F : 0.55F);
    overlay.sheet(left, first - step * 0.9F, right, first + step * (static_cast<float>(rows) - 0.1F),
                  at_title ? 0.35F : 0.6F);
    if (scores != nullptr) draw_scores(overlay, *scores, right + 0.015F, 0.97F, first - step * 0.9F, first + step * (static_cast<float>(rows) - 0.1F));
    if (!below_carousel) menu.point_at_carousel(0, false);
    if (below_carousel) {
        draw_carousel(overlay, menu);
    } else {
        overlay.text(menu.heading(), {.y = small ? 0.12F : 0.22F,
                                      .size = Size::large,
                                      .ink = at_title ? Ink::gold : Ink::white,
                                      .scale = at_title ? 1.15F
                                               : small  ? 0.8F
                                                        : 1});
    }
    if (at_title) overlay.text(tr("two ships, one sky"), {.y = 0.335F, .size = Size::small, .ink = Ink::blue});
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!menu.is_shown(i)) continue;
        const Menu::Line& line = lines[i];
        const std::size_t row = i + 1 == lines.size() ? rows - 1 : i - menu.first_shown();
        const float y = first + step * static_cast<float>(row);
        const bool chosen = i == menu.cursor();
        const Ink ink = is_text(line) ? Ink::grey : chosen ? Ink::gold : Ink::white;
        if (chosen) overlay.box(left, y - step / 2, right, y + step / 2, Ink::gold, 0.12F);
        if (is_pair(line)) {
            const Ink value = !line.trouble.empty() ? Ink::red : chosen ? Ink::blue : Ink::grey;
            const float taken = overlay.text(
                line.value,
                {.x = right - 0.02F, .y = y, .size = size, .ink = value, .align = Align::right, .width_max = 0.36F});
            overlay.text(line.text, {.x = left + 0.02F,
                                     .y = y,
                                     .size = size,
                                     .ink = ink,
                                     .align = Align::left,
                                     .width_max = right - left - taken - 0.06F});
            overlay.text(line.trouble, {.x = right + (lines.size() > rows ? 0.024F : 0.01F),  // beside the position in a long list
                                        .y = y,
                                        .size = Size::small,
                                        .ink = Ink::red,
                                        .align = Align::left,
                                        .width_max = 0.14F,
                                        .backed = true});
        } else {
            overlay.text(line.text, {.x = paired ? left + 0.02F : (left + right) / 2,
                                     .y = y,
                                     .size = is_text(line) ? Size::small : size,
                                     .ink = ink,
                                     .align = paired ? Align::left : Align::centre,
                                     .width_max = right - left - 0.04F});
        }
        if (overlay.is_over(left, y - step / 2, right, y + step / 2)) menu.point_at(i, input.mouse_moved);
    }
    if (lines.size() > rows) {
        // The position of the visible lines in the list.
        const float top = first - step / 2, high = step * static_cast<float>(rows - 1);
        const auto place = [&](std::size_t line) {
            return top + high * static_cast<float>(line) / static_cast<float>(lines.size() - 1);
        };
        overlay.box(right + 0.008F, top, right + 0.014F, top + high, Ink::grey, 0.25F);
        overlay.box(right + 0.008F, place(menu.first_shown()), right + 0.014F, place(menu.first_shown() + rows - 1),
                    Ink::gold, 0.7F);
    }
    overlay.text(menu.notice(), {.y = 0.905F, .size = Size::small, .ink = Ink::red, .backed = true});
    overlay.text(menu.hint(), {.y = 0.96F, .size = Size::small, .ink = Ink::grey});
}

void draw_activity(ui::Overlay& overlay, Activity& activity, const platform::Input& input) {
    if (ReplayActivity* viewer = activity.replay()) return draw_replay_viewer(overlay, *viewer, input);
    const Notice notice = activity.notice();
    if (!notice.title.empty()) return draw_panel(overlay, notice, activity, input);
    if (notice.choices.empty()) {
        if (const ShownHit hit = activity.shown_hit(); hit.picture != nullptr) draw_hit(overlay, hit);
        return draw_words(overlay, notice);
    }
    draw_captions(overlay, notice);
    // A click anywhere takes the only choice.
    if (overlay.is_over(0, 0, 1, 1)) activity.point_at(0, input.mouse_moved);
}

void draw_notices(ui::Overlay& overlay, const Notices& notices) {
    const Notices::Line* line = notices.now();
    if (line == nullptr) return;
    overlay.text(line->text,
                 {.y = 0.075F, .size = Size::small, .ink = line->fault ? Ink::red : Ink::white, .backed = true});
}

void draw_search(ui::Overlay& overlay, const Notice& notice) {
    overlay.dim(1);
    overlay.text(notice.title, {.y = 0.22F, .size = Size::large, .ink = Ink::gold});
    const float y = draw_ways(overlay, notice.ways, 0.36F, 0.86F);
    overlay.text(notice.hint, {.y = y + 0.05F, .size = Size::small, .ink = Ink::grey});
}

void draw_wait(ui::Overlay& overlay, const std::string& line) {
    overlay.dim(1);
    overlay.text(line, {.ink = Ink::grey});
}

}  // namespace albireo::app
