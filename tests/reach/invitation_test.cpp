// Goal: an invitation is read as it was written, each kind of wrong one gets its own line, and nothing makes the parser
// read past its input or keep more than its limits.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "proto/join_code.hpp"
#include "reach/invitation.hpp"

using namespace albireo::reach;

namespace {

const std::string kKey(kKeyLetters, 'k');

struct Accepted {
    std::string text;
    Invitation invitation;
};
const std::vector<Accepted>& accepted() {
    static const Invitation both{.code = "K7QF2M", .addresses = {{"203.0.113.5", 40123}, {"192.168.1.20", 7777}}};
    static const std::string link = "albireo://play?code=K7QF2M&at=203.0.113.5:40123&at=192.168.1.20:7777";
    static const std::vector<Accepted> all = {
        {"K7QF2M", {.code = "K7QF2M"}},
        {" k7q-f2m\n", {.code = "K7QF2M"}},
        {"albireo://play?code=K7QF2M", {.code = "K7QF2M"}},
        {"albireo://play?code=k7qf2m", {.code = "K7QF2M"}},
        {link, both},
        {"ALBIREO://Play/?code=K7QF2M&at=203.0.113.5:40123&at=192.168.1.20:7777", both},
        {"Play with me: " + link + " now!", both},
        {"<" + link + ">", both},
        {"'" + link + "'", both},
        {link + "#part", both},
        {link + "&&", both},
        {link + "&later=thing&other=", both},
        {"albireo://play?at=203.0.113.5%3A40123&at=192.168.1.20%3a7777&code=%4B7QF2M", both},
        {"albireo://play?code=K7QF2M&at=play.example.org:7777&key=" + kKey + "&via=meet.example.org:9",
         {.code = "K7QF2M", .addresses = {{"play.example.org", 7777}}, .key = kKey, .rendezvous = Address{"meet.example.org", 9}}},
        {"albireo://play?code=K7QF2M&at=[2001:db8::7]:7777", {.code = "K7QF2M", .addresses = {{"2001:db8::7", 7777}}}},
        {"k7qf-2mxa", {.code = "K7QF2MXA", .watches = true}},
        {"albireo://Watch?code=K7QF-2MXA&at=10.0.0.1:7777", {.code = "K7QF2MXA", .addresses = {{"10.0.0.1", 7777}}, .watches = true}},
    };
    return all;
}

struct Refused {
    std::string text, part;  // of the line that the player reads
};
const std::vector<Refused>& refused() {
    const auto link = [](const std::string& rest) { return "albireo://play?code=K7QF2M&" + rest; };
    static std::string many = "albireo://play?code=K7QF2M", parts = many;
    for (int i = 0; i < 9 && many.size() < 400; ++i) many += "&at=10.0.0.1:7777";
    for (int i = 0; i < 40 && parts.size() < 400; ++i) parts += "&a=b";
    static const std::vector<Refused> all = {
        {"", "is empty"},
        {" \n", "is empty"},
        {std::string(kInvitationBytesMax + 1, 'a'), "too long"},
        {"K7QF2", "'K7QF2' is neither a code"},
        {"https://example.org/K7QF2M", "neither a code"},
        {std::string("\x1b[31m\x00", 6), "'?[31m?' is neither a code"},
        {"albireo://", "cannot ''"},
        {"albireo://look?code=K7QF2M", "cannot 'look'"},
        {"albireo://watch?code=K7QF2M", "watch code 'K7QF2M' is not eight letters"},
        {"albireo://play?code=K7QF2MXA", "code 'K7QF2MXA' is not six letters"},
        {"albireo://play", "has no code"},
        {"albireo://play?", "has no code"},
        {"albireo://play?at=10.0.0.1:7777", "has no code"},
        {"albireo://play?code=", "code '' is not"},
        {"albireo://play?code=K7QF2", "code 'K7QF2' is not six letters"},
        {"albireo://play?code=K7QF20", "code 'K7QF20' is not"},
        {link("code=AAAAAA"), "two codes"},
        {link("at"), "damaged at 'at'"},
        {link("at="), "address '' is not HOST:PORT"},
        {link("at=10.0.0.1"), "address '10.0.0.1' is not"},
        {link("at=10.0.0.1:0"), "is not HOST:PORT"},
        {link("at=10.0.0.1:65536"), "is not HOST:PORT"},
        {link("at=10.0.0.1:77a"), "is not HOST:PORT"},
        {link("at=:7777"), "is not HOST:PORT"},
        {link("at=--option:7777"), "is not HOST:PORT"},
        {link("at=a%20b:7777"), "is not HOST:PORT"},
        {link("at=a;b:7777"), "is not HOST:PORT"},
        {link("at=[::g]:7777"), "is not HOST:PORT"},
        {link("at=[]:7777"), "is not HOST:PORT"},
        {link("at=" + std::string(254, 'a') + ":7777"), "is not HOST:PORT"},
        {link("at=10.0.0.1%"), "an invalid %"},
        {link("at=10.0.0.1%3"), "an invalid %"},
        {link("at=10.0.0.1%zz7777"), "an invalid %"},
        {link("at=10.0.0.1%007777"), "an invalid %"},
        {link("key=short"), "key is damaged"},
        {link("key=" + kKey + "&key=" + kKey), "two keys"},
        {link("key=" + std::string(kKeyLetters, '+')), "key is damaged"},
        {link("via=nowhere"), "rendezvous 'nowhere' is not"},
        {link("via=a:1&via=b:1"), "two rendezvous"},
        {link("at=caf\xc3\xa9:7777"), "contains invalid characters"},
        {link("") + " " + link(""), "two invitations"},
        {many, "more than 8 addresses"},
        {parts, "too many parts"},
    };
    return all;
}

}  // namespace

