#pragma once
/// How the page opens links to the server that it came from.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "proto/pipe_link.hpp"

namespace albireo::web {

/// Opens a pipe to the shard on this UDP port of the server; 0: to the first one.
using OpenPipe = std::function<std::unique_ptr<proto::DatagramPipe>(std::uint16_t port)>;

/// With new keys. `key`: that the server must hold, if it is known. Null if there is no pipe.
std::unique_ptr<proto::PipeLink> open_pipe_link(const OpenPipe& open_pipe, std::uint16_t port, const std::optional<proto::PublicKey>& key);

/// Why a link is closed, as far as a page can know, as one line for players.
std::string_view closed_text(const proto::PipeLink& link);

}  // namespace albireo::web
