#pragma once
/// The browser's WebSocket as a pipe. The script keeps the sockets: play/sockets.js.
#include <cstdint>
#include <memory>

#include "proto/datagram_pipe.hpp"

namespace albireo::web::exports {

/// An OpenPipe (pipe_opener.hpp).
std::unique_ptr<proto::DatagramPipe> open_socket(std::uint8_t shard);

}  // namespace albireo::web::exports
