#pragma once
/// The outer form of a replay file: a signature and numbered, sealed records. This code does not interpret the
/// payloads.
///
///     file   = signature, record …
///     record = size of the payload in groups of seven bits (lowest first, at most kPayloadBytesMax), payload, seal
///     seal   = the low 32 bits, little-endian, of XXH3 over four little-endian 64-bit numbers:
///              identity, number of the record (from 0), size, XXH3 of the payload
///
/// `identity` is XXH3 of the first record's payload, and 0 for that record itself. So a seal covers every byte of its
/// record and the record's position, and a record of another game fails its check. Each record can still be checked without the
/// ones before it, so the records after a damaged one can be counted.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace albireo::replays {

/// A signature contains line ends and DOS's end-of-file byte (0x1a), so that a file copied in text mode is detected at
/// once.
using RecordSignature = std::array<std::uint8_t, 8>;
inline constexpr RecordSignature kSignature = {0x89, 'A', 'L', 'B', '\r', '\n', 0x1a, '\n'};
inline constexpr std::size_t kPayloadBytesMax = 2 << 20;
inline constexpr std::size_t kSealBytes = 4;

/// Seals the records of one file, in order.
class RecordWriter {
  public:
    explicit RecordWriter(const RecordSignature& signature = kSignature) : signature_(signature) {}

    /// The bytes to append to the file, with the signature before the first record.
    std::vector<std::uint8_t> seal(std::span<const std::uint8_t> payload);

  private:
    friend class RecordReader;
    RecordSignature signature_;
    std::uint64_t identity_ = 0;
    std::uint32_t number_ = 0;
};

/// Splits a whole file into its records. It never reads outside the span and never allocates.
class RecordReader {
  public:
    enum class Found : std::uint8_t {
        record,
        end,       // the file ends with the last record
        cut_off,   // the file ends within this record
        bad_size,  // this record states a size above the limit, or not in its shortest form
        bad_seal,  // at least one byte of this record was changed
    };

    explicit RecordReader(std::span<const std::uint8_t> file, const RecordSignature& signature = kSignature);

    /// Continues in the same file after it has grown to `file`. A reader that has reached Found::end or Found::cut_off cannot go on, so
    /// copy the reader before each next(), and call extend() and next() on that copy.
    void extend(std::span<const std::uint8_t> file) { file_ = file; }

    /// Whether the file begins with the signature. Without it all other results are meaningless.
    bool is_replay() const { return is_replay_; }

    /// Goes to the next record, even after one with a bad seal. After any other fault it returns Found::end.
    Found next();

    std::span<const std::uint8_t> payload() const { return payload_; }
    std::uint32_t number() const { return number_ - 1; }  // of the record that next() found
    std::size_t offset() const { return offset_; }        // of its first byte in the file
    /// A writer that continues at offset(), in place of the record that next() found there, or of the file's end.
    RecordWriter writer_here() const;

  private:
    RecordSignature signature_;
    std::span<const std::uint8_t> file_;
    std::span<const std::uint8_t> payload_;
    std::size_t offset_ = 0;
    std::size_t at_ = 0;
    std::uint64_t identity_ = 0;
    std::uint32_t number_ = 0;
    std::uint32_t before_ = 0;  // records before offset_
    bool is_replay_ = false;
};

}  // namespace albireo::replays
