#pragma once
/// How far what was heard is from what was spoken: the distance between their spectra in critical bands, in decibels, over the frames in
/// which the speaker speaks.
/// 1. Windows of 32 ms every 10 ms; 18 Bark bands of 100 Hz to 7 kHz; levels are clamped at kDepth below the speaker's loudest band,
///    as nobody hears what is below. The figure is the mean over frames of the root of the mean square over bands.
/// 2. 0 is equal. A frame of speech that is silence for the listener counts 30 to 40 dB: so 10 % of gaps cost about 3 to 4 dB.
/// 3. The sound is aligned by windows of a second, because a jitter buffer changes the delay as it goes: the best offset within
///    ±kSlack of the last window's. So it tells nothing of delay, which is measured by itself.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>
#include <vector>

#include "client/voice/format.hpp"

namespace albireo::voice {

class SpectralDistance {
  public:
    static constexpr std::size_t kWindow = 512, kHop = 160, kBands = 18;
    static constexpr double kDepth = 45;     // decibels
    static constexpr double kGap = 10;       // decibels: 20 ms of silence lower a window of 32 ms by 15
    static constexpr int kSearch = 80;       // hops of 10 ms: where the first window may be
    static constexpr int kSlack = 12;        // … and each further one, relative to the last
    using Bands = std::array<double, kBands>;

    struct Result {
        double distance = 0;       // decibels
        double delay_ms_min = 0, delay_ms_max = 0;  // of the windows; of the recordings, from their beginnings
        double gaps = 0;           // fraction of the frames of speech that the listener heard kGap too quietly, or not at all
        std::size_t frames = 0;    // of speech
    };

    static Result measure(const std::vector<float>& spoken, const std::vector<float>& heard) {
        const std::vector<Bands> a = spectra(spoken), b = spectra(heard);
        double loudest = -200;
        for (const Bands& frame : a) loudest = std::max(loudest, *std::ranges::max_element(frame));
        const double floor = loudest - kDepth;
        Result result;
        int offset = 0;
        bool is_first = true;
        constexpr std::size_t kSecond = kRate / kHop;
        double sum = 0, gaps = 0;
        for (std::size_t begin = 0; begin + kSecond <= a.size(); begin += kSecond) {
            double best = 1e9;
            int best_offset = offset;
            const int from = is_first ? 0 : offset - kSlack, to = is_first ? kSearch : offset + kSlack;
            for (int each = from; each <= to; ++each) {
                double total = 0;
                for (std::size_t i = begin; i < begin + kSecond; ++i) total += between(a[i], at(b, static_cast<int>(i) + each), floor);
                if (total < best) best = total, best_offset = each;
            }
            offset = best_offset;
            for (std::size_t i = begin; i < begin + kSecond; ++i) {
                if (*std::ranges::max_element(a[i]) < floor + 10) continue;  // a pause
                const Bands heard_bands = at(b, static_cast<int>(i) + offset);
                sum += between(a[i], heard_bands, floor);
                gaps += *std::ranges::max_element(heard_bands) < *std::ranges::max_element(a[i]) - kGap;
                ++result.frames;
            }
            const double delay = offset * 1e3 * static_cast<double>(kHop) / kRate;
            result.delay_ms_min = is_first ? delay : std::min(result.delay_ms_min, delay);
            result.delay_ms_max = is_first ? delay : std::max(result.delay_ms_max, delay);
            is_first = false;
        }
        const auto frames = static_cast<double>(std::max<std::size_t>(result.frames, 1));
        result.distance = sum / frames;
        result.gaps = gaps / frames;
        return result;
    }

  private:
    static Bands at(const std::vector<Bands>& frames, int i) {
        Bands silent;
        silent.fill(-200);
        return i < 0 || i >= static_cast<int>(frames.size()) ? silent : frames[static_cast<std::size_t>(i)];
    }
    static double between(const Bands& a, const Bands& b, double floor) {
        double sum = 0;
        for (std::size_t i = 0; i < kBands; ++i) {
            const double difference = std::max(a[i], floor) - std::max(b[i], floor);
            sum += difference * difference;
        }
        return std::sqrt(sum / kBands);
    }
    static std::vector<Bands> spectra(const std::vector<float>& samples) {
        constexpr std::array<double, kBands + 1> kEdges = {100,  200,  300,  400,  510,  630,  770,  920,  1080, 1270,
                                                           1480, 1720, 2000, 2320, 2700, 3150, 3900, 5000, 7000};
        std::vector<Bands> all;
        for (std::size_t begin = 0; begin + kWindow <= samples.size(); begin += kHop) {
            std::array<std::complex<double>, kWindow> x;
            for (std::size_t i = 0; i < kWindow; ++i) {
                const double window = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / kWindow);
                x[i] = window * static_cast<double>(samples[begin + i]);
            }
            transform(x);
            Bands bands;
            for (std::size_t band = 0; band < kBands; ++band) {
                double power = 1e-12;
                for (std::size_t k = 1; k < kWindow / 2; ++k) {
                    const double frequency = static_cast<double>(k) * kRate / kWindow;
                    if (frequency >= kEdges[band] && frequency < kEdges[band + 1]) power += std::norm(x[k]);
                }
                bands[band] = 10 * std::log10(power);
            }
            all.push_back(bands);
        }
        return all;
    }
    static void transform(std::span<std::complex<double>, kWindow> x) {
        for (std::size_t i = 1, j = 0; i < kWindow; ++i) {
            std::size_t bit = kWindow / 2;
            for (; (j & bit) != 0; bit /= 2) j ^= bit;
            j ^= bit;
            if (i < j) std::swap(x[i], x[j]);
        }
        for (std::size_t length = 2; length <= kWindow; length *= 2) {
            const std::complex<double> turn = std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(length));
            for (std::size_t i = 0; i < kWindow; i += length) {
                std::complex<double> w = 1;
                for (std::size_t k = 0; k < length / 2; ++k, w *= turn) {
                    const auto even = x[i + k], odd = w * x[i + k + length / 2];
                    x[i + k] = even + odd;
                    x[i + k + length / 2] = even - odd;
                }
            }
        }
    }
};

}  // namespace albireo::voice
