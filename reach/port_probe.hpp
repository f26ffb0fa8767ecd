#pragma once
/// What a packet from outside has shown of a port that the home router forwards.
#include <cstdint>

namespace albireo::reach {

enum class PortProbe : std::uint8_t {
    none,         // nobody was asked: no rendezvous server is used
    asking,
    open,         // a packet from outside has arrived through it
    closed,       // none arrives, though the rendezvous server sends them
    unavailable,  // the rendezvous server does not answer, does not send now, or is in the home's own network
    elsewhere,    // the rendezvous server sees this home, or this computer, at another address than this one: friends would not find it here
};
/// Whether friends are told of a port about which this is known. One that nobody can try is told untried.
constexpr bool is_told(PortProbe probe) { return probe == PortProbe::none || probe == PortProbe::open || probe == PortProbe::unavailable; }

}  // namespace albireo::reach
