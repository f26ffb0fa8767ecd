#pragma once
/// Encodes messages as bytes and decodes them. Only codec.cpp includes the generated protobuf code.
/// 1. encode() of a message within the limits of messages.hpp fits into kMessageBytesMax.
/// 2. decode() treats its input as untrusted: it reads at most kMessageBytesMax bytes and checks every text, list and
///    enum before it copies them. Its result obeys every limit of messages.hpp.
/// 3. Unknown fields are skipped; an unknown message is an error.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "proto/messages.hpp"

namespace albireo::proto {

enum class CodecError : std::uint8_t {
    none,
    too_long,         // over kMessageBytesMax
    not_protobuf,     // not the bytes of a message
    unknown_message,  // a message of another version, or none at all
    bad_text,         // a name or text that is too long, is not UTF-8 or has control characters
    bad_value,        // an enum, slot, count or size out of range
};
std::string_view text_of(CodecError error);

/// The bytes of a message. Empty if the message breaks a limit, which is a bug of the caller.
std::vector<std::uint8_t> encode(const Message& message);

/// Fills `message` from bytes. On an error the contents of `message` are unspecified.
CodecError decode(std::span<const std::uint8_t> bytes, Message& message);

}  // namespace albireo::proto
