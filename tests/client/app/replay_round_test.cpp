// Goal: every action of the theatre works by keyboard, by pad and by mouse, each alone.
#include <doctest/doctest.h>

#include <filesystem>

#include "client/gpu/null_device.hpp"
#include "sim/digest.hpp"
#include "tests/client/app/theatre_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

TEST_CASE_FIXTURE(TheatreFixture, "the keys") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, setup());
    frames(round, 31);
    CHECK(round.show().tick() == doctest::Approx(30).epsilon(0.05));
    press(round, Key::space);
    const std::uint32_t here = round.show().tick();
    frames(round, 30);
    CHECK(round.show().tick() == here);
    press(round, Key::period);
    CHECK(round.show().tick() == here + 1);
    press(round, Key::comma);
    press(round, Key::comma);
    CHECK(round.show().tick() == here - 1);
    press(round, Key::right);
    CHECK(round.show().tick() == here - 1 + 300);
    press(round, Key::end);
    CHECK(round.show().is_at_end());
    press(round, Key::t);
    CHECK(round.mode() == ReplayRound::Mode::watching);  // a game that is over cannot be taken over
    CHECK(round.told().now() != nullptr);
    press(round, Key::home);
    press(round, Key::down);
    CHECK(round.show().speed_power() == -1);
    // A note is typed; Esc closes the note, not the theatre.
    press(round, Key::b);
    input.typed = "p T";
    frames(round, 1);
    CHECK(round.note() == "p T");
    CHECK(round.show().is_paused());
    press(round, Key::escape);
    CHECK_FALSE(round.is_over());
    CHECK(round.show().bookmarks().all().empty());
    press(round, Key::b);
    input.typed = "look";
    press(round, Key::enter);
    REQUIRE(round.show().bookmarks().find(0) != nullptr);
    CHECK(std::filesystem::exists(path + ".notes"));
    press(round, Key::erase);
    CHECK_FALSE(std::filesystem::exists(path + ".notes"));
    // All of it within one slow frame.
    input.pressed = {Key::period, Key::period, Key::b, Key::x, Key::enter, Key::comma};
    input.typed = "..bx";
    frames(round, 1);
    REQUIRE(round.show().bookmarks().find(2) != nullptr);
    CHECK(round.show().bookmarks().find(2)->note == "x");
    CHECK(round.show().tick() == 1);
    CHECK(round.next() == nullptr);
}

namespace {

/// Everything that an action can change.
std::string state_of(const ReplayRound& round, const std::filesystem::path& pictures) {
    const Theatre& show = round.show();
    std::string state = std::to_string(show.tick()) + (show.is_paused() ? " paused" : "") + " x" +
                        std::to_string(show.speed_power()) + " marks " + std::to_string(show.bookmarks().all().size()) +
                        " mode " + std::to_string(static_cast<int>(round.mode())) +
                        (round.inputs_shown() ? " inputs" : "") + (round.is_over() ? " over" : "");
    const scene::Stage* stage = const_cast<ReplayRound&>(round).stage();  // only read
    if (stage != nullptr && const_cast<scene::Stage*>(stage)->options().debug_shapes) state += " shapes";
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(pictures, none)) {
        state += " " + entry.path().extension().string();
    }
    return state;
}

enum class Device { keyboard, pad, mouse };

}  // namespace

