// Force feedback through /dev/input/event*: offered by Linux's drivers of pads with motors.
#include "client/platform/rumble.hpp"

#ifdef __linux__
#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace albireo::platform {
namespace {

class File {
  public:
    File(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK)) {}
    ~File() {
        if (number_ >= 0) ::close(number_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int number() const { return number_; }

  private:
    int number_;
};

constexpr std::size_t kWordBits = 8 * sizeof(unsigned long);

class EvdevPad final : public RumbleDevice {
  public:
    explicit EvdevPad(const std::string& path) : file_(path, O_RDWR) {}
    ~EvdevPad() override {
        if (effect_ >= 0) ::ioctl(file_.number(), EVIOCRMFF, effect_);
    }
    bool is_open() const { return file_.number() >= 0; }

    bool play(const Rumble& rumble) override {
        const auto share = [](float value) {
            return static_cast<__u16>(std::lround(std::clamp(value, 0.0F, 1.0F) * 65'535));
        };
        ff_effect effect{};
        effect.type = FF_RUMBLE;
        effect.id = effect_;  // −1: the driver fills in a new id; otherwise that effect is changed
        effect.u.rumble.strong_magnitude = share(rumble.strong);
        effect.u.rumble.weak_magnitude = share(rumble.weak);
        effect.replay.length = static_cast<__u16>(std::clamp(rumble.seconds, 0.0F, 5.0F) * 1000);
        if (::ioctl(file_.number(), EVIOCSFF, &effect) < 0) return false;
        effect_ = effect.id;
        input_event start{};
        start.type = EV_FF;
        start.code = static_cast<__u16>(effect_);
        start.value = 1;
        return ::write(file_.number(), &start, sizeof start) == sizeof start;
    }

  private:
    File file_;
    __s16 effect_ = -1;
};

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

std::vector<RumbleNode> find_nodes() {
    std::vector<RumbleNode> nodes;
    for (const std::string& path : event_paths()) {
        const File file(path, O_RDONLY);
        input_id id{};
        if (file.number() < 0 || ::ioctl(file.number(), EVIOCGID, &id) < 0) continue;
        RumbleNode node;
        node.path = path;
        node.identity = {id.bustype, id.vendor, id.product, id.version, {}};
        std::array<char, 128> name{};
        if (::ioctl(file.number(), EVIOCGNAME(name.size() - 1), name.data()) > 0) node.identity.name = name.data();
        std::array<unsigned long, FF_MAX / kWordBits + 1> can{};
        if (::ioctl(file.number(), EVIOCGBIT(EV_FF, sizeof can), can.data()) > 0) {
            node.rumbles = ((can[FF_RUMBLE / kWordBits] >> (FF_RUMBLE % kWordBits)) & 1) != 0;
        }
        nodes.push_back(std::move(node));
    }
    return nodes;
}

}  // namespace

Rumbler::System system_rumble() {
    return {.nodes = find_nodes, .open = [](const std::string& path) -> std::unique_ptr<RumbleDevice> {
                auto pad = std::make_unique<EvdevPad>(path);
                if (!pad->is_open()) return nullptr;
                return pad;
            }};
}

}  // namespace albireo::platform

#else

namespace albireo::platform {

Rumbler::System system_rumble() {
    return {.nodes = [] { return std::vector<RumbleNode>(); },
            .open = [](const std::string&) { return std::unique_ptr<RumbleDevice>(); }};
}

}  // namespace albireo::platform
#endif
