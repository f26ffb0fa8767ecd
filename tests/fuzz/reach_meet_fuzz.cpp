// Goal: any datagram is a packet of a meeting or none; what was read can be written and read again; and a rendezvous, a host and
// a joiner survive every order of datagrams, answering with at most one that is no longer.
#include <cstdlib>

#include "reach/join_meeting.hpp"
#include "server/rendezvous.hpp"

using namespace albireo;
using namespace albireo::reach;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const NetAddress server{1, 7777};
    server::AdmissionControl admission;
    std::uint64_t token = 0;
    server::Rendezvous rendezvous(admission, {.random = [&] { return ++token % 8; }, .second = {{}, 7778}, .may_probe = true, .limits = {}});
    HostMeeting host(server, 1, proto::SigningKey({1}));
    host.set_codes({"K7QF2M"});
    host.probe({1, 7779}, 3);
    JoinMeeting joiner({.rendezvous = server, .id = 1, .code = "K7QF2M"});
    proto::Micros now = proto::kMicrosPerSecond;
    // A step: the sender, the size, the datagram.
    while (size >= 2) {
        NetAddress from{1u + data[0] % 4, static_cast<std::uint16_t>(7777 + data[0] / 4 % 4)};
        if (data[0] >= 0x80) from.host = proto::IpAddress({0x20, 1, 0xd, 0xb8, 0, 0, 0, data[0]});
        const std::size_t length = std::min<std::size_t>(data[1], size - 2);
        const std::span<const std::uint8_t> datagram{data + 2, length};
        data += 2 + length;
        size -= 2 + length;
        if (const auto packet = read_meet(datagram)) {
            if (read_meet(write_meet(from, *packet).bytes) != packet) std::abort();
        }
        Outbox out, others;
        rendezvous.take(from, datagram, now, out);
        if (out.size() > 1 || (!out.empty() && out[0].bytes.size() > datagram.size())) std::abort();
        host.take(from, datagram, now, others);
        host.advance(now, others);
        joiner.take(from, datagram, now, others);
        joiner.advance(now, others);
        for (const Outgoing& each : others) {
            if (!read_meet(each.bytes)) std::abort();
        }
        now += 100'000;
    }
    return 0;
}
