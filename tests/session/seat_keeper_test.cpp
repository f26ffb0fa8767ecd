// Goal: the stored seat of a running game outlives the client's program, belongs to one running program at a time, and is
// deleted with the game. Its token is sealed. A damaged file does no harm.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "client/net/seat_keeper.hpp"
#include "proto/memory_link.hpp"
#include "proto/token.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/storm/bots.hpp"

using namespace albireo;
using client::GameClient;
using client::KeptSeat;
using client::SeatKeeper;
using proto::Micros;
namespace fs = std::filesystem;

namespace {

constexpr const char* kServer = "127.0.0.1:7777";

struct Folder {
    Folder() : path(fs::temp_directory_path() / ("albireo-seat-" + std::to_string(::getpid()))) {
        fs::remove_all(path);
    }
    ~Folder() { fs::remove_all(path); }
    std::string file() const { return (path / "state" / "seat.txt").string(); }
    std::string key_file() const { return (path / "data" / "seat.key").string(); }
    client::SeatPaths paths() const { return {file(), key_file()}; }
    void write(const std::string& text) const {
        fs::create_directories(path / "state");
        std::ofstream(file()) << text;
    }
    /// As a program of this player has left it.
    void write(const KeptSeat& seat) const {
        std::string error;
        auto key = client::read_token_key(key_file());
        if (!key) key = client::make_token_key(key_file(), error);
        REQUIRE_MESSAGE(key, error);
        write(text_of(seat, *key));
    }
    std::string text() const {
        std::stringstream text;
        text << std::ifstream(file()).rdbuf();
        return text.str();
    }
    /// What the files say.
    std::optional<KeptSeat> kept() const {
        const auto key = client::read_token_key(key_file());
        return client::read_kept_seat(text(), key ? &*key : nullptr);
    }
    fs::path path;
};

KeptSeat some_seat() {
    KeptSeat seat{kServer, "K7QF2M", {}};
    for (std::size_t i = 0; i < seat.token.size(); ++i) seat.token[i] = static_cast<std::uint8_t>(251 - 7 * i);
    return seat;
}

/// As version 1 wrote it.
std::string unsealed_text(const KeptSeat& seat) {
    return "albireo seat 1\nserver = " + seat.server + "\ncode = " + seat.code + "\ntoken = " + proto::text_of(seat.token) + "\n" +
           (seat.rendezvous.empty() ? "" : "rendezvous = " + seat.rendezvous + "\n");
}

/// A lobby and one player in a game of one.
struct Game {
    Game() {
        server::LobbyEnvironment environment;
        environment.random = [this] { return (std::uint64_t{random.next()} << 32) | random.next(); };
        environment.wall_ms = [] { return std::uint64_t{0}; };
        environment.log = [](const std::string&) {};
        lobby = std::make_unique<server::Lobby>(levels, environment, metrics);
    }
    std::unique_ptr<GameClient> make(client::ClientOptions options) {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return net.connect(); };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) {
            return levels.find(name, difficulty);
        };
        return std::make_unique<GameClient>(std::move(options), std::move(environment), idle);
    }
    void run(GameClient& client, SeatKeeper& seat, Micros length) {
        for (const Micros until = now + length; now < until; now += proto::kMicrosPerMs) {
            client.advance(now);
            lobby->advance(net, now);
            seat.follow(client);
        }
    }
    Random random;
    server::Levels levels;
    server::Metrics metrics;
    proto::MemoryNet net;
    std::unique_ptr<server::Lobby> lobby;
    IdleController idle;
    Micros now = proto::kMicrosPerSecond;
};

}  // namespace

TEST_CASE("if a seat's folder cannot be created, the fault gives the reason, not a missing file in the folder") {
    REQUIRE(::mkdir("/sys/nowhere", 0700) != 0);
    const std::string why = std::strerror(errno);
    REQUIRE(why != "No such file or directory");
    Game game;
    const auto client = game.make({.name = "anna", .players = 1});
    const Folder folder;
    SeatKeeper seat({"/sys/nowhere/seat.txt", folder.key_file()}, kServer);
    game.run(*client, seat, proto::kMicrosPerSecond);
    CHECK(seat.fault() == "/sys/nowhere/seat.txt: " + why + ": the seat is not kept");
}

TEST_CASE("a seat's text reads back as written, and any other text is rejected") {
    const auto key = proto::TokenKey::random(), other = proto::TokenKey::random();
    KeptSeat seat = some_seat();
    SUBCASE("on a server that was reached directly") {}
    SUBCASE("on a server that was met") { seat.rendezvous = "play.example.org:7777"; }
    const std::string text = text_of(seat, key);
    CHECK(client::read_kept_seat(text, &key) == seat);
    CHECK_FALSE(client::read_kept_seat(text, &other));
    CHECK_FALSE(client::read_kept_seat(text, nullptr));
    CHECK(text_of(seat, key) != text);  // no two seals are equal
    for (std::size_t i = 0; i < text.size(); ++i) {
        CHECK_FALSE(client::read_kept_seat(text.substr(0, i), &key));
        for (const int bit : {1, 2, 16, 32, 128}) {
            std::string wrong = text;
            wrong[i] = static_cast<char>(wrong[i] ^ bit);
            CHECK_FALSE(client::read_kept_seat(wrong, &key));
        }
    }
    CHECK_FALSE(client::read_kept_seat(text + "more\n", &key));
    // The sealed token of one game does not open in the lines of another.
    KeptSeat elsewhere = seat;
    elsewhere.code = "K7QF2N";
    std::string moved = text_of(elsewhere, key);
    const auto of_token = [](const std::string& lines) { return lines.find("token = "); };
    CHECK_FALSE(client::read_kept_seat(moved.substr(0, of_token(moved)) + text.substr(of_token(text)), &key));
}

