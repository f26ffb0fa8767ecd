#include "replays/record_stream.hpp"

#include <algorithm>
#include <cassert>

#include "sim/base/bytes.hpp"
#include "sim/base/hash.hpp"

namespace albireo::replays {

namespace {

std::uint32_t seal_of(std::uint64_t identity, std::uint32_t number, std::size_t size, std::uint64_t payload_hash) {
    std::array<std::uint8_t, 32> bytes;
    ByteWriter out{bytes};
    out.put(identity);
    out.put(std::uint64_t{number});
    out.put(std::uint64_t{size});
    out.put(payload_hash);
    return static_cast<std::uint32_t>(hash_bytes(out.written()));
}

}  // namespace

std::vector<std::uint8_t> RecordWriter::seal(std::span<const std::uint8_t> payload) {
    assert(payload.size() <= kPayloadBytesMax);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(payload.size() + kSignature.size() + 8);
    if (number_ == 0) bytes.assign(signature_.begin(), signature_.end());
    std::size_t size = payload.size();
    for (; size >= 0x80; size >>= 7) bytes.push_back(static_cast<std::uint8_t>(size | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(size));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    const std::uint64_t hash = hash_bytes(payload);
    const std::uint32_t seal = seal_of(identity_, number_, payload.size(), hash);
    for (unsigned i = 0; i < kSealBytes; ++i) bytes.push_back(static_cast<std::uint8_t>(seal >> (8 * i)));
    if (number_++ == 0) identity_ = hash;
    return bytes;
}

RecordReader::RecordReader(std::span<const std::uint8_t> file, const RecordSignature& signature)
    : signature_(signature),
      file_(file),
      is_replay_(file.size() >= signature.size() && std::ranges::equal(file.first(signature.size()), signature)) {
    at_ = std::min(signature.size(), file.size());
}

RecordReader::Found RecordReader::next() {
    offset_ = at_;
    payload_ = {};
    before_ = number_;
    if (at_ == file_.size()) return Found::end;
    ++number_;
    std::size_t size = 0;
    for (unsigned shift = 0;; shift += 7) {
        if (at_ == file_.size()) return Found::cut_off;
        const std::uint8_t group = file_[at_++];
        size |= static_cast<std::size_t>(group & 0x7f) << shift;
        // Overlong forms are refused too: any changed byte of a file must be detected.
        if (size > kPayloadBytesMax || (group == 0 && shift != 0) || shift > 21) {
            at_ = file_.size();
            return Found::bad_size;
        }
        if (group < 0x80) break;
    }
    if (file_.size() - at_ < size + kSealBytes) {
        at_ = file_.size();
        return Found::cut_off;
    }
    payload_ = file_.subspan(at_, size);
    ByteReader seal{file_.subspan(at_ + size, kSealBytes)};
    at_ += size + kSealBytes;
    const std::uint64_t hash = hash_bytes(payload_);
    const bool good = seal.get<std::uint32_t>() == seal_of(identity_, number(), size, hash);
    if (number() == 0) identity_ = hash;
    return good ? Found::record : Found::bad_seal;
}

RecordWriter RecordReader::writer_here() const {
    RecordWriter writer{signature_};
    writer.identity_ = before_ == 0 ? 0 : identity_;
    writer.number_ = before_;
    return writer;
}

}  // namespace albireo::replays
