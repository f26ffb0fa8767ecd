#pragma once
/// The surroundings of the server in a virtual game: its disk, which outlives its process, and its end of the network. The
/// process may be killed in each write and before each packet.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "server/lobby_place.hpp"
#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// The server's process ends here.
struct Killed {};

/// Stores a recording in memory that outlives its session. `write` decides how many bytes of each write are stored, and
/// returns its error.
class RecordInto final : public replays::ByteSink {
  public:
    using Write = std::function<std::string(std::size_t size, const std::function<void(std::size_t cut)>& put)>;
    RecordInto(std::vector<std::uint8_t>& to, Write write) : to_(to), write_(std::move(write)) {}
    std::string append(std::span<const std::uint8_t> bytes) override {
        return write_(bytes.size(), [&](std::size_t cut) { to_.insert(to_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(cut)); });
    }

  private:
    std::vector<std::uint8_t>& to_;
    Write write_;
};

/// Recordings, journals and the places of lobbies in memory, which outlive the server's process. The write in which it is killed is cut off. The disk
/// may fail: while it is full no file grows, and a torn write stores a part of its bytes and returns an error.
class VirtualGame::Disk {
  public:
    explicit Disk(VirtualGame& game) : game_(game) {}

    /// A new recording of this stage.
    std::unique_ptr<replays::ByteSink> recording(const std::string& code, std::size_t stage) {
        record_of(code, stage).clear();
        return continue_recording(code, stage);
    }
    std::unique_ptr<replays::ByteSink> continue_recording(const std::string& code, std::size_t stage) {
        std::vector<std::uint8_t>& record = record_of(code, stage);
        return std::make_unique<RecordInto>(record, [this, &record](std::size_t size, const auto& put) {
            const bool is_header = record.empty();
            std::string error = write(size, Grows::yes, put);
            is_without_header_ = is_without_header_ || (is_header && !error.empty());
            return error;
        });
    }
    /// The file in which a recording goes on after it has failed.
    std::unique_ptr<replays::ByteSink> part() {
        if (game_.now_ < full_until_) return nullptr;
        Part& part = *parts_.emplace_back(std::make_unique<Part>());
        return std::make_unique<RecordInto>(part.bytes, [this, &part](std::size_t size, const auto& put) {
            const bool is_header = part.bytes.empty();
            std::string error = write(size, Grows::yes, put);
            part.is_readable = part.is_readable && !(is_header && !error.empty());
            return error;
        });
    }
    struct Part {
        std::vector<std::uint8_t> bytes;
        bool is_readable = true;
    };
    const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }
    void be_full_until(Micros until) { full_until_ = until; }
    void tear_next_write() { tears_next_ = true; }
    /// Whether a write has returned an error. Its file gets no more writes.
    bool has_failed() const { return refused_ + torn_ > 0; }
    /// Whether that was a recording's first write: nobody can read it.
    bool is_without_header() const { return is_without_header_; }
    std::uint64_t refused_writes() const { return refused_; }
    std::uint64_t torn_writes() const { return torn_; }

    std::shared_ptr<server::Journal> create(const std::string& code) {
        const std::string name = fmt::format("{}{:06}", code, count_++);  // in the order in which they were made
        files_[name];
        return std::make_shared<server::Journal>(std::make_unique<File>(*this, name), kKey);
    }
    /// The journal of a lobby, in a place of the file that all lobbies share. Its space is reserved.
    std::shared_ptr<server::Journal> create_lobby() {
        std::size_t place = 0;
        while (place < places_.size() && places_[place].is_used) ++place;
        if (place == places_.size()) places_.push_back({.bytes = std::vector<std::uint8_t>(server::LobbyPlace::kBytes)});
        places_[place].is_used = true;
        return lobby_at(place, ++generation_ << 32, 0);
    }
    /// The codes of the lobbies that are kept.
    std::vector<std::string> lobbies() const {
        std::vector<std::string> codes;
        for (const Place& each : places_) {
            server::JournalImage image;
            if (image.read(server::JournalImage::file_of(each.bytes), kKey).empty()) codes.push_back(image.game().code);
        }
        return codes;
    }
    /// The server's process has ended: what is destroyed of it changes nothing here.
    void end_process() {
        ++process_;
        for (Place& each : places_) each.is_used = false;
    }
    /// What the killed process has left. Of a code that is there twice, the later state counts.
    std::vector<server::ParkedFile> parked() {
        std::map<std::string, server::ParkedGame> games;
        const auto keep_later = [&](server::ParkedGame game) {
            const std::string code = game.image.game().code;
            const std::size_t stage = VirtualGame::stage_of(game.image.game());
            game.recording = record_of(code, stage);
            game.record = [this, code, stage] { return cut_recording(code, stage, 0); };
            game.truncate = [this, code, stage](std::size_t size) { return ready(cut_recording(code, stage, size)); };
            const auto [known, is_new] = games.try_emplace(code);
            if (!is_new && !server::is_later(game.image.game(), known->second.image.game())) std::swap(game, known->second);
            if (!is_new) known->second.journal->drop();
            known->second = std::move(game);
        };
        for (const auto& [name, bytes] : std::map(files_)) {
            server::ParkedGame game;
            // A process that is killed while it makes the file leaves one without a game.
            if (const std::string fault = game.image.read(bytes, kKey); !fault.empty()) {
                files_.erase(name);
                continue;
            }
            game.journal = std::make_shared<server::Journal>(std::make_unique<File>(*this, name), kKey, game.image.number());
            keep_later(std::move(game));
        }
        for (std::size_t place = 0; place < places_.size(); ++place) {
            if (server::LobbyPlace::is_free(places_[place].bytes)) continue;
            server::ParkedGame game;
            // It was killed in the first write of a new lobby, or in the last one of another.
            if (const std::string fault = game.image.read(server::JournalImage::file_of(places_[place].bytes), kKey); !fault.empty()) {
                std::ranges::fill(places_[place].bytes, std::uint8_t{0});
                continue;
            }
            places_[place].is_used = true;
            const std::uint64_t number = game.image.number();
            game.journal = lobby_at(place, number, number);
            game.make_journal = [this, code = game.image.game().code] { return create(code); };
            keep_later(std::move(game));
        }
        std::vector<server::ParkedFile> parked;
        for (auto& [code, game] : games) {
            const auto kept = std::make_shared<server::ParkedGame>(std::move(game));
            parked.push_back({code, [kept] { return ready(server::ParkedFile::Loaded{.game = std::move(*kept), .faults = {}}); }});
        }
        return parked;
    }

  private:
    template <class T>
    static std::future<T> ready(T value) {
        std::promise<T> promise;
        promise.set_value(std::move(value));
        return promise.get_future();
    }
    std::vector<std::uint8_t>& record_of(const std::string& code, std::size_t stage) {
        auto& records = game_.records_[code];
        if (records.size() <= stage) records.resize(stage + 1);
        return records[stage];
    }
    std::unique_ptr<replays::ByteSink> cut_recording(const std::string& code, std::size_t stage, std::size_t bytes) {
        std::vector<std::uint8_t>& record = record_of(code, stage);
        record.resize(std::min(bytes, record.size()));
        return continue_recording(code, stage);
    }

    enum class Grows : std::uint8_t { no, yes };  // whether the file becomes longer

    bool refuses(Grows grows) {
        const bool is_refused = grows == Grows::yes && game_.now_ < full_until_;
        if (is_refused) ++refused_;
        return is_refused;
    }
    /// Puts all bytes, or fewer if the process is killed now or the disk fails.
    std::string write(std::size_t size, Grows grows, const std::function<void(std::size_t cut)>& put) {
        const auto part = [&] { return game_.order_random_.below(static_cast<std::uint32_t>(size) + 1); };
        try {
            game_.maybe_strike();
        } catch (const Killed&) {
            put(part());
            throw;
        }
        if (std::exchange(tears_next_, false)) {
            ++torn_;
            put(part());
            return "Input/output error";
        }
        if (refuses(grows)) return kFull;
        put(size);
        return {};
    }

    static constexpr server::JournalKey kKey = {1, 2, 3};
    class File final : public server::JournalFile {
      public:
        File(Disk& disk, std::string name) : disk_(disk), name_(std::move(name)) {}
        std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes) override {
            if (process_ != disk_.process_) return {};
            std::vector<std::uint8_t>& file = disk_.files_[name_];
            const Grows grows = file.size() < offset + bytes.size() ? Grows::yes : Grows::no;
            return disk_.write(bytes.size(), grows, [&](std::size_t cut) {
                if (file.size() < offset + cut) file.resize(offset + cut);
                std::copy_n(bytes.begin(), cut, file.begin() + static_cast<std::ptrdiff_t>(offset));
            });
        }
        std::string reserve(std::size_t size) override {
            if (disk_.refuses(Grows::yes)) return kFull;
            disk_.files_[name_].resize(size);
            return {};
        }
        void remove() override {
            if (process_ == disk_.process_) disk_.files_.erase(name_);
        }

      private:
        Disk& disk_;
        std::string name_;
        const int process_ = disk_.process_;
    };

    static constexpr const char* kFull = "No space left on device";

    VirtualGame& game_;
    std::shared_ptr<server::Journal> lobby_at(std::size_t place, std::uint64_t counts_from, std::uint64_t number) {
        auto write_into = [this, place, process = process_](std::size_t offset, std::span<const std::uint8_t> bytes) -> std::string {
            if (process != process_) return {};
            return write(bytes.size(), Grows::no, [&](std::size_t cut) {
                std::copy_n(bytes.begin(), cut, places_[place].bytes.begin() + static_cast<std::ptrdiff_t>(offset));
            });
        };
        auto let_go = [this, place, process = process_](bool is_free) {
            if (process != process_) return;
            // As the disk's thread does after a write has failed.
            if (!is_free) std::ranges::fill(places_[place].bytes, std::uint8_t{0});
            places_[place].is_used = false;
        };
        return std::make_shared<server::Journal>(std::make_unique<server::LobbyPlace>(std::move(write_into), std::move(let_go), number), kKey, counts_from);
    }

    std::map<std::string, std::vector<std::uint8_t>> files_;
    struct Place {
        std::vector<std::uint8_t> bytes;
        bool is_used = false;
    };
    std::vector<Place> places_;
    std::uint64_t generation_ = 0;
    int process_ = 0;
    std::vector<std::unique_ptr<Part>> parts_;
    int count_ = 0;
    Micros full_until_ = 0;
    bool tears_next_ = false;
    bool is_without_header_ = false;
    std::uint64_t refused_ = 0, torn_ = 0;
};

