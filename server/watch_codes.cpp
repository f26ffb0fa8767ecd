#include "server/watch_codes.hpp"

#include <sodium.h>

#include <cassert>
#include <string_view>

#include "proto/join_code.hpp"
#include "proto/sodium_start.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::server {

WatchCodes::Key WatchCodes::key_of(const proto::SecretKey& server) {
    constexpr std::string_view kPurpose = "albireo watch codes 1";
    Key key;
    crypto_generichash(key.data(), key.size(), reinterpret_cast<const unsigned char*>(kPurpose.data()), kPurpose.size(),
                       server.data(), server.size());
    return key;
}

std::uint64_t WatchCodes::bits_of(char purpose, const std::string& text, std::uint32_t number) const {
    const std::string input = purpose + text + ' ' + std::to_string(number);
    std::array<std::uint8_t, crypto_generichash_BYTES_MIN> hash;
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(input.data()), input.size(), key_.data(),
                       key_.size());
    return ByteReader{hash}.get<std::uint64_t>();
}

std::string WatchCodes::code_of(const std::string& join_code, std::uint32_t shard, std::size_t shards, std::uint32_t attempt) const {
    assert(shard < shards && "a game is on one of the shards");
    for (std::uint32_t number = 0;; ++number) {
        std::string code = proto::watch_code(bits_of('c', join_code, number));
        if (shard_of(code, shards) == shard && attempt-- == 0) return code;
    }
}

std::uint32_t WatchCodes::shard_of(const std::string& watch_code, std::size_t shards) const {
    assert(shards > 0 && watch_code.size() == proto::kWatchCodeLetters && "a typed code has been parsed");
    if (shards == 1) return 0;
    return static_cast<std::uint32_t>(bits_of('s', watch_code, 0) % shards);
}

}  // namespace albireo::server
