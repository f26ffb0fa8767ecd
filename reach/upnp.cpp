#include "reach/upnp.hpp"

#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <miniupnpc/upnperrors.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "reach/interfaces.hpp"

namespace albireo::reach {
namespace {

constexpr int kFindMs = 1'000;  // it takes 1 to 4 s, whatever is asked
constexpr const char* kWhat = "Albireo";
constexpr int kConflict = 718, kOnlyPermanent = 725;
constexpr std::uint32_t kPinholeSecondsMax = 86'400;  // WANIPv6FirewallControl:1, 2.4.3
constexpr int kPortsTried = 4;  // ports, on routers that cannot choose a free one

std::string text_of(int result) {
    const char* const text = strupnperror(result);
    return text != nullptr ? text : "error " + std::to_string(result);
}

std::uint16_t port_of(const char* text) {
    std::uint16_t port = 0;
    std::from_chars(text, text + std::strlen(text), port);
    return port;
}

/// Where a router forwards one of its ports to.
struct Entry {
    std::array<char, 64> client{};
    std::array<char, 16> own_port{}, lease{};
    std::array<char, 80> what{};
    std::array<char, 8> enabled{};
};

}  // namespace

struct Upnp::Router {
    UPNPUrls urls{};
    IGDdatas data{};
    std::array<char, 64> own{};
    ~Router() { FreeUPNPUrls(&urls); }

