// Goal: the microphone is open only while it may be; what is said comes out at the partner's; nothing waits for a device, and nothing
// that is not taken piles up.
#include "client/voice/voice_chat.hpp"

#include <doctest/doctest.h>

#include <chrono>

#include "tests/client/voice/synthetic_voice.hpp"

namespace albireo::voice {
namespace {

/// Counts those that are open, and speaks as fast as it is read, 100 ms at most before it is read.
struct Studio {
    std::atomic<int> open = 0, opened = 0;
    std::atomic<bool> is_missing = false;
    std::string asked;

    struct Source final : audio::Microphone {
        explicit Source(Studio& of) : studio(of) { ++studio.open; }
        ~Source() override { --studio.open; }
        std::size_t read(std::span<float> samples) override {
            const auto now = std::chrono::steady_clock::now();
            const auto due = static_cast<std::size_t>(std::chrono::duration<double>(now - began).count() * kRate);
            std::size_t count = 0;
            for (; count < samples.size() && given < due; ++count, ++given) {
                if (at == piece.size()) piece = voice.next(), at = 0;
                samples[count] = piece[at++];
            }
            return count;
        }
        Studio& studio;
        SyntheticVoice voice{3};
        Samples piece{};
        std::size_t at = piece.size(), given = 0;
        std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    };

    audio::OpenMicrophone opener() {
        return [this](const std::string& device, int rate, std::string& why) -> std::unique_ptr<audio::Microphone> {
            CHECK(rate == kRate);
            asked = device;
            ++opened;
            if (!is_missing) return std::make_unique<Source>(*this);
            why = "there is none";
            return nullptr;
        };
    }
};

bool comes_true(const auto& is) {
    for (int i = 0; i < 1'000 && !is(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return is();
}

TEST_CASE("the microphone is open only while voice chat is on, a game with a partner runs and the partner hears") {
    Studio studio;
    VoiceChat chat({.open = studio.opener()});
    const auto settles = [&](int open) {
        return comes_true([&] { return studio.open == open; });
    };
    chat.follow(true, true, true);  // off by default
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    CHECK(studio.opened == 0);
    CHECK(!chat.hears());
    chat.choose({.mode = Mode::activation});
    chat.follow(false, true, false);
    chat.follow(true, false, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    CHECK(studio.opened == 0);
    CHECK(chat.hears());
    chat.follow(true, true, false);
    CHECK(settles(1));
    chat.choose({.mode = Mode::activation, .is_partner_muted = true});
    CHECK(!chat.hears());
    chat.choose({.mode = Mode::activation, .microphone = "another"});
    chat.follow(true, true, false);
    CHECK(comes_true([&] { return studio.opened == 2; }));
    CHECK(studio.asked == "another");
    chat.follow(true, false, false);
    CHECK(settles(0));
    chat.follow(true, true, false);
    CHECK(settles(1));
    chat.follow(false, true, false);
    CHECK(settles(0));
    chat.follow(true, true, false);
    CHECK(settles(1));
    chat.choose({});
    CHECK(settles(0));
}

TEST_CASE("what is said on one machine is heard on the other") {
    Studio studio, silent;
    silent.is_missing = true;
    std::atomic<int> told = 0;
    VoiceChat speaker({.open = studio.opener()}), listener({.open = silent.opener(), .log = [&](const std::string&) { ++told; }});
    speaker.choose({.mode = Mode::push_to_talk});
    listener.choose({.mode = Mode::activation});
    float loudest = 0;
    int heard = 0;
    std::size_t sent_without_key = 0;
    Samples samples;
    for (int i = 0; i < 100; ++i) {
        speaker.follow(true, true, i >= 20);
        listener.follow(true, true, false);
        while (const auto piece = speaker.next_to_send()) {
            sent_without_key += i < 20;
            listener.receive(*piece);
        }
        heard += listener.render(samples);
        for (const float sample : samples) loudest = std::max(loudest, sample);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    CHECK(sent_without_key == 0);
    CHECK(heard > 30);
    CHECK(loudest > 0.05F);
    CHECK(speaker.status().speaks);
    CHECK(speaker.status().level > 0);
    CHECK(listener.status().is_on);
    // A microphone that is missing is told once, and does not keep the player from listening.
    CHECK(!listener.status().has_microphone);
    CHECK(told == 1);
    // Muted at once, with pieces still on their way.
    listener.choose({.mode = Mode::activation, .is_partner_muted = true});
    CHECK(!listener.render(samples));
    CHECK(std::ranges::all_of(samples, [](float sample) { return sample == 0; }));
    // Nobody is heard meanwhile, and what had waited is gone afterwards.
    CHECK(!listener.status().partner_speaks);
    CHECK(listener.status().partner_level == 0);
    listener.choose({.mode = Mode::activation});
    CHECK(!listener.render(samples));
}

TEST_CASE("no piece of a new capture has a number of the one before") {
    Studio studio;
    VoiceChat speaker({.open = studio.opener()});
    speaker.choose({.mode = Mode::push_to_talk});
    std::optional<std::uint16_t> last;
    for (int capture = 0; capture < 3; ++capture) {
        CAPTURE(capture);
        std::optional<proto::VoicePiece> first;
        speaker.follow(true, true, true);
        REQUIRE(comes_true([&] {
            if (!first) first = speaker.next_to_send();
            return first.has_value();
        }));
        if (last) CHECK(proto::voice_distance(first->number, *last) >= proto::VoiceLane::kSeenSpan);
        last = first->number;
        while (const auto piece = speaker.next_to_send()) last = piece->number;
        speaker.follow(true, false, true);
        REQUIRE(comes_true([&] { return studio.open == 0; }));
        while (const auto piece = speaker.next_to_send()) last = piece->number;
    }
}

TEST_CASE("pieces that nobody takes are dropped, the oldest first") {
    Studio studio;
    VoiceChat chat({.open = studio.opener()});
    chat.choose({.mode = Mode::push_to_talk});
    chat.follow(true, true, true);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    std::size_t count = 0;
    std::uint16_t first = 0;
    while (const auto piece = chat.next_to_send()) first = count++ == 0 ? piece->number : first;
    CHECK(count <= VoiceChat::kOutMax + 1);
    CHECK(first > 5);
}

}  // namespace
}  // namespace albireo::voice
