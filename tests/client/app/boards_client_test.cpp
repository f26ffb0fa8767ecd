// Goal: the game reads boards and sends finished games over real sockets, only if the player has said so, without ever waiting; what
// cannot be sent now is sent later, and whatever a server answers is shown as one plain line.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <functional>

#include "client/app/boards/board_words.hpp"
#include "client/app/boards/boards_client.hpp"
#include "replays/sink.hpp"
#include "scores/entry/key.hpp"
#include "scores/entry/outbox.hpp"
#include "tests/client/app/replay_files.hpp"
#include "tests/client/app/stand_in_service.hpp"
#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::app;
using scores::Bytes;
using scores::golden;
using scores::OpenBoards;
using State = Submission::State;
using BoardState = ShownBoard::State;

namespace {

using ms = std::chrono::milliseconds;

struct Fixture {
    Folder folder;
    BoardsOptions options{.folder = folder.file("player"), .gap = ms{10}, .retry = ms{100}, .file_wait = ms{20}};

    static std::string address(const OpenBoards& boards) { return "127.0.0.1:" + std::to_string(boards.url.port); }
    /// A copy of a golden, as a game would have recorded it.
    std::string recorded(const std::string& name) const { return folder.copy(name + ".replay"); }
    static void wait_for(const std::function<bool()>& done) {
        for (int i = 0; i < 6000 && !done(); ++i) std::this_thread::sleep_for(ms{10});
        REQUIRE(done());
    }
    static ShownBoard settled(BoardsClient& client, const ScoreBoard& name) {
        wait_for([&] { return client.board(name).state != BoardState::asking; });
        return client.board(name);
    }
    static Submission settled(const BoardsClient& client, const std::string& file) {
        wait_for([&] {
            const State state = client.submission(file).state;
            return state != State::sending && state != State::unfinished;
        });
        return client.submission(file);
    }
    std::size_t queued(const std::string& to) const {
        http::Url url;
        REQUIRE(http::read_url("http://" + to, url) == "");
        return scores::Outbox(options.folder + "/scores-queue", url).waiting();
    }
};

const ScoreBoard kSolo{.level = "the_cut", .is_pair = false};
const ScoreBoard kStormPair{.level = "the_cut", .difficulty = Difficulty::storm, .is_pair = true};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a board is shown, and a player who has sent nothing has no place on it") {
    OpenBoards boards;
    REQUIRE(boards.post(golden("coop-storm")).status == 201);
    BoardsClient client(options);
    CHECK(client.board(kStormPair).state == BoardState::off);
    client.use(address(boards), false);
    CHECK(client.board(kStormPair).state == BoardState::asking);
    const ShownBoard shown = settled(client, kStormPair);
    REQUIRE(shown.state == BoardState::ready);
    REQUIRE(shown.found.rows.size() == 1);
    CHECK(shown.found.rows[0].score > 0);
    CHECK_FALSE(shown.found.own);
    CHECK(settled(client, kSolo).found.rows.empty());
    CHECK(settled(client, {.level = "no_such_level"}).state == BoardState::unknown);
    // "http://" may be there, or not.
    client.use("http://" + address(boards), false);
    CHECK(settled(client, kStormPair).state == BoardState::ready);
}

