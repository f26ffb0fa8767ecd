#pragma once
/// A rendezvous in virtual time, to which hosts, joiners and strangers send.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "reach/enrolment.hpp"
#include "server/rendezvous.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::attacks {

using server::AdmissionControl;
using server::Micros;
using server::Rendezvous;
using reach::MeetKind;
using reach::MeetPacket;
using reach::NetAddress;

inline const std::string kCode = "K7QF2M", kOther = "A2A2A2";

struct Fixture {
    AdmissionControl admission;
    std::uint64_t tokens = 100;
    Rendezvous rendezvous{admission, {.random = [this] { return ++tokens; }, .second = {{}, 7778}, .may_probe = true, .limits = {}}};
    Micros now = kSecond;

    /// The answer of the server; nothing if there is none.
    std::optional<reach::Outgoing> send(NetAddress from, const MeetPacket& packet, std::uint8_t owner = 1) {
        return send_bytes(from, (packet.kind == MeetKind::enrol ? reach::write_enrolment({}, packet, proto::SigningKey({owner})) : reach::write_meet({}, packet)).bytes);
    }
    std::optional<reach::Outgoing> send_bytes(NetAddress from, const std::vector<std::uint8_t>& bytes) {
        reach::Outbox out;
        CHECK(rendezvous.take(from, bytes, now, out));
        CHECK(out.size() <= 1);
        if (out.empty()) return {};
        CHECK(out[0].bytes.size() <= bytes.size());
        return out[0];
    }
    std::uint64_t cookie(NetAddress from, std::uint32_t id) {
        const auto answer = send(from, {.kind = MeetKind::hello, .id = id});
        return answer ? reach::read_meet(answer->bytes)->cookie : 0;
    }
    /// The kind of the answer, 0 for none.
    MeetKind kind(const std::optional<reach::Outgoing>& answer) {
        return answer ? reach::read_meet(answer->bytes)->kind : MeetKind{};
    }
    bool enrol(NetAddress from, std::uint8_t owner, const std::string& code = kCode) {
        const auto answer =
            send(from, {.kind = MeetKind::enrol, .id = 1, .cookie = cookie(from, 1), .code = code}, owner);
        return answer && kind(answer) == MeetKind::enrolled && !reach::read_meet(answer->bytes)->is_taken;
    }
    std::optional<reach::Outgoing> join(NetAddress from, const std::string& code = kCode) {
        return send(from, {.kind = MeetKind::join, .id = 2, .cookie = cookie(from, 2), .code = code});
    }
    std::size_t relay(NetAddress from, std::uint64_t token, std::size_t size, NetAddress* to = nullptr) {
        const auto head = reach::relayed_head(token);
        std::vector<std::uint8_t> bytes(head.begin(), head.end());
        bytes.resize(head.size() + size);
        reach::Outbox out;
        rendezvous.take(from, bytes, now, out);
        if (!out.empty() && to != nullptr) *to = out[0].to;
        return out.size();
    }
    /// The token of a relay from kHost's game to this joiner; 0: it was refused.
    std::uint64_t open_relay(NetAddress joiner) {
        const auto told = join(joiner);
        if (!told) return 0;
        const auto token = reach::read_meet(told->bytes)->token;
        send(kHost, {.kind = MeetKind::ready, .id = 1, .token = token});
        return send(joiner, {.kind = MeetKind::relay, .id = 2, .token = token}) ? token : 0;
    }
    static constexpr NetAddress kHost{0x01010105, 5000}, kJoiner{0x02020205, 6000}, kStranger{0x03030305, 7000};
};

}  // namespace albireo::attacks
