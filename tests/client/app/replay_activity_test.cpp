// Goal: every action of the viewer works by keyboard, by pad and by mouse, each alone.
#include <doctest/doctest.h>

#include <filesystem>

#include "client/app/replay_viewer/replay_viewer_actions.hpp"
#include "client/gpu/null_device.hpp"
#include "client/words/languages.hpp"
#include "sim/digest.hpp"
#include "tests/client/app/replay_viewer_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

TEST_CASE("the keys of the viewer have their names in the player's language") {
    const ActDef& leave = def_of(ViewerAction::leave);
    CHECK(key_text(leave) == "Esc");
    REQUIRE(words::use_language("fr") == "");
    CHECK(key_text(leave) == "Échap");
    words::use_language("en");
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "the keys") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    frames(activity, 31);
    CHECK(activity.show().tick() == doctest::Approx(30).epsilon(0.05));
    press(activity, Key::space);
    const std::uint32_t here = activity.show().tick();
    frames(activity, 30);
    CHECK(activity.show().tick() == here);
    press(activity, Key::period);
    CHECK(activity.show().tick() == here + 1);
    press(activity, Key::comma);
    press(activity, Key::comma);
    CHECK(activity.show().tick() == here - 1);
    press(activity, Key::right);
    CHECK(activity.show().tick() == here - 1 + 300);
    press(activity, Key::end);
    CHECK(activity.show().is_at_end());
    press(activity, Key::t);
    CHECK(activity.mode() == ReplayActivity::Mode::watching);  // a game that is over cannot be taken over
    CHECK(activity.notices().now() != nullptr);
    press(activity, Key::home);
    press(activity, Key::down);
    CHECK(activity.show().speed_power() == -1);
    // A note is typed; Esc closes the note, not the viewer.
    press(activity, Key::b);
    input.typed = "p T";
    frames(activity, 1);
    CHECK(activity.note() == "p T");
    CHECK(activity.show().is_paused());
    press(activity, Key::escape);
    CHECK_FALSE(activity.is_over());
    CHECK(activity.show().bookmarks().all().empty());
    press(activity, Key::b);
    input.typed = "look";
    press(activity, Key::enter);
    REQUIRE(activity.show().bookmarks().find(0) != nullptr);
    CHECK(std::filesystem::exists(path + ".notes"));
    press(activity, Key::erase);
    CHECK_FALSE(std::filesystem::exists(path + ".notes"));
    // All of it within one slow frame.
    input.pressed = {Key::period, Key::period, Key::b, Key::x, Key::enter, Key::comma};
    input.typed = "..bx";
    frames(activity, 1);
    REQUIRE(activity.show().bookmarks().find(2) != nullptr);
    CHECK(activity.show().bookmarks().find(2)->note == "x");
    CHECK(activity.show().tick() == 1);
    CHECK(activity.next() == nullptr);
}

namespace {

/// Everything that an action can change.
std::string state_of(const ReplayActivity& activity, const std::filesystem::path& pictures) {
    const ReplayViewer& show = activity.show();
    std::string state = std::to_string(show.tick()) + (show.is_paused() ? " paused" : "") + " x" +
                        std::to_string(show.speed_power()) + " bookmarks " + std::to_string(show.bookmarks().all().size()) +
                        " mode " + std::to_string(static_cast<int>(activity.mode())) +
                        (activity.inputs_shown() ? " inputs" : "") + (activity.is_over() ? " over" : "");
    const scene::Stage* stage = const_cast<ReplayActivity&>(activity).stage();  // only read
    if (stage != nullptr && const_cast<scene::Stage*>(stage)->options().debug_shapes) state += " shapes";
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(pictures, none)) {
        state += " " + entry.path().extension().string();
    }
    return state;
}

enum class Device { keyboard, pad, mouse };

}  // namespace