TEST_CASE_FIXTURE(Fixture, "a finished game is sent, its place is said, and it is marked as the player's own on its board") {
    OpenBoards boards;
    BoardsClient client(options);
    client.use(address(boards), true);
    CHECK(settled(client, kSolo).found.rows.empty());
    const std::string file = recorded("death-by-enemy");
    client.submit(file);
    client.submit(file);
    const Submission said = settled(client, file);
    CHECK(line_of(said) == "boards: place 1 of 1");
    const ShownBoard shown = settled(client, kSolo);
    REQUIRE(shown.found.rows.size() == 1);
    REQUIRE(shown.found.own);
    CHECK(shown.found.own->run == shown.found.rows[0].run);
    CHECK(panel_of(kSolo, shown)->rows[0].is_own);
    CHECK(queued(address(boards)) == 0);
    // The key is the one of albireo-scores: it may delete the run.
    std::string key;
    REQUIRE(scores::load_key(options.folder + "/scores.key", key) == "");
    CHECK(boards.ask({.method = "POST", .path = "/runs/1/delete", .body = "{}", .authorization = "Bearer " + key}).status == 200);

    SUBCASE("the friend's recording of the same game has the same place") {
        REQUIRE(boards.post(golden("death-by-enemy")).status == 201);
        const std::string again = folder.file("again.replay");
        std::filesystem::copy_file(file, again);
        client.submit(again);
        CHECK(line_of(settled(client, again)) == "boards: place 1 of 1");
    }
}

TEST_CASE_FIXTURE(Fixture, "without an answer the game waits on the disk, and is sent at the next occasion") {
    std::uint16_t port = 0;
    {
        OpenBoards boards;
        port = boards.url.port;
    }
    const std::string to = "127.0.0.1:" + std::to_string(port);
    const std::string file = recorded("death-by-enemy");
    SUBCASE("the program runs on") {
        BoardsClient client(options);
        client.use(to, true);
        client.submit(file);
        CHECK(line_of(settled(client, file)) == "the boards do not answer: the game is sent later");
        CHECK(settled(client, kSolo).state == BoardState::silent);
        CHECK(queued(to) == 1);
        OpenBoards boards({}, port);
        wait_for([&] { return client.submission(file).state == State::counts; });
        CHECK(queued(to) == 0);
    }
    SUBCASE("the program is started again") {
        {
            BoardsClient client(options);
            client.use(to, true);
            client.submit(file);
            settled(client, file);
        }
        OpenBoards boards({}, port);
        BoardsClient off(options);
        off.use(to, false);
        BoardsClient client(options);
        client.use(to, true);
        wait_for([&] { return queued(to) == 0; });
        CHECK(settled(client, kSolo).found.rows.size() == 1);
    }
    SUBCASE("the program ends at once: the game is in the queue all the same") {
        {
            BoardsClient client(options);
            client.use(to, true);
            client.submit(file);
        }
        CHECK(queued(to) == 1);
    }
}

