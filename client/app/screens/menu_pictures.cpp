#include "client/app/screens/menu_pictures.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "client/app/pictures/exhibits.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/screens/draw.hpp"
#include "client/words/format.hpp"

namespace albireo::app {
namespace {

using platform::Key;

/// Both themes of the HUD at their smallest and largest, with everything that they show at once.
void shoot_hud_sizes(Studio& studio, scene::View& view) {
    const auto write = [](auto& text, std::string_view from) { std::ranges::copy(from, text.begin()); };
    view.hud.shown = true;
    view.hud.boss = {.full = 0.72F, .par = 0.4F, .marks = {0.66F, 0.33F}, .mark_count = 2, .clock = {"1:07.3"}, .joint = scene::BossBar::Joint::possible};
    write(view.hud.boss_name, translated("NAUTILARCH"));
    write(view.hud.boss_hint, tr("Fire together!"));
    write(view.hud.clock, "12:31.4");
    view.hud.beaten = {.strength = 1};
    write(view.hud.beaten.text, translated("NAUTILARCH") + "  1:31.4");
    view.hud.team_score = 1'234'567;
    for (std::size_t slot = 0; slot < 2; ++slot) {
        scene::HudPlayer& player = view.hud.players[slot];
        player = {.here = true, .lives = 5, .score = 617'283, .multiplier = 16, .charge = 1, .gold = 0.6F, .weapon = static_cast<int>(slot)};
        write(player.name, slot == 0 ? "Anna" : "Benjamin Bunny");
    }
    for (const int percent : {75, 150}) {
        for (const auto theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
            view.visuals.theme = theme;
            view.visuals.hud_scale = static_cast<float>(percent) / 100;
            studio.shoot("hud-" + std::string(theme == scene::HudTheme::standard ? "default-" : "classic-") + std::to_string(percent),
                         &view, [](ui::Overlay&) {});
        }
    }
}

/// Names in scripts that join, stack or run from right to left, in the HUD and in sentences, and one in a script that no usual font has.
void shoot_names(Studio& studio, scene::View& view) {
    struct Pair {
        const char* name;
        std::array<std::string_view, 2> names;
    };
    constexpr Pair kPairs[] = {{"hebrew-arabic", {"אבירם Anna", "محمد ليلى"}}, {"devanagari-thai", {"हिन्दी क्षिति", "สุภาพร กี่"}}, {"no-font", {"\U00013000\U00013001 Anna", "e\u0301a\u0308 \u0645"}}};
    view.visuals.theme = scene::HudTheme::standard;
    view.visuals.hud_scale = 1;
    for (const Pair& pair : kPairs) {
        for (std::size_t slot = 0; slot < 2; ++slot) {
            view.hud.players[slot].name = {};
            std::ranges::copy(pair.names[slot], view.hud.players[slot].name.begin());
        }
        studio.shoot("hud-names-" + std::string(pair.name), &view, [&](ui::Overlay& overlay) {
            overlay.text(tr_f("{} paused. {} can resume in {} s", pair.names[0], pair.names[1], 7), {.y = 0.3F, .backed = true});
            overlay.text(tr_f("{}: choose with {}, {} and {}", pair.names[1], "1", "2", "3"), {.y = 0.4F, .backed = true});
            overlay.text(pair.names[0], {.y = 0.55F, .size = ui::Size::large});
            overlay.text(pair.names[1], {.y = 0.7F, .size = ui::Size::large});
        });
    }
}

/// Boards beside a level, as a service may answer.
ShownBoard full_board() {
    ShownBoard board{.state = ShownBoard::State::ready};
    for (std::uint64_t i = 0; i < BoardRows::kRowsMax; ++i) {
        board.found.rows.push_back({.place = i + 1, .names = i % 3 == 1 ? "Benjamin Bunny, Anna" : "Anna, Ben", .score = 21'617'283 - i * 1'834'567, .run = static_cast<std::int64_t>(i)});
    }
    board.found.own = board.found.rows[2];
    return board;
}
ShownBoard board_with_own_below() {
    ShownBoard board = full_board();
    board.found.own = BoardRow{.place = 1'234, .names = "Anna, Benjamin Bunny", .score = 617'283, .run = 99};
    return board;
}

/// What is behind the screens that have a carousel.
class CarouselViews {
  public:
    CarouselViews(Studio& studio, const Menu& menu) : picture_(studio.picture()), menu_(menu) {
        if (!studio.makes_pictures()) return;
        std::vector<scene::Exhibit> exhibits;
        for (const Menu::LevelChoice& choice : menu.levels()) exhibits.push_back(exhibit_for(choice.name));
        picture_.set_exhibits(std::move(exhibits));
        while (!picture_.load_exhibits(*view_)) {
        }
    }
    const scene::View* view() {
        constexpr float kSeconds = 1.6F;  // then each of them is seen from the side
        if (picture_.has_exhibits()) picture_.showcase().look({.place = menu_.carousel(), .seconds = kSeconds}, picture_.cast(), *view_);
        return view_.get();
    }

  private:
    Picture& picture_;
    const Menu& menu_;
    std::unique_ptr<scene::View> view_ = std::make_unique<scene::View>();
};

}  // namespace

void shoot_menus(Studio& studio) {
    const auto show = show_level("the_cut", {.seed = 3, .skill = 8});
    scene::Stage stage(show->level(), studio.picture().load_cast(show->level()), {});
    auto view = std::make_unique<scene::View>();
    for (int i = 0; i < 700; ++i) {
        show->step();
        stage.tick(show->before(), show->now(), show->effects());
        stage.look({.before = show->before(), .now = show->now(), .predicted = {}}, *view);
        if (i > 600) studio.advance(*view);
        view->bursts.clear();
    }
    stage.look({.before = show->before(), .now = show->now(), .predicted = {}}, *view);
    view->hud.shown = false;

    Settings settings;
    settings.text_scale = studio.usual_percent();
    settings.hud_scale = studio.hud_percent();
    Menu menu(settings, {{"the_cut", "The Cut", {{"First light", {.section = 1}}, {"Between walls", {.section = 2}}}},
                         {"tutorial", "Tutorial"},
                         {"shelf_sea", "Shelf Sea"},
                         {"the_hive", "The Hive"},
                         {"endless", "The Long Way"},
                         {"boss_rush", "Boss Rush"},
                         {"campaign", "Campaign"}});
    CarouselViews carousel(studio, menu);
    const auto press = [&](std::initializer_list<Key> keys, const std::string& typed = "") {
        for (const Key key : keys) {
            platform::Input input;
            input.pressed.push_back(key);
            menu.advance(input, 1.0F / 60);
        }
        platform::Input input;
        input.typed = typed;
        menu.advance(input, 0.001F);
    };
    const auto go_to = [&](const std::string& row) {
        for (std::size_t i = 0; menu.lines()[menu.cursor()].text != row; ++i) {
            if (i > menu.lines().size()) throw PictureError{"no row of this menu is called " + row};
            press({Key::down});
        }
    };
    const auto shoot = [&](const std::string& name) {
        studio.shoot("menu-" + name, menu.has_carousel() ? carousel.view() : view.get(), [&](ui::Overlay& overlay) { draw_menu(overlay, menu, studio.input); });
    };
    for (const std::string_view screen : Menu::screens()) {
        menu.show("", screen);
        shoot(std::string(screen));
    }
    Notices notices;
    notices.add(tr_f("settings: {}", tr_f("what could not be read is reset; the old file is kept as {}", "settings.txt.damaged")));
    menu.show("");
    studio.shoot("menu-title-told", view.get(), [&](ui::Overlay& overlay) {
        draw_menu(overlay, menu, studio.input);
        draw_notices(overlay, notices);
    });
    menu.show("", "levels");
    press({Key::right, Key::down, Key::down, Key::down});
    for (int i = 0; i < 6; ++i) press({});
    platform::Input nothing;
    menu.advance(nothing, 0.12F);
    shoot("levels-moving");
    menu.advance(nothing, 2);
    shoot("levels-second");
    for (std::size_t i = 2; i < menu.levels().size(); ++i) {
        menu.show("", "levels");
        press({Key::right});
        menu.advance(nothing, 2);
        for (int frame = 0; frame < 120; ++frame) menu.advance(nothing, 1.0F / 60);
        shoot("levels-" + menu.level());
    }
    for (std::size_t i = 2; i < menu.levels().size(); ++i) press({Key::left});
    const auto show_board = [&](const ShownBoard& board) { menu.set_scores(panel_of(*menu.score_board(), board)); };
    menu.show("", "levels");
    menu.advance(nothing, 2);
    press({Key::left});
    for (int frame = 0; frame < 120; ++frame) menu.advance(nothing, 1.0F / 60);  // until the titles stand still
    show_board(full_board());
    shoot("levels-board");
    show_board(board_with_own_below());
    shoot("levels-board-own-below");
    press({Key::down});
    using State = ShownBoard::State;
    for (const auto& [state, name] : {std::pair{State::asking, "asking"}, std::pair{State::silent, "silent"}, std::pair{State::unreadable, "unreadable"},
                                      std::pair{State::unknown, "unknown"}, std::pair{State::wrong_address, "wrong-address"}, std::pair{State::ready, "empty"}}) {
        show_board({.state = state});
        shoot("levels-board-" + std::string(name));
    }
    menu.show("", "host");
    show_board(board_with_own_below());
    shoot("host-board");
    menu.set_scores({});
    menu.show("", "join");
    press({}, "k7q");
    shoot("join-typed");
    press({Key::enter}, "");
    shoot("join-short");
    press({}, "f2m");
    menu.show(translated_reason("no game has this code (K7QF2M)"), "join");
    shoot("join-refused");
    menu.set_found({{"K7QF2M", "Anna", translated("The Cut"), "192.168.1.20:7777"},
                    {"M2FQ7K", "Benjamin Bunny", translated("Tutorial"), "192.168.1.23:7778", proto::VersionGap::server_is_newer}});
    menu.show("", "join");
    shoot("join-near");
    menu.set_found({}, proto::VersionGap::server_is_older);
    shoot("join-older");
    menu.set_found({});
    std::vector<std::string> replays;
    for (int i = 0; i < 20; ++i) replays.push_back("/r/202611" + std::to_string(30 - i) + "-201500-K7QF2M.replay");
    menu.set_replays(replays, [](const std::string&) { return translated("The Cut") + "   Anna, Ben   5:12.03"; });
    menu.show("", "replays");
    shoot("replays-many");
    press({Key::page_down, Key::down, Key::down, Key::down});
    shoot("replays-scrolled");
    settings.used_servers[0] = "play.example.org:7777";
    menu.show("", "host");
    press({Key::down, Key::right});
    shoot("host-elsewhere");
    settings.bindings.alone.of(Action::fire)[1] = Key::x;
    settings.bindings.halves[0].of(Action::fire)[0] = Key::up;
    menu.show("", "controls");
    press({Key::enter});
    go_to(tr("Fire"));
    shoot("bindings-conflict");
    press({Key::enter});
    shoot("bindings-waiting");
    press({Key::escape, Key::escape, Key::down, Key::enter, Key::down});
    shoot("bindings-half");
    press({Key::escape, Key::up, Key::up, Key::up});
    press({Key::up, Key::enter});
    shoot("bindings-pad");
    menu.show("", "quality");
    go_to(tr("Shadows"));
    press({Key::left});
    shoot("quality-custom");
    menu.show("", "access");
    go_to(tr("Fire button"));
    press({Key::right, Key::right});
    shoot("access-automatic");
    menu.show("", "controls");
    press({Key::enter});
    go_to(tr("Layout"));
    press({Key::right, Key::right});
    shoot("bindings-left-hand");
    settings = {};
    settings.hud_scale = studio.hud_percent();
    settings.text_scale = 75;
    studio.overlay().set_style(style_of(settings));
    for (const std::string_view screen : {"picture", "access", "levels"}) {
        menu.show("", screen);
        shoot("small-" + std::string(screen));
    }
    // All screens with the largest text and the highest contrast.
    settings.text_scale = 150;
    settings.high_contrast = true;
    studio.overlay().set_style(style_of(settings));
    view->visuals = visuals_of(settings);
    for (const std::string_view screen : Menu::screens()) {
        menu.show("", screen);
        shoot("large-" + std::string(screen));
    }
    menu.show("", "levels");
    show_board(board_with_own_below());
    shoot("large-levels-board");
    menu.set_scores({});
    menu.show(translated_reason("no game has this code (K7QF2M)"), "join");
    shoot("large-join-refused");
    studio.use_usual_text();
    view->visuals = {};
    shoot_hud_sizes(studio, *view);
    shoot_names(studio, *view);
}

}  // namespace albireo::app
