// Goal: a host is told from where their invitation works, for every state of the ways to the game, and finds in the log why the router has opened
// nothing.
#include <doctest/doctest.h>

#include "client/app/activities/reach.hpp"
#include "reach/interfaces.hpp"
#include "tests/support/caught_log.hpp"

using namespace albireo;
using namespace albireo::app;

TEST_CASE("how far an address reaches: this machine, the home network, the internet") {
    struct Row {
        const char* address;
        Reach reach;
    };
    for (const Row& row : {Row{"127.0.0.1:7777", Reach::machine},
                           {"10.0.0.3:7777", Reach::home},
                           {"172.15.0.1", Reach::internet},
                           {"172.16.0.1", Reach::home},
                           {"172.31.255.255:1", Reach::home},
                           {"172.32.0.0:1", Reach::internet},
                           {"192.168.1.20:7777", Reach::home},
                           {"169.254.7.7:7777", Reach::home},
                           {"100.64.0.1:7777", Reach::home},
                           {"100.128.0.1:7777", Reach::internet},
                           {"203.0.113.7:7777", Reach::internet},
                           {"[::1]:7777", Reach::machine},
                           {"[fd00::7]:7777", Reach::home},
                           {"fe80::1", Reach::home},
                           {"[2001:db8::7]:7777", Reach::internet},
                           {"play.example.org:7777", Reach::internet}}) {
        CAPTURE(row.address);
        CHECK(reach_of(row.address) == row.reach);
    }
}

TEST_CASE("of two pinholes a rendezvous server tries the first. Friends are not told of the other one") {
    reach::PortMapping mapping{.pinholes = {{.by = "PCP"}, {.by = "PCP"}}};
    for (const auto& [probe, second] : {std::pair{reach::PortProbe::none, true}, {reach::PortProbe::asking, false}, {reach::PortProbe::open, false}, {reach::PortProbe::closed, false}, {reach::PortProbe::unavailable, false}}) {
        mapping.set_pinhole_probe(probe);
        CHECK(mapping.pinholes[0].probe == probe);
        CHECK(mapping.pinholes[1].is_told() == second);
    }
}

TEST_CASE("from where an invitation works: by address, mapped port, rendezvous server and IPv6") {
    using reach::Enrolment;
    using Mapped = reach::PortMapping::State;
    const std::string home = "192.168.1.20:7777", server = "play.example.org:7777";
    const auto open_with = [](reach::PortProbe probe) {
        return reach::PortMapping{.state = Mapped::granted, .by = "PCP", .address = reach::address_of("203.0.113.5"), .port = 40123, .probe = probe};
    };
    using reach::PortProbe;
    const reach::PortMapping open = open_with(PortProbe::open);
    const auto pinhole = [&](PortProbe probe) {
        return reach::PortMapping{.state = Mapped::refused, .pinholes = {{.by = "PCP", .probe = probe}}};
    };
    const reach::PortMapping shared{.state = Mapped::granted, .by = "PCP", .address = reach::address_of("100.64.0.7"), .port = 7777};
    const reach::PortMapping refused{.state = Mapped::refused}, asking{.state = Mapped::asking};
    const std::string forward = "the invitation works on this network only; for the internet, forward UDP port 7777 on your router to 192.168.1.20 ";
    const std::string met = "the invitation works over the internet: play.example.org:7777 connects your friend to this game";
    const std::string meeting = "the invitation works on this network; asking play.example.org:7777 to connect friends from elsewhere...";
    const std::string mapped = "the invitation works over the internet: your router forwards port 40123 to this game (PCP)";
    const std::string unproven = "the invitation should work over the internet: your router says that it forwards port 40123 to this game (PCP), but nobody has tried it from outside";
    const std::string elsewhere = "the invitation works on this network, but not over the internet: the internet sees another address than your router's";
    const std::string ipv6 = "the invitation works on this network, and over the internet between players with IPv6, if your router lets them in";
    struct Row {
        Ways ways;
        std::string text;
    };
    for (const Row& row : {
             Row{{}, "the invitation works wherever your friend is"},
             {{.address = "127.0.0.1:7777"}, "the invitation works on this computer only: it has no network"},
             {{.address = "127.0.0.1:7777", .has_ipv6 = true}, ipv6},
             {{.address = "203.0.113.7:7777"}, "the invitation works over the internet"},
             {{.address = home}, forward + "(opening a port is switched off)"},
             {{.address = home, .mapping = refused}, forward + "(the router did not open a port)"},
             {{.address = home, .mapping = {.state = Mapped::refused, .refusal = reach::PortMapping::Refusal::silent}}, forward + "(the router does not answer)"},
             {{.address = home, .mapping = {.state = Mapped::refused, .refusal = reach::PortMapping::Refusal::no_router}}, forward + "(this computer has no router)"},
             {{.address = home, .mapping = {.state = Mapped::refused, .refusal = reach::PortMapping::Refusal::refused}}, forward + "(the router did not open a port)"},
             {{.address = home, .mapping = asking}, "the invitation works on this network; asking the router to open a port to the internet..."},
             {{.address = home, .mapping = shared}, "the invitation works on this network, but not over the internet: your router has no public address"},
             {{.address = home, .mapping = open}, mapped},
             {{.address = home, .mapping = open_with(PortProbe::none)}, unproven},
             {{.address = home, .mapping = open_with(PortProbe::unavailable), .rendezvous = server, .enrolment = Enrolment::failed}, unproven},
             {{.address = home, .mapping = open_with(PortProbe::asking), .rendezvous = server, .enrolment = Enrolment::failed},
              "the invitation works on this network; trying port 40123 of your router from outside..."},
             {{.address = home, .mapping = open_with(PortProbe::closed), .rendezvous = server, .enrolment = Enrolment::failed},
              forward + "(no answer from the rendezvous server)"},
             {{.address = home, .mapping = open_with(PortProbe::elsewhere), .rendezvous = server, .enrolment = Enrolment::failed}, elsewhere},
             {{.address = home, .mapping = open_with(PortProbe::elsewhere), .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .has_ipv6 = true, .mapping = open_with(PortProbe::elsewhere), .rendezvous = server, .enrolment = Enrolment::failed}, ipv6},
             {{.address = home, .mapping = open_with(PortProbe::closed), .rendezvous = server}, forward + "(the router opened a port, but nothing comes through it)"},
             {{.address = home, .mapping = open_with(PortProbe::closed), .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .has_ipv6 = true}, ipv6},
             {{.address = home, .has_ipv6 = true, .mapping = shared}, ipv6},
             {{.address = home, .has_ipv6 = true, .mapping = pinhole(PortProbe::closed)}, ipv6},
             {{.address = home, .has_ipv6 = true, .mapping = pinhole(PortProbe::asking)}, ipv6},
             {{.address = home, .has_ipv6 = true, .mapping = pinhole(PortProbe::elsewhere)}, ipv6},
             {{.address = home, .has_ipv6 = true, .mapping = pinhole(PortProbe::open)},
              "the invitation works over the internet between players with IPv6: your router lets them in (PCP)"},
             {{.address = home, .has_ipv6 = true, .mapping = pinhole(PortProbe::none)},
              "the invitation should work over the internet between players with IPv6: your router says that it lets them in (PCP), but nobody has tried it from outside"},
             {{.address = home, .has_ipv6 = true, .mapping = pinhole(PortProbe::open), .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .mapping = refused, .rendezvous = server, .enrolment = Enrolment::asking}, meeting},
             {{.address = home, .mapping = refused, .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .mapping = asking, .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .mapping = shared, .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .has_ipv6 = true, .rendezvous = server, .enrolment = Enrolment::enrolled}, met},
             {{.address = home, .mapping = open, .rendezvous = server, .enrolment = Enrolment::failed}, mapped},
             {{.address = home, .mapping = refused, .rendezvous = server, .enrolment = Enrolment::failed},
              forward + "(no answer from the rendezvous server)"},
             {{.address = home, .mapping = refused, .rendezvous = server, .enrolment = Enrolment::server_is_newer},
              forward + "(the rendezvous server has a newer version of Albireo; update yours)"},
             {{.address = home, .mapping = refused, .rendezvous = server, .enrolment = Enrolment::server_is_older},
              forward + "(the rendezvous server has an older version of Albireo; ask its operator to update it)"},
         }) {
        CHECK(reach_text(row.ways) == row.text);
    }
}

