#pragma once
/// What a packet from outside has shown of a port that the home router forwards.
#include <cstdint>

namespace albireo::reach {

enum class PortProbe : std::uint8_t {
    none,         // nobody was asked: no rendezvous server is used
    asking,
    open,         // a packet from outside has arrived through it
    closed,       // none arrives, though the rendezvous server sends them
    unavailable,  // the rendezvous server does not answer, does not send now, or sees this home at another address than the router does
};

}  // namespace albireo::reach
