#include "server/journal.hpp"

#include <sodium.h>

#include <algorithm>
#include <cassert>

#include "proto/frame_codec.hpp"
#include "proto/sodium_start.hpp"
#include "sim/base/bytes.hpp"
#include "sim/base/hash.hpp"
#include "sim/fields.hpp"

namespace albireo::server {
namespace {

constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'A', 'L', 'J', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t kHeadStart = 8 + kNonceBytes + 4;
constexpr std::size_t kFrameStart = sizeof(Frame) - sizeof(Frame::reports);

std::array<std::uint8_t, 12> first_bytes() {
    std::array<std::uint8_t, 12> bytes;
    ByteWriter out{bytes};
    out.put_bytes(kSignature.data(), kSignature.size());
    out.put(kVersion);
    return bytes;
}

/// The data, apart from its contents, to which a head is bound.
std::array<std::uint8_t, 20> bound_to(std::uint64_t number) {
    std::array<std::uint8_t, 20> bytes;
    ByteWriter out{bytes};
    out.put_bytes(first_bytes().data(), 12);
    out.put(number);
    return bytes;
}

std::uint32_t sum_of(Slot slot, std::span<const std::uint8_t> cell) {
    return static_cast<std::uint32_t>(hash_bytes(cell)) ^ static_cast<std::uint32_t>(index(slot));
}

std::size_t offset_of(Slot slot, Tick tick) {
    return Journal::kCellsAt + (index(slot) * Journal::kRing + tick.value % Journal::kRing) * Journal::kCellBytes;
}

/// Of bytes that hold tokens.
void wipe(std::vector<std::uint8_t>& plain) {
    sodium_memzero(plain.data(), plain.size());
}

/// The game in one head; nothing if it is not intact.
std::optional<KeptGame> open_head(std::span<const std::uint8_t> head, const JournalKey& key, std::uint64_t& number) {
    ByteReader in{head};
    number = in.get<std::uint64_t>();
    std::array<std::uint8_t, kNonceBytes> nonce;
    in.get_bytes(nonce.data(), nonce.size());
    const std::size_t size = in.get<std::uint32_t>();
    if (in.bad() || number == 0 || size < kTagBytes || size > in.left()) return std::nullopt;
    std::vector<std::uint8_t> plain(size - kTagBytes);
    const auto bound = bound_to(number);
    const bool is_genuine =
        crypto_aead_xchacha20poly1305_ietf_decrypt(plain.data(), nullptr, nullptr, head.data() + kHeadStart, size, bound.data(),
                                                   bound.size(), nonce.data(), key.data()) == 0;
    auto game = is_genuine ? read_kept_game(plain) : std::nullopt;
    wipe(plain);
    return game;
}

}  // namespace

JournalKey journal_key(const proto::SecretKey& server) {
    constexpr std::string_view kUse = "Albireo journal 1";
    JournalKey key;
    crypto_generichash(key.data(), key.size(), reinterpret_cast<const unsigned char*>(kUse.data()), kUse.size(), server.data(),
                       server.size());
    return key;
}

Journal::Journal(std::unique_ptr<JournalFile> file, const JournalKey& key, std::uint64_t number)
    : file_(std::move(file)), key_(key), number_(number) {
    assert(file_ != nullptr && "a journal has a file");
    if (number_ == 0) write_at(0, first_bytes());
}

Journal::~Journal() {
    if (number_ == 0 && !is_dropped_) file_->remove();
    wipe(kept_);
}

void Journal::keep(const KeptGame& game) {
    std::vector<std::uint8_t> plain = bytes_of(game);
    if (plain == kept_ || !fault_.empty()) return wipe(plain);
    std::vector<std::uint8_t> head(kHeadStart + plain.size() + kTagBytes);
    if (head.size() > kHeadBytes) {
        wipe(plain);
        fault_ = "its state does not fit into " + std::to_string(kHeadBytes) + " bytes";
        return;
    }
    ++number_;
    std::array<std::uint8_t, kNonceBytes> nonce;
    randombytes_buf(nonce.data(), nonce.size());
    ByteWriter out{head};
    out.put(number_);
    out.put_bytes(nonce.data(), nonce.size());
    out.put(static_cast<std::uint32_t>(plain.size() + kTagBytes));
    const auto bound = bound_to(number_);
    crypto_aead_xchacha20poly1305_ietf_encrypt(head.data() + kHeadStart, nullptr, plain.data(), plain.size(), bound.data(),
                                               bound.size(), nullptr, nonce.data(), key_.data());
    write_at(kHeadsAt + number_ % 2 * kHeadBytes, head);
    wipe(kept_);
    kept_ = std::move(plain);
}

void Journal::note(Slot slot, Tick tick, const Frame& frame) {
    assert(proto::is_normal(frame) && "a frame that is not normal could not be read back");
    std::array<std::uint8_t, kCellBytes> cell;
    ByteWriter out{cell};
    std::array<std::uint8_t, sizeof(Frame)> bytes;
    ByteWriter fields{bytes};
    put(fields, frame);
    const std::size_t size = kFrameStart + frame.report_count * sizeof(Report);
    out.put(tick.value);
    out.put(static_cast<std::uint16_t>(size));
    out.put_bytes(bytes.data(), size);
    out.put(sum_of(slot, out.written()));
    assert(!out.full() && "a cell has room for every frame");
    write_at(offset_of(slot, tick), out.written());
}

void Journal::reserve() {
    if (fault_.empty()) fault_ = file_->reserve(kFileBytes);
}

void Journal::drop() {
    is_dropped_ = true;
    file_->remove();
    if (fault_.empty()) fault_ = "the game is over";
}

void Journal::replace(std::shared_ptr<Journal> before) {
    assert(before != nullptr && before.get() != this && "a journal replaces another one");
    file_->when_synced([before = std::move(before)] { before->drop(); });
}

void Journal::write_at(std::size_t offset, std::span<const std::uint8_t> bytes) {
    assert(offset + bytes.size() <= kFileBytes && "a journal does not grow beyond what is reserved for it");
    if (fault_.empty()) fault_ = file_->write_at(offset, bytes);
}

bool JournalImage::is_unused(std::span<const std::uint8_t> file) {
    const auto first = first_bytes();
    const auto begun = file.first(std::min(first.size(), file.size()));
    const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
    return std::ranges::equal(begun, std::span{first}.first(begun.size())) && std::ranges::all_of(file.subspan(begun.size()), is_zero);
}

std::vector<std::uint8_t> JournalImage::file_of(std::span<const std::uint8_t> heads) {
    assert(heads.size() == 2 * Journal::kHeadBytes && "a game is kept in two heads");
    std::vector<std::uint8_t> file(Journal::kHeadsAt + heads.size());
    std::ranges::copy(first_bytes(), file.begin());
    std::ranges::copy(heads, file.begin() + Journal::kHeadsAt);
    return file;
}

std::string JournalImage::read(std::vector<std::uint8_t> file, const JournalKey& key) {
    file_ = std::move(file);
    const auto first = first_bytes();
    if (file_.size() < first.size() || !std::equal(first.begin(), first.end(), file_.begin())) {
        return "it is not a journal of this version";
    }
    std::optional<KeptGame> found;
    for (std::size_t which = 0; which < 2; ++which) {
        const std::size_t from = std::min(Journal::kHeadsAt + which * Journal::kHeadBytes, file_.size());
        const std::size_t size = std::min(Journal::kHeadBytes, file_.size() - from);
        std::uint64_t number = 0;
        auto game = open_head(std::span{file_}.subspan(from, size), key, number);
        if (!game || number <= number_) continue;
        number_ = number;
        found = std::move(game);
    }
    if (!found) return "it is damaged, or another server's: it cannot be opened with this server's key";
    assert(number_ > 0 && "the newest head is the one with the highest number");
    game_ = std::move(*found);
    return {};
}

std::optional<Tick> JournalImage::newest(Slot slot) const {
    std::optional<Tick> newest;
    for (std::uint32_t cell = 0; cell < Journal::kRing; ++cell) {
        const std::size_t from = offset_of(slot, Tick{cell});
        if (from + Journal::kCellBytes > file_.size()) break;
        const Tick tick{ByteReader{std::span{file_}.subspan(from, Journal::kCellBytes)}.get<std::uint32_t>()};
        if (tick.value % Journal::kRing == cell && (!newest || *newest < tick) && frame(slot, tick)) newest = tick;
    }
    return newest;
}

std::optional<Frame> JournalImage::frame(Slot slot, Tick tick) const {
    const std::size_t from = offset_of(slot, tick);
    if (from >= file_.size()) return std::nullopt;
    const auto cell = std::span{file_}.subspan(from, std::min(Journal::kCellBytes, file_.size() - from));
    ByteReader in{cell};
    const Tick of{in.get<std::uint32_t>()};
    const std::size_t size = in.get<std::uint16_t>();
    std::array<std::uint8_t, sizeof(Frame)> bytes{};
    if (in.bad() || of != tick || size < kFrameStart || size > bytes.size()) return std::nullopt;
    in.get_bytes(bytes.data(), size);
    const std::size_t summed = in.offset();
    if (in.get<std::uint32_t>() != sum_of(slot, cell.first(in.bad() ? 0 : summed)) || in.bad()) return std::nullopt;
    ByteReader fields{bytes};
    Frame frame;
    get(fields, frame);
    return proto::is_normal(frame) ? std::optional(frame) : std::nullopt;
}

}  // namespace albireo::server
