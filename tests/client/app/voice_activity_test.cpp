// Goal: two players who host and join over real sockets hear each other if both have voice chat on; each sees who speaks; a player who has it
// off is told once that the partner has it on; nobody's microphone is open in a game at one machine, or with a bot.
#include <doctest/doctest.h>

#include <atomic>

#include "tests/client/app/activity_fixture.hpp"
#include "tests/client/voice/synthetic_voice.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

/// A microphone that always hears somebody speak, at the pace of the clock. It counts those that are open.
struct Speech final : audio::Microphone {
    explicit Speech(std::atomic<int>& count) : open(count) { ++open; }
    ~Speech() override { --open; }
    std::size_t read(std::span<float> samples) override {
        const auto due = static_cast<std::size_t>((client::UdpClient::now() - began) * voice::kRate / 1'000'000);
        std::size_t count = 0;
        for (; count < samples.size() && given < due; ++count, ++given) {
            if (at == piece.size()) piece = source.next(), at = 0;
            samples[count] = piece[at++];
        }
        return count;
    }
    std::atomic<int>& open;
    voice::SyntheticVoice source{7};
    voice::Samples piece{};
    std::size_t at = piece.size(), given = 0;
    Micros began = client::UdpClient::now();
};

struct Talker {
    voice::VoiceChat chat{{.open = [this](const std::string&, int, std::string&) {
        ++opened;
        return std::make_unique<Speech>(open);
    }}};
    std::atomic<int> open = 0, opened = 0;
    float loudest = 0;
    Micros heard_at = 0;
    /// As the thread of the sound does.
    void listen() {
        voice::Samples samples;
        for (const Micros now = client::UdpClient::now(); heard_at < now; heard_at = std::max(heard_at, now - 100'000) + proto::kVoicePieceTime) {
            chat.render(samples);
            for (const float sample : samples) loudest = std::max(loudest, sample);
        }
    }
};

bool shows(const NetActivity& activity, const std::string& text, bool is_live) {
    const Notice notice = activity.notice();
    return std::ranges::any_of(notice.voice, [&](const Notice::VoiceRow& row) { return row.text == text && row.is_live == is_live; });
}

}  // namespace

TEST_CASE_FIXTURE(ActivityFixture, "two players hear each other while both have voice chat on") {
    Talker of_anna, of_ben;
    GameHostSetup setup;
    setup.names = {"Anna", "Ben"};
    setup.play_mode = PlayMode::two;
    std::string error;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    port = port_of(*game_host);
    scene::StageOptions stage;
    stage.names = {"Anna", "?"};
    NetActivity anna(std::move(game_host), picture, Settings{}, stage);
    anna.use_voice(&of_anna.chat);
    of_anna.chat.choose({.mode = voice::Mode::push_to_talk});
    run({&anna}, [&] { return !anna.game()->code().empty(); });
    setup.names[0] = "Ben";
    stage.names = {"Ben", "?"};
    Picture other_picture{*device, {.width = 64, .height = 36}};
    NetActivity ben(join_game(bodies, setup, {"127.0.0.1", port}, anna.game()->code()), other_picture, Settings{}, stage);
    ben.use_voice(&of_ben.chat);
    const auto listening = [&](auto done) {
        return [&, done] {
            of_anna.listen();
            of_ben.listen();
            return done();
        };
    };
    // Ben is told, and nobody's microphone is open.
    run({&anna, &ben}, listening([&] { return ben.notice().line.find("Anna has voice chat on") == 0; }));
    CHECK(of_anna.opened == 0);
    CHECK(of_ben.opened == 0);
    of_ben.chat.choose({.mode = voice::Mode::activation});
    // Ben speaks; Anna does not hold her key.
    run({&anna, &ben}, listening([&] { return shows(anna, "Ben", true) && shows(ben, "Ben", true) && of_anna.loudest > 0.02F; }));
    CHECK(of_ben.loudest == 0);
    CHECK(!shows(anna, "Anna", true));
    hold(Key::t, true);
    run({&anna, &ben}, listening([&] { return shows(ben, "Anna", true) && shows(anna, "Anna", true) && of_ben.loudest > 0.02F; }));
    hold(Key::t, false);
    // Anna mutes Ben: Ben's microphone is closed.
    of_anna.chat.choose({.mode = voice::Mode::push_to_talk, .is_partner_muted = true});
    run({&anna, &ben}, listening([&] { return shows(anna, "Ben is muted", false) && of_ben.open == 0 && of_anna.open == 1; }));
    anna.leave(client::UdpClient::now());
    run({&anna, &ben}, listening([&] { return of_anna.open == 0; }));
}

TEST_CASE_FIXTURE(ActivityFixture, "at one machine, and with a bot, no microphone is opened") {
    for (const PlayMode mode : {PlayMode::alone, PlayMode::two, PlayMode::bot}) {
        Talker talker;
        talker.chat.choose({.mode = voice::Mode::activation});
        NetActivity activity = make(mode);
        activity.use_voice(&talker.chat);
        for (int i = 0; i < 300 && activity.ticks() < 60; ++i) frames(activity, 1, 16'667);
        CHECK(activity.ticks() >= 60);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        CHECK(talker.opened == 0);
        CHECK(activity.notice().voice.empty());
    }
    // On a server of one's own too, while a bot keeps the seat.
    Talker talker;
    talker.chat.choose({.mode = voice::Mode::activation});
    GameHostSetup setup;
    setup.play_mode = PlayMode::bot;
    std::string error;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    NetActivity activity(std::move(game_host), picture, Settings{}, {});
    activity.use_voice(&talker.chat);
    run({&activity}, [&] { return activity.ticks() > 90; });
    CHECK(talker.opened == 0);
}