TEST_CASE_FIXTURE(ReplayViewerFixture, "every action of the viewer works by keyboard, by pad and by mouse, each alone") {
    const std::string path = folder.copy("coop-standard.replay");
    const std::filesystem::path pictures = folder.file("pictures");
    const auto device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    const auto press_pad = [&](Activity& activity, platform::PadButton button) {
        input.pads[1].here = true;
        input.pads[1].pressed[static_cast<std::size_t>(button)] = true;
        frames(activity, 1);
    };
    const auto click = [&](Activity& activity) {
        input.mouse_pressed = true;
        frames(activity, 1);
    };
    const auto leads = [&](ViewerAction act, Device by) {
        std::filesystem::remove_all(pictures);
        ReplayActivity::Setup made = setup();
        made.taken.picture = &picture;
        made.pictures_dir = pictures.string();
        ReplayActivity activity(open(path), path, std::move(made));
        frames(activity, 1);
        activity.show().toggle_pause();
        activity.show().jump(4000);
        activity.show().bookmarks().put(3990, "before");
        activity.show().bookmarks().put(4000, "here");
        activity.show().bookmarks().put(4010, "next");
        const std::string before = state_of(activity, pictures);
        const ActDef& def = def_of(act);
        // An action without a button of its own, or a place in the bar, is in the list.
        const std::size_t line = static_cast<std::size_t>(act) - (act > ViewerAction::list ? 1 : 0);
        if (by == Device::keyboard) {
            platform::Press key(def.keys[0]);
            key.shift = def.shift;
            input.pressed.push_back(key);
            frames(activity, 1);
        } else if (by == Device::pad && def.pad != platform::PadButton::none) {
            press_pad(activity, def.pad);
        } else if (by == Device::pad) {
            press_pad(activity, def_of(ViewerAction::list).pad);
            for (int i = 0; activity.choice() != line && i < 30; ++i) press_pad(activity, platform::PadButton::down);
            press_pad(activity, platform::PadButton::south);
        } else if (def.label[0] != '\0') {
            activity.point_at_action(act);
            click(activity);
        } else {
            activity.point_at_action(ViewerAction::list);
            click(activity);
            activity.point_at(line, true);
            click(activity);
        }
        const std::string after = state_of(activity, pictures);
        CHECK(after != before);
        return after;
    };
    for (const ActDef& def : act_defs()) {
        CAPTURE(def.title);
        const std::string by_keys = leads(def.act, Device::keyboard);
        CHECK(leads(def.act, Device::pad) == by_keys);
        CHECK(leads(def.act, Device::mouse) == by_keys);
    }
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "Shift counts if it was down when the key was pressed, not at the end of the frame") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    press(activity, Key::space);
    activity.show().bookmarks().put(900, "before");
    activity.show().bookmarks().put(1100, "next");
    activity.show().jump(1000);
    // Pressed and released before the frame ends.
    platform::Press back(Key::n);
    back.shift = true;
    input.pressed = {back};
    frames(activity, 1);
    CHECK(activity.show().tick() == 900);
    // In the opposite order: first N, then Shift.
    activity.show().jump(1000);
    hold(Key::left_shift, true);
    input.pressed = {Key::n};
    frames(activity, 1);
    CHECK(activity.show().tick() == 1100);
}

namespace {

/// A viewer with a picture to film, and a folder for films.
struct Cinema : ReplayViewerFixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    std::filesystem::path films = folder.file("films");

    ReplayActivity::Setup cinema() {
        ReplayActivity::Setup made = setup();
        made.taken.picture = &picture;
        made.pictures_dir = films.string();
        return made;
    }
    std::size_t count_files(const std::string& ending = "") const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(films)) {
            count += ending.empty() || entry.path().extension() == ending ? 1 : 0;
        }
        return count;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Cinema,
                  "an open panel pauses a film: the note and the game begin at the tick at which they were requested") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, cinema());
    frames(activity, 1);
    activity.show().jump(1000);
    press(activity, Key::f);
    frames(activity, 10);
    press(activity, Key::b);
    const std::uint32_t noted = activity.show().tick();
    CHECK(noted > 1000);
    frames(activity, 60);
    CHECK(activity.show().tick() == noted);
    press(activity, Key::enter);
    CHECK(activity.show().bookmarks().find(noted) != nullptr);
    frames(activity, 10);
    press(activity, Key::t);
    const std::uint32_t taken_at = activity.show().tick();
    CHECK(taken_at > noted);
    frames(activity, 60);
    press(activity, Key::enter);
    const std::unique_ptr<Activity> next = activity.next();
    REQUIRE(next != nullptr);
    CHECK(next->world()->tick.value == taken_at);
    REQUIRE(activity.notices().now() != nullptr);
    // A picture for each tick, and none for the time in which a panel was open.
    while (activity.notices().now() != nullptr && activity.notices().now()->text.find("film saved") != 0) frames(activity, 100);
    REQUIRE(activity.notices().now() != nullptr);
    const std::string told = "film saved (" + std::to_string(taken_at - 1000) + " pictures)";
    CHECK_MESSAGE(activity.notices().now()->text.find(told) == 0, activity.notices().now()->text);
}

