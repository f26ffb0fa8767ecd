// Goal: any bytes are a message within the limits, which encodes and decodes to itself, or an error; the same for knocks.
#include <cstdlib>

#include "proto/codec.hpp"
#include "proto/handshake.hpp"
#include "proto/join_code.hpp"

using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes{data, size};
    Message message;
    if (decode(bytes, message) == CodecError::none) {
        const auto again = encode(message);
        Message back;
        if (again.empty() || decode(again, back) != CodecError::none || !(back == message)) std::abort();
    }
    std::size_t head = 0;
    if (const auto knock = read_knock(bytes, head)) {
        std::array<std::uint8_t, kKnockDatagramMax> out;
        const std::size_t written = write_knock(*knock, out);
        if (head > size || written != head) std::abort();
        // The sealed part follows; its bytes do not matter here.
        const std::size_t sealed = is_sealed(knock->kind) ? kSealBytes : 0;
        std::size_t head_again = 0;
        if (read_knock(std::span{out}.first(written + sealed), head_again) != knock || head_again != head) std::abort();
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        HandshakeClient handshake{knock->connect_id, KeyPair::of(SecretKey{1})};
        handshake.take(bytes, 0, packet);
    }
    const auto code = read_join_code({reinterpret_cast<const char*>(data), size});
    if (code && read_join_code(*code) != code) std::abort();
    return 0;
}