TEST_CASE("a token on the disk is sealed, and the text of an older version is sealed when it is found") {
    const Folder folder;
    KeptSeat seat = some_seat();
    bool is_kept = true;
    SUBCASE("a game's own") {
        Game game;
        SeatKeeper keeper(folder.paths(), kServer);
        auto client = game.make({.name = "anna", .players = 1});
        game.run(*client, keeper, proto::kMicrosPerSecond);
        REQUIRE(client->state() == GameClient::State::playing);
        seat = {kServer, client->code(), client->token()};
    }
    SUBCASE("an older version's") {
        folder.write(unsealed_text(seat));
        CHECK(SeatKeeper(folder.paths(), kServer).found() == seat);
    }
    SUBCASE("an older version's, of a server that was met") {
        seat.rendezvous = "play.example.org:7777";
        folder.write(unsealed_text(seat));
        CHECK(SeatKeeper(folder.paths(), kServer).found() == seat);
    }
    SUBCASE("an older version's that is damaged") {
        const std::string text = unsealed_text(seat);
        folder.write(text.substr(0, text.size() - 1));
        const SeatKeeper keeper(folder.paths(), kServer);
        CHECK(keeper.fault().find("damaged") != std::string::npos);
        is_kept = false;
    }
    struct stat file {};
    CHECK((::stat(folder.key_file().c_str(), &file) == 0) == is_kept);
    CHECK((file.st_mode & 0777) == (is_kept ? 0600 : 0));
    CHECK((folder.kept() == seat) == is_kept);
    CHECK((folder.text().find(proto::text_of(seat.token)) == std::string::npos) == is_kept);
}

TEST_CASE("without its key a seat is reported and ignored, and the next game makes a key") {
    const Folder folder;
    folder.write(some_seat());
    SUBCASE("lost") { fs::remove(folder.key_file()); }
    SUBCASE("damaged") { std::ofstream(folder.key_file()) << "albireo seat key 1\nkey = 00"; }
    SUBCASE("another one") { std::ofstream(folder.key_file()) << "albireo seat key 1\nkey = " << proto::TokenKey::random().text() << '\n'; }
    SUBCASE("a folder") {
        fs::remove(folder.key_file());
        fs::create_directory(folder.key_file());
    }
    const bool can_make = !fs::is_directory(folder.key_file());
    SeatKeeper keeper(folder.paths(), kServer);
    CHECK_FALSE(keeper.found());
    CHECK(keeper.fault().find("damaged") != std::string::npos);
    Game game;
    auto client = game.make({.players = 1});
    game.run(*client, keeper, proto::kMicrosPerSecond);
    CHECK(client->state() == GameClient::State::playing);
    CHECK((folder.kept() == KeptSeat{kServer, client->code(), client->token()}) == can_make);
    if (!can_make) CHECK(keeper.fault().find("seat.key: ") != std::string::npos);
    CHECK(folder.text().find(proto::text_of(client->token())) == std::string::npos);
}

TEST_CASE("a stored seat is offered for the same game on the same server") {
    const Folder folder;
    CHECK(SeatKeeper(folder.paths(), kServer).fault().empty());  // there is none yet
    folder.write(some_seat());
    const SeatKeeper seat(folder.paths(), kServer);
    CHECK(seat.found() == some_seat());
    CHECK(seat.token_for("k7q f2m") == some_seat().token);
    CHECK_FALSE(seat.token_for("K7QF2A"));
    CHECK_FALSE(seat.token_for(""));
    // The first keeper still holds it: the second gets no seat.
    const SeatKeeper second(folder.paths(), kServer);
    CHECK_FALSE(second.found());
    CHECK(second.fault().empty());
}

TEST_CASE("only its owner can read a seat's file, whatever its mode was before and whatever new files get") {
    const Folder folder;
    const mode_t before = ::umask(0);
    const auto mode = [&] {
        struct stat file {};
        REQUIRE(::stat(folder.file().c_str(), &file) == 0);
        return file.st_mode & 0777;
    };
    Game game;
    SUBCASE("a new one") {}
    SUBCASE("one that others could read, when it is found") {
        folder.write(some_seat());
        REQUIRE(mode() == 0666);
        const SeatKeeper finds(folder.paths(), kServer);
        CHECK(finds.found() == some_seat());
        CHECK(mode() == 0600);
    }
    SUBCASE("one that others could read, when it is written over") { folder.write("no seat"); }
    auto client = game.make({.name = "anna", .players = 1});
    SeatKeeper seat(folder.paths(), kServer);
    game.run(*client, seat, proto::kMicrosPerSecond);
    CHECK(client->state() == GameClient::State::playing);
    CHECK(mode() == 0600);
    ::umask(before);
}

