#include "tests/storm/faults.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace albireo::storm {
namespace {

struct NamedFault {
    std::string_view name;
    bool Faults::*on;
};
constexpr std::array<NamedFault, 15> kNames = {{{"loss", &Faults::loss},
                                                {"bursts", &Faults::bursts},
                                                {"reorder", &Faults::reorder},
                                                {"duplicates", &Faults::duplicates},
                                                {"delay", &Faults::delay},
                                                {"spikes", &Faults::spikes},
                                                {"partition", &Faults::partition},
                                                {"skew", &Faults::skew},
                                                {"freeze", &Faults::freeze},
                                                {"corrupt", &Faults::corrupt},
                                                {"crash", &Faults::crash},
                                                {"habits", &Faults::habits},
                                                {"display", &Faults::display},
                                                {"lobby", &Faults::lobby},
                                                {"leave", &Faults::leave}}};

bool chance(Random& random, std::uint32_t percent) { return random.below(100) < percent; }

Micros millis(Random& random, std::uint32_t most) { return Micros{random.below(most + 1)} * proto::kMicrosPerMs; }

/// The faults of one direction: usually moderate, sometimes extreme.
proto::ImpairmentOptions weather(Random& random, const Faults& faults) {
    proto::ImpairmentOptions w;
    const bool extreme = chance(random, 20);
    if (faults.loss && chance(random, 75)) w.loss_ppm = random.below(extreme ? 980'000 : 400'000);
    if (faults.bursts && chance(random, 30)) w.burst_mean = 2 + random.below(14);
    if (faults.delay) {
        w.delay = millis(random, extreme ? 600 : 150);
        w.jitter = millis(random, 40);
    }
    if (faults.reorder && chance(random, 40)) w.reorder_ppm = random.below(100'000);
    if (faults.duplicates && chance(random, 40)) w.duplicate_ppm = random.below(100'000);
    if (faults.spikes && chance(random, 25)) w.spike_ppm = random.below(600);
    if (faults.corrupt && chance(random, 40)) w.corrupt_ppm = random.below(30'000);
    return w;
}

/// Adds human habits and client traits. Uses its own generator, so the network faults of a seed do not change.
void add_people(VirtualGameOptions& options, Micros rough_for, const Faults& faults) {
    Random random = Random::seed(options.seed * 2246822519u, options.seed + 7);
    options.habits = faults.habits;
    for (const Slot slot : kSlots) {
        ClientTraits& traits = options.traits[index(slot)];
        const bool has_display = chance(random, 60);
        const std::uint32_t hertz = random.between(25, 165);
        const Micros late = chance(random, 30) ? millis(random, 60) : 0;
        if (faults.display && has_display) traits = {.picture = 1'000'000 / hertz, .late_max = late};
        const bool is_late = chance(random, 25);
        const Micros ready_after = millis(random, 8'000);
        if (faults.lobby && is_late) traits.ready_after = ready_after;
        traits.lacks_level = chance(random, 20) && faults.lobby;
    }
    const bool leaves = chance(random, 30);
    Mishap mishap{.kind = Mishap::Kind::leave, .slot = kSlots[random.below(kSlotCount)], .at = 0, .length = 0};
    mishap.at = 10 * proto::kMicrosPerSecond + millis(random, 60'000);
    mishap.length = 500 * proto::kMicrosPerMs + millis(random, 10'000);
    if (faults.leave && leaves && mishap.at + mishap.length < rough_for) options.mishaps.push_back(mishap);
    std::stable_sort(options.mishaps.begin(), options.mishaps.end(),
                     [](const Mishap& a, const Mishap& b) { return a.at < b.at; });
}

}  // namespace

std::string parse_faults(std::string_view list, Faults& faults) {
    for (const NamedFault& fault : kNames) faults.*fault.on = false;
    while (!list.empty()) {
        const auto comma = list.find(',');
        const std::string_view name = list.substr(0, comma);
        const auto found = std::find_if(kNames.begin(), kNames.end(), [&](const auto& f) { return f.name == name; });
        if (found == kNames.end()) return std::string(name);
        faults.*(found->on) = true;
        list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    }
    return {};
}

std::string_view fault_names() {
    return "loss,bursts,reorder,duplicates,delay,spikes,partition,skew,freeze,corrupt,crash,habits,display,lobby,leave";
}

VirtualGameOptions storm_of(std::uint32_t seed, Micros rough_for, const Faults& faults) {
    Random random = Random::seed(seed * 2654435761u, seed + 77);
    VirtualGameOptions options;
    options.seed = seed;
    options.difficulty = static_cast<Difficulty>(random.below(kDifficultyCount));
    options.eco = chance(random, 20);
    options.calm_at = rough_for;
    for (auto& link : options.links) {
        link.out = weather(random, faults);
        link.in = weather(random, faults);
    }
    for (Micros at = 0;;) {
        at += 4 * proto::kMicrosPerSecond + millis(random, 15'000);
        if (at >= rough_for) break;
        const Slot slot = kSlots[random.below(kSlotCount)];
        Weather change{.at = at, .slot = slot, .link = {}};
        change.link.out = weather(random, faults);
        change.link.in = weather(random, faults);
        const bool dark = faults.partition && chance(random, 20);
        if (dark) {
            const std::uint32_t which = random.below(3);
            if (which != 0) change.link.out.loss_ppm = 1'000'000;
            if (which != 1) change.link.in.loss_ppm = 1'000'000;
            options.weather.push_back(change);
            Weather again{.at = at + 500 * proto::kMicrosPerMs + millis(random, 20'000), .slot = slot, .link = {}};
            again.link.out = weather(random, faults);
            again.link.in = weather(random, faults);
            options.weather.push_back(again);
        } else {
            options.weather.push_back(change);
        }
    }
    std::stable_sort(options.weather.begin(), options.weather.end(),
                     [](const Weather& a, const Weather& b) { return a.at < b.at; });
    if (faults.skew) {
        for (auto& ppm : options.clock_ppm) ppm = random.between(-50'000, 50'000);
    }
    for (Micros at = 0;;) {
        at += 15 * proto::kMicrosPerSecond + millis(random, 40'000);
        if (at >= rough_for) break;
        Mishap mishap;
        mishap.slot = kSlots[random.below(kSlotCount)];
        mishap.at = at;
        mishap.length = 200 * proto::kMicrosPerMs + millis(random, chance(random, 50) ? 2'000 : 20'000);
        mishap.length = std::min(mishap.length, rough_for - at);
        const bool crash = chance(random, 50);
        mishap.kind = crash ? Mishap::Kind::crash : Mishap::Kind::freeze;
        if (crash ? faults.crash : faults.freeze) options.mishaps.push_back(mishap);
    }
    add_people(options, rough_for, faults);
    return options;
}

std::string describe(const VirtualGameOptions& options) {
    std::string text;
    for (const Slot slot : kSlots) {
        const auto& link = options.links[index(slot)];
        text += fmt::format("{} out {}% {} ms, in {}% {} ms, clock {:+.1f}%; ", slot == Slot::gold ? "gold" : "blue",
                            link.out.loss_ppm / 10'000, link.out.delay / 1000, link.in.loss_ppm / 10'000,
                            link.in.delay / 1000, options.clock_ppm[index(slot)] / 10'000.0);
    }
    return text + fmt::format("{} changes of weather, {} mishaps", options.weather.size(), options.mishaps.size());
}

}  // namespace albireo::storm
