// Goal: a level's messages name the player's own keys and buttons.
#include <doctest/doctest.h>

#include <set>

#include "client/app/activities/net_activity.hpp"
#include "client/gpu/null_device.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;
using platform::PadButton;

namespace {

struct TutorialFixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    Settings settings;
    platform::Input input;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    /// All messages until this tick.
    std::set<std::string> said(std::uint32_t until, PlayMode play_mode = PlayMode::alone) {
        GameHostSetup setup;
        setup.level = "tutorial";
        setup.play_mode = play_mode;
        setup.seed = 5;
        NetActivity activity(open_local_game(bodies, setup), picture, settings, {});
        std::set<std::string> all;
        for (Micros now = 1'000'000; activity.ticks() < until; now += 33'333) {
            REQUIRE(now < 60'000'000);
            activity.advance(input, now);
            if (!activity.look(*view, now) || view->hud.message.strength <= 0) continue;
            all.insert(view->hud.message.text.data());
        }
        return all;
    }
};

bool contains(const std::set<std::string>& all, const std::string& wanted) {
    std::string text;
    for (const std::string& each : all) text += each + "\n";
    INFO(text);
    CHECK(all.contains(wanted));
    return all.contains(wanted);
}

constexpr std::uint32_t kSoon = 420;  // after the second message

}  // namespace

TEST_CASE_FIXTURE(TutorialFixture, "the tutorial names the default keys") {
    const auto all = said(kSoon);
    contains(all, "Welcome! Fly with the ARROW KEYS.");
    contains(all, "Hold SPACE.");
}

TEST_CASE_FIXTURE(TutorialFixture, "… and the keys that the player has bound") {
    settings.bindings.alone.of(Action::fire) = {Key::k, Key::space};
    settings.bindings.alone.of(Action::up) = {Key::w};
    settings.bindings.alone.of(Action::left) = {Key::a};
    settings.bindings.alone.of(Action::down) = {Key::s};
    settings.bindings.alone.of(Action::right) = {Key::d};
    const auto all = said(kSoon);
    contains(all, "Welcome! Fly with W A S D.");
    contains(all, "Hold K.");
}

TEST_CASE_FIXTURE(TutorialFixture, "a message says so if an action has no key") {
    settings.bindings.alone.of(Action::fire) = {};
    contains(said(kSoon), "Hold FIRE (no key is set).");
}

TEST_CASE_FIXTURE(TutorialFixture, "with a pad plugged in its buttons are named, too") {
    input.pads[0].here = true;
    settings.bindings.pads[0].of(Action::fire) = PadButton::right_trigger;
    const auto all = said(kSoon);
    contains(all, "Welcome! Fly with the ARROW KEYS or the STICK.");
    contains(all, "Hold SPACE or RT.");
}

TEST_CASE_FIXTURE(TutorialFixture, "two players at one keyboard see the keys of both") {
    const auto all = said(kSoon, PlayMode::two);
    contains(all, "Welcome! Fly with W A S D or the ARROW KEYS.");
    contains(all, "Hold SPACE or ENTER.");
}

TEST_CASE("every control in the tutorial's messages has a name") {
    const script::Compiled compiled = script::compile_builtin_level("tutorial", Difficulty::standard);
    REQUIRE(compiled.error.empty());
    std::set<std::string> named;
    for (const Name& name : compiled.level.names) {
        const std::string text(name.view());
        for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
            const std::size_t end = text.find('}', at);
            REQUIRE(end != std::string::npos);
            named.insert(text.substr(at + 1, end - at - 1));
        }
        // No key is named directly.
        for (const char* key : {"FIRE", "FOCUS", "RELEASE", "LIGHTNING", "arrow", "SPACE"}) {
            CAPTURE(text);
            CHECK(text.find(key) == std::string::npos);
        }
    }
    CHECK(named == std::set<std::string>{"fire", "focus", "lightning", "move", "next_weapon", "release"});
}
