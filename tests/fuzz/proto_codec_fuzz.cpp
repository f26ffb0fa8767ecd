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
    if (const auto knock = read_knock(bytes)) {
        std::array<std::uint8_t, kKnockDatagramMax> out;
        const std::size_t written = write_knock(*knock, out);
        const auto back = read_knock(std::span{out}.first(written));
        if (!back || back->kind != knock->kind || back->cookie != knock->cookie) std::abort();
        HandshakeClient handshake{knock->connect_id};
        handshake.take(*knock, 0);
    }
    const auto code = read_join_code({reinterpret_cast<const char*>(data), size});
    if (code && read_join_code(*code) != code) std::abort();
    return 0;
}
