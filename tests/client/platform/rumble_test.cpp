// Goal: the player's own pad shakes, also after other devices were plugged in or out. If no pad can shake, nothing happens.
#include <doctest/doctest.h>

#include <map>

#include "client/platform/rumble.hpp"

using namespace albireo::platform;

namespace {

const Identity kOne{3, 0x045e, 0x028e, 0x0110, "One"};
const Identity kTwo{5, 0x054c, 0x09cc, 0x8100, "Two"};

std::string guid(const Identity& identity) {
    std::string text;
    for (const std::uint16_t word : {identity.bus, identity.vendor, identity.product, identity.version}) {
        char digits[9];
        std::snprintf(digits, sizeof digits, "%02x%02x0000", word & 0xff, word >> 8);
        text += digits;
    }
    return text;
}

/// A machine with event nodes, some of which can shake.
struct Machine {
    std::vector<RumbleNode> nodes;
    std::map<std::string, std::vector<Rumble>> played;
    std::map<std::string, bool> broken;
    int looked = 0, open = 0;

    struct Device final : RumbleDevice {
        Device(Machine& machine, std::string path) : machine_(machine), path_(std::move(path)) { ++machine_.open; }
        ~Device() override { --machine_.open; }
        bool play(const Rumble& rumble) override {
            if (machine_.broken[path_]) return false;
            machine_.played[path_].push_back(rumble);
            return true;
        }
        Machine& machine_;
        std::string path_;
    };
    Rumbler rumbler{{.nodes =
                         [this] {
                             ++looked;
                             return nodes;
                         },
                     .open = [this](const std::string& path) -> std::unique_ptr<RumbleDevice> {
                         if (path.find("forbidden") != std::string::npos) return nullptr;
                         return std::make_unique<Device>(*this, path);
                     }}};
    std::size_t times(const std::string& path) { return played[path].size(); }
};

}  // namespace

TEST_CASE("a pad is identified by its GUID") {
    const auto found = identity_of(guid(kOne), "One");
    REQUIRE(found.has_value());
    CHECK(*found == kOne);
    CHECK_FALSE(identity_of("", "x").has_value());
    CHECK_FALSE(identity_of("xx0000005e0400008e02000010010000", "x").has_value());
    CHECK_FALSE(identity_of(std::string(32, '0'), "nameless").has_value());
    CHECK_FALSE(identity_of(guid(kOne) + "0", "too long").has_value());
}

TEST_CASE("two identical pads are distinguished by their order. Nodes that cannot shake are skipped") {
    const std::vector<RumbleNode> nodes = {
        {"event3", kOne, false}, {"event4", kOne, true}, {"event5", kTwo, true}, {"event9", kOne, true}};
    const std::vector<std::optional<Identity>> pads = {kOne, kTwo, std::nullopt, kOne};
    CHECK(match(pads, nodes) == std::vector<int>{1, 2, -1, 3});
    const std::vector<std::optional<Identity>> three = {kOne, kOne, kOne};
    CHECK(match(three, nodes) == std::vector<int>{1, 3, -1});
    CHECK(match(three, {}) == std::vector<int>{-1, -1, -1});
}

TEST_CASE_FIXTURE(Machine, "the right pad shakes, also after another came and went") {
    nodes = {{"event1", kOne, true}, {"event2", kTwo, true}};
    rumbler.set_pads({kOne, kTwo});
    CHECK(looked == 1);
    rumbler.shake(1, {.strong = 0.5F, .weak = 0.25F, .seconds = 0.4F});
    CHECK(times("event1") == 0);
    REQUIRE(times("event2") == 1);
    CHECK(played["event2"][0].strong == 0.5F);
    CHECK(played["event2"][0].seconds == 0.4F);
    // The same pads, frame after frame: the nodes are not scanned again.
    for (int i = 0; i < 100; ++i) rumbler.set_pads({kOne, kTwo});
    CHECK(looked == 1);
    // The first is unplugged; the second keeps its joystick number.
    nodes.erase(nodes.begin());
    rumbler.set_pads({std::nullopt, kTwo});
    CHECK(looked == 2);
    CHECK(open == 1);
    rumbler.shake(0, {.strong = 1});
    rumbler.shake(1, {.strong = 1});
    CHECK(times("event1") == 0);
    CHECK(times("event2") == 2);
    // It comes back with another number.
    nodes.push_back({"event7", kOne, true});
    rumbler.set_pads({kOne, kTwo});
    rumbler.shake(0, {.strong = 1});
    CHECK(times("event7") == 1);
    rumbler.set_pads({});
    CHECK(open == 0);
}

TEST_CASE_FIXTURE(Machine, "no motor, no permission, a failing device or a missing pad: nothing happens") {
    nodes = {{"event1", kOne, false}, {"forbidden2", kTwo, true}};
    rumbler.set_pads({kOne, kTwo});
    CHECK(open == 0);
    for (std::size_t pad = 0; pad < 10; ++pad) rumbler.shake(pad, {.strong = 1});
    nodes = {{"event1", kOne, true}};
    rumbler.set_pads({kOne});
    CHECK(open == 1);
    broken["event1"] = true;
    rumbler.shake(0, {.strong = 1});
    CHECK(open == 0);
    rumbler.shake(0, {.strong = 1});
    // After it is plugged in again, it works.
    broken["event1"] = false;
    rumbler.set_pads({});
    rumbler.set_pads({kOne});
    rumbler.shake(0, {.strong = 1});
    CHECK(times("event1") == 1);
}

TEST_CASE("scanning this machine works, whatever it has") {
    const Rumbler::System system = system_rumble();
    for (const RumbleNode& node : system.nodes()) CHECK(node.path.find("/dev/input/event") == 0);
    CHECK(system.open("/dev/input/event-none") == nullptr);
    Rumbler rumbler(system);
    rumbler.set_pads({kOne});
    rumbler.shake(0, {.strong = 1});
}
