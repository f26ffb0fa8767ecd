// Goal: the player's choice of a sound device is followed at once, by name; a device that is gone is replaced by the system's and
// told once; a device that has come back is used when devices are listed. The calling thread never waits for a device.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "client/audio/audio.hpp"
#include "tests/client/audio/heard.hpp"

using namespace albireo::audio;
using namespace std::chrono_literals;

namespace {

/// The devices of a machine, and what a program does with them.
struct Machine {
    std::mutex guard;
    std::vector<std::string> plugged = {"Speakers", "Headset"};
    std::string playing;  // empty: the system's
    int opened = 0, listed = 0, moved = 0;
    bool can_move = false, is_lost = false;

    struct Output final : AudioOutput {
        explicit Output(Machine& machine) : machine_(machine) {}
        void start(std::size_t, Voice, const SoundParameters&) override {}
        void adjust(std::size_t, const SoundParameters&) override {}
        void stop(std::size_t) override {}
        bool is_playing(std::size_t) override { return false; }
        bool is_lost() override {
            const std::lock_guard lock(machine_.guard);
            return machine_.is_lost;
        }
        bool move_to(const std::string& device) override {
            const std::lock_guard lock(machine_.guard);
            if (!machine_.can_move || !machine_.has(device)) return false;
            ++machine_.moved;
            machine_.playing = device;
            return true;
        }
        Machine& machine_;
    };
    bool has(const std::string& device) const { return device.empty() || std::ranges::find(plugged, device) != plugged.end(); }
    Audio::Setup setup() {
        return {.open = [this](const std::string& device, const Samples&, std::string& why) -> std::unique_ptr<AudioOutput> {
                    const std::lock_guard lock(guard);
                    why = "there is no such device";
                    if (!has(device)) return nullptr;
                    ++opened;
                    is_lost = false;
                    playing = device;
                    return std::make_unique<Output>(*this);
                },
                .list =
                    [this] {
                        const std::lock_guard lock(guard);
                        ++listed;
                        return plugged;
                    }};
    }
    template <class Read>
    auto read(Read&& what) {
        const std::lock_guard lock(guard);
        return what();
    }
    bool plays(const std::string& device, int times_opened) {
        const std::lock_guard lock(guard);
        return playing == device && opened == times_opened;
    }
};

}  // namespace

TEST_CASE("a device is chosen by its name, and the choice is followed at once") {
    Machine machine;
    Audio audio(machine.setup());
    REQUIRE(comes([&] { return audio.is_heard() && machine.plays("", 1); }));
    audio.choose_device("Headset");
    CHECK(comes([&] { return audio.is_heard() && machine.plays("Headset", 2); }));
    audio.choose_device("Headset");  // as with every change of some other setting
    std::this_thread::sleep_for(50ms);
    CHECK(machine.plays("Headset", 2));
    audio.choose_device("");
    CHECK(comes([&] { return audio.is_heard() && machine.plays("", 3); }));
    CHECK(audio.take_missing() == "");
}

TEST_CASE("a device that can move its sound moves it, without being opened again") {
    Machine machine;
    machine.can_move = true;
    Audio audio(machine.setup());
    REQUIRE(comes([&] { return audio.is_heard(); }));
    audio.choose_device("Speakers");
    CHECK(comes([&] { return machine.plays("Speakers", 1); }));
    CHECK(machine.read([&] { return machine.moved; }) == 1);
    // One that it cannot move to is missing: the system's is opened.
    audio.choose_device("Earphones");
    CHECK(comes([&] { return machine.plays("", 2); }));
    CHECK(comes([&] { return audio.take_missing() == "Earphones"; }));
}

TEST_CASE("a chosen device that is missing is told once, and the system's is used until it is listed again") {
    Machine machine;
    machine.plugged = {"Speakers"};
    Audio audio(machine.setup());
    audio.choose_device("Headset");
    CHECK(comes([&] { return audio.take_missing() == "Headset"; }));
    CHECK(comes([&] { return audio.is_heard() && machine.read([&] { return machine.playing.empty(); }); }));
    const int opened = machine.read([&] { return machine.opened; });
    audio.look_for_devices();
    CHECK(comes([&] { return audio.devices() == std::vector<std::string>{"Speakers"}; }));
    // The system's device is lost, too, and comes again: what is known already is not told again.
    machine.read([&] { return machine.is_lost = true; });
    CHECK(comes([&] { return machine.plays("", opened + 1); }));
    CHECK(audio.take_missing() == "");
    // Plugged in, but nobody has looked.
    machine.read([&] { return machine.plugged = {"Speakers", "Headset"}; });
    std::this_thread::sleep_for(50ms);
    CHECK(machine.plays("", opened + 1));
    audio.look_for_devices();
    CHECK(comes([&] { return audio.is_heard() && machine.plays("Headset", opened + 2); }));
    CHECK(audio.devices().size() == 2);
    CHECK(audio.take_missing() == "");
    // It is pulled while it plays: told again, because it had been there.
    machine.read([&] {
        machine.plugged = {"Speakers"};
        return machine.is_lost = true;
    });
    CHECK(comes([&] { return audio.take_missing() == "Headset"; }));
    CHECK(comes([&] { return audio.is_heard() && machine.plays("", opened + 3); }));
}

TEST_CASE("while no device can be opened a choice and a list are served all the same") {
    std::atomic<bool> is_there{false};
    std::mutex guard;
    std::string asked = "nothing";
    Audio audio({.open = [&](const std::string& device, const Samples&, std::string& why) -> std::unique_ptr<AudioOutput> {
                     why = "there is no sound device";
                     const std::lock_guard lock(guard);
                     if (!is_there || device.empty()) return nullptr;
                     asked = device;
                     return std::make_unique<NullOutput>();
                 },
                 .list = [] { return std::vector<std::string>{"Headset"}; }});
    audio.look_for_devices();
    CHECK(comes([&] { return audio.devices().size() == 1; }));
    is_there = true;
    audio.choose_device("Headset");
    CHECK(comes([&] { return audio.is_heard(); }));
    const std::lock_guard lock(guard);
    CHECK(asked == "Headset");
}

TEST_CASE("a list that takes long keeps nobody waiting") {
    std::atomic<bool> may_end{false};
    Machine machine;
    Audio::Setup setup = machine.setup();
    setup.list = [&] {
        while (!may_end) std::this_thread::sleep_for(1ms);
        return std::vector<std::string>{"Headset"};
    };
    Audio audio(std::move(setup));
    REQUIRE(comes([&] { return audio.is_heard(); }));
    audio.look_for_devices();
    audio.choose_device("Headset");
    CHECK(comes([&] { return audio.is_heard() && machine.plays("Headset", 2); }));
    CHECK(audio.devices().empty());
    may_end = true;
    CHECK(comes([&] { return audio.devices().size() == 1; }));
}

TEST_CASE("OpenAL lists devices by the names by which it opens them") {
    REQUIRE(::setenv("ALSOFT_DRIVERS", "null", 1) == 0);  // read once, at the first call
    const std::vector<std::string> names = output_devices();
    REQUIRE(names.size() == 1);
    Samples samples;
    for (auto& each : samples) each.resize(100);
    std::string why;
    CHECK(open_output(names[0], samples, why) != nullptr);
    CHECK(open_output("", samples, why) != nullptr);
    CHECK(open_output("Nobody's headset", samples, why) == nullptr);
    CHECK(why == "the sound device 'Nobody's headset' cannot be opened");
}
