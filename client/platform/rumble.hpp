#pragma once
/// Vibration of gamepads, where the system offers it. Pads are known by what they say they are; the system's devices
/// that can shake are matched with them whenever a pad comes or goes. Owned by the window; what it needs of the system
/// is handed in, so that tests can.
///
/// 1. A pad without such a device, or one that may not be opened, is silent; nothing is ever an error.
/// 2. A device that fails is let go, and tried again when pads change.
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

/// What a device says it is.
struct Identity {
    std::uint16_t bus = 0, vendor = 0, product = 0, version = 0;
    std::string name;
    bool operator==(const Identity&) const = default;
};

/// From a joystick's GUID of 32 hexadecimal digits, as GLFW and SDL write it; nothing if it names no product.
std::optional<Identity> identity_of(std::string_view guid, std::string_view name);

/// A device of the system that may be a pad.
struct RumbleNode {
    std::string path;
    Identity identity;
    bool rumbles = false;
};

/// For each pad its node, or −1. Of several alike, the first pad gets the first node. A name that differs does not
/// matter as long as the numbers agree.
std::vector<int> match(std::span<const std::optional<Identity>> pads, std::span<const RumbleNode> nodes);

class RumbleDevice {
  public:
    virtual ~RumbleDevice() = default;
    /// From now on, instead of what was before. False: it is gone.
    virtual bool play(const Rumble& rumble) = 0;
};

/// Who can be asked to shake a pad.
class Shaker {
  public:
    virtual ~Shaker() = default;
    virtual void shake(std::size_t pad, const Rumble& rumble) = 0;
};

class Rumbler final : public Shaker {
  public:
    struct System {
        std::function<std::vector<RumbleNode>()> nodes;
        std::function<std::unique_ptr<RumbleDevice>(const std::string& path)> open;  // null if it may not be
    };
    using Pads = std::array<std::optional<Identity>, kPadsMax>;

    explicit Rumbler(System system) : system_(std::move(system)) {}

    /// The pads that are there now. The system is looked through only if they are others than before.
    void set_pads(const Pads& pads);
    void shake(std::size_t pad, const Rumble& rumble) override;

  private:
    System system_;
    Pads pads_;
    std::array<std::unique_ptr<RumbleDevice>, kPadsMax> devices_;
};

/// Linux's force feedback (evdev). Elsewhere, and where nothing may be opened, there are no nodes.
Rumbler::System system_rumble();

}  // namespace albireo::platform
