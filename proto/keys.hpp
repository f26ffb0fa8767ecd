#pragma once
/// The key exchange of a connection, as pure functions. It follows pattern NK of the Noise framework (Perrin 2018): the
/// server has a long-lived key S that authenticates it, each end adds a key of this connection (C and E), and the client has
/// no identity.
///
///     Knock    C,  sealed with keys from   es = X25519(C, S)
///     Accept   E,  sealed with keys from   es and ee = X25519(C, E)
///
/// From the Accept on, every datagram is sealed with the keys from es and ee. As in libsodium's crypto_kx, a secret is
/// BLAKE2b of the shared points and of all public keys that led to them.
///
/// 1. Only the holder of S can open a Knock or make an Accept.
/// 2. Once both ends have forgotten C and E, nobody can read the connection, even with S's secret.
///    That secret opens only Knocks.
/// 3. Secrets are wiped when they go out of scope.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "proto/sealer.hpp"

namespace albireo::proto {

using PublicKey = std::array<std::uint8_t, 32>;
using SecretKey = std::array<std::uint8_t, 32>;

struct KeyPair {
    SecretKey secret{};
    PublicKey public_key{};

    /// X25519's public key for a secret of 32 random bytes.
    static KeyPair of(const SecretKey& secret);
    static KeyPair random();
    ~KeyPair();
};

/// A public key as people compare it: the first 128 bits of its BLAKE2b, as eight groups of four hexadecimal digits.
std::string fingerprint_of(const PublicKey& key);
/// The key as 64 hexadecimal digits, and back. Nothing if the text is anything else.
std::string text_of(const PublicKey& key);
std::optional<PublicKey> read_public_key(std::string_view text);
/// The key as 43 letters of base64url (RFC 4648, without padding), for links; and back. Nothing if the text is anything else.
std::string link_text_of(const PublicKey& key);
std::optional<PublicKey> read_link_text(std::string_view text);

/// A point that only the two ends know. Nothing if the other end's key has small order, which would make it zero.
using SharedPoint = std::array<std::uint8_t, 32>;
std::optional<SharedPoint> agree(const SecretKey& own, const PublicKey& other);

/// The first secrets of both directions.
struct LineSecrets {
    ChainKey to_server{}, to_client{};
    LineSecrets() = default;
    LineSecrets(const LineSecrets&) = default;
    LineSecrets& operator=(const LineSecrets&) = default;
    ~LineSecrets();
};
/// For the Knock and an answer that needs no Accept.
LineSecrets knock_secrets(const SharedPoint& es, const PublicKey& server, const PublicKey& client,
                          std::uint32_t connect_id);
/// For the Accept and everything after it.
LineSecrets line_secrets(const SharedPoint& es, const SharedPoint& ee, const PublicKey& server, const PublicKey& client,
                         const PublicKey& ephemeral, std::uint32_t connect_id);

/// Both directions of a connection.
struct SealedLine {
    Sealer out;
    Opener in;
};

/// Identifies a connection by its keys: BLAKE2b of C. C belongs to one connection, because only the holder of its secret can
/// use that connection. A proof for one connection (token.hpp) is not valid on another.
using Binding = std::array<std::uint8_t, 32>;
Binding binding_of(const PublicKey& client);

}  // namespace albireo::proto
