#pragma once
/// The seat of a running game as the text of a small file, and the key with which its token is sealed, in another file.
///
///     albireo seat 2
///     server = 127.0.0.1:7777
///     code = K7QF2M
///     rendezvous = play.example.org:7777          only if the host was reached through it: its address may differ next time
///     token = 112 hexadecimal digits              sealed, and bound to the lines above (proto/sealed_token.hpp)
///
/// 1. A text that was changed, or sealed with another key, is refused.
/// 2. Version 1 had the token as 32 hexadecimal digits, unsealed, before the rendezvous. It is still read, and never written.
#include <optional>
#include <string>
#include <string_view>

#include "proto/sealed_token.hpp"

namespace albireo::client {

struct KeptSeat {
    std::string server;  // HOST:PORT
    std::string code;
    proto::Token token{};
    std::string rendezvous{};  // HOST:PORT through which it was reached; empty: directly

    bool operator==(const KeptSeat&) const = default;
};

/// The text of version 2.
std::string text_of(const KeptSeat& seat, const proto::TokenKey& key);
/// Whether the text begins as one of version 1. It can be read without a key.
bool is_unsealed(std::string_view text);
/// Returns nothing unless every field is present and valid. `key`: null if there is none.
std::optional<KeptSeat> read_kept_seat(std::string_view text, const proto::TokenKey* key);

/// The file of the key: "albireo seat key 1", then "key = " and 64 hexadecimal digits. Nothing if there is none, or it is damaged. A file that
/// others may read is made private.
std::optional<proto::TokenKey> read_token_key(const std::string& path);
/// Makes a new key and its file, with mode 0600, and its folder; replaces a damaged one. Nothing, and why in `error`, if it cannot be written.
/// Only one program at a time may call it.
std::optional<proto::TokenKey> make_token_key(const std::string& path, std::string& error);

}  // namespace albireo::client
