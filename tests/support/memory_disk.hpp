#pragma once
/// Journals and recordings in memory, which outlive the lobby that wrote them: a test ends the lobby's process and starts another.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/recovery.hpp"

namespace albireo::support {

template <class T>
std::future<T> ready(T value) {
    std::promise<T> promise;
    promise.set_value(std::move(value));
    return promise.get_future();
}

/// A journal's file in bytes that outlive it.
struct MemoryJournal final : server::JournalFile {
    explicit MemoryJournal(std::vector<std::uint8_t>& to) : bytes(to) {}
    std::string write_at(std::size_t offset, std::span<const std::uint8_t> more) override {
        if (bytes.size() < offset + more.size()) bytes.resize(offset + more.size());
        std::ranges::copy(more, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
        return {};
    }
    std::string reserve(std::size_t size) override {
        bytes.resize(std::max(size, bytes.size()));
        return {};
    }
    void remove() override { bytes.clear(); }
    std::vector<std::uint8_t>& bytes;
};

/// Appends to bytes that outlive it.
struct AppendTo final : replays::ByteSink {
    explicit AppendTo(std::vector<std::uint8_t>& to) : bytes(to) {}
    std::string append(std::span<const std::uint8_t> more) override {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    }
    std::vector<std::uint8_t>& bytes;
};

class MemoryDisk {
  public:
    static constexpr server::JournalKey kKey = {7, 7, 7};
    struct Game {
        std::string code;
        std::vector<std::uint8_t> journal, recording;
        bool is_aside = false;
        bool is_lobby = false;
    };

    std::shared_ptr<server::Journal> create(const std::string& code) {
        games.push_back(std::make_unique<Game>(Game{.code = code, .journal = {}, .recording = {}}));
        return std::make_shared<server::Journal>(std::make_unique<MemoryJournal>(games.back()->journal), kKey);
    }
    std::shared_ptr<server::Journal> create_lobby(const std::string& code) {
        auto journal = create(code);
        games.back()->is_lobby = true;
        return journal;
    }
    /// The recording of the newest journal of this code. A game that starts makes its journal first.
    std::unique_ptr<replays::ByteSink> record(const std::string& code) {
        const auto found = std::find_if(games.rbegin(), games.rend(), [&](const auto& each) { return each->code == code; });
        return std::make_unique<AppendTo>((*found)->recording);
    }
    server::ParkedGame parked(Game& game) {
        server::ParkedGame parked;
        parked.image.read(game.journal, kKey);
        parked.recording = game.recording;
        parked.journal = std::make_shared<server::Journal>(std::make_unique<MemoryJournal>(game.journal), kKey, parked.image.number());
        parked.record = [&game]() -> std::unique_ptr<replays::ByteSink> { return std::make_unique<AppendTo>(game.recording); };
        parked.truncate = [&game](std::size_t bytes) {
            game.recording.resize(bytes);
            return ready<std::unique_ptr<replays::ByteSink>>(std::make_unique<AppendTo>(game.recording));
        };
        parked.set_aside = [&game] { game.is_aside = true; };
        if (game.is_lobby) {
            parked.make_journal = [this, code = game.code] { return create(code); };
            parked.record = [this, code = game.code] { return record(code); };
        }
        return parked;
    }
    /// The latest state of each code. The other journals of the code are removed.
    std::vector<server::ParkedFile> all() {
        std::map<std::string, Game*> newest;
        std::map<std::string, server::KeptGame> states;
        for (const auto& each : games) {
            server::JournalImage image;
            if (each->is_aside || !image.read(each->journal, kKey).empty()) continue;
            Game*& known = newest[each->code];
            Game* later = known == nullptr || !server::is_later(states[each->code], image.game()) ? each.get() : known;
            if (known != nullptr) (later == known ? each.get() : known)->journal.clear();
            if (later != known) states[each->code] = image.game();
            known = later;
        }
        std::vector<server::ParkedFile> files;
        for (const auto& [code, game] : newest) {
            files.push_back({code, [this, game = game] { return ready(server::ParkedFile::Loaded{.game = parked(*game), .faults = {}}); }});
        }
        return files;
    }

    std::vector<std::unique_ptr<Game>> games;  // in the order of their creation
};

}  // namespace albireo::support
