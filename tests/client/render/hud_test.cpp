// Goal: the HUD shows its values in the expected places: bars fill from below, lives are at their own
// edge, and names are drawn with their own letters and within their space.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

namespace {

constexpr int kWidth = 640, kHeight = 360;

/// Fractions of the picture, from its left edge and from its top.
struct Place {
    float left = 2, top = 2, right = -1, bottom = -1;
    bool is_nowhere() const { return right < 0; }
};

struct Board {
    // The HUD is drawn at full size over a scene that is as cheap as it can be.
    render::Renderer renderer{test_device(), test_library(), {},
                              {.width = kWidth, .height = kHeight, .scale = 0.1F, .samples = 1, .occlusion_samples = 0,
                               .shadow_texels = 0, .bloom = 0, .particles_max = 64}};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Board() {
        for (scene::HudPlayer& player : view->hud.players) player.here = true;
    }
    scene::HudPlayer& player(std::size_t slot) { return view->hud.players[slot]; }
    void name(std::size_t slot, std::string_view text) {
        player(slot).name = {};
        std::copy_n(text.begin(), std::min(text.size(), player(slot).name.size() - 1), player(slot).name.begin());
    }
    gpu::Image picture() {
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
    /// The area in which the picture changes when `act` is applied to the view. The change stays.
    Place change(const std::function<void()>& act) {
        const gpu::Image before = picture();
        act();
        const gpu::Image after = picture();
        Place place;
        for (std::size_t i = 0; i < after.pixels.size(); i += 4) {
            const auto differs = [&](std::size_t channel) {
                return std::abs(before.pixels[i + channel] - after.pixels[i + channel]) > 12;
            };
            if (!differs(0) && !differs(1) && !differs(2)) continue;
            const float x = static_cast<float>(i / 4 % kWidth) / kWidth,
                        y = static_cast<float>(i / 4 / kWidth) / kHeight;
            place.left = std::min(place.left, x), place.right = std::max(place.right, x);
            place.top = std::min(place.top, y), place.bottom = std::max(place.bottom, y);
        }
        return place;
    }
};

bool overlap(const Place& one, const Place& other) {
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

}  // namespace

TEST_CASE("the gold bar is above the blue one, and both fill from below") {
    for (const scene::HudTheme theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
        Board board;
        board.view->visuals.theme = theme;
        for (const std::size_t slot : {0U, 1U}) {
            const Place blue = board.change([&] { board.player(slot).charge = 0.9F; });
            const Place gold = board.change([&] { board.player(slot).gold = 0.9F; });
            REQUIRE_FALSE(blue.is_nowhere());
            REQUIRE_FALSE(gold.is_nowhere());
            CHECK(gold.top < blue.top);
            CHECK(gold.bottom <= blue.top + 0.5F / kHeight);
            CHECK(gold.left == doctest::Approx(blue.left).epsilon(0.02));
        }
    }
}

TEST_CASE("by default player one's lives are at the right end of the top row, player two's at the left end below") {
    Board board;
    board.name(0, "Ada");
    board.name(1, "Ben");
    const Place first = board.change([&] { board.player(0).lives = 3; });
    const Place second = board.change([&] { board.player(1).lives = 3; });
    CHECK(first.left > 0.85F);
    CHECK(first.right > 0.95F);
    CHECK(first.bottom < 0.1F);
    CHECK(second.left < 0.05F);
    CHECK(second.right < 0.15F);
    CHECK(second.top > 0.9F);
}

TEST_CASE("a boss's bar and name do not overlap the top and bottom rows") {
    for (const scene::HudTheme theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
        Board board;
        board.view->visuals.theme = theme;
        const Place boss = board.change([&] {
            board.view->hud.boss = {.full = 1, .par = 1, .marks = {0.5F}, .mark_count = 1, .clock = {"12:34.5"}};
            std::copy_n("SENTINEL OF THE CUT", 19, board.view->hud.boss_name.begin());
        });
        REQUIRE_FALSE(boss.is_nowhere());
        for (const std::size_t slot : {0U, 1U}) {
            CAPTURE(slot);
            CHECK_FALSE(overlap(boss, board.change([&] { board.player(slot).lives = 8; })));
            CHECK_FALSE(overlap(boss, board.change([&] { board.player(slot).score = 123456789; })));
            CHECK_FALSE(overlap(boss, board.change([&] { board.name(slot, "WWWWWWWWWWWWWWW"); })));
        }
        const Place team = board.change([&] { board.view->hud.team_score = 246913578; });
        CHECK_FALSE(overlap(boss, team));
        // The clock of a boss rush, and below it the last boss and its time.
        const Place clock = board.change([&] { std::ranges::copy(std::string_view("9999:59.9"), board.view->hud.clock.begin()); });
        const Place beaten = board.change([&] {
            std::ranges::copy(std::string_view("THE VENTRICLES  12:34.5"), board.view->hud.beaten.text.begin());
            board.view->hud.beaten.strength = 1;
        });
        REQUIRE_FALSE(clock.is_nowhere());
        REQUIRE_FALSE(beaten.is_nowhere());
        for (const Place* other : {&boss, &team, &beaten}) CHECK_FALSE(overlap(clock, *other));
        for (const Place* other : {&boss, &team}) CHECK_FALSE(overlap(beaten, *other));
    }
}

TEST_CASE("the longest name leaves space for lives, bars and score") {
    for (const scene::HudTheme theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
        for (const std::size_t slot : {0U, 1U}) {
            CAPTURE(slot);
            Board board;
            board.view->visuals.theme = theme;
            const auto place_of_lives = [&](const char* name) {
                board.player(slot).lives = 0;
                board.name(slot, name);
                return board.change([&] { board.player(slot).lives = 5; });
            };
            const Place lives = place_of_lives("Benjamin Wallace");
            const Place blue = board.change([&] { board.player(slot).charge = 0.9F; });
            const Place gold = board.change([&] { board.player(slot).gold = 0.9F; });
            const Place score = board.change([&] { board.player(slot).score = 1234567; });
            for (const char* text : {"Benjamin Wallace", "WWWWWWWWWWWWWWW", "Maximilian von Hohenlohe"}) {
                CAPTURE(text);
                board.name(slot, "");
                const Place name = board.change([&] { board.name(slot, text); });
                REQUIRE_FALSE(name.is_nowhere());
                for (const Place* other : {&lives, &blue, &gold, &score}) CHECK_FALSE(overlap(name, *other));
                // Nothing else moves.
                const Place moved = place_of_lives(text);
                CHECK(moved.left == doctest::Approx(lives.left).epsilon(0.01));
                CHECK(moved.right == doctest::Approx(lives.right).epsilon(0.01));
            }
            for (const Place* bar : {&blue, &gold}) CHECK_FALSE(overlap(lives, *bar));
        }
    }
}

TEST_CASE("a name that fits is drawn whole, and a longer one is cut between letters") {
    Board board;
    // Twelve letters once pushed the lives over the bars. Here there is room for them.
    const Place eleven = board.change([&] { board.name(0, "Bartholomew"); });
    const Place twelve = board.change([&] { board.name(0, "Bartholomew1"); });
    CHECK(twelve.left > eleven.right - 0.01F);  // only the twelfth letter is added
    board.name(0, "Maximilian von Hohenlohe-Langenburg");
    const gpu::Image one = board.picture();
    board.name(0, "Maximilian von Hohenlohe-Langenberg");
    CHECK(board.picture().pixels == one.pixels);  // the cut letters are not drawn
}

TEST_CASE("names are drawn with their own letters: accents, Greek, Cyrillic and kanji as well") {
    Board board;
    const auto drawn = [&](const char* text) {
        board.name(0, text);
        return board.picture().pixels;
    };
    CHECK(drawn("Jürgen") != drawn("J??rgen"));
    CHECK(drawn("Jürgen") != drawn("J?rgen"));
    CHECK(drawn("Zoë") != drawn("Zoé"));
    CHECK(drawn("Ωμέγα") != drawn("?????"));
    CHECK(drawn("Жанна") != drawn("Шанна"));
    CHECK(drawn("星野") != drawn("??"));
    CHECK(drawn("星野") != drawn("月野"));
    // A letter that no font has is one box, however many bytes it takes: U+FDD0 and U+10FFFF. An invalid byte is a replacement character.
    const auto box = drawn("a\xef\xb7\x90"
                           "b");
    CHECK(box == drawn("a\xf4\x8f\xbf\xbf"
                       "b"));
    CHECK(box != drawn("ab"));
    CHECK(box != drawn("a?b"));
    CHECK(drawn("a\xff"
                "b") == drawn("a\xef\xbf\xbd"
                              "b"));
}

TEST_CASE("a message too long for the picture is scaled down, not cut off") {
    Board board;
    std::string text(60, 'W');
    const Place place = board.change([&] {
        std::copy(text.begin(), text.end(), board.view->hud.message.text.begin());
        board.view->hud.message.strength = 1;
    });
    CHECK(place.left > 0.01F);
    CHECK(place.right < 0.99F);
}

// The bar was one piece: players could not see how far a phase reaches, nor how long its bonus lasts.
TEST_CASE("a boss's bar has a gap at each mark, fills up to a mark exactly, and shows the par below it") {
    for (const scene::HudTheme theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
        Board board;
        board.view->visuals.theme = theme;
        scene::BossBar& boss = board.view->hud.boss;
        const Place bar = board.change([&] { boss.full = 1; });
        const float width = bar.right - bar.left;
        const Place gap = board.change([&] { boss.marks[0] = 0.4F, boss.mark_count = 1; });
        CHECK(gap.left > bar.left + 0.3F * width);
        CHECK(gap.right < bar.left + 0.5F * width);
        const Place upper = board.change([&] { boss.full = 0.4F; });
        CHECK(upper.left == doctest::Approx(bar.left + 0.4F * width).epsilon(0.01));
        CHECK(upper.right == doctest::Approx(bar.right).epsilon(0.01));
        const Place par = board.change([&] { boss.par = 1; });
        REQUIRE_FALSE(par.is_nowhere());
        CHECK(par.top >= bar.bottom);
        CHECK(par.left == doctest::Approx(bar.left).epsilon(0.01));
        CHECK(par.right == doctest::Approx(bar.right).epsilon(0.01));
        const Place half = board.change([&] { boss.par = 0.5F; });
        CHECK(half.left == doctest::Approx(par.left + 0.5F * width).epsilon(0.02));  // the upper half is gone
    }
}

TEST_CASE("at every size of the HUD nothing overlaps anything else or leaves the picture, and letters grow by that size") {
    for (const scene::HudTheme theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
        float whole = 0;
        for (const float size : {1.0F, 0.75F, 1.25F, 1.5F}) {
            CAPTURE(static_cast<int>(theme));
            CAPTURE(size);
            Board board;
            board.view->visuals.theme = theme;
            board.view->visuals.hud_scale = size;
            std::vector<std::pair<std::string, Place>> places;
            const auto add = [&](const char* what, const std::function<void()>& act) {
                places.emplace_back(what, board.change(act));
                CAPTURE(what);
                const Place& place = places.back().second;
                REQUIRE_FALSE(place.is_nowhere());
                CHECK(place.left > 0);
                CHECK(place.right < 1 - 1.5F / kWidth);
                CHECK(place.top > 0);
                CHECK(place.bottom < 1 - 1.5F / kHeight);
            };
            for (const std::size_t slot : {0U, 1U}) {
                add("name", [&] { board.name(slot, "Maximilian von Hohenlohe"); });
                if (slot == 0) {
                    const float height = places.back().second.bottom - places.back().second.top;
                    if (size == 1.0F) whole = height;
                    CHECK(height / (whole * size) == doctest::Approx(1).epsilon(0.08));
                }
                add("lives", [&] { board.player(slot).lives = 8; });
                add("bars", [&] { board.player(slot).charge = board.player(slot).gold = 0.9F; });
                add("score", [&] { board.player(slot).score = 88888888, board.player(slot).multiplier = 16; });
            }
            add("team", [&] { board.view->hud.team_score = 188888888; });
            add("boss", [&] {
                board.view->hud.boss = {.full = 1, .par = 1, .marks = {0.5F}, .mark_count = 1, .clock = {"12:34.5"}};
                std::copy_n("THE VENTRICLES", 14, board.view->hud.boss_name.begin());
            });
            add("clock", [&] { std::ranges::copy(std::string_view("23:59.9"), board.view->hud.clock.begin()); });
            add("beaten", [&] {
                std::ranges::copy(std::string_view("THE VENTRICLES  2:34.5"), board.view->hud.beaten.text.begin());
                board.view->hud.beaten.strength = 1;
            });
            for (std::size_t i = 0; i < places.size(); ++i) {
                for (std::size_t k = 0; k < i; ++k) {
                    CAPTURE(places[i].first);
                    CAPTURE(places[k].first);
                    CHECK_FALSE(overlap(places[i].second, places[k].second));
                }
            }
        }
    }
}

TEST_CASE("brightness moves the middle tones: black stays black, and the brightest pixel stays the brightest") {
    Board board;
    board.view->hud.shown = false;
    const auto mean = [&](float brightness) {
        board.view->visuals.brightness = brightness;
        const gpu::Image image = board.picture();
        double sum = 0;
        for (const std::uint8_t value : image.pixels) sum += value;
        return sum / static_cast<double>(image.pixels.size());
    };
    const double plain = mean(1);
    CHECK(mean(1.4F) > plain + 8);
    CHECK(mean(0.7F) < plain - 4);
    board.view->fade = 1;
    CHECK(mean(1.4F) == doctest::Approx(mean(1)).epsilon(0.02));
}
