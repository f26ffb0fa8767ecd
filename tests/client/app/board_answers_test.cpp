// Goal: an answer of a board service is untrusted: any bytes give a board, a verdict or nothing, with clean names and bounded numbers,
// and each state is said in one line of plain words.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "client/app/boards/board_words.hpp"
#include "client/text/utf8.hpp"
#include "client/words/languages.hpp"
#include "scores/achievements.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

const std::string kBoard =
    R"({"level":"the_cut","difficulty":"standard","players":"pair","runs":[)"
    R"({"id":7,"score":900,"gold":{"name":"Anna","score":500},"blue":{"name":"Ben","score":400}},)"
    R"({"id":3,"score":800,"gold":{"name":"","score":800},"blue":{"name":"Cleo","score":0}}],)"
    R"("own":{"id":12,"score":50,"place":57,"gold":{"name":"Dora","score":50}}})";

std::string with_names(const std::string& name) { return R"({"runs":[{"id":1,"score":2,"gold":{"name":")" + name + R"("}}]})"; }

}  // namespace

TEST_CASE("a board is read with its first rows and the player's own run") {
    const auto board = read_board_rows(kBoard);
    REQUIRE(board);
    REQUIRE(board->rows.size() == 2);
    CHECK(board->rows[0].names == "Anna, Ben");
    CHECK(board->rows[0].score == 900);
    CHECK(board->rows[0].run == 7);
    CHECK(board->rows[1].place == 2);
    CHECK(board->rows[1].names == "?, Cleo");
    REQUIRE(board->own);
    CHECK(board->own->place == 57);
    CHECK(read_board_rows(R"({"runs":[]})")->rows.empty());
    std::string many = R"({"runs":[)";
    for (int i = 0; i < 100; ++i) many += R"({"id":1,"score":2},)";
    many.back() = ']';
    CHECK(read_board_rows(many + "}")->rows.size() == BoardRows::kRowsMax);
}

TEST_CASE("wrong types, cut, changed and endless answers give nothing, and never end the program") {
    for (const char* text :
         {"", "null", "[]", "7", "\"runs\"", "{}", R"({"runs":{}})", R"({"runs":7})", R"({"runs":[7]})", R"({"runs":[{}]})", R"({"runs":[[[]]]})",
          R"({"runs":[{"id":1,"score":"9"}]})", R"({"runs":[{"id":1,"score":-9}]})", R"({"runs":[{"id":1,"score":1e300}]})", R"({"runs":[{"id":1,"score":18446744073709551615}]})",
          R"({"runs":[{"id":"1","score":9}]})", R"({"runs":[],"own":7})", R"({"runs":[],"own":{"id":1,"score":2}})", R"({"runs":[],"own":{"id":1,"score":2,"place":0}})",
          R"({"runs":[{"id":1,"score":2,"gold":{"name":"\ud800"}}]})", "{\"runs\":[{\"id\":1,\"score\":2,\"gold\":{\"name\":\"\xff\xfe\"}}]}"}) {
        CAPTURE(text);
        CHECK_FALSE(read_board_rows(text));
    }
    for (std::size_t size = 0; size < kBoard.size(); ++size) CHECK_FALSE(read_board_rows(kBoard.substr(0, size)));
    for (std::size_t i = 0; i < kBoard.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = kBoard;
            changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
            const auto board = read_board_rows(changed);
            read_verdict(201, changed);
            read_verdict(422, changed);
            if (!board) continue;
            for (const BoardRow& row : board->rows) CHECK(text::is_clean(row.names));
        }
    }
    CHECK_FALSE(read_board_rows(std::string(kBoardBytesMax, '[')));
    CHECK_FALSE(read_board_rows(R"({"runs":[)" + std::string(200'000, '[') + std::string(200'000, ']') + "]}"));
    CHECK_FALSE(read_board_rows(R"({"runs":)" + std::string(kBoardBytesMax / 2 - 20, '[') + std::string(kBoardBytesMax / 2 - 20, ']') + "}"));
    CHECK_FALSE(read_board_rows(kBoard + std::string(kBoardBytesMax, ' ')));
}

TEST_CASE("names are tidied like those of players in a game") {
    CHECK(read_board_rows(with_names(R"(A\u0007n\nn\u001ba)"))->rows[0].names == "Anna");
    CHECK(read_board_rows(with_names(R"(\u202egnol\u200d)"))->rows[0].names == "gnol");
    CHECK(read_board_rows(with_names(R"(\u0000)"))->rows[0].names == "?");
    const auto row = read_board_rows(with_names(std::string(5000, 'W')))->rows[0];
    CHECK(row.names.size() <= 32);
    // A name that is no text is no name.
    CHECK(read_board_rows(R"({"runs":[{"id":1,"score":2,"gold":7,"blue":{"name":["x"]}}]})")->rows[0].names == "?, ?");
}

