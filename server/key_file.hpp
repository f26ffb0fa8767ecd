#pragma once
/// The server's long-lived key: a file that only its owner can read, made at the first start.
///
///     albireo server key 1
///     secret = 64 hexadecimal digits
///
/// Anyone who has this key can impersonate the server, and its players would not notice. After a key has been replaced, each
/// player who knows the server is warned that its key has changed.
#include <optional>
#include <string>

#include "proto/keys.hpp"

namespace albireo::server {

/// Reads the key, or makes the file with a new one. Nothing, with the reason in `error`, if the file is damaged, can be
/// read by others, or cannot be made.
std::optional<proto::KeyPair> load_or_make_key(const std::string& path, std::string& error);

/// Where the key is by default: server.key in STATE_DIRECTORY (systemd's), XDG_STATE_HOME/albireo or
/// ~/.local/state/albireo. Empty if there is none of these.
std::string default_key_path();

}  // namespace albireo::server