TEST_CASE_FIXTURE(Cinema,
                  "a film that is begun in a pause moves, at 1/8 x too: no two pictures of a tick are the same") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, cinema());
    frames(activity, 1);
    press(activity, Key::space);
    activity.show().jump(1000);
    for (int i = 0; i < 3; ++i) press(activity, Key::down);
    press(activity, Key::f);
    const auto place = [&] { return static_cast<double>(activity.show().tick()) + double{activity.show().alpha()}; };
    double last = place();
    for (int i = 0; i < 32; ++i) {
        frames(activity, 1);
        const double shown = place();
        CAPTURE(i);
        CHECK(shown == doctest::Approx(last + 0.125).epsilon(1e-6));
        last = shown;
    }
    // As before: paused, at a whole tick.
    press(activity, Key::f);
    CHECK(activity.show().is_paused());
    const std::uint32_t tick = activity.show().tick();
    frames(activity, 30);
    CHECK(activity.show().tick() == tick);
    // A pause during a film stops it.
    press(activity, Key::f);
    frames(activity, 20);
    press(activity, Key::space);
    const std::uint32_t held = activity.show().tick();
    CHECK(held > tick);
    frames(activity, 30);
    CHECK(activity.show().tick() == held);
}

TEST_CASE_FIXTURE(Cinema, "a second film or picture of the same tick is a file of its own") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, cinema());
    frames(activity, 1);
    press(activity, Key::space);
    for (int i = 0; i < 3; ++i) {
        activity.show().jump(1000);
        press(activity, Key::f);
        frames(activity, 5);
        press(activity, Key::f);
    }
    CHECK(count_files() == 3);
    for (int i = 0; i < 3; ++i) {
        activity.show().jump(1000);
        press(activity, Key::e);
    }
    CHECK(count_files() == 6);
    CHECK(count_files(".png") == 3);
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "no key and no button of the viewer has two actions") {
    for (const ActDef& def : act_defs()) {
        for (const Key key : def.keys) {
            if (key != Key::none) CHECK(act_of(key, def.shift) == def.act);
        }
        if (def.pad != platform::PadButton::none) CHECK(act_of(def.pad) == def.act);
    }
    CHECK(act_of(Key::b, true) == ViewerAction::bookmark);
    CHECK(act_of(Key::none, false) == ViewerAction::none);
}

TEST_CASE_FIXTURE(ReplayViewerFixture,
                  "notes are kept and taking over is chosen by pad and by mouse; the bar hides during playback") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    const auto pad = [&](platform::PadButton button) {
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        frames(activity, 1);
    };
    const auto click = [&](std::size_t choice) {
        activity.point_at(choice, true);
        input.mouse_pressed = true;
        frames(activity, 1);
    };
    frames(activity, 10);
    CHECK(activity.bar_shown());
    frames(activity, 300);
    CHECK_FALSE(activity.bar_shown());
    pad(platform::PadButton::south);
    CHECK(activity.bar_shown());
    CHECK(activity.by_pad());
    // Backs out of each first, then confirms.
    for (const platform::PadButton button : {platform::PadButton::west, platform::PadButton::north}) {
        pad(button);
        CHECK(activity.mode() != ReplayActivity::Mode::watching);
        pad(platform::PadButton::east);
        CHECK(activity.mode() == ReplayActivity::Mode::watching);
    }
    pad(platform::PadButton::west);
    pad(platform::PadButton::south);
    CHECK(activity.show().bookmarks().all().size() == 1);
    pad(platform::PadButton::right_bumper);
    activity.point_at_action(ViewerAction::bookmark);
    input.mouse_pressed = true;
    frames(activity, 1);
    CHECK_FALSE(activity.by_pad());
    click(1);
    CHECK(activity.show().bookmarks().all().size() == 1);
    pad(platform::PadButton::west);
    click(0);
    CHECK(activity.show().bookmarks().all().size() == 2);
    // The timeline is dragged, the wheel seeks, the right button goes back.
    activity.point_at_line(true, 0.5F);
    input.mouse_pressed = input.mouse_held = true;
    frames(activity, 1);
    input.mouse_held = false;
    const std::uint32_t half = activity.show().tick();
    CHECK(half == doctest::Approx(activity.show().end() / 2).epsilon(0.01));
    activity.point_at_line(false, 0);
    input.wheel = -1;
    frames(activity, 1);
    CHECK(activity.show().tick() == half - 300);
    pad(platform::PadButton::north);
    click(2);
    const auto next = activity.next();
    auto* taken = dynamic_cast<TakeoverActivity*>(next.get());
    REQUIRE(taken != nullptr);
    // The game taken over begins and is left without a keyboard, too.
    frames(*taken, 5);
    input.pads[0].pressed[static_cast<std::size_t>(platform::PadButton::east)] = true;
    frames(*taken, 1);
    CHECK(taken->is_over());
    input.mouse_back = true;
    frames(activity, 1);
    CHECK(activity.is_over());
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "it opens at the requested tick, paused") {
    const std::string path = folder.copy("coop-standard.replay");
    auto asked = setup();
    asked.from = 1500;
    ReplayActivity activity(open(path), path, std::move(asked));
    frames(activity, 30);
    CHECK(activity.show().tick() == 1500);
    press(activity, Key::space);
    frames(activity, 30);
    CHECK(activity.show().tick() > 1500);
}