    const char* control() const { return urls.controlURL; }
    const char* service() const { return data.first.servicetype; }
    int add(std::uint16_t port, std::uint16_t own_port, std::uint32_t seconds) const {
        return UPNP_AddPortMapping(control(), service(), std::to_string(port).c_str(), std::to_string(own_port).c_str(),
                                   own.data(), kWhat, "UDP", nullptr, std::to_string(seconds).c_str());
    }
    int read(std::uint16_t port, Entry& entry) const {
        return UPNP_GetSpecificPortMappingEntry(control(), service(), std::to_string(port).c_str(), "UDP", nullptr, entry.client.data(),
                                                entry.own_port.data(), entry.what.data(), entry.enabled.data(), entry.lease.data());
    }
    bool is_own(const Entry& entry, std::uint16_t own_port) const { return std::string(entry.client.data()) == own.data() && port_of(entry.own_port.data()) == own_port; }
    void remove(std::uint16_t port) const { UPNP_DeletePortMapping(control(), service(), std::to_string(port).c_str(), "UDP", nullptr); }
};

Upnp::Upnp() = default;
Upnp::~Upnp() = default;

std::string Upnp::find(const std::string& location) {
    if (!location.empty()) {
        auto router = std::make_unique<Router>();
        const int found = UPNP_GetIGDFromUrl(location.c_str(), &router->urls, &router->data, router->own.data(), static_cast<int>(router->own.size()));
        if (found == 1 && router->control() != nullptr && router->control()[0] != '\0') {
            router_ = std::move(router);
            return {};
        }
    }
    int error = 0;
    UPNPDev* const devices = upnpDiscover(kFindMs, nullptr, nullptr, UPNP_LOCAL_PORT_ANY, 0, 2, &error);
    if (devices == nullptr) return "no UPnP router answers";
    auto router = std::make_unique<Router>();
    const int kind = UPNP_GetValidIGD(devices, &router->urls, &router->data, router->own.data(),
                                      static_cast<int>(router->own.size()));
    freeUPNPDevlist(devices);
    if (kind == 0) return "no UPnP router answers";
    if (kind == 3) return "a UPnP device answers, but it is not a router";
    router_ = std::move(router);
    return {};
}

std::string Upnp::map(const PortRequest& request, PortAnswer& answer) {
    const Router& router = *router_;
    std::uint16_t port = request.port;
    std::uint32_t seconds = request.seconds;
    int result = 0;
    // A router of the second version chooses a free port by itself.
    std::array<char, 6> chosen{};
    result = UPNP_AddAnyPortMapping(router.control(), router.service(), std::to_string(port).c_str(),
                                    std::to_string(request.own_port).c_str(), router.own.data(), kWhat, "UDP", nullptr,
                                    std::to_string(seconds).c_str(), chosen.data());
    if (result == UPNPCOMMAND_SUCCESS) {
        port = port_of(chosen.data());
    } else {
        for (int i = 0; i < kPortsTried; ++i, ++port) {
            result = router.add(port, request.own_port, seconds);
            if (result == kOnlyPermanent) result = router.add(port, request.own_port, seconds = 0);
            if (result != kConflict) break;
        }
    }
    if (result != UPNPCOMMAND_SUCCESS) return "the UPnP router refuses: " + text_of(result);
    // What was granted is read, not assumed. A mapping of no use is removed again.
    Entry entry;
    result = router.read(port, entry);
    if (result != UPNPCOMMAND_SUCCESS) {
        router.remove(port);
        return "the UPnP router has not opened the port: " + text_of(result);
    }
    if (!router.is_own(entry, request.own_port)) return "the UPnP router forwards the port to another computer";
    std::from_chars(entry.lease.data(), entry.lease.data() + std::strlen(entry.lease.data()), seconds);  // some routers do not say it
    std::array<char, 64> outside{};
    if (UPNP_GetExternalIPAddress(router.control(), router.service(), outside.data()) != UPNPCOMMAND_SUCCESS) {
        router.remove(port);
        return "the UPnP router does not report its address";
    }
    answer = {.result = 0, .port = port, .seconds = seconds, .address = address_of(outside.data())};
    return {};
}

void Upnp::remove(std::uint16_t port, std::uint16_t own_port) {
    if (!router_) return;
    Entry entry;
    const bool is_others = router_->read(port, entry) == UPNPCOMMAND_SUCCESS && !router_->is_own(entry, own_port);
    if (!is_others) router_->remove(port);
}

std::string Upnp::find_ipv6(std::uint32_t interface) {
    const std::string from = platform::interface_name(interface);
    int error = 0;
    UPNPDev* const devices = upnpDiscover(kFindMs, from.empty() ? nullptr : from.c_str(), nullptr, UPNP_LOCAL_PORT_ANY, 1, 2, &error);
    if (devices == nullptr) return "no UPnP router answers over IPv6";
    auto router = std::make_unique<Router>();
    const int kind = UPNP_GetValidIGD(devices, &router->urls, &router->data, router->own.data(), static_cast<int>(router->own.size()));
    freeUPNPDevlist(devices);
    const char* const control = kind == 0 || kind == 3 ? nullptr : router->urls.controlURL_6FC;
    if (control == nullptr || *control == '\0' || router->data.IPv6FC.servicetype[0] == '\0') return "the UPnP router has no control of its firewall for IPv6";
    int is_on = 0, may_open = 0;
    if (UPNP_GetFirewallStatus(control, router->data.IPv6FC.servicetype, &is_on, &may_open) == UPNPCOMMAND_SUCCESS && is_on != 0 && may_open == 0)
        return "the UPnP router's firewall for IPv6 allows no pinholes";
    router_ = std::move(router);
    return {};
}

std::string Upnp::open_pinhole(const proto::IpAddress& own, std::uint16_t port, std::uint32_t seconds) {
    const char* const control = router_->urls.controlURL_6FC;
    const char* const service = router_->data.IPv6FC.servicetype;
    const std::string lease = std::to_string(std::min(seconds, kPinholeSecondsMax)), at = std::to_string(port);
    if (const auto known = pinholes_.find(own); known != pinholes_.end()) {
        if (UPNP_UpdatePinhole(control, service, known->second.c_str(), lease.c_str()) == UPNPCOMMAND_SUCCESS) return {};
    }
    constexpr const char* kAnybody = "empty";  // miniupnpc's word for the wildcard ""
    constexpr const char* kAnyPort = "0";
    constexpr const char* kUdp = "17";
    std::array<char, 64> name{};
    const int result = UPNP_AddPinhole(control, service, kAnybody, kAnyPort, proto::text_of(own).c_str(), at.c_str(), kUdp, lease.c_str(), name.data());
    if (result != UPNPCOMMAND_SUCCESS) return "the UPnP router refuses: " + text_of(result);
    pinholes_[own] = name.data();
    return {};
}

void Upnp::remove_pinhole(const proto::IpAddress& own) {
    const auto known = pinholes_.find(own);
    if (!router_ || known == pinholes_.end()) return;
    UPNP_DeletePinhole(router_->urls.controlURL_6FC, router_->data.IPv6FC.servicetype, known->second.c_str());
    pinholes_.erase(known);
}

}  // namespace albireo::reach
