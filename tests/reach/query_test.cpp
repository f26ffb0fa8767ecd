// Goal: queries and answers survive the wire, and whatever else arrives is refused; an answer is never longer than its
// query, and only neighbours get the list of games.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "reach/answerer.hpp"
#include "reach/interfaces.hpp"
#include "tests/reach/game_list.hpp"

using namespace albireo::reach;
using albireo::proto::kMicrosPerSecond;

namespace {

using Bytes = std::vector<std::uint8_t>;

Game game(const std::string& code, bool is_open = true) {
    return {code, "Anna", "the_cut", is_open};
}

Bytes written(const Answer& answer) {
    Bytes out(kQueryBytes);
    out.resize(write_answer(answer, out));
    return out;
}

Answer full_answer() {
    Answer answer{.nonce = 0x0123456789abcdef, .server = 7, .core = 9, .host = 0x1401a8c0, .port = 7777, .games = {}};
    for (const char* code : {"K7QF2M", "AAAAAA", "ZZZZZZ", "M2FQ7K"}) answer.games.push_back(game(code));
    return answer;
}

/// Answers as a server with these games does.
struct Fixture {
    std::vector<ListedGame> games;
    Answerer answerer{7, 9, 7777, [this](const Query& query) { return find_games(games, query); }};
    std::array<std::uint8_t, kQueryBytes> out{};
    std::optional<Answer> ask(const std::string& code, bool is_neighbour, albireo::proto::Micros now = 0) {
        const auto query = write_query({.nonce = 5, .code = code});
        const std::size_t size = answerer.answer(query, {.is_neighbour = is_neighbour}, now, out);
        CHECK(size <= query.size());
        return read_answer(std::span{out}.first(size));
    }
};

}  // namespace

TEST_CASE("a query and an answer are read as they were written") {
    for (const char* code : {"", "K7QF2M"}) {
        const auto query = read_query(write_query({.nonce = 99, .code = code}));
        REQUIRE(query);
        CHECK(query->nonce == 99);
        CHECK(query->code == code);
    }
    const Answer answer = full_answer();
    const auto read = read_answer(written(answer));
    REQUIRE(read);
    CHECK(read->nonce == answer.nonce);
    CHECK(read->server == 7);
    CHECK(read->core == 9);
    CHECK(address_text(read->host) == "192.168.1.20");
    CHECK(read->port == 7777);
    CHECK(read->games == answer.games);
}

TEST_CASE("long names are cut between characters, and control characters are left out") {
    std::string name;
    for (int i = 0; i < 20; ++i) name += "ä";
    CHECK(plain(name, kNameBytes) == name.substr(0, 24));
    CHECK(plain(name, 23) == name.substr(0, 22));
    for (const char* wrong : {"a\nb", "\x7f", "\xc3", "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xc2\x85", "\xf5\x80\x80\x80"}) {
        CHECK(plain(wrong, 24).empty());
    }
    CHECK(plain("日本語", 24) == "日本語");
    Answer answer = full_answer();
    for (Game& each : answer.games) each.name = each.level = name + name;
    const Bytes bytes = written(answer);
    CHECK(bytes.size() <= kQueryBytes);
    REQUIRE(read_answer(bytes));
    CHECK(read_answer(bytes)->games[0].name == name.substr(0, 24));
}

TEST_CASE("every truncated, lengthened or damaged datagram is refused or read within its bounds") {
    const auto query = write_query({.nonce = 1, .code = "K7QF2M"});
    for (std::size_t size = 0; size < query.size(); ++size) CHECK(!read_query(std::span{query}.first(size)));
    const Bytes answer = written(full_answer());
    for (std::size_t size = 0; size < answer.size(); ++size) CHECK(!read_answer(std::span{answer}.first(size)));
    Bytes longer = answer;
    longer.push_back(0);
    CHECK(!read_answer(longer));
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i) {
        Bytes damaged = i % 2 == 0 ? answer : Bytes(query.begin(), query.end());
        for (int flips = 0; flips < 3; ++flips) damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
        if (const auto read = read_answer(damaged)) {
            CHECK(read->games.size() <= kGamesMax);
            CHECK(read_answer(written(*read))->games == read->games);
        }
        if (const auto read = read_query(damaged)) CHECK((read->code.empty() || read->code.size() == kCodeLetters));
    }
}

