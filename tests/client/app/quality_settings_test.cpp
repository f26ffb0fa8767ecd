// Goal: a tier sets every value of the quality page, a changed value makes the choice custom, and all of it is saved.
#include <doctest/doctest.h>

#include "client/app/controls/quality_settings.hpp"

using namespace albireo;
using namespace albireo::app;
using render::Quality;
using render::Tier;

namespace {

void turn(Settings& settings, std::string_view key, int way) {
    const SettingDef& def = setting_named(key);
    def.turn(settings, way, false);
    settle_quality(settings, &def);
}

}  // namespace

TEST_CASE("each tier can be chosen, and its values are shown") {
    Settings settings;
    settings.measured_tier = static_cast<int>(Tier::medium);
    settle_quality(settings, nullptr);
    CHECK(quality_of(settings) == render::quality_of(Tier::medium));  // auto, at first
    for (const Tier tier : {Tier::low, Tier::medium, Tier::high}) {
        turn(settings, "quality", 1);
        CHECK(setting_named("quality").text(settings) == render::kTierNames[static_cast<std::size_t>(tier)]);
        CHECK(quality_of(settings) == render::quality_of(tier));
    }
    turn(settings, "quality", 1);
    CHECK(setting_named("quality").text(settings) == "custom");
    CHECK(quality_of(settings) == render::quality_of(Tier::high));  // as it was
}

TEST_CASE("changing any value of the page makes the choice custom, and changes the quality") {
    for (const SettingDef& def : setting_defs()) {
        if (def.page != SettingDef::Page::quality || def.key == "quality") continue;
        CAPTURE(std::string(def.key));
        Settings settings;
        settings.quality = static_cast<int>(QualityChoice::high);
        settle_quality(settings, nullptr);
        turn(settings, def.key, -1);
        CHECK(setting_named("quality").text(settings) == "custom");
        CHECK_FALSE(quality_of(settings) == render::quality_of(Tier::high));
        Settings read;
        CHECK(parse_settings(text_of(settings), read).empty());
        settle_quality(read, nullptr);
        CHECK(quality_of(read) == quality_of(settings));
    }
    Settings settings;
    settle_quality(settings, &setting_named("vsync"));
    CHECK(setting_named("quality").text(settings) == "auto");
}

TEST_CASE("a tier in the file counts, and other values beside it do not") {
    Settings settings;
    CHECK(parse_settings("albireo settings 1\nquality = low\nshadows = soft\nrender_scale = 100\n", settings).empty());
    settle_quality(settings, nullptr);
    CHECK(quality_of(settings) == render::quality_of(Tier::low));
}
