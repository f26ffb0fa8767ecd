#include "proto/sealer.hpp"

#include <sodium/crypto_generichash.h>
#include <sodium/crypto_shorthash_siphash24.h>
#include <sodium/crypto_stream_chacha20.h>
#include <sodium/utils.h>

#include <cassert>
#include <cstring>
#include <string_view>
#include <utility>

#include "proto/sodium_start.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

using Number = std::array<std::uint8_t, 8>;
using Tag = std::array<std::uint8_t, kTagBytes>;
static_assert(std::tuple_size_v<Number> == crypto_stream_chacha20_NONCEBYTES);
static_assert(kTagBytes == crypto_shorthash_siphash24_BYTES);

constexpr std::size_t kDatagramMax = kSealHeadMax + kSealBytes + kSealedPacketMax;

Number bytes_of(std::uint64_t count) {
    Number number;
    ByteWriter{number}.put(count);
    return number;
}

/// BLAKE2b, keyed with a secret, of a text that names the purpose.
void derive(std::span<std::uint8_t> out, const ChainKey& secret, std::string_view purpose) {
    crypto_generichash(out.data(), out.size(), reinterpret_cast<const unsigned char*>(purpose.data()), purpose.size(),
                       secret.data(), secret.size());
}

/// The tag of a datagram, of which `body` is everything before the tag.
Tag tag_of(const SealKeys& keys, const Number& number, std::span<const std::uint8_t> body) {
    std::array<std::uint8_t, sizeof(Number) + kDatagramMax> text;
    assert(sizeof(Number) + body.size() <= text.size());
    std::memcpy(text.data(), number.data(), number.size());
    std::memcpy(text.data() + number.size(), body.data(), body.size());
    Tag tag;
    crypto_shorthash_siphash24(tag.data(), text.data(), number.size() + body.size(), keys.tag.data());
    return tag;
}

void apply_cipher(const SealKeys& keys, const Number& number, std::span<const std::uint8_t> in, std::uint8_t* out) {
    if (in.empty()) return;  // its pointer may be null, which libsodium's declaration excludes
    crypto_stream_chacha20_xor(out, in.data(), in.size(), number.data(), keys.cipher.data());
}

}  // namespace

KeyChain::~KeyChain() {
    sodium_memzero(chain_.data(), chain_.size());
}

SealKeys KeyChain::next() {
    std::array<std::uint8_t, sizeof(SealKeys)> bytes;
    derive(bytes, chain_, "Albireo 2 keys");
    SealKeys keys;
    std::memcpy(keys.cipher.data(), bytes.data(), keys.cipher.size());
    std::memcpy(keys.tag.data(), bytes.data() + keys.cipher.size(), keys.tag.size());
    sodium_memzero(bytes.data(), bytes.size());
    ChainKey following;
    derive(following, chain_, "Albireo 2 chain");
    chain_ = following;
    sodium_memzero(following.data(), following.size());
    return keys;
}

Sealer::~Sealer() {
    sodium_memzero(&keys_, sizeof keys_);
}

std::size_t Sealer::seal(std::span<std::uint8_t> out, std::size_t head, std::span<const std::uint8_t> packet) {
    assert(head <= kSealHeadMax && packet.size() <= kSealedPacketMax && out.size() >= head + packet.size() + kSealBytes);
    if (count_ % kPacketsPerKey == 0) keys_ = chain_.next();
    const Number number = bytes_of(count_);
    ++count_;
    std::memcpy(out.data() + head, number.data(), kCounterBytes);
    const std::size_t body = head + kCounterBytes + packet.size();
    apply_cipher(keys_, number, packet, out.data() + head + kCounterBytes);
    const Tag tag = tag_of(keys_, number, out.first(body));
    std::memcpy(out.data() + body, tag.data(), tag.size());
    return body + tag.size();
}

Opener::Opener(const ChainKey& first) : chain_(first) {
    present_ = chain_.next();
    coming_ = chain_.next();
}

Opener::~Opener() {
    for (SealKeys* keys : {&previous_, &present_, &coming_}) sodium_memzero(keys, sizeof *keys);
}

/// The keys of a datagram of this number; null if they are gone or too far ahead.
const SealKeys* Opener::keys_of(std::uint64_t count) const {
    const std::uint64_t epoch = count / kPacketsPerKey;
    if (epoch == epoch_) return &present_;
    if (epoch == epoch_ + 1) return &coming_;
    return epoch + 1 == epoch_ ? &previous_ : nullptr;
}

bool Opener::is_new(std::uint64_t count) const {
    if (count >= next_) return true;
    const auto place = static_cast<std::size_t>(count % kReplayWindow);
    return next_ - count <= kReplayWindow && (seen_[place / 64] >> place % 64 & 1) == 0;
}

void Opener::note(std::uint64_t count) {
    const auto bit = [](std::uint64_t n) { return std::uint64_t{1} << n % 64; };
    const auto word = [this](std::uint64_t n) -> std::uint64_t& { return seen_[n % kReplayWindow / 64]; };
    if (count >= next_ + kReplayWindow) {
        seen_.fill(0);
    } else {
        for (std::uint64_t skipped = next_; skipped < count; ++skipped) word(skipped) &= ~bit(skipped);
    }
    word(count) |= bit(count);
    if (count < next_) return;
    const std::uint64_t before = std::exchange(next_, count + 1);
    if (count / kPacketsPerKey != epoch_) {
        previous_ = std::exchange(present_, std::exchange(coming_, chain_.next()));
        ++epoch_;
    }
    // From here on datagrams of the epoch before are too old to be taken. Without its keys, a thief of this memory cannot read them either.
    const std::uint64_t aged = epoch_ * kPacketsPerKey + kReplayWindow;
    if (before < aged && next_ >= aged) sodium_memzero(&previous_, sizeof previous_);
}

std::optional<std::size_t> Opener::open(std::span<const std::uint8_t> datagram, std::size_t head,
                                        std::span<std::uint8_t> out) {
    if (datagram.size() < head + kSealBytes || datagram.size() > head + kSealBytes + kSealedPacketMax) return std::nullopt;
    assert(head <= kSealHeadMax && out.size() >= datagram.size() - head - kSealBytes);
    // The number whose low bits these are, nearest to the one expected.
    const auto low = ByteReader{datagram.subspan(head)}.get<std::uint16_t>();
    const std::uint64_t count =
        next_ + static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(low - static_cast<std::uint16_t>(next_))});
    if (count > next_ + (1u << 15) || !is_new(count)) return std::nullopt;  // a number before 0 has wrapped around
    const SealKeys* const keys = keys_of(count);
    if (keys == nullptr) return std::nullopt;
    const Number number = bytes_of(count);
    const auto body = datagram.first(datagram.size() - kTagBytes);
    const Tag tag = tag_of(*keys, number, body);
    if (sodium_memcmp(tag.data(), datagram.data() + body.size(), tag.size()) != 0) return std::nullopt;
    const auto packet = body.subspan(head + kCounterBytes);
    apply_cipher(*keys, number, packet, out.data());
    note(count);
    return packet.size();
}

}  // namespace albireo::proto
