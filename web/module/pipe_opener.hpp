#pragma once
/// How the page opens links to the server that it came from.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "proto/pipe_link.hpp"

namespace albireo::web {

/// Opens a pipe to the shard with this number, modulo the number of the server's shards.
using OpenPipe = std::function<std::unique_ptr<proto::DatagramPipe>(std::uint8_t shard)>;

/// With new keys. `key`: that the server must hold, if it is known. Null if there is no pipe.
std::unique_ptr<proto::PipeLink> open_pipe_link(const OpenPipe& open_pipe, std::uint8_t shard, const std::optional<proto::PublicKey>& key);

/// Why a link is closed, as far as a page can know, as one line for players.
std::string_view closed_text(const proto::PipeLink& link);

}  // namespace albireo::web