/// While it lives, the rare points of this thread give their rare answers to this game.
#ifdef NDEBUG
class VirtualGame::Rarities {
  public:
    explicit Rarities(VirtualGame&) {}
};
#else
class VirtualGame::Rarities final : public proto::RareChooser {
  public:
    explicit Rarities(VirtualGame& game) : game_(game) { proto::rare_chooser = game.options_.rare_ppm > 0 ? this : nullptr; }
    ~Rarities() { proto::rare_chooser = nullptr; }
    Rarities(const Rarities&) = delete;
    Rarities& operator=(const Rarities&) = delete;
    bool choose(proto::Rare point) override {
        // These are asked a few times in a game, the others in each tick.
        const bool is_seldom = point == proto::Rare::late_work || point == proto::Rare::transfer_refused;
        if (game_.calm_ || game_.rare_random_.below(1'000'000) >= game_.options_.rare_ppm * (is_seldom ? 20 : 1)) return false;
        ++game_.rare_points_[static_cast<std::size_t>(point)];
        return true;
    }

  private:
    VirtualGame& game_;
};
#endif

/// The server's end of the network. Counts the bytes to each peer when they are sent.
class VirtualGame::Meter final : public proto::Link {
  public:
    explicit Meter(VirtualGame& game) : game_(game) {}
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        game_.maybe_strike();
        Peer& mine = peers_[peer];
        mine.total += proto::wire_bytes(bytes.size()) + extra_header_bytes(peer);
        // A level or a world has its own rate: seconds during its transfer do not count.
        if (channel == proto::Channel::control && bytes.size() > kTransferFrom)
            mine.transfer_until = now + kTransferTail;
        if (now < mine.transfer_until) {
            mine.rate = {};
        } else {
            mine.rate.note(mine.total, now);
            max_ = std::max(max_, mine.rate.max());
        }
        link().send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override { return link().poll(event, now); }
    void close(proto::PeerId peer) override {
        peers_.erase(peer);
        link().close(peer);
    }
    void flush(Micros now) override { link().flush(now); }
    std::size_t extra_header_bytes(proto::PeerId peer) const override { return link().extra_header_bytes(peer); }
    proto::LinkTraffic traffic() const override { return link().traffic(); }
    std::uint64_t host_of(proto::PeerId peer) const override { return link().host_of(peer); }
    proto::Binding binding_of(proto::PeerId peer) const override { return link().binding_of(peer); }
    /// The server's process has ended, and the next one numbers its peers anew.
    void forget() { peers_.clear(); }
    /// The most bytes to any peer in any second.
    std::uint64_t bytes_per_second_max() const { return max_; }

  private:
    static constexpr std::size_t kTransferFrom = 400;
    static constexpr Micros kTransferTail = 1'500 * proto::kMicrosPerMs;
    struct Peer {
        client::ByteRate rate;
        std::uint64_t total = 0;
        Micros transfer_until = 0;
    };
    proto::Link& link() const { return game_.network_->server(); }

    VirtualGame& game_;
    std::map<proto::PeerId, Peer> peers_;
    std::uint64_t max_ = 0;
};

}  // namespace albireo::storm
