#include "server/lobby_store.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "platform/whole_file.hpp"
#include "replays/text.hpp"
#include "server/lobby_place.hpp"
#include "server/parked_games.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".lobbies";
constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'A', 'L', 'L', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kCheckBytes = 16, kHeaderBytes = 8 + 4 + kCheckBytes, kPlacesAt = 4096;
constexpr std::uint32_t kReadAtOnce = 32;        // places: 256 KB
constexpr std::uint32_t kPlacesMax = 1u << 16;   // 512 MB, whatever a file's length says
constexpr std::uint64_t kServersMax = 16;        // that make their files in the same second
constexpr std::time_t kHeaderWithin = 60;           // a file gets its header within a second
constexpr std::array<std::uint8_t, LobbyPlace::kMarkBytes> kZeros{};

/// By which a server knows that it can open the places.
std::array<std::uint8_t, kCheckBytes> check_of(const JournalKey& key) {
    constexpr std::string_view kUse = "Albireo lobbies 1";
    std::array<std::uint8_t, kCheckBytes> check;
    crypto_generichash(check.data(), check.size(), reinterpret_cast<const unsigned char*>(kUse.data()), kUse.size(), key.data(), key.size());
    return check;
}

std::array<std::uint8_t, kHeaderBytes> header_of(const JournalKey& key) {
    std::array<std::uint8_t, kHeaderBytes> header;
    ByteWriter out{header};
    out.put_bytes(kSignature.data(), kSignature.size());
    out.put(kVersion);
    const auto check = check_of(key);
    out.put_bytes(check.data(), check.size());
    return header;
}

std::size_t offset_of(std::uint32_t place) { return kPlacesAt + place * LobbyPlace::kBytes; }

proto::Micros micros_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct LobbyStore::Book {
    std::shared_ptr<SyncedFile> file;
    std::string path;
    std::uint32_t places;
    std::vector<std::uint32_t> free{};  // the next one to be used comes last
    std::uint32_t used = 0;             // by lobbies of this process
    std::uint32_t reserved = 0;         // places
    std::uint64_t generation = 0;       // the upper half of the numbers of a new lobby's heads: above all that are in the file
    std::string fault{};                // of a write
    std::vector<std::uint32_t> damaged{};  // as it was found; free now
};

struct LobbyStore::Left {
    std::shared_ptr<Book> book;
    std::uint32_t place;
    JournalImage image;
};

LobbyStore::LobbyStore(std::string folder, const JournalKey& key, std::uint32_t places) : folder_(std::move(folder)), key_(key), places_(places) {
    assert(places_ > 0 && "a store has places");
}

LobbyStore::~LobbyStore() = default;

std::shared_ptr<LobbyStore> LobbyStore::open(const std::string& folder, const JournalKey& key, std::uint32_t places, std::vector<std::string>& faults) {
    const std::shared_ptr<LobbyStore> store(new LobbyStore(folder, key, places));
    std::vector<std::string> paths;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() == kEnding) paths.push_back(entry->path().string());
    }
    std::ranges::sort(paths);
    for (const std::string& path : paths) store->take_over(path, faults);
    if (store->books_.empty()) {
        store->fault_ = store->make_book();
        if (!store->fault_.empty()) faults.push_back("lobbies end with this process: " + store->fault_);
    }
    return store;
}

