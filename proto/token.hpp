#pragma once
/// The token of a seat, and the proof that a client holds it. A client sends the proof, never the token. A proof is valid on
/// one connection only (keys.hpp), so an eavesdropper or a relay gains nothing from it.
///
///     proof = BLAKE2b-128, keyed with the token, of "Albireo 2 rejoin" and the connection's binding
///
/// 1. All comparisons take the same time, whatever their result.
#include <optional>
#include <string>
#include <string_view>

#include "proto/keys.hpp"
#include "proto/messages.hpp"

namespace albireo::proto {

/// The token as 32 hexadecimal digits, and back. Nothing if the text is anything else.
std::string text_of(const Token& token);
std::optional<Token> read_token(std::string_view text);

Proof prove(const Token& token, const Binding& binding);

/// Whether the proof is that of this token on this connection.
bool proves(const Proof& proof, const Token& token, const Binding& binding);

}  // namespace albireo::proto
