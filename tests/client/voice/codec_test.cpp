// Goal: voice is clear at 12 to 16 kbit/s; a lost piece is concealed; nothing that a partner can send breaks the decoder; only speech is
// sent, from its beginning to its end.
#include <doctest/doctest.h>

#include "client/voice/receiver.hpp"
#include "client/voice/sender.hpp"
#include "tests/client/voice/spectral_distance.hpp"
#include "tests/client/voice/synthetic_voice.hpp"

namespace albireo::voice {
namespace {

constexpr double kSeconds = 12;
static_assert((SyntheticVoice::kWord + SyntheticVoice::kPause) / 0.02 > 84.9 && (SyntheticVoice::kWord + SyntheticVoice::kPause) / 0.02 < 85.1);

struct Heard {
    std::vector<float> samples;
    std::size_t bytes = 0, pieces = 0, sent = 0;
    double kbps() const { return static_cast<double>(bytes) * 8 / (static_cast<double>(sent) * 0.02) / 1e3; }
};

/// Through the codec alone; each `lost_every`-th piece is lost (0: none). `conceals`: otherwise a lost piece is silence.
Heard through_codec(const std::vector<float>& spoken, int lost_every, bool conceals) {
    Encoder encoder;
    Decoder decoder;
    Heard heard;
    std::array<std::uint8_t, proto::kVoicePieceBytesMax> bytes;
    for (std::size_t at = 0; at + kPieceSamples <= spoken.size(); at += kPieceSamples) {
        Samples samples;
        std::copy_n(spoken.begin() + static_cast<std::ptrdiff_t>(at), kPieceSamples, samples.begin());
        const std::size_t size = encoder.encode(samples, bytes);
        REQUIRE(size <= bytes.size());
        heard.bytes += size;
        heard.sent += size > 0;
        ++heard.pieces;
        const bool is_lost = lost_every != 0 && heard.pieces % static_cast<std::size_t>(lost_every) == 0;
        if (is_lost && !conceals) {
            samples.fill(0);
        } else {
            decoder.decode(std::span{bytes}.first(is_lost ? 0 : size), samples);
        }
        heard.samples.insert(heard.samples.end(), samples.begin(), samples.end());
    }
    return heard;
}

TEST_CASE("voice is clear at 12 to 16 kbit/s, and lost pieces are concealed") {
    const std::vector<float> spoken = SyntheticVoice(1).seconds(kSeconds);
    const Heard all = through_codec(spoken, 0, true), some = through_codec(spoken, 10, true), gaps = through_codec(spoken, 10, false);
    const auto distance = [&](const Heard& heard) { return SpectralDistance::measure(spoken, heard.samples).distance; };
    MESSAGE(all.kbps() << " kbit/s; " << all.sent << " of " << all.pieces << " pieces; distance " << distance(all) << " dB, a tenth lost and concealed " << distance(some)
                       << ", not concealed " << distance(gaps) << " (" << SpectralDistance::measure(spoken, gaps.samples).gaps << " gaps), silence " << SpectralDistance::measure(spoken, std::vector<float>(spoken.size())).distance);
    CHECK(all.kbps() >= 12);
    CHECK(all.kbps() <= 16);
    CHECK(distance(all) < 6);
    CHECK(distance(some) < distance(all) + 1);
    CHECK(distance(gaps) > distance(all) + 1.2);
    const auto gaps_in = [&](const Heard& heard) { return SpectralDistance::measure(spoken, heard.samples).gaps; };
    CHECK(gaps_in(some) < 0.03);
    CHECK(gaps_in(gaps) > 0.06);
}

TEST_CASE("the distance is 0 for the same sound, and follows a delay") {
    const std::vector<float> spoken = SyntheticVoice(1).seconds(6);
    std::vector<float> later(kPieceSamples * 7);
    later.insert(later.end(), spoken.begin(), spoken.end());
    const auto result = SpectralDistance::measure(spoken, later);
    CHECK(result.distance == doctest::Approx(0).epsilon(1e-6));
    CHECK(result.delay_ms_min == 140);
    CHECK(result.delay_ms_max == 140);
}

TEST_CASE("any bytes are decoded to 20 ms of sound within the range of samples") {
    Random random{3};
    Decoder decoder;
    Samples samples;
    for (int round = 0; round < 20'000; ++round) {
        std::array<std::uint8_t, proto::kVoicePieceBytesMax> bytes;
        const std::size_t size = random.below(bytes.size() + 1);
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(random.below(256));
        decoder.decode(std::span{bytes}.first(size), samples);
        REQUIRE(std::ranges::all_of(samples, [](float sample) { return std::abs(sample) <= 1; }));
    }
}

TEST_CASE("voice activation sends speech whole, in quiet and in noise, and nothing else") {
    for (const double noise : {0.0, 0.004, 0.012}) {
        Random random{4};
        SyntheticVoice voice(2);
        Sender sender;
        sender.set_mode(Mode::activation);
        std::size_t speech = 0, speech_sent = 0, pauses = 0, pauses_sent = 0;
        for (int i = 0; i < 50 * 40; ++i) {
            Samples samples = voice.next();
            for (float& sample : samples) sample += static_cast<float>(noise * (static_cast<double>(random.below(65'536)) / 32'768 - 1));
            const double in_turn = i % 85 * 0.02;  // 85 pieces are a word and a pause
            const bool is_sent = sender.take(samples).has_value();
            if (i < 250) continue;  // the detector learns how loud the room is
            // The hang is part of the design: what follows a word within it counts as neither.
            if (in_turn < SyntheticVoice::kWord) {
                ++speech;
                speech_sent += is_sent;
            } else if (in_turn > SyntheticVoice::kWord + 0.02 * ActivityDetector::kHang + 0.04) {
                ++pauses;
                pauses_sent += is_sent;
            }
        }
        CAPTURE(noise);
        MESSAGE("noise " << noise << ": sent " << speech_sent << " of " << speech << " pieces of speech, " << pauses_sent << " of " << pauses << " of pauses");
        CHECK(static_cast<double>(speech_sent) > 0.95 * static_cast<double>(speech));
        CHECK(pauses_sent == 0);
    }
}

TEST_CASE("with push to talk nothing is sent unless the key is held, or was just released") {
    SyntheticVoice voice(2);
    Sender sender;
    sender.set_mode(Mode::push_to_talk);
    int sent = 0, after = 0;
    std::uint16_t last = 0;
    for (int i = 0; i < 60; ++i) {
        sender.hold_key(i >= 20 && i < 40);
        const auto piece = sender.take(voice.next());
        CHECK(sender.speaks() == (i >= 20 && i < 40 + Sender::kKeyHang - 1));
        if (!piece) continue;
        CHECK(piece->number == i);  // silent time has its numbers
        last = piece->number;
        (i < 40 ? sent : after) += 1;
    }
    CHECK(sent == 20);
    CHECK(after == Sender::kKeyHang - 1);
    CHECK(last < 40 + Sender::kKeyHang);
    sender.set_mode(Mode::off);
    sender.hold_key(true);
    for (int i = 0; i < 60; ++i) CHECK(!sender.take(voice.next()));
}

}  // namespace
}  // namespace albireo::voice