TEST_CASE_FIXTURE(Fixture, "a query of another version is answered with the own version, within the same limits") {
    auto query = write_query({.nonce = 0x1122334455667788, .code = "K7QF2M"});
    query[4] = kQueryVersion + 1;
    const albireo::proto::DatagramVersion other{kQueryMagic, kQueryVersion + 1};
    const auto answer_size = [&](bool is_neighbour, albireo::proto::Micros now) { return answerer.answer(query, {.is_neighbour = is_neighbour}, now, out); };
    for (const bool is_neighbour : {true, false}) {
        const std::size_t size = answer_size(is_neighbour, 0);
        CHECK(albireo::proto::read_other_version(other, std::span{out}.first(size), 0x55667788) == albireo::proto::VersionGap::server_is_older);
        CHECK(answerer.answer(std::vector(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size)), {.is_neighbour = is_neighbour}, 0, out) == 0);
    }
    int answered = 0;
    for (int i = 0; i < 1'000; ++i) answered += answer_size(false, 0) != 0 ? 1 : 0;
    CHECK(answered == kElsewhereAtOnce - 1);
    // They are taken from the tries of codes.
    games = {{game("K7QF2M")}};
    CHECK(!ask("K7QF2M", false));
    CHECK(ask("K7QF2M", false, 2 * kMicrosPerSecond));
}

TEST_CASE_FIXTURE(Fixture, "neighbours get the open games. Others must name a game's code") {
    CHECK(!ask("", true));  // no games, no answer
    games = {{game("K7QF2M")}, {game("AAAAAA", false)}};
    const auto near = ask("", true);
    REQUIRE(near);
    CHECK(near->games == std::vector<Game>{game("K7QF2M")});
    CHECK(!ask("", false));
    for (const bool is_neighbour : {true, false}) {
        REQUIRE(ask("AAAAAA", is_neighbour));
        CHECK(ask("AAAAAA", is_neighbour)->games == std::vector<Game>{game("AAAAAA", false)});
        CHECK(!ask("ZZZZZZ", is_neighbour));
    }
    games.assign(9, {game("K7QF2M")});
    CHECK(ask("", true)->games.size() == kGamesMax);
}

TEST_CASE_FIXTURE(Fixture, "a watch code is answered by the server that has the game, with nothing else about it") {
    const auto query = read_query(write_query({.nonce = 5, .watch_code = "K7QF2MXA"}));
    REQUIRE(query);
    CHECK(query->watch_code == "K7QF2MXA");
    CHECK(query->code.empty());
    const auto watch = [&](const std::string& code, bool is_neighbour) {
        const auto bytes = write_query({.nonce = 5, .watch_code = code});
        const std::size_t size = answerer.answer(bytes, {.is_neighbour = is_neighbour}, 0, out);
        CHECK(size <= bytes.size());
        return read_answer(std::span{out}.first(size));
    };
    games = {{game("M2FQ7K")}, {game("AAAAAA", false), "K7QF2MXA"}};
    for (const bool is_neighbour : {true, false}) {
        const auto answer = watch("K7QF2MXA", is_neighbour);
        REQUIRE(answer);
        CHECK(answer->port == 7777);
        CHECK(answer->games.empty());  // the code to join it stays secret
        CHECK(!watch("K7QF2MXC", is_neighbour));
    }
    // Damaged, or another length.
    auto damaged = write_query({.nonce = 5, .watch_code = "K7QF2MXA"});
    damaged[14] = 'b';
    CHECK(!read_query(damaged));
    damaged[14] = 0;
    CHECK(!read_query(damaged));
}

TEST_CASE_FIXTURE(Fixture, "answers are rate-limited, and guesses from elsewhere more than neighbours") {
    games = {{game("K7QF2M")}};
    const auto answered = [&](bool is_neighbour, albireo::proto::Micros from) {
        int count = 0;
        for (int i = 0; i < 10'000; ++i) count += ask("K7QF2M", is_neighbour, from + i * 1'000) ? 1 : 0;  // for 10 s
        return count;
    };
    const int elsewhere = answered(false, 0);
    CHECK(elsewhere >= kElsewhereAtOnce + 9 * kElsewherePerSecond);
    CHECK(elsewhere <= kElsewhereAtOnce + 11 * kElsewherePerSecond);
    const int near = answered(true, 0);  // the flood from elsewhere has not used up the neighbours' budget
    CHECK(near >= 10 * kNeighboursPerSecond);
    CHECK(near <= 11 * kNeighboursPerSecond);
    // A wrong code counts like a right one.
    for (int i = 0; i < 100; ++i) ask("AAAAAA", false, 20 * kMicrosPerSecond);
    CHECK(!ask("K7QF2M", false, 20 * kMicrosPerSecond));
}

TEST_CASE("a neighbour is in a network of this computer") {
    const std::vector<Interface> all = {{.name = "eth0", .address = address_of("192.168.1.20"), .mask = address_of("255.255.255.0")},
                                        {.name = "eth0", .has_ipv6 = true}};
    CHECK(is_neighbour(all, address_of("192.168.1.77")));
    CHECK(!is_neighbour(all, address_of("192.168.2.77")));
    CHECK(!is_neighbour(all, address_of("8.8.8.8")));
    CHECK(address_of("192.168.1.256") == 0);
    CHECK(address_of("localhost") == 0);
}