TEST_CASE_FIXTURE(Fixture, "nothing is sent to anybody unless the player has said so") {
    StandInService service(StandInService::http("{}"));
    const std::string file = recorded("death-by-enemy");
    BoardsClient client(options);
    client.use("", false);
    const auto play = [&] {
        client.submit(file);
        CHECK(client.submission(file).state == State::none);
        std::this_thread::sleep_for(ms{200});
    };
    play();
    CHECK(client.board(kSolo).state == BoardState::off);
    client.use("", true);
    play();
    CHECK(client.board(kSolo).state == BoardState::off);
    client.use(service.address(), false);
    play();
    CHECK_FALSE(client.has_thread());
    CHECK(service.connections() == 0);
    CHECK_FALSE(std::filesystem::exists(options.folder));
    // Boards are asked for without a key, also if there is one.
    std::string key;
    REQUIRE(scores::load_or_make_key(options.folder + "/scores.key", key) == "");
    settled(client, kSolo);
    REQUIRE(service.heard().size() == 1);
    CHECK(service.heard()[0].starts_with("GET /api/boards/the_cut/standard/solo HTTP/1.1\r\n"));
    // With games being sent, the board learns the key's hash, never the key.
    client.use(service.address(), true);
    settled(client, kSolo);
    REQUIRE(service.heard().size() == 2);
    CHECK(service.heard()[1].starts_with("GET /api/boards/the_cut/standard/solo/" + scores::hex_of(*scores::key_hash(key)) + " HTTP/1.1\r\n"));
    for (const std::string& each : service.heard()) CHECK(each.find(key) == std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "a game that cannot count is not sent, and the reason is said") {
    StandInService service(StandInService::http("{}"));
    BoardsClient client(options);
    client.use(service.address(), true);
    const std::pair<const char*, const char*> rows[] = {{"practice", "it is practice"},
                                                        {"the-next-level", "it is a later level of a campaign"},
                                                        {"tutorial", "the tutorial has no board"},
                                                        {"small", "its level is not one of the game's own"}};
    for (const auto& [name, reason] : rows) {
        const std::string file = recorded(name);
        client.submit(file);
        CHECK(line_of(settled(client, file)) == "does not count on the boards: " + std::string(reason));
    }
    const auto refused = [&](const std::string& name, const Bytes& bytes) {
        const std::string file = folder.file(name);
        REQUIRE(replays::write_whole(file, bytes) == "");
        client.submit(file);
        return line_of(settled(client, file));
    };
    Bytes changed = golden("death-by-enemy");
    changed[changed.size() / 2] ^= 1;
    CHECK(refused("changed.replay", changed) == "does not count on the boards: its recording is damaged");
    CHECK(refused("large.replay", Bytes(scores::kRecordingBytesMax + 1)) == "does not count on the boards: its recording is too large");
    CHECK(refused("taken.replay", scores::with_header(golden("death-by-enemy"), [](replays::RecordingHeader& header) { header.origin = "x, tick 5"; })) ==
          "does not count on the boards: it did not begin at the start");
    client.submit(folder.file("none.replay"));
    CHECK(settled(client, folder.file("none.replay")).state == State::not_kept);
    CHECK(service.connections() == 0);
}

TEST_CASE_FIXTURE(Fixture, "a recording without an end is sent when it has one") {
    OpenBoards boards;
    BoardsClient client(options);
    client.use(address(boards), true);
    const Bytes whole = golden("death-by-enemy");
    const std::string file = folder.file("growing.replay");
    REQUIRE(replays::write_whole(file, Bytes{}) == "");
    client.submit(file);
    wait_for([&] { return client.submission(file).state == State::unfinished; });
    REQUIRE(replays::write_whole(file, Bytes(whole.begin(), whole.end() - 40)) == "");
    std::this_thread::sleep_for(ms{100});
    CHECK(line_of(client.submission(file)) == "the game is sent to the boards when its recording ends");
    REQUIRE(replays::write_whole(file, whole) == "");
    CHECK(settled(client, file).state == State::counts);
}

TEST_CASE_FIXTURE(Fixture, "boards that are asked too often are asked later, and say so") {
    scores::ServiceOptions few;
    few.submissions = {{1, 1}, {80, 120}, {200, 1'200}};
    OpenBoards boards(few);
    options.retry = ms{60'000};
    BoardsClient client(options);
    client.use(address(boards), true);
    const std::string first = recorded("death-by-enemy"), second = recorded("solo-calm");
    client.submit(first);
    CHECK(settled(client, first).state == State::counts);
    client.submit(second);
    CHECK(line_of(settled(client, second)) == "too many games in a short time: this one is sent to the boards later");
    CHECK(queued(address(boards)) == 1);
}

TEST_CASE_FIXTURE(Fixture, "whatever a server answers is a plain line, and no game is lost to it") {
    const std::string row = R"({"runs":[{"id":1,"score":2,"gold":{"name":"A\u0007\u202eb"}}]})";
    const std::pair<std::string, BoardState> answers[] = {
        {StandInService::http(row), BoardState::ready},
        {StandInService::http(std::string(4 << 20, 'x')), BoardState::silent},  // more than is read
        {StandInService::http(row.substr(0, 30)), BoardState::unreadable},
        {StandInService::http(row + "\x01"), BoardState::unreadable},
        {StandInService::http("{\"runs\":[{\"id\":1,\"score\":2,\"gold\":{\"name\":\"\xff\"}}]}"), BoardState::unreadable},
        {StandInService::http("[[[[[[[[", "200 OK"), BoardState::unreadable},
        {StandInService::http(row, "302 Found"), BoardState::unreadable},
        {StandInService::http(row, "503 Busy"), BoardState::silent},
        {StandInService::http("<html>", "201 Created"), BoardState::unreadable},
        {StandInService::http("<html>", "422 No"), BoardState::unreadable},
        {"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{", BoardState::silent},
        {"HTTP/1.1 200 OK\r\n\r\n" + std::string(4 << 20, 'x'), BoardState::silent},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\nabc", BoardState::silent},
        {"HTTP/1.1 200 OK\r\n" + std::string(100'000, 'h') + ": x\r\n\r\n{}", BoardState::silent},
        {"SSH-2.0-OpenSSH\r\n", BoardState::silent},
        {std::string("\0\0\0", 3), BoardState::silent}};
    const std::string file = recorded("death-by-enemy");
    for (const auto& each : answers) {
        CAPTURE(each.first.substr(0, 60));
        StandInService service(each.first);
        BoardsClient client(options);
        client.use(service.address(), true);
        const ShownBoard shown = settled(client, kSolo);
        CHECK(shown.state == each.second);
        for (const BoardRow& run : shown.found.rows) CHECK(run.names == "Ab");
        client.submit(file);
        const State said = settled(client, file).state;
        CHECK((said == State::unreadable || said == State::silent || said == State::busy));
        CHECK(queued(service.address()) == 1);
    }
}

TEST_CASE_FIXTURE(Fixture, "the program ends without waiting for the network") {
    StandInService service;  // it takes connections and never answers
    options.within = ms{60'000};
    const auto begun = std::chrono::steady_clock::now();
    {
        BoardsClient client(options);
        client.use(service.address(), true);
        client.board(kSolo);
        wait_for([&] { return service.connections() == 1; });
    }
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(30));
}

TEST_CASE_FIXTURE(Fixture, "a question ends after its time, however slowly it is answered") {
    StandInService service;
    options.within = ms{300};
    BoardsClient client(options);
    client.use(service.address(), false);
    CHECK(settled(client, kSolo).state == BoardState::silent);
    CHECK(panel_of(kSolo, client.board(kSolo))->line == "the boards do not answer");
}

TEST_CASE_FIXTURE(Fixture, "an answer is kept: a board that is shown for long is not asked for all the time") {
    StandInService service(StandInService::http(R"({"runs":[]})"));
    BoardsClient client(options);
    client.use(service.address(), false);
    settled(client, kSolo);
    for (int i = 0; i < 100; ++i) {
        CHECK(client.board(kSolo).state == BoardState::ready);
        std::this_thread::sleep_for(ms{2});
    }
    CHECK(service.connections() == 1);
}

TEST_CASE_FIXTURE(Fixture, "a wrong address is one plain line") {
    BoardsClient client(options);
    for (const char* address : {"https://scores.example", "scores.example:0", "scores.example:99999", "http://", "ftp://x", ":7790"}) {
        CAPTURE(address);
        client.use(address, true);
        CHECK(client.board(kSolo).state == BoardState::wrong_address);
        CHECK(panel_of(kSolo, client.board(kSolo))->line == "the boards' address is wrong");
        CHECK(boards_fault(address) ==
              "the boards' address '" + std::string(address) + "' is not HOST:PORT, e.g. scores.example.org:7790: no boards are used");
        client.submit(recorded("death-by-enemy"));
        std::filesystem::remove(folder.file("death-by-enemy.replay"));
    }
    CHECK(boards_fault("") == "");
    CHECK(boards_fault("scores.example.org:7790") == "");
    CHECK(boards_fault("http://scores.example.org/boards") == "");
    CHECK_FALSE(client.has_thread());
    // A name that does not exist is no answer.
    client.use("no-such-host.invalid", false);
    CHECK(settled(client, kSolo).state == BoardState::silent);
}
