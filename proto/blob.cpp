#include "proto/blob.hpp"

#include <algorithm>

namespace albireo::proto {

void send_blob(Connection& to, BlobKind kind, std::uint32_t id, std::span<const std::uint8_t> bytes) {
    send_part_of_blob(to, kind, id, bytes, 0, bytes.size());
}

std::size_t send_part_of_blob(Connection& to, BlobKind kind, std::uint32_t id, std::span<const std::uint8_t> bytes, std::size_t from, std::size_t most) {
    std::size_t offset = from;
    for (; offset < bytes.size() && offset - from < most; offset += kChunkBytesMax) {
        const auto part = bytes.subspan(offset, std::min(kChunkBytesMax, bytes.size() - offset));
        Chunk chunk;
        chunk.kind = kind;
        chunk.id = id;
        chunk.total = static_cast<std::uint32_t>(bytes.size());
        chunk.offset = static_cast<std::uint32_t>(offset);
        chunk.data.assign(part.begin(), part.end());
        to.send(chunk);
    }
    return std::min(offset, bytes.size());
}

bool BlobAssembler::take(const Chunk& chunk) {
    if (chunk.total > kBlobBytesMax || (chunk.offset != 0 && chunk.offset != got_)) return false;
    if (chunk.offset == 0) {
        bytes_.assign(chunk.total, 0);
        got_ = 0;
    }
    if (chunk.total != bytes_.size() || chunk.data.size() > bytes_.size() - got_) return false;
    std::copy(chunk.data.begin(), chunk.data.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(got_));
    got_ += chunk.data.size();
    if (got_ < bytes_.size()) return false;
    got_ = 0;
    return true;
}

void BlobAssembler::clear() {
    bytes_.clear();
    got_ = 0;
}

}  // namespace albireo::proto
