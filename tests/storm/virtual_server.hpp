#pragma once
/// The surroundings of the server in a virtual game: its disk, which outlives its process, and its end of the network. The
/// process may be killed in each write and before each packet.
#include <algorithm>
#include <functional>
#include <map>

#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// The server's process ends here.
struct Killed {};

/// Stores a recording in memory that outlives its session. `write` is called in place of each write, with its size and a
/// function that stores the first `cut` bytes: fewer than the size if the process is killed in that write.
class RecordInto final : public replays::ByteSink {
  public:
    using Write = std::function<void(std::size_t size, const std::function<void(std::size_t cut)>& put)>;
    RecordInto(std::vector<std::uint8_t>& to, Write write) : to_(to), write_(std::move(write)) {}
    std::string append(std::span<const std::uint8_t> bytes) override {
        write_(bytes.size(), [&](std::size_t cut) { to_.insert(to_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(cut)); });
        return {};
    }

  private:
    std::vector<std::uint8_t>& to_;
    Write write_;
};

/// Journals in memory, which outlive the server's process. The write in which it is killed is cut off.
class VirtualGame::Disk {
  public:
    explicit Disk(VirtualGame& game) : game_(game) {}

    std::unique_ptr<replays::ByteSink> recording(const std::string& code) {
        return std::make_unique<RecordInto>(game_.records_[code], [this](std::size_t size, const auto& put) { write(size, put); });
    }

    std::shared_ptr<server::Journal> create(const std::string& code) {
        const std::string name = code + std::to_string(count_++);
        files_[name];
        return std::make_shared<server::Journal>(std::make_unique<File>(*this, name), kKey);
    }
    /// What the killed process has left.
    std::vector<server::ParkedFile> parked() {
        std::map<std::string, server::ParkedGame> games;
        for (const auto& [name, bytes] : std::map(files_)) {
            server::ParkedGame game;
            // A process that is killed while it makes the file leaves one without a game.
            if (const std::string fault = game.image.read(bytes, kKey); !fault.empty()) {
                files_.erase(name);
                continue;
            }
            const std::string code = game.image.game().code;
            game.recording = game_.records_[code];
            game.journal = std::make_shared<server::Journal>(std::make_unique<File>(*this, name), kKey, game.image.number());
            game.record = [this, code] { return cut_recording(code, 0); };
            game.truncate = [this, code](std::size_t size) { return ready(cut_recording(code, size)); };
            games.insert_or_assign(code, std::move(game));
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
    std::unique_ptr<replays::ByteSink> cut_recording(const std::string& code, std::size_t bytes) {
        std::vector<std::uint8_t>& record = game_.records_[code];
        record.resize(std::min(bytes, record.size()));
        return recording(code);
    }

    /// Puts all bytes, or fewer if the process is killed now.
    void write(std::size_t size, const std::function<void(std::size_t cut)>& put) {
        try {
            game_.maybe_strike();
        } catch (const Killed&) {
            put(game_.order_random_.below(static_cast<std::uint32_t>(size) + 1));
            throw;
        }
        put(size);
    }

    static constexpr server::JournalKey kKey = {1, 2, 3};
    class File final : public server::JournalFile {
      public:
        File(Disk& disk, std::string name) : disk_(disk), name_(std::move(name)) {}
        std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes) override {
            std::vector<std::uint8_t>& file = disk_.files_[name_];
            if (file.size() < offset + bytes.size()) file.resize(offset + bytes.size());
            disk_.write(bytes.size(), [&](std::size_t cut) { std::copy_n(bytes.begin(), cut, file.begin() + static_cast<std::ptrdiff_t>(offset)); });
            return {};
        }
        std::string reserve(std::size_t size) override {
            disk_.files_[name_].resize(size);
            return {};
        }
        void remove() override { disk_.files_.erase(name_); }

      private:
        Disk& disk_;
        std::string name_;
    };

    VirtualGame& game_;
    std::map<std::string, std::vector<std::uint8_t>> files_;
    int count_ = 0;
};

/// The server's end of the network. Counts the bytes to each peer when they are sent.
class VirtualGame::Meter final : public proto::Link {
  public:
    Meter(VirtualGame& game, proto::MemoryNet& net) : game_(game), net_(net) {}
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        game_.maybe_strike();
        Peer& mine = peers_[peer];
        mine.total += proto::wire_bytes(bytes.size());
        // A level or a world has its own rate: seconds during its transfer do not count.
        if (channel == proto::Channel::control && bytes.size() > kTransferFrom)
            mine.transfer_until = now + kTransferTail;
        if (now < mine.transfer_until) {
            mine.rate = {};
        } else {
            mine.rate.note(mine.total, now);
            max_ = std::max(max_, mine.rate.max());
        }
        net_.send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override { return net_.poll(event, now); }
    void close(proto::PeerId peer) override {
        peers_.erase(peer);
        net_.close(peer);
    }
    proto::LinkTraffic traffic() const override { return net_.traffic(); }
    std::uint64_t host_of(proto::PeerId peer) const override { return net_.host_of(peer); }
    proto::Binding binding_of(proto::PeerId peer) const override { return net_.binding_of(peer); }
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
    VirtualGame& game_;
    proto::MemoryNet& net_;
    std::map<proto::PeerId, Peer> peers_;
    std::uint64_t max_ = 0;
};

}  // namespace albireo::storm
