// Goal: if a game cannot be recorded to its end, the game goes on, and its player is told how much was recorded. Every
// recording that is offered to them can be watched.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <thread>

#include "client/app/activities/net_activity.hpp"
#include "client/app/replay_viewer/replay_activity.hpp"
#include "client/gpu/null_device.hpp"
#include "tests/client/app/replay_files.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

/// While it lives, no file of this process can grow beyond this size: simulates a full disk.
class FullDisk {
  public:
    explicit FullDisk(std::uintmax_t bytes) {
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    rlimit before_{};
    void (*handler_)(int) = SIG_DFL;
};

struct Desk {
    Folder folder;
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    platform::Input input;
    Micros now = 1'000'000;

    GameHostSetup recorded(PlayMode play_mode) const {
        GameHostSetup setup;
        setup.play_mode = play_mode;
        setup.seed = 5;
        setup.record_dir = folder.file("kept");
        return setup;
    }
    NetActivity at_home() { return NetActivity(open_local_game(bodies, recorded(PlayMode::alone)), picture, Settings{}, {}); }
    void frames(Activity& activity, int count) {
        for (int i = 0; i < count; ++i) {
            activity.advance(input, now);
            input.next_frame();
            now += 16'667;
        }
    }
    /// Runs activities in real time, which games over sockets need.
    void run(std::initializer_list<NetActivity*> activities, const std::function<bool()>& done) {
        constexpr Micros kTimeout = 120'000'000;
        for (const Micros until = client::UdpClient::now() + kTimeout; client::UdpClient::now() < until && !done();) {
            for (NetActivity* activity : activities) activity->advance(input, client::UdpClient::now());
            input.next_frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        REQUIRE(done());
    }
    static bool offers_watch(const Activity& activity) {
        const auto all = activity.notice().choices;
        return std::find(all.begin(), all.end(), "Watch the replay") != all.end();
    }
    /// The only recorded file.
    std::string kept() const {
        std::vector<std::string> paths;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path / "kept"))
            paths.push_back(entry.path());
        REQUIRE(paths.size() == 1);
        return paths.front();
    }
    /// Pauses and leaves.
    void leave(NetActivity& activity) {
        for (const Key key : {Key::escape, Key::up, Key::enter}) {
            input.pressed.push_back(key);
            frames(activity, 120);
        }
        REQUIRE(activity.notice().title == "You left the game");
    }
    /// The tick N in "recorded only up to tick N: …", or none.
    static std::optional<std::uint32_t> last_recorded_tick(const std::string& line) {
        const std::string begin = "recorded only up to tick ";
        if (!line.starts_with(begin)) return std::nullopt;
        CHECK(line.find(": cannot be written: ") != std::string::npos);
        return static_cast<std::uint32_t>(std::stoul(line.substr(begin.size())));
    }
};

}  // namespace

TEST_CASE_FIXTURE(Desk,
                  "if the disk is full from the first byte, the game is not recorded and there is nothing to watch") {
    NetActivity activity = at_home();
    const FullDisk full(0);
    for (int i = 0; i < 120 && activity.ticks() < 30; ++i) frames(activity, 1);
    CHECK(activity.ticks() >= 30);
    CHECK(activity.notice().line.starts_with("not recorded: "));
    frames(activity, 400);
    leave(activity);
    CHECK(activity.notice().hint.starts_with("not recorded: "));
    CHECK_FALSE(offers_watch(activity));
    CHECK(std::filesystem::is_empty(folder.path / "kept"));
}

TEST_CASE_FIXTURE(Desk,
                  "if the disk fills up during a game, the player is told how much was recorded, and can watch it") {
    NetActivity activity = at_home();
    frames(activity, 400);
    const FullDisk full(std::filesystem::file_size(kept()) + 10);
    CHECK(activity.notice().line.empty());
    frames(activity, 120);
    const auto told = last_recorded_tick(activity.notice().line);
    REQUIRE(told);
    CHECK(*told > 200);
    CHECK(*told < 400);
    frames(activity, 400);
    CHECK(activity.notice().line.empty());
    leave(activity);
    CHECK(last_recorded_tick(activity.notice().hint) == told);
    REQUIRE(offers_watch(activity));
    activity.parting()();
    CHECK(open(kept(), replays::Partial::accept)->recording.end().value == *told);
}

TEST_CASE_FIXTURE(Desk, "... and the same holds for hosted and joined games") {
    GameHostSetup setup = recorded(PlayMode::two);
    setup.names = {"Anna", "Ben"};
    std::string error;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    const std::string address = game_host->address();
    NetActivity anna(std::move(game_host), picture, Settings{}, {});
    run({&anna}, [&] { return !anna.game()->code().empty(); });
    GameHostSetup other = setup;
    other.names[0] = "Ben";
    other.record_dir = folder.file("of Ben");
    Picture other_picture{*device, {.width = 64, .height = 36}};
    const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    NetActivity ben(join_game(bodies, other, {"127.0.0.1", port}, anna.game()->code()), other_picture, Settings{}, {});
    run({&anna, &ben}, [&] { return anna.ticks() > 150 && ben.ticks() > 150; });
    const FullDisk full(1);
    std::optional<std::uint32_t> told_anna, told_ben;
    run({&anna, &ben}, [&] {
        if (!told_anna) told_anna = last_recorded_tick(anna.notice().line);
        if (!told_ben) told_ben = last_recorded_tick(ben.notice().line);
        return told_anna && told_ben;
    });
    anna.leave(client::UdpClient::now());
    ben.leave(client::UdpClient::now());
    anna.parting()();
    ben.parting()();
    for (const auto& [name, told] : {std::pair{"kept", told_anna}, std::pair{"of Ben", told_ben}}) {
        CAPTURE(name);
        for (const auto& entry : std::filesystem::directory_iterator(folder.path / name)) {
            CHECK(open(entry.path(), replays::Partial::accept)->recording.end().value == *told);
        }
    }
}

