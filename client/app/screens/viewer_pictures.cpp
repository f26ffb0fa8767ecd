#include "client/app/screens/viewer_pictures.hpp"

#include <filesystem>
#include <memory>

#include "client/app/replay_viewer/replay_activity.hpp"
#include "client/app/screens/draw.hpp"
#include "client/words/words.hpp"
#include "platform/process.hpp"
#include "replays/reader.hpp"

namespace albireo::app {
namespace {

using platform::Key;

/// A replay that is watched, and the game that is taken over from it.
struct Showing {
    Showing(Studio& with, bot::BodyStore& bodies, const std::string& path, std::string record_dir) : studio(with) {
        view->visuals = studio.visuals();
        auto replay = std::make_unique<replays::Replay>();
        if (const std::string fault = replays::open_replay(path, *replay, replays::Partial::accept); !fault.empty()) {
            throw PictureError{fault};
        }
        ReplayActivity::Setup setup;
        setup.taken.picture = &studio.picture();
        setup.taken.bodies = &bodies;
        setup.taken.settings.names = {"Anna", "Ben"};
        setup.taken.settings.text_scale = studio.usual_percent();
        setup.taken.record_dir = std::move(record_dir);
        activity = std::make_unique<ReplayActivity>(std::move(replay), path, std::move(setup));
    }
    void run(double seconds) {
        for (const Micros until = now + static_cast<Micros>(seconds * 1e6); now < until; now += proto::kMicrosPerTick) {
            activity->advance(input, now);
            if (auto next = activity->next()) activity = std::move(next);
            activity->look(*view, now);
            studio.advance(*view);
            view->bursts.clear();
            input.next_frame();
        }
    }
    void press(Key key) {
        input.pressed.push_back(key);
        run(0.1);
    }
    void hold(Key key, bool on) { input.held[static_cast<std::size_t>(key)] = on; }
    /// Five seconds at a time, as a key press does.
    void run_to_boss() {
        for (int i = 0; i < 200 && view->hud.boss.full < 0; ++i) press(Key::right);
        if (view->hud.boss.full < 0) throw PictureError{"--replay: has no boss to be seen"};
        press(Key::right);
    }
    void shoot(const std::string& name) {
        studio.shoot(name, view.get(), [&](ui::Overlay& overlay) { draw_activity(overlay, *activity, input); });
    }
    Studio& studio;
    std::unique_ptr<Activity> activity;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    platform::Input input;
    Micros now = 0;
};

}  // namespace

void shoot_replay_viewer(Studio& studio, bot::BodyStore& bodies, const std::string& path) {
    namespace fs = std::filesystem;
    const fs::path recordings = fs::temp_directory_path() / ("albireo-screens-" + std::to_string(platform::process_id()));
    {
        Showing show(studio, bodies, path, recordings.string());
        show.run(9);
        show.shoot("viewer");
        show.press(Key::space);
        show.shoot("viewer-paused");
        // A boss, in either theme, with the bar and without.
        show.run_to_boss();
        for (const auto theme : {scene::HudTheme::standard, scene::HudTheme::classic}) {
            const std::string name = theme == scene::HudTheme::standard ? "" : "-classic";
            show.view->visuals.theme = theme;
            show.run(0.1);
            show.shoot("viewer-boss-paused" + name);
            show.press(Key::space);
            show.run(5);
            show.shoot("viewer-boss" + name);
            show.press(Key::space);
        }
        show.view->visuals.theme = scene::HudTheme::standard;
        show.press(Key::home);
        show.press(Key::right);
        show.press(Key::right);
        show.press(Key::f1);
        show.shoot("viewer-keys");
        show.press(Key::f1);
        show.press(Key::b);
        show.shoot("viewer-note");
        show.press(Key::escape);
        show.press(Key::t);
        show.shoot("viewer-take-over");
        show.press(Key::enter);
        show.run(0.5);
        show.shoot("taken-ready");
        show.hold(Key::space, true);
        show.hold(Key::right, true);
        show.run(0.7);
        show.hold(Key::right, false);
        show.run(3);
        show.shoot("taken-running");
        show.hold(Key::space, false);
        show.press(Key::p);
        show.run(0.5);
        show.shoot("taken-paused");
        const auto is_on_leave = [&] {
            const Notice notice = show.activity->notice();
            return notice.cursor < notice.choices.size() && notice.choices[notice.cursor] == tr("Leave the game");
        };
        for (int i = 0; i < 10 && !is_on_leave(); ++i) show.press(Key::down);
        show.press(Key::enter);
        show.run(0.2);
        if (show.activity->notice().title != tr("You left the game")) throw PictureError{"never seen: the results of a take-over"};
        show.shoot("taken-results");
    }
    std::error_code error;
    fs::remove_all(recordings, error);
}

}  // namespace albireo::app
