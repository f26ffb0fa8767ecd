#pragma once
/// A server's end of one connection that says whatever a test makes it say, for what a client must endure.
#include "proto/connection.hpp"
#include "proto/memory_link.hpp"

namespace albireo {

struct FalseServer {
    proto::MemoryNet net;
    proto::Connection connection;
    int answers = 0;  // to questions about a desync, whatever they say

    /// Takes in what has come, and sends what is due. What the client says is not looked at.
    void advance(proto::Micros now) {
        proto::LinkEvent event;
        while (net.poll(event, now)) {
            peer_ = event.peer;
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message())
            answers += std::holds_alternative<proto::Evidence>(*message);
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) net.send(peer_, packet.channel, packet.bytes(), now);
    }

  private:
    proto::PeerId peer_{};
};

}  // namespace albireo
