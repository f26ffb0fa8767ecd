#include "client/app/activities/reach.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "client/words/format.hpp"
#include "proto/address.hpp"
#include "proto/net_address.hpp"
#include "reach/interfaces.hpp"

namespace albireo::app {

std::vector<std::string> own_addresses() {
    constexpr std::size_t kMost = 4;
    std::vector<std::string> found;
    for (const reach::Interface& each : reach::interfaces()) {
        if (each.address == 0 || each.is_loopback || found.size() == kMost) continue;
        found.push_back(reach::address_text(each.address));
    }
    return found;
}

std::string own_address() {
    const std::vector<std::string> all = own_addresses();
    return all.empty() ? "127.0.0.1" : all.front();
}

Reach reach_of(const std::string& address) {
    struct Block {
        std::uint32_t from;
        int bits;
        Reach reach;
    };
    // RFC 6890: loopback; private use, link local, and shared address space of carriers.
    constexpr Block kBlocks[] = {{0x7F000000, 8, Reach::machine}, {0x0A000000, 8, Reach::home},
                                 {0xAC100000, 12, Reach::home},   {0xC0A80000, 16, Reach::home},
                                 {0xA9FE0000, 16, Reach::home},   {0x64400000, 10, Reach::home}};
    std::string host;
    std::uint16_t port = 0;
    if (!proto::read_host_port(address, host, port)) return Reach::internet;
    const proto::IpAddress ip = proto::read_ip(host);
    if (ip == proto::IpAddress::loopback()) return Reach::machine;
    if (ip.is_ipv6()) return ip.is_global_ipv6() ? Reach::internet : Reach::home;
    if (ip.is_none()) return Reach::internet;  // a name
    std::uint32_t place = 0;
    for (std::size_t i = 12; i < ip.bytes().size(); ++i) place = place << 8 | ip.bytes()[i];
    for (const Block& block : kBlocks) {
        if ((place ^ block.from) >> (32 - block.bits) == 0) return block.reach;
    }
    return Reach::internet;
}

void MappingLog::note(const reach::PortMapping& mapping) {
    note_port(mapping);
    note_pinholes(mapping);
}

void MappingLog::note_port(const reach::PortMapping& mapping) {
    using Mapped = reach::PortMapping::State;
    if (mapping.state == Mapped::granted && !mapping.is_open()) {
        const std::pair behind{mapping.address, mapping.port};
        if (std::exchange(behind_, behind) == behind) return;
        spdlog::warn("the router forwards its port {} to this game, by {}, but has no public address itself ({}): a second router, or the provider's, is before it", mapping.port, mapping.by,
                     reach::address_text(mapping.address));
    } else if (mapping.state == Mapped::refused) {
        if (!mapping.why.empty() && std::exchange(why_, mapping.why) != mapping.why) spdlog::warn("the router has opened no port: {}", mapping.why);
    } else if (mapping.is_open() && std::exchange(port_, mapping.port) != mapping.port) {
        why_.clear();
        behind_ = {};
        spdlog::info("the router forwards its port {} to this game, by {}{}", mapping.port, mapping.by, mapping.why.empty() ? "" : "; before that, " + mapping.why);
        if (mapping.probe == reach::PortProbe::none) spdlog::info("it is told untried: no rendezvous server is used that could send a packet to it from outside");
    }
}

void MappingLog::note_pinholes(const reach::PortMapping& mapping) {
    const std::string& why = mapping.why_no_pinhole;
    if (!why.empty() && std::exchange(why_no_pinhole_, why) != why) spdlog::warn("the router's firewall has no pinhole for IPv6: {}", why);
    if (mapping.pinholes.empty() || std::exchange(pinhole_, mapping.pinholes.front().outside) == mapping.pinholes.front().outside) return;
    why_no_pinhole_.clear();
    for (const reach::Pinhole& each : mapping.pinholes) {
        spdlog::info("the router's firewall lets IPv6 in to {}, by {}{}", proto::text_of(each.outside), each.by,
                     each.probe == reach::PortProbe::none ? "; nobody has tried it from outside, because no rendezvous server is used" : "");
    }
}

std::string reach_text(const Ways& ways) {
    using Mapped = reach::PortMapping::State;
    using Refusal = reach::PortMapping::Refusal;
    using reach::Enrolment;
    const reach::PortMapping& mapping = ways.mapping;
    if (ways.address.empty()) return tr("the invitation works wherever your friend is");
    if (mapping.is_told()) {
        if (mapping.probe == reach::PortProbe::open) {
            return tr_f("the invitation works over the internet: your router forwards port {} to this game ({})", mapping.port, mapping.by);
        }
        return tr_f("the invitation should work over the internet: your router says that it forwards port {} to this game ({}), but nobody has tried it from outside", mapping.port, mapping.by);
    }
    const Reach from = reach_of(ways.address);
    if (from == Reach::machine && !ways.has_ipv6) return tr("the invitation works on this computer only: it has no network");
    if (from == Reach::internet) return tr("the invitation works over the internet");
    if (ways.enrolment == Enrolment::enrolled) {
        return tr_f("the invitation works over the internet: {} connects your friend to this game", ways.rendezvous);
    }
    if (ways.enrolment == Enrolment::asking) return tr_f("the invitation works on this network; asking {} to connect friends from elsewhere...", ways.rendezvous);
    if (!mapping.pinholes.empty() && mapping.pinholes.front().is_told()) {
        const reach::Pinhole& pinhole = mapping.pinholes.front();
        if (pinhole.probe == reach::PortProbe::open) return tr_f("the invitation works over the internet between players with IPv6: your router lets them in ({})", pinhole.by);
        return tr_f("the invitation should work over the internet between players with IPv6: your router says that it lets them in ({}), but nobody has tried it from outside", pinhole.by);
    }
    if (mapping.probe == reach::PortProbe::asking) return tr_f("the invitation works on this network; trying port {} of your router from outside...", mapping.port);
    if (mapping.state == Mapped::asking) return tr("the invitation works on this network; asking the router to open a port to the internet...");
    if (ways.has_ipv6) {
        return tr("the invitation works on this network, and over the internet between players with IPv6, if your router lets them in");
    }
    if (mapping.probe == reach::PortProbe::elsewhere) return tr("the invitation works on this network, but not over the internet: the internet sees another address than your router's");
    if (mapping.state == Mapped::granted && mapping.probe != reach::PortProbe::closed) return tr("the invitation works on this network, but not over the internet: your router has no public address");
    const auto colon = ways.address.rfind(':');
    const std::string why = ways.enrolment == Enrolment::failed          ? tr("no answer from the rendezvous server")
                            : ways.enrolment == Enrolment::server_is_newer ? translated(reach::kRendezvousIsNewer)
                            : ways.enrolment == Enrolment::server_is_older ? translated(reach::kRendezvousIsOlder)
                            : mapping.probe == reach::PortProbe::closed ? tr("the router opened a port, but nothing comes through it")
                            : mapping.refusal == Refusal::no_router ? tr("this computer has no router")
                            : mapping.refusal == Refusal::silent    ? tr("the router does not answer")
                            : mapping.state == Mapped::refused  ? tr("the router did not open a port")
                                                                : tr("opening a port is switched off");
    return tr_f("the invitation works on this network only; for the internet, forward UDP port {} on your router to {} ({})", ways.address.substr(colon + 1),
                ways.address.substr(0, colon), why);
}

}  // namespace albireo::app