TEST_CASE("a seat on another server is not offered") {
    const Folder folder;
    folder.write(some_seat());
    CHECK_FALSE(SeatKeeper(folder.paths(), "127.0.0.1:7778").token_for("K7QF2M"));
}

TEST_CASE("a seat on a server that was met is offered wherever the same rendezvous leads") {
    const Folder folder;
    KeptSeat met = some_seat();
    met.rendezvous = "play.example.org:7777";
    folder.write(met);
    const char* const elsewhere = "240.0.0.7:9";
    CHECK(SeatKeeper(folder.paths(), elsewhere, "play.example.org:7777").token_for("K7QF2M") == met.token);
    CHECK_FALSE(SeatKeeper(folder.paths(), elsewhere, "other.example.org:7777").token_for("K7QF2M"));
    CHECK_FALSE(SeatKeeper(folder.paths(), elsewhere).token_for("K7QF2M"));
}

TEST_CASE("a damaged file is reported, ignored and overwritten by the next game") {
    const Folder folder;
    Game game;
    folder.write("albireo seat 1\nserver = \xff\n");
    SeatKeeper seat(folder.paths(), kServer);
    CHECK_FALSE(seat.found());
    CHECK(seat.fault().find("damaged") != std::string::npos);
    auto client = game.make({.players = 1});
    game.run(*client, seat, proto::kMicrosPerSecond);
    CHECK(folder.kept() == KeptSeat{kServer, client->code(), client->token()});
}

TEST_CASE("a seat survives its program, is rejoined, and is deleted when the player leaves the game") {
    const Folder folder;
    Game game;
    std::string code;
    {
        SeatKeeper seat(folder.paths(), kServer);
        auto client = game.make({.players = 1});
        game.run(*client, seat, proto::kMicrosPerSecond);
        REQUIRE(client->state() == GameClient::State::playing);
        code = client->code();
    }
    SeatKeeper seat(folder.paths(), kServer);
    REQUIRE(seat.token_for(code));
    auto client = game.make({.code = code, .token = seat.token_for(code)});
    game.run(*client, seat, proto::kMicrosPerSecond);
    CHECK(client->state() == GameClient::State::playing);
    CHECK(client->slot() == Slot::gold);
    CHECK(client->predictor().confirmed().tick > Tick{60});  // the old game, not a new one
    CHECK(fs::exists(folder.file()));
    client->leave(game.now);
    seat.follow(*client);
    CHECK_FALSE(fs::exists(folder.file()));
}

TEST_CASE("no refusal deletes a seat's file: the server may have lost its folder. A day later the seat is ignored") {
    const Folder folder;
    Game game;
    folder.write(some_seat());
    {
        SeatKeeper seat(folder.paths(), kServer);
        auto client = game.make({.code = "AAAAAA"});
        game.run(*client, seat, proto::kMicrosPerSecond);
        CHECK(client->state() == GameClient::State::failed);
        CHECK(fs::exists(folder.file()));
    }
    {
        SeatKeeper seat(folder.paths(), kServer);
        auto client = game.make({.code = "K7QF2M", .token = seat.token_for("K7QF2M")});
        game.run(*client, seat, proto::kMicrosPerSecond);
        CHECK(client->refusal() == proto::Refusal::unknown_code);
        CHECK(fs::exists(folder.file()));
    }
    CHECK(SeatKeeper(folder.paths(), kServer).found());
    fs::last_write_time(folder.file(), fs::file_time_type::clock::now() - std::chrono::seconds(SeatKeeper::kKeptFor + 10));
    SeatKeeper seat(folder.paths(), kServer);
    CHECK_FALSE(seat.found());
    CHECK(seat.fault().empty());
}

TEST_CASE("a client that cannot reach the server says so soon, can be stopped at any time, and keeps the seat") {
    const Folder folder;
    Game game;
    folder.write(some_seat());
    for (const bool gives_up : {false, true}) {
        SeatKeeper seat(folder.paths(), kServer);
        auto client = game.make({.code = "K7QF2M", .token = seat.token_for("K7QF2M")});
        Micros now = 0;
        for (; client->state() != GameClient::State::failed && now < (gives_up ? 5 : 200) * proto::kMicrosPerSecond;
             now += proto::kMicrosPerSecond / 10) {
            client->advance(now);
            seat.follow(*client);
        }
        if (gives_up) {
            client->leave(now);
            seat.follow(*client);
        } else {
            CHECK(client->unreachable());
            CHECK(client->failure().find("does not answer") != std::string::npos);
            CHECK(now <= GameClient::kConnectMax + proto::kMicrosPerSecond);
        }
        CHECK(fs::exists(folder.file()));
    }
    CHECK(SeatKeeper(folder.paths(), kServer).found());  // and its lock is released
}