TEST_CASE("invitations that are accepted") {
    for (const Accepted& each : accepted()) {
        CAPTURE(each.text);
        const auto read = read_invitation(each.text);
        CHECK(read.error.empty());
        CHECK_MESSAGE(read.invitation == each.invitation, link_of(read.invitation));
        CHECK(read_invitation(link_of(read.invitation)).invitation == read.invitation);
    }
}

TEST_CASE("invitations that are refused, each with one line that says why") {
    for (const Refused& each : refused()) {
        CAPTURE(each.text);
        const auto read = read_invitation(each.text);
        CHECK_MESSAGE(read.error.find(each.part) != std::string::npos, read.error);
        CHECK(read.invitation == Invitation{});
        CHECK(read.error.size() < 200);
        CHECK(std::all_of(read.error.begin(), read.error.end(), [](char c) { return c >= ' ' && c < 0x7f; }));
    }
}

TEST_CASE("whatever an invitation has, its link is read as it was written") {
    std::mt19937_64 random(1);
    const auto address = [&] {
        static const std::vector<std::string> hosts = {"10.0.0.1", "play.example.org", "2001:db8::1", "a-b.c", "::ffff:1.2.3.4"};
        return Address{hosts[random() % hosts.size()], static_cast<std::uint16_t>(1 + random() % 65'535)};
    };
    for (int i = 0; i < 2'000; ++i) {
        Invitation made{.code = albireo::proto::join_code(random())};
        made.watches = random() % 4 == 0;
        if (made.watches) made.code = albireo::proto::watch_code(random());
        for (std::uint64_t n = random() % (kAddressesMax + 1); n > 0; --n) made.addresses.push_back(address());
        if (random() % 2 == 0) {
            for (std::size_t k = 0; k < kKeyLetters; ++k) made.key += "Az09-_"[random() % 6];
        }
        if (random() % 2 == 0) made.rendezvous = address();
        const std::string link = link_of(made);
        CAPTURE(link);
        CHECK(link.size() <= kInvitationBytesMax);
        CHECK(read_invitation(link).invitation == made);
        CHECK(read_invitation("so: " + link + "\n").invitation == made);
    }
}

TEST_CASE("a damaged invitation is refused or read within its limits, and read again it is the same") {
    std::mt19937 random(2);
    int valid = 0;
    for (int i = 0; i < 50'000; ++i) {
        std::string text = accepted()[random() % accepted().size()].text;
        for (auto n = random() % 4; n > 0 && !text.empty(); --n) {
            const std::size_t at = random() % text.size();
            if (random() % 3 == 0) {
                text.erase(at, random() % 8);
            } else if (random() % 2 == 0) {
                text.insert(at, text.substr(random() % text.size(), random() % 20));
            } else {
                text[at] = static_cast<char>(random());
            }
        }
        const auto read = read_invitation(text);
        if (!read.error.empty()) continue;
        ++valid;
        CHECK(read.invitation.addresses.size() <= kAddressesMax);
        CHECK(read_invitation(link_of(read.invitation)).invitation == read.invitation);
    }
    CHECK(valid > 1'000);
}