TEST_CASE("a verdict is a place, a reason, or that it may be sent again") {
    using Kind = Verdict::Kind;
    CHECK(read_verdict(201, R"({"place":3,"of":57})").place == 3);
    CHECK(read_verdict(201, R"({"place":3,"of":57})").of == 57);
    CHECK(read_verdict(409, R"({"place":3,"reason":"duplicate"})").kind == Kind::counts);
    CHECK(read_verdict(201, R"({"place":3,"of":2})").of == 0);
    CHECK(read_verdict(422, R"({"reason":"practice","error":"x"})").refusal == scores::Refusal::practice);
    CHECK(read_verdict(422, R"({"reason":"a-new-one"})").kind == Kind::refused);
    CHECK(read_verdict(422, R"({"reason":"a-new-one"})").refusal == scores::Refusal::none);
    CHECK(read_verdict(413, "<html>").refusal == scores::Refusal::too_large);
    CHECK(read_verdict(429, "").is_too_often);
    for (const unsigned status : {500u, 503u, 507u}) CHECK(read_verdict(status, "{}").kind == Kind::later);
    for (const char* body : {"", "{}", "[]", R"({"place":0})", R"({"place":"3"})", R"({"place":-1})", "<html>"}) CHECK(read_verdict(201, body).kind == Kind::unclear);
    CHECK(read_verdict(200, R"({"reason":"practice"})").kind == Kind::unclear);
    CHECK(read_verdict(422, R"({"reason":7})").kind == Kind::unclear);
    CHECK(read_verdict(201, R"({"place":3})" + std::string(kVerdictBytesMax, ' ')).kind == Kind::unclear);
}

TEST_CASE("a verdict tells what was earned, and its line names the first three") {
    const Verdict verdict = read_verdict(201, R"({"place":3,"achievements":["dust","cleared",7,"one-credit","new-one","arsenal"]})");
    CHECK(verdict.earned == std::vector<std::string>{"dust", "cleared", "one-credit", "new-one", "arsenal"});
    using State = Submission::State;
    CHECK(line_of({.state = State::counts, .place = 3, .earned = verdict.earned}) == "boards: place 3; Through, One credit, Arsenal +1");
    CHECK(line_of({.state = State::counts, .place = 3, .earned = {"dust"}}) == "boards: place 3; To dust");
    CHECK(line_of({.state = State::counts, .place = 3, .earned = {"new-one"}}) == "boards: place 3");
    // A French semicolon has a space before it.
    REQUIRE(words::use_language("fr") == "");
    CHECK(line_of({.state = State::counts, .place = 3, .earned = {"cleared"}}) == "classement : place 3 ; Passé");
    words::use_language("en");
    std::string many = R"({"place":3,"achievements":[)";
    for (int i = 0; i < 100; ++i) many += R"("dust",)";
    CHECK(read_verdict(201, many + R"("dust"]})").earned.size() == kEarnedMax);
    for (const char* body : {R"({"place":3,"achievements":7})", R"({"place":3,"achievements":{"a":"b"}})"}) CHECK(read_verdict(201, body).earned.empty());
}

TEST_CASE("the game knows each achievement of the boards by the same title") {
    const auto titles = achievement_titles();
    REQUIRE(titles.size() == scores::achievements().size());
    for (std::size_t i = 0; i < titles.size(); ++i) {
        CHECK(titles[i].first == scores::achievements()[i].id);
        CHECK(titles[i].second == scores::achievements()[i].title);
    }
}

TEST_CASE("each verdict is one line") {
    using State = Submission::State;
    CHECK(line_of({}).empty());
    CHECK(line_of({.state = State::counts, .place = 3, .of = 57}) == "boards: place 3 of 57");
    CHECK(line_of({.state = State::counts, .place = 3}) == "boards: place 3");
    CHECK(line_of({.state = State::silent}) == "the boards do not answer: the game is sent later");
    CHECK(line_of({.state = State::too_often}) == "too many games in a short time: this one is sent to the boards later");
    CHECK(line_of({.state = State::refused, .refusal = scores::Refusal::practice}) == "does not count on the boards: it is practice");
    for (std::size_t i = 0; i < scores::kRefusalCount; ++i) {
        CHECK_FALSE(line_of({.state = State::refused, .refusal = static_cast<scores::Refusal>(i)}).empty());
    }
}

TEST_CASE("a panel shows the first rows, and the player's own run even if it is further down") {
    const ScoreBoard name{.level = "the_cut", .is_pair = true};
    CHECK_FALSE(panel_of(name, {}));
    ShownBoard board{.state = ShownBoard::State::ready};
    CHECK(panel_of(name, board)->line == "no games yet");
    for (std::uint64_t i = 1; i <= 10; ++i) board.found.rows.push_back({.place = i, .names = "Anna", .score = 1'000'000 - i, .run = static_cast<std::int64_t>(i)});
    const auto places = [](const std::vector<BoardPanel::Row>& rows) {
        std::string text;
        for (const auto& each : rows) text += (each.is_own ? "*" : "") + each.place + " ";
        return text;
    };
    CHECK(places(panel_of(name, board)->first(4)) == "1 2 3 4 ");
    board.found.own = board.found.rows[1];
    CHECK(places(panel_of(name, board)->first(4)) == "1 *2 3 4 ");
    board.found.own = board.found.rows[8];
    CHECK(places(panel_of(name, board)->first(4)) == "1 2 3 *9 ");
    board.found.own = BoardRow{.place = 57, .names = "Anna", .score = 5, .run = 99};
    CHECK(places(panel_of(name, board)->first(4)) == "1 2 3 *57 ");
    CHECK(places(panel_of(name, board)->first(20)) == "1 2 3 4 5 6 7 8 9 10 *57 ");
    CHECK(places(panel_of(name, board)->first(0)).empty());
    CHECK(panel_of(name, board)->rows[0].score == "999 999");
    CHECK(shortened("Wilhelmina Wonderful, Anna", 24) == "Wilhelmina Wonderful,...");
    CHECK(shortened("Benjamin Bunny, Anna Ada", 24) == "Benjamin Bunny, Anna Ada");
    CHECK(shortened("Benjamin Bunny, Anna Ada", 16) == "Benjamin Bunn...");
    CHECK(shortened("日本語日本語", 12) == "日本語日本語");
    CHECK(shortened("日本語日本語", 11) == "日本語日...");
}