TEST_CASE("why the router has opened no port and no pinhole is in the log, by protocol, once, at a level that is written by default") {
    using Mapped = reach::PortMapping::State;
    const support::CaughtLog log;
    MappingLog mapping_log;
    reach::PortMapping mapping{.state = Mapped::asking};
    mapping_log.note(mapping);
    CHECK(log.count("") == 0);
    mapping.state = Mapped::refused;
    mapping.why = "PCP: the router does not answer; NAT-PMP: the router does not answer; UPnP: no UPnP router answers";
    for (int i = 0; i < 100; ++i) mapping_log.note(mapping);
    CHECK(log.count("[warning] the router has opened no port: PCP: the router does not answer; NAT-PMP: the router does not answer; UPnP: no UPnP router answers") == 1);
    mapping.why_no_pinhole = "PCP: the router refuses: not authorised; UPnP: no UPnP router answers over IPv6";
    for (int i = 0; i < 100; ++i) mapping_log.note(mapping);
    CHECK(log.count("[warning] the router's firewall has no pinhole for IPv6: PCP: the router refuses: not authorised; UPnP: no UPnP router answers over IPv6") == 1);
    mapping.why = "PCP: the router refuses: not authorised";
    mapping_log.note(mapping);
    CHECK(log.count("opened no port: PCP: the router refuses") == 1);
    CHECK(log.count("") == 3);

    // The router first forwards a port behind another router, then one that can be reached. Each is logged once, with the reasons why other protocols had failed.
    mapping = {.state = Mapped::granted, .by = "UPnP", .address = reach::address_of("100.64.0.7"), .port = 7777};
    for (int i = 0; i < 100; ++i) mapping_log.note(mapping);
    CHECK(log.count("[warning] the router forwards its port 7777 to this game, by UPnP, but has no public address itself (100.64.0.7)") == 1);
    mapping.address = reach::address_of("203.0.113.5");
    mapping.why = "PCP: the router does not answer";
    mapping.pinholes = {{.outside = {proto::read_ip("2001:db8::7"), 7777}, .by = "PCP"}};
    for (int i = 0; i < 100; ++i) mapping_log.note(mapping);
    CHECK(log.count("[info] the router forwards its port 7777 to this game, by UPnP; before that, PCP: the router does not answer") == 1);
    CHECK(log.count("[info] the router's firewall lets IPv6 in to [2001:db8::7]:7777, by PCP") == 1);
    CHECK(log.count("[warning]") == 4);
}
