#include "client/platform/rumble.hpp"

#include <algorithm>
#include <charconv>

namespace albireo::platform {

std::optional<Identity> identity_of(std::string_view guid, std::string_view name) {
    if (guid.size() != 32) return std::nullopt;
    // Four 16-bit words, one every four bytes, low byte first: bus, vendor, product, version.
    std::array<std::uint16_t, 4> words{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::array<std::uint8_t, 2> bytes{};
        for (std::size_t b = 0; b < bytes.size(); ++b) {
            const char* digits = guid.data() + 8 * i + 2 * b;
            const auto [end, error] = std::from_chars(digits, digits + 2, bytes[b], 16);
            if (error != std::errc{} || end != digits + 2) return std::nullopt;
        }
        words[i] = static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
    }
    // Devices without a vendor have a name instead of the numbers.
    if (words[1] == 0 || words[2] == 0) return std::nullopt;
    return Identity{words[0], words[1], words[2], words[3], std::string(name)};
}

std::vector<int> match(std::span<const std::optional<Identity>> pads, std::span<const RumbleNode> nodes) {
    std::vector<int> found(pads.size(), -1);
    std::vector<bool> taken(nodes.size(), false);
    const auto same = [](const Identity& a, const Identity& b) {
        return a.bus == b.bus && a.vendor == b.vendor && a.product == b.product && a.version == b.version;
    };
    for (std::size_t pad = 0; pad < pads.size(); ++pad) {
        if (!pads[pad]) continue;
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            if (taken[node] || !nodes[node].rumbles || !same(*pads[pad], nodes[node].identity)) continue;
            found[pad] = static_cast<int>(node);
            taken[node] = true;
            break;
        }
    }
    return found;
}

void Rumbler::set_pads(const Pads& pads) {
    if (pads == pads_) return;
    pads_ = pads;
    for (auto& device : devices_) device.reset();
    if (std::none_of(pads.begin(), pads.end(), [](const auto& pad) { return pad.has_value(); })) return;
    const std::vector<RumbleNode> nodes = system_.nodes();
    const std::vector<int> found = match(pads, nodes);
    for (std::size_t pad = 0; pad < found.size(); ++pad) {
        if (found[pad] >= 0) devices_[pad] = system_.open(nodes[static_cast<std::size_t>(found[pad])].path);
    }
}

void Rumbler::shake(std::size_t pad, const Rumble& rumble) {
    if (pad >= devices_.size() || devices_[pad] == nullptr) return;
    if (!devices_[pad]->play(rumble)) devices_[pad].reset();
}

}  // namespace albireo::platform
