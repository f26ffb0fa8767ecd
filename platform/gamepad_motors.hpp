#pragma once
/// The motors of gamepads. On Linux: force feedback of the kernel's input devices (evdev), which the drivers of pads with motors offer.
#include <cstdint>
#include <string>
#include <vector>

namespace albireo::platform {

/// A device of the system that may be a gamepad, as it describes itself.
struct InputDevice {
    std::string path;
    std::uint16_t bus = 0, vendor = 0, product = 0, version = 0;
    std::string name{};
    bool has_motors = false;
};
/// Those that this user may look at, in the order in which they were plugged in; none where the system has no such interface.
std::vector<InputDevice> input_devices();

class GamepadMotors {
  public:
    explicit GamepadMotors(const std::string& path);
    ~GamepadMotors();
    GamepadMotors(const GamepadMotors&) = delete;
    GamepadMotors& operator=(const GamepadMotors&) = delete;

    /// False if there is no such device, or this user may not use it.
    bool is_open() const { return file_ >= 0; }
    struct Run {
        float strong = 0, weak = 0;  // the slow heavy motor and the quick light one, 0 … 1
        float seconds = 0;
    };
    /// Runs the motors like this from now on. False if the device is gone.
    bool play(const Run& run);

  private:
    int file_ = -1;
    int effect_ = -1;
};

}  // namespace albireo::platform