TEST_CASE_FIXTURE(TheatreFixture, "every action of the theatre works by keyboard, by pad and by mouse, each alone") {
    const std::string path = folder.copy("coop-standard.replay");
    const std::filesystem::path pictures = folder.file("pictures");
    const auto device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    const auto press_pad = [&](Round& round, platform::PadButton button) {
        input.pads[1].here = true;
        input.pads[1].pressed[static_cast<std::size_t>(button)] = true;
        frames(round, 1);
    };
    const auto click = [&](Round& round) {
        input.mouse_pressed = true;
        frames(round, 1);
    };
    const auto leads = [&](Act act, Device by) {
        std::filesystem::remove_all(pictures);
        ReplayRound::Setup made = setup();
        made.taken.picture = &picture;
        made.pictures_dir = pictures.string();
        ReplayRound round(open(path), path, std::move(made));
        frames(round, 1);
        round.show().toggle_pause();
        round.show().jump(4000);
        round.show().bookmarks().put(3990, "before");
        round.show().bookmarks().put(4000, "here");
        round.show().bookmarks().put(4010, "next");
        const std::string before = state_of(round, pictures);
        const ActDef& def = def_of(act);
        // An action without a button of its own, or a place in the bar, is in the list.
        const std::size_t line = static_cast<std::size_t>(act) - (act > Act::list ? 1 : 0);
        if (by == Device::keyboard) {
            platform::Press key(def.keys[0]);
            key.shift = def.shift;
            input.pressed.push_back(key);
            frames(round, 1);
        } else if (by == Device::pad && def.pad != platform::PadButton::none) {
            press_pad(round, def.pad);
        } else if (by == Device::pad) {
            press_pad(round, def_of(Act::list).pad);
            for (int i = 0; round.choice() != line && i < 30; ++i) press_pad(round, platform::PadButton::down);
            press_pad(round, platform::PadButton::south);
        } else if (!def.label.empty()) {
            round.point_at_act(act);
            click(round);
        } else {
            round.point_at_act(Act::list);
            click(round);
            round.point_at(line, true);
            click(round);
        }
        const std::string after = state_of(round, pictures);
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

TEST_CASE_FIXTURE(TheatreFixture, "Shift counts as of when the key was pressed, not as of the end of the frame") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, setup());
    press(round, Key::space);
    round.show().bookmarks().put(900, "before");
    round.show().bookmarks().put(1100, "next");
    round.show().jump(1000);
    // Pressed and released before the frame ends.
    platform::Press back(Key::n);
    back.shift = true;
    input.pressed = {back};
    frames(round, 1);
    CHECK(round.show().tick() == 900);
    // The other way round: first N, then Shift.
    round.show().jump(1000);
    hold(Key::left_shift, true);
    input.pressed = {Key::n};
    frames(round, 1);
    CHECK(round.show().tick() == 1100);
}

namespace {

/// A theatre with a picture to film, and a folder for films.
struct Cinema : TheatreFixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    std::filesystem::path films = folder.file("films");

    ReplayRound::Setup cinema() {
        ReplayRound::Setup made = setup();
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
    ReplayRound round(open(path), path, cinema());
    frames(round, 1);
    round.show().jump(1000);
    press(round, Key::f);
    frames(round, 10);
    press(round, Key::b);
    const std::uint32_t noted = round.show().tick();
    CHECK(noted > 1000);
    frames(round, 60);
    CHECK(round.show().tick() == noted);
    press(round, Key::enter);
    CHECK(round.show().bookmarks().find(noted) != nullptr);
    frames(round, 10);
    press(round, Key::t);
    const std::uint32_t taken_at = round.show().tick();
    CHECK(taken_at > noted);
    frames(round, 60);
    press(round, Key::enter);
    const std::unique_ptr<Round> next = round.next();
    REQUIRE(next != nullptr);
    CHECK(next->world()->tick.value == taken_at);
    REQUIRE(round.told().now() != nullptr);
    // A picture for each tick, and none for the time in which a panel was open.
    while (round.told().now() != nullptr && round.told().now()->text.find("film of") != 0) frames(round, 100);
    REQUIRE(round.told().now() != nullptr);
    const std::string told = "film of " + std::to_string(taken_at - 1000) + " pictures";
    CHECK_MESSAGE(round.told().now()->text.find(told) == 0, round.told().now()->text);
}

TEST_CASE_FIXTURE(Cinema,
                  "a film that is begun in a pause moves, at 1/8 x too: no two pictures of a tick are the same") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, cinema());
    frames(round, 1);
    press(round, Key::space);
    round.show().jump(1000);
    for (int i = 0; i < 3; ++i) press(round, Key::down);
    press(round, Key::f);
    const auto place = [&] { return static_cast<double>(round.show().tick()) + double{round.show().alpha()}; };
    double last = place();
    for (int i = 0; i < 32; ++i) {
        frames(round, 1);
        const double shown = place();
        CAPTURE(i);
        CHECK(shown == doctest::Approx(last + 0.125).epsilon(1e-6));
        last = shown;
    }
    // As before: paused, at a whole tick.
    press(round, Key::f);
    CHECK(round.show().is_paused());
    const std::uint32_t tick = round.show().tick();
    frames(round, 30);
    CHECK(round.show().tick() == tick);
    // A pause during a film stops it.
    press(round, Key::f);
    frames(round, 20);
    press(round, Key::space);
    const std::uint32_t held = round.show().tick();
    CHECK(held > tick);
    frames(round, 30);
    CHECK(round.show().tick() == held);
}