TEST_CASE_FIXTURE(Desk, "an inaccessible folder costs a joined game its recording, but does not end the program") {
    // Like another user's folder, even if the test runs as root: each access fails with an error, not with "no such file".
    const std::string loop = folder.file("loop");
    std::filesystem::create_symlink(loop, loop);
    GameHostSetup setup = recorded(PlayMode::bot);
    std::string error;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    const std::string address = game_host->address();
    NetActivity anna(std::move(game_host), picture, Settings{}, {});
    run({&anna}, [&] { return anna.ticks() > 0; });
    setup.record_dir = loop;
    Picture other_picture{*device, {.width = 64, .height = 36}};
    const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    NetActivity ben(join_game(bodies, setup, {"127.0.0.1", port}, anna.game()->code()), other_picture, Settings{}, {});
    run({&anna, &ben}, [&] { return ben.ticks() > 30; });
    run({&anna, &ben}, [&] { return ben.notice().line.starts_with("not recorded: " + loop); });
}

TEST_CASE_FIXTURE(
    Desk, "if the folder of recordings cannot be created, the player is told why, not that a file is missing in it") {
    GameHostSetup setup = recorded(PlayMode::alone);
    setup.record_dir = "/sys/nowhere";
    REQUIRE(::mkdir(setup.record_dir.c_str(), 0755) != 0);
    const std::string why = std::strerror(errno);
    REQUIRE(why != "No such file or directory");
    NetActivity activity(open_local_game(bodies, setup), picture, Settings{}, {});
    for (int i = 0; i < 120 && activity.ticks() < 30; ++i) frames(activity, 1);
    CHECK(activity.notice().line.starts_with("not recorded: /sys/nowhere/"));
    CHECK(activity.notice().line.ends_with(why));
}

namespace {

/// A game taken over from the beginning of a golden.
std::unique_ptr<Activity> taken_at(Desk& desk, std::uint32_t tick) {
    const std::string path = desk.folder.copy("coop-standard.replay");
    ReplayActivity::Setup setup;
    setup.taken.bodies = &desk.bodies;
    setup.taken.record_dir = desk.folder.file("kept");
    ReplayActivity activity(open(path), path, std::move(setup));
    activity.show().jump(tick);
    for (const Key key : {Key::t, Key::enter}) {
        desk.input.pressed.push_back(key);
        desk.frames(activity, 1);
        if (key == Key::t) activity.show().jump(tick);  // it has advanced a tick since
    }
    auto taken = activity.next();
    REQUIRE(taken != nullptr);
    desk.frames(*taken, 1);
    desk.input.held[static_cast<std::size_t>(Key::space)] = true;
    return taken;
}

}  // namespace

TEST_CASE_FIXTURE(Desk, "a game taken over at tick 0 is recorded as a replay that verifies") {
    const auto taken = taken_at(*this, 0);
    REQUIRE(taken->world()->tick == Tick{});
    frames(*taken, 200);
    taken->leave(now);
    const auto recorded = open(taken->replay_path());
    CHECK(recorded->recording.header.origin == "coop-standard.replay, tick 0");
    CHECK(recorded->recording.begin() == Tick{});
    CHECK(recorded->recording.ticks() > 150);
    const replays::Verdict verdict = replays::verify(*recorded);
    CHECK_MESSAGE(verdict.same, verdict.text);
}

TEST_CASE_FIXTURE(Desk, "if the disk fills up during a game that was taken over, the player is told how much was recorded") {
    const auto taken = taken_at(*this, 1000);
    frames(*taken, 200);
    const FullDisk full(std::filesystem::file_size(kept()) + 10);
    frames(*taken, 100);
    const auto told = last_recorded_tick(taken->notice().line);
    REQUIRE(told);
    CHECK(*told > 1100);
    input.held = {};
    for (const Key key : {Key::escape, Key::up, Key::enter}) {
        input.pressed.push_back(key);
        frames(*taken, 120);
    }
    REQUIRE(taken->notice().title == "You left the game");
    CHECK(last_recorded_tick(taken->notice().hint) == told);
    CHECK(offers_watch(*taken));
    CHECK(open(kept(), replays::Partial::accept)->recording.end().value == *told);
}

TEST_CASE_FIXTURE(Desk, "... and if the disk was full from the start there is nothing to watch") {
    const auto taken = taken_at(*this, 1000);
    const FullDisk full(0);
    frames(*taken, 200);
    input.held = {};
    for (const Key key : {Key::escape, Key::up, Key::enter}) {
        input.pressed.push_back(key);
        frames(*taken, 120);
    }
    REQUIRE(taken->notice().title == "You left the game");
    CHECK(taken->notice().hint.starts_with("not recorded: "));
    CHECK_FALSE(offers_watch(*taken));
}
