// Goal: at the end of an incomplete replay, the window says in plain words what is wrong with the file. Where playback differs from
// the recording, it says that too.
#include <doctest/doctest.h>

#include "client/app/replay_viewer/replay_activity.hpp"
#include "sim/witness/words.hpp"
#include "tests/client/app/replay_files.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

const std::string kWhole = kGoldens + "coop-standard.replay";

struct ReplayViewerFixture {
    Folder folder;
    bot::BodyStore bodies;
    std::vector<std::uint8_t> bytes;
    ReplayViewerFixture() { REQUIRE(replays::read_file(kWhole, bytes).empty()); }

    std::unique_ptr<ReplayActivity> show() {
        const std::string path = folder.file("game.replay");
        REQUIRE(replays::write_whole(path, bytes).empty());
        ReplayActivity::Setup setup;
        setup.taken.bodies = &bodies;
        return std::make_unique<ReplayActivity>(open(path, replays::Partial::accept), path, std::move(setup));
    }
    static std::string message_at(ReplayActivity& activity, std::uint32_t tick) {
        activity.show().jump(tick);
        activity.advance({}, 0);
        return activity.notice().line;
    }
    /// There is no message before the end.
    static std::string message_at_end(ReplayActivity& activity) {
        CHECK(message_at(activity, activity.show().end() - 1).empty());
        return message_at(activity, activity.show().end());
    }
    static const replays::Damage& damage_of(const ReplayActivity& activity) { return activity.show().replay().recording.damage; }
};

}  // namespace

TEST_CASE_FIXTURE(ReplayViewerFixture, "a complete replay ends without a message") {
    const auto activity = show();
    CHECK(message_at_end(*activity).empty());
    CHECK(activity->notice().hint.ends_with("   end"));
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "a truncated file, within a record or between two") {
    bytes.resize(bytes.size() / 2);
    const auto activity = show();
    const replays::Damage damage = damage_of(*activity);
    REQUIRE(damage.kind == replays::Damage::Kind::cut_off);
    REQUIRE(damage.readable_ticks == activity->show().end());
    const std::string rest = grouped(damage.readable_ticks) + " ticks are readable";
    CHECK(message_at_end(*activity) == "replay truncated: the file ends within record " + std::to_string(damage.record) +
                                        " at byte " + grouped(damage.offset) + "; " + rest);
    bytes.resize(damage.offset);
    CHECK(message_at_end(*show()) ==
          "replay unfinished: it ends at byte " + grouped(damage.offset) + " without a trailer; " + rest);
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "a damaged record: how many ticks of how many are readable") {
    bytes[bytes.size() / 2] ^= 1;
    const auto activity = show();
    const replays::Damage damage = damage_of(*activity);
    REQUIRE(damage.kind == replays::Damage::Kind::bad_seal);
    CHECK(message_at_end(*activity) == "replay damaged: record " + std::to_string(damage.record) + " at byte " +
                                        grouped(damage.offset) + " fails its checksum; " +
                                        grouped(damage.readable_ticks) + " of " +
                                        grouped(open(kWhole)->recording.ticks()) + " ticks are readable");
}

TEST_CASE_FIXTURE(ReplayViewerFixture,
                  "from the first tick at which playback differs from the recording, the window says so") {
    bytes = differing_game();
    const auto activity = show();
    while (!activity->show().scan().is_done()) activity->advance({}, 0);
    CHECK(message_at(*activity, 100).empty());
    CHECK(message_at(*activity, 400).starts_with("this replay does not match the game that was played: it differs within ticks "
                                                 "301 to 360"));
    CHECK(message_at(*activity, 100).empty());
}