TEST_CASE_FIXTURE(Cinema, "a second film or picture of the same tick is a file of its own") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, cinema());
    frames(round, 1);
    press(round, Key::space);
    for (int i = 0; i < 3; ++i) {
        round.show().jump(1000);
        press(round, Key::f);
        frames(round, 5);
        press(round, Key::f);
    }
    CHECK(count_files() == 3);
    for (int i = 0; i < 3; ++i) {
        round.show().jump(1000);
        press(round, Key::e);
    }
    CHECK(count_files() == 6);
    CHECK(count_files(".png") == 3);
}

TEST_CASE_FIXTURE(TheatreFixture, "no key and no button of the theatre has two actions") {
    for (const ActDef& def : act_defs()) {
        for (const Key key : def.keys) {
            if (key != Key::none) CHECK(act_of(key, def.shift) == def.act);
        }
        if (def.pad != platform::PadButton::none) CHECK(act_of(def.pad) == def.act);
    }
    CHECK(act_of(Key::b, true) == Act::bookmark);
    CHECK(act_of(Key::none, false) == Act::none);
}

TEST_CASE_FIXTURE(TheatreFixture,
                  "notes are kept and taking over is chosen by pad and by mouse; the bar hides during playback") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, setup());
    const auto pad = [&](platform::PadButton button) {
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        frames(round, 1);
    };
    const auto click = [&](std::size_t choice) {
        round.point_at(choice, true);
        input.mouse_pressed = true;
        frames(round, 1);
    };
    frames(round, 10);
    CHECK(round.bar_shown());
    frames(round, 300);
    CHECK_FALSE(round.bar_shown());
    pad(platform::PadButton::south);
    CHECK(round.bar_shown());
    CHECK(round.by_pad());
    // Backs out of each first, then confirms.
    for (const platform::PadButton button : {platform::PadButton::west, platform::PadButton::north}) {
        pad(button);
        CHECK(round.mode() != ReplayRound::Mode::watching);
        pad(platform::PadButton::east);
        CHECK(round.mode() == ReplayRound::Mode::watching);
    }
    pad(platform::PadButton::west);
    pad(platform::PadButton::south);
    CHECK(round.show().bookmarks().all().size() == 1);
    pad(platform::PadButton::right_bumper);
    round.point_at_act(Act::bookmark);
    input.mouse_pressed = true;
    frames(round, 1);
    CHECK_FALSE(round.by_pad());
    click(1);
    CHECK(round.show().bookmarks().all().size() == 1);
    pad(platform::PadButton::west);
    click(0);
    CHECK(round.show().bookmarks().all().size() == 2);
    // The timeline is dragged, the wheel seeks, the right button goes back.
    round.point_at_line(true, 0.5F);
    input.mouse_pressed = input.mouse_held = true;
    frames(round, 1);
    input.mouse_held = false;
    const std::uint32_t half = round.show().tick();
    CHECK(half == doctest::Approx(round.show().end() / 2).epsilon(0.01));
    round.point_at_line(false, 0);
    input.wheel = -1;
    frames(round, 1);
    CHECK(round.show().tick() == half - 300);
    pad(platform::PadButton::north);
    click(2);
    const auto next = round.next();
    auto* taken = dynamic_cast<TakenRound*>(next.get());
    REQUIRE(taken != nullptr);
    // The game taken over begins and is left without a keyboard, too.
    frames(*taken, 5);
    input.pads[0].pressed[static_cast<std::size_t>(platform::PadButton::east)] = true;
    frames(*taken, 1);
    CHECK(taken->is_over());
    input.mouse_back = true;
    frames(round, 1);
    CHECK(round.is_over());
}

TEST_CASE_FIXTURE(TheatreFixture, "it opens at the requested tick, paused") {
    const std::string path = folder.copy("coop-standard.replay");
    auto asked = setup();
    asked.from = 1500;
    ReplayRound round(open(path), path, std::move(asked));
    frames(round, 30);
    CHECK(round.show().tick() == 1500);
    press(round, Key::space);
    frames(round, 30);
    CHECK(round.show().tick() > 1500);
}
