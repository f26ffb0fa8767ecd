#pragma once
/// The outer form of a replay file: a signature and numbered, sealed records. It knows nothing of what is in them.
///
///     file   = signature, record …
///     record = size of the payload in groups of seven bits (lowest first, at most kPayloadBytesMax), payload, seal
///     seal   = the low 32 bits, little-endian, of XXH3 over four little-endian 64-bit numbers:
///              identity, number of the record (from 0), size, XXH3 of the payload
///
/// `identity` is XXH3 of the first record's payload, and 0 for that record itself. So a seal covers every byte of its
/// record and its place, and a record of another game does not fit; but each record can be checked without the ones
/// before it, so what lies behind a damaged one can still be counted.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace albireo::replays {

/// Ends of lines and the byte that ends a DOS text are in it, so that a copy made as text is noticed at once.
using RecordSignature = std::array<std::uint8_t, 8>;
inline constexpr RecordSignature kSignature = {0x89, 'A', 'L', 'B', '\r', '\n', 0x1a, '\n'};
inline constexpr std::size_t kPayloadBytesMax = 2 << 20;
inline constexpr std::size_t kSealBytes = 4;

/// Makes the records of one file, in order.
class RecordWriter {
  public:
    explicit RecordWriter(const RecordSignature& signature = kSignature) : signature_(signature) {}

    /// The bytes to append to the file: the signature too if this is the first.
    std::vector<std::uint8_t> seal(std::span<const std::uint8_t> payload);

  private:
    RecordSignature signature_;
    std::uint64_t identity_ = 0;
    std::uint32_t number_ = 0;
};

/// Takes the records of a whole file apart. It never reads outside the span and never allocates.
class RecordReader {
  public:
    enum class Found : std::uint8_t {
        record,
        end,       // the file ends with the last record
        cut_off,   // the file ends within this record
        bad_size,  // no record is as long as this one says
        bad_seal,  // some byte of this record is not what was written
    };

    explicit RecordReader(std::span<const std::uint8_t> file, const RecordSignature& signature = kSignature);

    /// Whether the file begins with the signature. Without it nothing else means anything.
    bool is_replay() const { return is_replay_; }

    /// Goes to the next record, also behind one with a bad seal.
    Found next();

    std::span<const std::uint8_t> payload() const { return payload_; }
    std::uint32_t number() const { return number_ - 1; }  // of the record that next() found
    std::size_t offset() const { return offset_; }        // of its first byte in the file

  private:
    std::span<const std::uint8_t> file_;
    std::span<const std::uint8_t> payload_;
    std::size_t offset_ = 0;
    std::size_t at_ = 0;
    std::uint64_t identity_ = 0;
    std::uint32_t number_ = 0;
    bool is_replay_ = false;
};

}  // namespace albireo::replays
