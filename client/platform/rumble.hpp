#pragma once
/// Vibration of gamepads, where the system supports it. Gamepads are identified by the ids that they report. Whenever one is
/// connected or removed, the system's force-feedback devices are matched with them. Owned by the window. Access to the
/// system is injected, so that tests can replace it.
///
/// 1. A gamepad without a device, or with one that cannot be opened, does not vibrate; none of this is an error.
/// 2. A device that fails is closed, and tried again when gamepads change.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/platform/input.hpp"

namespace albireo::platform {

struct Rumble {
    float strong = 0, weak = 0;  // of the slow heavy motor and of the quick light one, 0 … 1
    float seconds = 0.2F;
};

/// The identity that a device reports.
struct Identity {
    std::uint16_t bus = 0, vendor = 0, product = 0, version = 0;
    std::string name;
    bool operator==(const Identity&) const = default;
};

/// Parsed from a joystick's GUID of 32 hexadecimal digits, as GLFW and SDL write it. Returns nothing if it names no
/// product.
std::optional<Identity> identity_of(std::string_view guid, std::string_view name);

/// A device of the system that may be a pad.
struct RumbleNode {
    std::string path;
    Identity identity;
    bool rumbles = false;
};

/// For each pad its node, or −1. Among identical pads, the first pad gets the first node. The names may differ as long
/// as the numbers agree.
std::vector<int> match(std::span<const std::optional<Identity>> pads, std::span<const RumbleNode> nodes);

class RumbleDevice {
  public:
    virtual ~RumbleDevice() = default;
    /// Sets the vibration from now on. False if the device is gone.
    virtual bool play(const Rumble& rumble) = 0;
};

/// Access to the system's force-feedback devices.
class RumbleOutput {
  public:
    virtual ~RumbleOutput() = default;
    virtual void shake(std::size_t pad, const Rumble& rumble) = 0;
};

class Rumbler final : public RumbleOutput {
  public:
    struct System {
        std::function<std::vector<RumbleNode>()> nodes;
        std::function<std::unique_ptr<RumbleDevice>(const std::string& path)> open;  // null if access is denied
    };
    using Pads = std::array<std::optional<Identity>, kPadsMax>;

    explicit Rumbler(System system) : system_(std::move(system)) {}

    /// Sets the gamepads connected now. The system is searched only if they have changed.
    void set_pads(const Pads& pads);
    void shake(std::size_t pad, const Rumble& rumble) override;

  private:
    System system_;
    Pads pads_;
    std::array<std::unique_ptr<RumbleDevice>, kPadsMax> devices_;
};

/// Linux's force feedback (evdev). On other systems, and without permission, there are no nodes.
Rumbler::System system_rumble();

}  // namespace albireo::platform
