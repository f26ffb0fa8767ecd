#pragma once
/// The server's end of one connection, for tests of clients against a hostile server: it sends whatever the test says.
#include "proto/connection.hpp"
#include "proto/memory_link.hpp"

namespace albireo {

struct FakeServer {
    proto::MemoryNet net;
    proto::Connection connection;
    int answers = 0;  // answers to questions about a desync; their content is ignored

    /// Reads and sends what is due. The client's messages are ignored, except that answers are counted.
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
