#include "client/net/seat_keeper.hpp"

#include <array>
#include <cassert>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <tuple>

#include "client/words/format.hpp"
#include "proto/join_code.hpp"

namespace albireo::client {
namespace {

constexpr std::size_t kFileBytesMax = 1024;

/// Whether the server has said that the game, or this player's part in it, is over. Nothing else justifies deleting the
/// seat: a server that does not know the game may have been started without its folder of recordings.
bool is_over(const GameClient& game) {
    if (game.state() == GameClient::State::ended) return true;
    // Only the server knows whether a cleared level of a campaign was the last.
    if (game.outcome()) return game.stage() == 0 || game.outcome() != proto::Outcome::cleared;
    return game.farewell() && *game.farewell() != proto::ByeReason::server_closing;
}

}  // namespace

SeatKeeper::SeatKeeper(SeatPaths paths, std::string server, std::string rendezvous)
    : paths_(std::move(paths)), server_(std::move(server)), rendezvous_(std::move(rendezvous)) {
    if (open(false)) find();
}

void SeatKeeper::find() {
    std::array<char, kFileBytesMax> bytes;
    std::size_t size = 0;
    const bool is_read = file_.read_at(0, bytes, size) == 0;
    platform::FileStatus kept;
    if (file_.status(kept) == 0 && std::time(nullptr) - kept.written > kKeptFor) return;  // of a game long past
    const std::string_view text{bytes.data(), is_read ? size : 0};
    key_ = read_token_key(paths_.key);
    found_ = read_kept_seat(text, key_ ? &*key_ : nullptr);
    if (!found_) {
        fault_ = tr_f("{} is damaged and ignored: it cannot be used to rejoin a game", paths_.seat);
    } else if (is_unsealed(text)) {
        write_sealed(*found_);
    }
}

SeatKeeper::~SeatKeeper() {
    close();
}

std::optional<proto::Token> SeatKeeper::token_for(std::string_view code) const {
    const auto read = proto::read_join_code(code);
    if (!found_ || !read || found_->code != *read) return std::nullopt;
    const bool is_same = found_->server == server_ || (!rendezvous_.empty() && found_->rendezvous == rendezvous_);
    if (!is_same) return std::nullopt;
    return found_->token;
}

void SeatKeeper::follow(const GameClient& game) {
    if (done_ || paths_.seat.empty()) return;
    if (game.goes_on()) return;  // the same seat is that of the next level
    if (is_over(game)) {
        done_ = true;
        // A game that refused a newcomer is not the game of the kept seat. Neither is a game that was left before it
        // was reached.
        const bool was_left = game.state() != GameClient::State::ended && game.state() != GameClient::State::failed;
        const bool is_ours = !written_.code.empty() || (token_for(game.code()) && !was_left);
        return is_ours ? remove() : close();
    }
    if (game.state() == GameClient::State::failed) {
        done_ = true;
        return close();
    }
    const bool is_seated = game.state() >= GameClient::State::loading;
    if (!is_seated || game.token() == proto::Token{} || game.token() == written_.token) return;
    write({server_, game.code(), game.token(), rendezvous_});
}

/// The file, locked. False if there is none, or another program has it.
bool SeatKeeper::open(bool create) {
    if (paths_.seat.empty() || file_.is_open()) return file_.is_open();
    if (create) {
        std::error_code error;
        if (const auto folder = std::filesystem::path(paths_.seat).parent_path(); !folder.empty()) {
            std::filesystem::create_directories(folder, error);
        }
        if (error) {
            fault_ = tr_f("{}: {}: the seat is not kept", paths_.seat, translated_error(error));
            return false;
        }
    }
    using Options = platform::OpenOptions;
    const auto creation = create ? Options::Create::if_missing : Options::Create::no;
    file_ = platform::File(paths_.seat, {.access = Options::Access::read_write, .create = creation, .mode = 0600, .waits = false});
    if (!file_.is_open()) {
        if (create || file_.error() != ENOENT) fault_ = tr_f("{}: {}: the seat is not kept", paths_.seat, translated_error(file_.error()));
        return false;
    }
    platform::FileStatus found;
    if (file_.lock() != 0 || file_.status(found) != 0 || found.names == 0) {
        // Another player of this machine holds the lock, or has just removed the file.
        close();
        return false;
    }
    if (found.is_regular) {
        // A file that was copied or restored from elsewhere may have let others read it. It fails on file systems without modes.
        if ((found.mode & 077) != 0) std::ignore = file_.set_mode(0600);
        return true;
    }
    fault_ = tr_f("{} is not a file: the seat is not kept", paths_.seat);
    close();
    return false;
}

void SeatKeeper::write(const KeptSeat& seat) {
    written_ = seat;
    if (open(true)) write_sealed(seat);
}

void SeatKeeper::write_sealed(const KeptSeat& seat) {
    if (!key_) key_ = read_token_key(paths_.key);
    std::string why;
    if (!key_) key_ = make_token_key(paths_.key, why);
    if (!key_) {
        fault_ = tr_f("{}: {}: the seat is not kept", paths_.key, why);
        return;
    }
    const std::string text = text_of(seat, *key_);
    assert(text.size() <= kFileBytesMax && "what is written can be read again");
    // In this order the file contains a valid seat at any time, even if the program is killed between the two calls.
    int error = file_.write_at(0, text);
    if (error == 0) error = file_.truncate(text.size());
    if (error != 0) fault_ = tr_f("{}: {}: the seat is not kept", paths_.seat, translated_error(error));
}

void SeatKeeper::remove() {
    if (file_.is_open()) platform::remove_file(paths_.seat);
    close();
}

void SeatKeeper::close() {
    file_.close();
}

}  // namespace albireo::client
