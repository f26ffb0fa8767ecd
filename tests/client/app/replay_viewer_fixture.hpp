#pragma once
/// A viewer without a window, for tests: a folder of recordings, simulated input, frames in virtual time.
#include "client/app/replay_viewer/replay_activity.hpp"
#include "tests/client/app/replay_files.hpp"

namespace albireo::app {

struct ReplayViewerFixture {
    Folder folder;
    bot::BodyStore bodies;
    platform::Input input;
    Micros now = 1'000'000;

    ReplayActivity::Setup setup() {
        ReplayActivity::Setup made;
        made.taken.bodies = &bodies;
        made.taken.record_dir = folder.file("recorded");
        made.taken.settings.names = {"Ada", "Grace"};
        return made;
    }
    void frames(Activity& activity, int count) {
        for (int i = 0; i < count; ++i) {
            activity.advance(input, now);
            input.next_frame();
            now += 16'667;
        }
    }
    void press(Activity& activity, platform::Key key) {
        input.pressed.push_back(key);
        frames(activity, 1);
    }
    void hold(platform::Key key, bool on) { input.held[static_cast<std::size_t>(key)] = on; }
};

}  // namespace albireo::app
