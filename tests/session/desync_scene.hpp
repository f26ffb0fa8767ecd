#pragma once
/// What the tests of desyncs share: a plain game, a fault, and hands that play alike whatever the network does.
#include <doctest/doctest.h>

#include "tests/storm/bots.hpp"

namespace albireo::storm {

inline constexpr Micros kSecond = proto::kMicrosPerSecond;
inline constexpr Micros kMs = proto::kMicrosPerMs;

inline VirtualGameOptions plain(Micros delay = 40 * kMs, std::uint32_t seed = 3) {
    VirtualGameOptions options;
    options.seed = seed;
    options.hands = bot_hands(bodies(), 6);
    for (auto& link : options.links) link.out.delay = link.in.delay = delay;
    return options;
}

inline Fault fault_of(const std::string& text) {
    Fault fault;
    REQUIRE(parse_fault(text, fault) == "");
    return fault;
}

/// Presses any keys, the same at a tick whatever the network does, and sees no collisions: nothing dies of shots.
class Mashing final : public client::Hands {
  public:
    explicit Mashing(std::uint32_t seed) : seed_(seed) {}
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World& world) override {
        Random random = Random::seed(seed_, world.tick.value / 20 + 1);
        random.next();
        return {.buttons = static_cast<std::uint16_t>(random.next() & (kUp | kDown | kLeft | kRight | kFire))};
    }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}

  private:
    std::uint32_t seed_;
};

inline auto mashing_hands() {
    return [](Slot, std::uint32_t seed) -> std::unique_ptr<client::Hands> { return std::make_unique<Mashing>(seed); };
}

}  // namespace albireo::storm