void LobbyStore::take_over(const std::string& path, std::vector<std::string>& faults) {
    platform::File opened(path, {.access = platform::OpenOptions::Access::read_write, .follows_link = false});
    if (!opened.is_open()) return faults.push_back(platform::fault_text(path, "cannot be opened", opened.error()));
    if (opened.lock() != 0) return;  // of a server that is running
    platform::FileStatus status;
    std::array<char, kHeaderBytes> header{};
    std::size_t got = 0;
    int error = opened.status(status);
    if (error == 0) error = opened.read_at(0, header, got);
    const std::time_t age = std::time(nullptr) - status.written;
    const auto expected = header_of(key_);
    const auto is_same = [&](std::size_t from, std::size_t to) { return std::memcmp(header.data() + from, expected.data() + from, to - from) == 0; };
    constexpr std::size_t kCheckAt = kHeaderBytes - kCheckBytes;
    std::string why;
    if (error != 0) {
        why = std::strerror(error);
    } else if (std::ranges::all_of(header, [](char byte) { return byte == 0; })) {
        // Another server may have just made it.
        if (age > kHeaderWithin) platform::remove_file(path);
        return;
    } else if (!is_same(0, kCheckAt)) {
        why = "it is damaged, or of another version";
    } else if (!is_same(kCheckAt, kHeaderBytes)) {
        why = "it is damaged, or another server's: it cannot be opened with this server's key";
    }
    if (!why.empty()) {
        const bool is_old = age > kOthersFor;
        const std::string aside = fs::path(path).replace_extension(kUnresumedEnding).string();
        const bool is_aside = is_old && platform::rename_file(path, aside) == 0;
        const std::string then = is_aside ? ", and it is set aside as " + fs::path(aside).filename().string() : "";
        return faults.push_back(fmt::format("the lobbies in {} cannot be resumed{}: {}", path, then, why));
    }
    Book book{.file = nullptr, .path = path, .places = places_};
    // One of a program with more places keeps them.
    if (status.bytes > offset_of(places_)) book.places = static_cast<std::uint32_t>(std::min<std::uint64_t>((status.bytes - kPlacesAt) / LobbyPlace::kBytes, kPlacesMax));
    const auto shared = std::make_shared<Book>(std::move(book));
    const std::size_t lobbies = left_.size();
    if (why = read_places(opened, shared, faults); why.empty()) {
        shared->file = disk_.add(std::move(opened), path, DiskSync::Origin::existing);
        why = shared->file->map(offset_of(shared->places));
    }
    if (!why.empty()) {
        left_.resize(lobbies);
        return faults.push_back(fmt::format("the lobbies in {} cannot be resumed: {}", path, why));
    }
    for (const std::uint32_t place : shared->damaged) {
        // A new lobby's first head is written beside what is left of this one.
        for (const std::size_t head : {std::size_t{0}, Journal::kHeadBytes}) shared->file->write_at(offset_of(place) + head, kZeros);
    }
    // The first places are used first, so the file takes as little space as it can.
    std::ranges::reverse(shared->free);
    const bool is_spare = shared->used == 0 && !books_.empty();
    is_spare ? shared->file->remove() : books_.push_back(shared);
}

/// Returns an empty string, or why the file cannot be read.
std::string LobbyStore::read_places(const platform::File& file, const std::shared_ptr<Book>& book, std::vector<std::string>& faults) {
    std::vector<char> part(kReadAtOnce * LobbyPlace::kBytes);
    for (std::uint32_t first = 0; first < book->places; first += kReadAtOnce) {
        const std::uint32_t count = std::min(kReadAtOnce, book->places - first);
        std::ranges::fill(part, 0);  // where the file ends
        std::size_t got = 0;
        if (const int error = file.read_at(offset_of(first), std::span{part}.first(count * LobbyPlace::kBytes), got); error != 0) return std::strerror(error);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto bytes = std::span(reinterpret_cast<const std::uint8_t*>(part.data()), part.size()).subspan(i * LobbyPlace::kBytes, LobbyPlace::kBytes);
            if (!LobbyPlace::is_free(bytes)) {
                read_place(bytes, first + i, book, faults);
            } else {
                book->free.push_back(first + i);
            }
        }
    }
    return {};
}

void LobbyStore::read_place(std::span<const std::uint8_t> bytes, std::uint32_t place, const std::shared_ptr<Book>& book, std::vector<std::string>& faults) {
    JournalImage image;
    if (!image.read(JournalImage::file_of(bytes), key_).empty()) {
        faults.push_back(fmt::format("the lobby in place {} of {} is damaged, and lost", place, book->path));
        book->damaged.push_back(place);
        book->free.push_back(place);
        return;
    }
    book->generation = std::max(book->generation, image.number() >> 32);
    ++book->used;
    left_.push_back({book, place, std::move(image)});
}

std::vector<LeftLobby> LobbyStore::take_left() {
    std::vector<LeftLobby> lobbies;
    for (Left& each : std::exchange(left_, {})) {
        const std::uint64_t number = each.image.number();
        lobbies.push_back({std::move(each.image), journal_at(each.book, each.place, number, number)});
    }
    return lobbies;
}

