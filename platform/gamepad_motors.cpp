#include "platform/gamepad_motors.hpp"

#ifdef __linux__
#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

namespace albireo::platform {
namespace {

constexpr std::size_t kWordBits = 8 * sizeof(unsigned long);

int open_device(const std::string& path, int flags) {
    return ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK);
}

/// Event nodes in the order of their numbers, which is the order in which they were plugged in.
std::vector<std::string> event_paths() {
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/input", error)) {
        if (entry.path().filename().string().starts_with("event")) paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return paths;
}

}  // namespace

std::vector<InputDevice> input_devices() {
    std::vector<InputDevice> devices;
    for (const std::string& path : event_paths()) {
        const int file = open_device(path, O_RDONLY);
        input_id id{};
        if (file >= 0 && ::ioctl(file, EVIOCGID, &id) >= 0) {
            InputDevice device{.path = path, .bus = id.bustype, .vendor = id.vendor, .product = id.product, .version = id.version};
            std::array<char, 128> name{};
            if (::ioctl(file, EVIOCGNAME(name.size() - 1), name.data()) > 0) device.name = name.data();
            std::array<unsigned long, FF_MAX / kWordBits + 1> can{};
            if (::ioctl(file, EVIOCGBIT(EV_FF, sizeof can), can.data()) > 0) {
                device.has_motors = ((can[FF_RUMBLE / kWordBits] >> (FF_RUMBLE % kWordBits)) & 1) != 0;
            }
            devices.push_back(std::move(device));
        }
        if (file >= 0) ::close(file);
    }
    return devices;
}

GamepadMotors::GamepadMotors(const std::string& path) : file_(open_device(path, O_RDWR)) {}

GamepadMotors::~GamepadMotors() {
    if (effect_ >= 0) ::ioctl(file_, EVIOCRMFF, effect_);
    if (file_ >= 0) ::close(file_);
}

bool GamepadMotors::play(const Run& run) {
    const auto share = [](float value) { return static_cast<__u16>(std::lround(std::clamp(value, 0.0F, 1.0F) * 65'535)); };
    ff_effect effect{};
    effect.type = FF_RUMBLE;
    effect.id = static_cast<__s16>(effect_);  // −1: the driver fills in a new id; otherwise that effect is changed
    effect.u.rumble.strong_magnitude = share(run.strong);
    effect.u.rumble.weak_magnitude = share(run.weak);
    effect.replay.length = static_cast<__u16>(std::clamp(run.seconds, 0.0F, 5.0F) * 1000);
    if (::ioctl(file_, EVIOCSFF, &effect) < 0) return false;
    effect_ = effect.id;
    input_event start{};
    start.type = EV_FF;
    start.code = static_cast<__u16>(effect_);
    start.value = 1;
    return ::write(file_, &start, sizeof start) == sizeof start;
}

}  // namespace albireo::platform

#else

namespace albireo::platform {

std::vector<InputDevice> input_devices() { return {}; }
GamepadMotors::GamepadMotors(const std::string&) {}
GamepadMotors::~GamepadMotors() = default;
bool GamepadMotors::play(const Run&) { return false; }

}  // namespace albireo::platform
#endif
