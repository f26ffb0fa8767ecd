// Goal: an enrolment at a rendezvous belongs to the host that made it, also when others have read all of it.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/attacks/outcome.hpp"
#include "tests/attacks/rendezvous_fixture.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::server;

TEST_CASE("a cookie is not valid again when the clock has begun anew") {
    AdmissionControl admission;
    const auto cookie_of = [&](Micros since_1970) {
        Rendezvous one(admission, {.cookie_time = since_1970, .random = [] { return std::uint64_t{1}; }});
        reach::Outbox out;
        one.take(Fixture::kHost, reach::write_meet({}, {.kind = MeetKind::hello, .id = 1}).bytes, kSecond, out);
        return reach::read_meet(out.at(0).bytes)->cookie;
    };
    constexpr Micros kDay = 86'400 * kSecond;
    CHECK(cookie_of(20'000 * kDay) == cookie_of(20'000 * kDay));
    CHECK(cookie_of(20'000 * kDay) != cookie_of(20'001 * kDay));  // a reboot, at the same time after it
}

TEST_CASE_FIXTURE(Fixture, "whoever overhears a host's enrolment cannot have its friends sent elsewhere") {
    const MeetPacket own{.kind = MeetKind::enrol, .id = 1, .cookie = cookie(kHost, 1), .code = kCode};
    const auto overheard = reach::write_enrolment({}, own, proto::SigningKey({1})).bytes;
    REQUIRE(send_bytes(kHost, overheard));
    MeetPacket forged = *reach::read_meet(overheard);  // with the owner's public key

    SUBCASE("the same datagram from elsewhere") { CHECK_FALSE(send_bytes(kStranger, overheard)); }
    SUBCASE("with the cookie of another address, under the old signature") {
        forged.cookie = cookie(kStranger, 1);
        auto bytes = reach::write_meet({}, forged).bytes;
        std::copy(overheard.begin() + reach::kSignedBytes, overheard.end(), bytes.begin() + reach::kSignedBytes);
        CHECK_FALSE(send_bytes(kStranger, bytes));
    }
    SUBCASE("signed by another key") {
        forged.cookie = cookie(kStranger, 1);
        auto bytes = reach::write_meet({}, forged).bytes;
        const auto signature = reach::write_enrolment({}, forged, proto::SigningKey({2})).bytes;
        std::copy(signature.begin() + reach::kSignedBytes, signature.end(), bytes.begin() + reach::kSignedBytes);
        CHECK_FALSE(send_bytes(kStranger, bytes));
    }
    SUBCASE("in the host's name, with a cookie that was overheard: another id, or the host's router called hopeless") {
        for (const bool changes_id : {true, false}) {
            forged.id = changes_id ? 7 : 1;
            forged.is_symmetric = !changes_id;
            forged.cookie = cookie(kHost, forged.id);
            CHECK_FALSE(send_bytes(kHost, reach::write_meet({}, forged).bytes));
        }
    }
    const auto introduced = join(kJoiner);
    REQUIRE(introduced);
    attacks::emit({.row = "17", .attack = "overhear an enrolment, and enrol in its place", .acts = 1, .gain = "friends sent elsewhere", .achieved = introduced->to == kHost ? 0 : 1});
    CHECK(reach::read_meet(introduced->bytes)->id == 1);
    CHECK_FALSE(reach::read_meet(introduced->bytes)->is_symmetric);
    now += 30 * kSecond;
    CHECK(enrol(kHost, 1));
}

TEST_CASE_FIXTURE(Fixture, "an address has a bounded number of signatures checked, and its renewals need none") {
    const std::uint64_t proof = cookie(kHost, 1);
    const auto enrol_as = [&](bool is_symmetric) {
        return send(kHost, {.kind = MeetKind::enrol, .id = 1, .cookie = proof, .code = kCode, .is_symmetric = is_symmetric}).has_value();
    };
    int checked = 0;
    for (int i = 0; i < 100; ++i) checked += enrol_as(true) + enrol_as(false);
    CHECK(checked >= MeetLimits{}.signatures.address.burst);
    checked = 0;
    for (int i = 0; i < 100; ++i) checked += enrol_as(true);
    attacks::emit({.row = "17", .attack = "enrol with ever new signatures, beyond the budget of the address", .acts = 100, .gain = "signatures checked", .achieved = checked});
    for (int i = 0; i < 100; ++i) CHECK(enrol_as(false));
}

