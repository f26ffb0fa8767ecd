// The system's motors of gamepads, for the Rumbler.
#include "client/platform/rumble.hpp"
#include "platform/gamepad_motors.hpp"

namespace albireo::platform {
namespace {

class Motors final : public RumbleDevice {
  public:
    explicit Motors(const std::string& path) : motors_(path) {}
    bool is_open() const { return motors_.is_open(); }
    bool play(const Rumble& rumble) override { return motors_.play({rumble.strong, rumble.weak, rumble.seconds}); }

  private:
    GamepadMotors motors_;
};

}  // namespace

Rumbler::System system_rumble() {
    const auto nodes = [] {
        std::vector<RumbleNode> all;
        for (const InputDevice& each : input_devices()) {
            all.push_back({each.path, {each.bus, each.vendor, each.product, each.version, each.name}, each.has_motors});
        }
        return all;
    };
    return {.nodes = nodes, .open = [](const std::string& path) -> std::unique_ptr<RumbleDevice> {
                auto pad = std::make_unique<Motors>(path);
                if (!pad->is_open()) return nullptr;
                return pad;
            }};
}

}  // namespace albireo::platform
