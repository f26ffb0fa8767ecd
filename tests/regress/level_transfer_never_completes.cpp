// Symptom: a player whose connection was lost while one blob was sent to them waited forever. The chunks of another blob,
// which the server sent over the next connection, were taken for a wrong continuation of the first one.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "proto/blob.hpp"

using namespace albireo::proto;

namespace {

std::vector<Chunk> chunks_of(const std::vector<std::uint8_t>& bytes) {
    std::vector<Chunk> chunks;
    for (std::size_t offset = 0; offset < bytes.size(); offset += kChunkBytesMax) {
        const std::size_t size = std::min(kChunkBytesMax, bytes.size() - offset);
        const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
        chunks.push_back({.kind = BlobKind::level,
                          .total = static_cast<std::uint32_t>(bytes.size()),
                          .offset = static_cast<std::uint32_t>(offset),
                          .data = {from, from + static_cast<std::ptrdiff_t>(size)}});
    }
    return chunks;
}

}  // namespace

TEST_CASE("a blob completes, wherever the one before it was cut off") {
    std::vector<std::uint8_t> bytes(3 * kChunkBytesMax + 5);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
    const std::vector<Chunk> chunks = chunks_of(bytes);
    for (const std::size_t size : {bytes.size(), bytes.size() + 1}) {
        const std::vector<Chunk> lost = chunks_of(std::vector<std::uint8_t>(size, 0));
        for (std::size_t cut = 0; cut < lost.size(); ++cut) {
            CAPTURE(size);
            CAPTURE(cut);
            BlobAssembler assembler;
            for (std::size_t i = 0; i < cut; ++i) CHECK_FALSE(assembler.take(lost[i]));
            for (std::size_t i = 0; i + 1 < chunks.size(); ++i) CHECK_FALSE(assembler.take(chunks[i]));
            CHECK(assembler.take(chunks.back()));
            CHECK(std::ranges::equal(assembler.bytes(), bytes));
        }
    }
}
