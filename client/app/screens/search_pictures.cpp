#include "client/app/screens/search_pictures.hpp"

#include "client/app/screens/draw.hpp"

namespace albireo::app {

void shoot_search(Studio& studio, NetActivity& failed) {
    using Meeting = reach::JoinMeeting::State;
    using Failure = reach::JoinMeeting::Failure;
    using Kind = reach::AddressKind;
    SearchFacts facts{.addresses = {{"203.0.113.5", 40123}, {"2001:db8:4f2a:91c3:a8b7:6d5e:f1c2:3b4d", 7777}, {"192.168.1.20", 7777}, {"game.example.org", 7777}}, .rendezvous = reach::Address{"play.example.org", 7777}};
    const auto shoot = [&](const std::string& name) {
        const Notice notice = notice_of_search("K7QF2M", ways_of(facts));
        studio.shoot("game-search-" + name, nullptr, [&](ui::Overlay& overlay) { draw_search(overlay, notice); });
    };
    const auto shoot_failed = [&](const std::string& name) {
        failed.tell_search(ways_of(facts));
        studio.shoot("game-failed-" + name, nullptr, [&](ui::Overlay& overlay) { draw_activity(overlay, failed, studio.input); });
    };
    shoot("begins");
    facts.network = facts.at(Kind::public_ipv4) = facts.at(Kind::private_ip) = SearchFacts::Asked::silent;
    facts.at(Kind::ipv6) = SearchFacts::Asked::no_route;
    facts.server = SearchFacts::Server::answered;
    shoot("waits");
    facts.meeting = Meeting::punching;
    shoot("punches");
    facts.meeting = Meeting::relaying;
    shoot("relays");
    facts.meeting = Meeting::failed;
    facts.failure = Failure::no_relay;
    shoot_failed("relay");
    facts.failure = Failure::unknown_code;
    shoot_failed("code");
    facts.failure = Failure::host_silent;
    shoot_failed("host");
    facts.failure = Failure::no_answer;
    studio.use_large_text();
    shoot_failed("large");
    studio.use_usual_text();
    facts.server = SearchFacts::Server::without_address;
    shoot_failed("name");
    facts.may_relay = false;
    facts.server = SearchFacts::Server::looked_up;
    facts.meeting = Meeting::asking;
    facts.failure = Failure::none;
    facts.addresses = {{"game.example.org", 7777}};
    facts.network = SearchFacts::Asked::skipped;
    shoot("without-relay");
    facts.rendezvous.reset();
    shoot("without-rendezvous");
}

}  // namespace albireo::app