/// Returns an empty string, or why there is no new file. Waits for the disk.
std::string LobbyStore::make_book() {
    const auto wall_ms = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    std::string fault;
    for (std::uint64_t attempt = 0; attempt < kServersMax; ++attempt) {
        // Another server may have made one in the same second.
        std::string stem = replays::file_stem(static_cast<std::uint64_t>(wall_ms) + attempt * 1'000, "");
        stem.pop_back();
        const std::string path = (fs::path(folder_) / (stem + kEnding)).string();
        platform::File made(path, {.access = platform::OpenOptions::Access::read_write, .create = platform::OpenOptions::Create::new_only, .mode = 0600});
        if (!made.is_open() && made.error() != EEXIST) return platform::fault_text(path, "cannot be created", made.error());
        fault = path + ": another server has it";
        if (!made.is_open()) continue;
        if (made.lock() == 0) return begin_book(std::move(made), path);
        platform::remove_file(path);  // a server that is starting looks into it, and leaves it
    }
    return fault;
}

std::string LobbyStore::begin_book(platform::File made, const std::string& path) {
    auto book = std::make_shared<Book>(Book{.file = nullptr, .path = path, .places = places_});
    book->reserved = std::min(kReservedAhead, places_);
    const int error = made.reserve(offset_of(book->reserved));
    book->file = disk_.add(std::move(made), path, DiskSync::Origin::created);
    std::string fault;
    if (error != 0 && error != EOPNOTSUPP && error != ENOSYS) fault = platform::fault_text(path, "cannot be written", error);
    if (fault.empty()) fault = book->file->map(offset_of(places_));
    if (fault.empty()) fault = book->file->write_at(0, header_of(key_));
    if (!fault.empty()) {
        book->file->remove();
        return fault;
    }
    for (std::uint32_t place = places_; place-- > 0;) book->free.push_back(place);
    const std::lock_guard lock(mutex_);
    books_.insert(books_.begin(), std::move(book));
    return {};
}

/// Called with the mutex held.
void LobbyStore::make_book_later() {
    const proto::Micros now = micros_now();
    if (made_at_ != 0 && now - made_at_ < kMadeEvery) return;
    made_at_ = now;
    disk_.do_later([this] {
        std::string fault = make_book();
        const std::lock_guard lock(mutex_);
        if (!fault.empty()) fault_ = std::move(fault);
        std::erase_if(books_, [](const auto& book) {
            const bool is_gone = !book->fault.empty() && book->used == 0;
            if (is_gone) book->file->remove();
            return is_gone;
        });
    });
}

std::shared_ptr<Journal> LobbyStore::new_lobby() {
    const std::lock_guard lock(mutex_);
    bool is_written = false;
    for (const auto& book : books_) {
        if (book->fault.empty()) book->fault = book->file->fault();
        if (!book->fault.empty()) {
            fault_ = book->fault;
            continue;
        }
        is_written = true;
        if (book->free.empty()) continue;
        const std::uint32_t place = book->free.back();
        book->free.pop_back();
        ++book->used;
        if (place + kReservedAhead / 2 >= book->reserved && book->reserved < book->places) {
            book->reserved = std::min(place + kReservedAhead, book->places);
            book->file->reserve(offset_of(book->reserved));
        }
        return journal_at(book, place, ++book->generation << 32, 0);
    }
    if (is_written) return nullptr;
    make_book_later();
    assert(!fault_.empty() && "there is a reason why no file can be written");
    auto refuse = [fault = fault_](std::size_t, std::span<const std::uint8_t>) { return fault; };
    return std::make_shared<Journal>(std::make_unique<LobbyPlace>(std::move(refuse), [](bool) {}, 0), key_, 1);  // like a place that was used before
}

/// `number`: of the newest head in the place; 0: it is free. `counts_from`: the new heads have higher numbers.
std::shared_ptr<Journal> LobbyStore::journal_at(std::shared_ptr<Book> book, std::uint32_t place, std::uint64_t counts_from, std::uint64_t number) {
    // A lobby holds the store, and with it the thread that syncs its file.
    auto write = [store = shared_from_this(), book, at = offset_of(place)](std::size_t offset, std::span<const std::uint8_t> bytes) {
        const std::lock_guard lock(store->mutex_);
        std::string error = book->file->write_at(at + offset, bytes);
        if (!error.empty()) book->fault = error;
        return error;
    };
    auto let_go = [store = shared_from_this(), book, place](bool is_free) {
        const std::lock_guard lock(store->mutex_);
        assert(book->used > 0 && "a lobby that lets go of its place has had one");
        --book->used;
        if (is_free) return book->free.push_back(place);
        // Its file has failed: the disk's thread may still write what is in the file already.
        for (const std::size_t head : {std::size_t{0}, Journal::kHeadBytes}) book->file->clear_later(offset_of(place) + head, LobbyPlace::kMarkBytes);
    };
    auto when_synced = [book](std::function<void()> work) { book->file->sync_then(std::move(work)); };
    return std::make_shared<Journal>(std::make_unique<LobbyPlace>(std::move(write), std::move(let_go), number, std::move(when_synced)), key_, counts_from);
}

}  // namespace albireo::server
