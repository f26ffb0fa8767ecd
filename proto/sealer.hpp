#pragma once
/// Seals and opens the datagrams of one direction of a connection: encrypts them, authenticates them, and lets each of
/// them in once.
///
///     head, in clear   |   counter (2)   |   packet, encrypted   |   tag (8)
///
/// Datagram number n is encrypted with ChaCha20 (Bernstein 2008; nonce n, 8 bytes). Its tag is SipHash-2-4 (Aumasson and
/// Bernstein 2012, designed as a 64-bit MAC with a 128-bit key) over n (8 bytes) and everything before the tag. This is
/// encrypt-then-MAC, which is secure for any cipher and MAC that are (Bellare and Namprempre 2000). A forger's chance is
/// 2^-64 for each datagram. Poly1305 is not used, because its proof does not survive a tag cut to 8 bytes.
///
/// 1. Every kPacketsPerKey datagrams both ends replace the keys by a one-way function of them, and forget the old ones, the
///    receiver kReplayWindow datagrams later: an attacker who learns the current keys cannot read earlier datagrams.
/// 2. The counter has 64 bits, of which a datagram shows 16. The other end knows the rest, and has the keys, unless it misses
///    kPacketsPerKey datagrams in a row: 34 s at the fastest pace. 2^64 datagrams are never sent.
/// 3. open() changes nothing unless the datagram is genuine, new, and not older than the window.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace albireo::proto {

inline constexpr std::size_t kCounterBytes = 2, kTagBytes = 8;
inline constexpr std::size_t kSealBytes = kCounterBytes + kTagBytes;
inline constexpr std::size_t kSealHeadMax = 64;              // bytes in clear before the counter
inline constexpr std::size_t kSealedPacketMax = 1'200;       // bytes before encryption
inline constexpr std::uint64_t kPacketsPerKey = 8'192;       // two minutes of play
inline constexpr std::uint64_t kReplayWindow = 1'024;        // four seconds of play at the fastest pace
static_assert(kReplayWindow < kPacketsPerKey && 2 * kPacketsPerKey < 1 << 15);

/// The secret from which all keys of one direction are derived.
using ChainKey = std::array<std::uint8_t, 32>;

struct SealKeys {
    std::array<std::uint8_t, 32> cipher{};
    std::array<std::uint8_t, 16> tag{};
};

/// The keys of one direction, one after the other.
class KeyChain {
  public:
    explicit KeyChain(const ChainKey& first) : chain_(first) {}
    ~KeyChain();
    KeyChain(const KeyChain&) = default;
    KeyChain& operator=(const KeyChain&) = default;

    /// The next keys. Forgets the secret that they were made from.
    SealKeys next();

  private:
    ChainKey chain_;
};

class Sealer {
  public:
    explicit Sealer(const ChainKey& first) : chain_(first) {}
    ~Sealer();
    Sealer(const Sealer&) = delete;
    Sealer(Sealer&&) = default;
    Sealer& operator=(Sealer&&) = default;

    /// Seals `packet` behind the first `head` bytes of `out`, which stay in clear and are authenticated too. Returns the
    /// size of the datagram; `out` must hold head + packet + kSealBytes.
    std::size_t seal(std::span<std::uint8_t> out, std::size_t head, std::span<const std::uint8_t> packet);

  private:
    KeyChain chain_;
    SealKeys keys_;
    std::uint64_t count_ = 0;
};

class Opener {
  public:
    explicit Opener(const ChainKey& first);
    ~Opener();
    Opener(const Opener&) = delete;
    Opener(Opener&&) = default;
    Opener& operator=(Opener&&) = default;

    /// Opens a datagram with `head` bytes in clear. Returns the size of the packet written to `out`, which must hold
    /// kSealedPacketMax; nothing if the datagram is forged, damaged, a copy, or too old.
    std::optional<std::size_t> open(std::span<const std::uint8_t> datagram, std::size_t head,
                                    std::span<std::uint8_t> out);

  private:
    const SealKeys* keys_of(std::uint64_t count) const;
    bool is_new(std::uint64_t count) const;
    void note(std::uint64_t count);

    KeyChain chain_;
    SealKeys previous_, present_, coming_;  // previous_: zero, once nothing under it is let in any more
    std::uint64_t epoch_ = 0;  // of the current keys, present_
    std::uint64_t next_ = 0;   // one past the highest number seen
    std::array<std::uint64_t, kReplayWindow / 64> seen_{};  // by number, modulo the window
};

}  // namespace albireo::proto
