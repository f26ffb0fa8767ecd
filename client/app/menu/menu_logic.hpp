#pragma once
/// The state machine of the menu's screens. Owned by menu.cpp and menu_screens.cpp.
#include "client/app/menu/menu.hpp"

namespace albireo::app {

/// Requesting another screen opens it with the cursor on its first line.
struct Menu::Logic {
    static void begin(Menu& menu) {
        menu.cursor_ = menu.first_ = 0;
        menu.wanted_screen_ = kNoState;
        menu.binding_.reset();
        menu.stop_picking();
    }
    enum Screen : std::uint8_t {
        kTitle,
        kLevels,
        kHost,
        kJoin,
        kReplays,
        kSettings,
        kCredits,
        kPlayers,
        kPicture,
        kQuality,
        kAccess,
        kSound,
        kControls,
        kBindings
    };
    template <int N>
    static bool wants(const Menu& menu) {
        return menu.wanted_screen_ == N;
    }
    using Def = TableState<Menu>;
    static constexpr Def::Way kToTitle{"title", wants<kTitle>};
    static constexpr Def::Way kToSettings{"settings", wants<kSettings>};
    static constexpr Def::Way kToControls{"controls", wants<kControls>};
    static constexpr auto kScreens = machine_table<Menu>({
        {"title",
         {.begin = begin},
         {{{"levels", wants<kLevels>},
           {"host", wants<kHost>},
           {"join", wants<kJoin>},
           {"replays", wants<kReplays>},
           kToSettings,
           {"credits", wants<kCredits>}}}},
        {"levels", {.begin = begin}, {{kToTitle}}},
        {"host", {.begin = begin}, {{kToTitle}}},
        {"join", {.begin = begin}, {{kToTitle}}},
        {"replays", {.begin = begin}, {{kToTitle}}},
        {"settings",
         {.begin = begin},
         {{kToTitle,
           {"players", wants<kPlayers>},
           {"picture", wants<kPicture>},
           {"access", wants<kAccess>},
           {"sound", wants<kSound>},
           kToControls}}},
        {"credits", {.begin = begin}, {{kToTitle}}},
        {"players", {.begin = begin}, {{kToSettings}}},
        {"picture", {.begin = begin}, {{kToSettings, {"quality", wants<kQuality>}}}},
        {"quality", {.begin = begin}, {{{"picture", wants<kPicture>}}}},
        {"access", {.begin = begin}, {{kToSettings}}},
        {"sound", {.begin = begin}, {{kToSettings}}},
        {"controls", {.begin = begin}, {{kToSettings, {"bindings", wants<kBindings>}}}},
        {"bindings", {.begin = begin}, {{kToControls}}},
    });
    static_assert(kScreens.state("title") == kTitle && kScreens.state("bindings") == kBindings &&
                  kScreens.state("settings") == kSettings && kScreens.state("join") == kJoin);
    static constexpr std::uint8_t parent_of(std::uint8_t screen) {
        return screen == kBindings ? kControls : screen == kQuality ? kPicture : screen >= kPlayers ? kSettings : kTitle;
    }
};

}  // namespace albireo::app
