// Goal: the answers of a core keep their form. Modules of released cores give their answers for ever, so this program must always be able to read the old form.
#include "replays/core_answers.hpp"

#include <doctest/doctest.h>

#include "replays/answerer.hpp"
#include "replays/text.hpp"
#include "tests/replays/scene.hpp"

namespace albireo::replays {
namespace {

constexpr std::uint32_t kAnswered = 300;

/// A core that has opened a scene of 300 ticks.
struct Asked {
    std::unique_ptr<Game> game = play(7, kAnswered);
    CoreAnswers core;

    Asked() { REQUIRE(core.open(game->sink.bytes, 0) == ""); }

    std::string ask(std::string_view question) {
        std::string text = core.ask(question);
        if (text.starts_with('!')) return text;
        for (std::string more = core.more(); !more.empty(); more = core.more()) text += more;
        return text;
    }
    std::vector<std::string> lines(std::string_view question) {
        std::vector<std::string> lines;
        const std::string text = ask(question);
        for_each_line(text, [&](std::string_view line) { lines.emplace_back(line); });
        return lines;
    }
};

}  // namespace

TEST_CASE("core answers: a verdict, as text and read again") {
    Asked asked;
    const std::string root = hex_text(asked.game->roots.back());
    const Verdict verdict = asked.core.replay().recording.ticks() == kAnswered ? verify(asked.core.replay()) : Verdict{};
    CHECK(asked.lines("verify") == std::vector<std::string>{"same 1", "whole 1", "ticks 300", "digests 5", "root " + root, "all_roots " + hex_text(verdict.all_roots),
                                                            "wrong_after 0", "wrong_until 0", "text "});
    const std::string changed = "\nsame 0\nwhole 0\nticks 120\ndigests 1\nroot 00000000000000ff\nall_roots 0000000000000000\nwrong_after 60\nwrong_until 120\n"
                                "text differs within ticks 61 to 120\ncarry 32636 18 0 2 3 1 35147 14 1 3 4 3 5 1 534b0702742d3279\nnews of a later core\n";
    const auto read = verdict_of(changed);
    REQUIRE(read);
    CHECK(!read->verdict.same);
    CHECK(!read->whole);
    CHECK(read->verdict.ticks == 120);
    CHECK(read->verdict.seconds == 1);
    CHECK(read->verdict.root == 255);
    CHECK(read->verdict.wrong_after == Tick{60});
    CHECK(read->verdict.wrong_until == Tick{120});
    CHECK(read->verdict.text == "differs within ticks 61 to 120");
    REQUIRE(read->verdict.carry);
    CHECK(*read->verdict.carry == Carry{.players = {{{.score = 32636, .charge = 18, .gold = 0, .multiplier = 2, .lives = 3, .weapon = static_cast<Weapon>(1)},
                                                     {.score = 35147, .charge = 14, .gold = 1, .multiplier = 3, .lives = 4, .weapon = static_cast<Weapon>(3)}}},
                                        .extends = 5,
                                        .continues = 1,
                                        .ended_with = 0x534b0702742d3279});
    CHECK(!verdict_of("same 1\nticks 5\n"));
    CHECK(!verdict_of(""));
}

TEST_CASE("core answers: digests, a trace and a dump") {
    Asked asked;
    const auto digests = asked.lines("digests 100");
    REQUIRE(digests.size() == 4);
    CHECK(digests[0].starts_with("0 "));
    CHECK(digests[0].ends_with(" -"));
    CHECK(digests[1].starts_with("100 " + hex_text(asked.game->roots[99]) + " "));
    CHECK(digests[1].size() == 4 + 16 + 1 + 16);
    CHECK(digests[3].starts_with("300 " + hex_text(asked.game->roots[299]) + " "));
    CHECK(asked.lines("digests 1").size() == kAnswered + 1);
    CHECK(asked.lines("digests 1000").size() == 2);

    const auto trace = asked.lines("trace 100");
    REQUIRE(!trace.empty());
    CHECK(trace.size() % (kSystems.size() + 1) == 0);
    CHECK(trace.front().starts_with(std::string(kSystems[0]) + " "));
    CHECK(trace.back().starts_with("end "));

    DumpedField field;
    std::size_t found = 0;
    for (const std::string& line : asked.lines("dump 100")) {
        REQUIRE(read_field(line, field));
        if (field.path == "tick") found += field.value == 100 && field.words == "0:01.66";
        if (field.path == "ships[0].at.x") found += field.words.ends_with(" units");
        if (field.path == "frames[0].buttons") found += field.value == asked.game->frames[99][0].buttons;
    }
    CHECK(found == 3);
    CHECK(asked.ask("dump 100 move_ships").starts_with("tick = 99 "));
    CHECK(!read_field("no field", field));
}

TEST_CASE("core answers: the first tick at which a condition holds") {
    Asked asked;
    CHECK(asked.lines("bisect 10 tick == 123 and enemies[*].age >= 0") == std::vector<std::string>{"from 10", "to 300", "found 123", "value 123 tick"});
    CHECK(asked.lines("bisect 0 tick > 300") == std::vector<std::string>{"from 0", "to 300"});
}

TEST_CASE("core answers: what has no answer is an error in one line") {
    Asked asked;
    for (const char* question : {"", "sing", "verifying", "digests", "digests 0", "digests x", "trace", "trace 0", "trace 301", "dump", "dump 301", "dump 5 nothing", "dump 0 move_ships",
                                 "bisect", "bisect 0", "bisect 301 tick > 0", "bisect 0 nothing > 0"}) {
        CAPTURE(question);
        const std::string answer = asked.ask(question);
        CHECK(answer.starts_with('!'));
        CHECK(answer.find('\n') == std::string::npos);
        CHECK(asked.core.more() == "");
    }
    CHECK(CoreAnswers{}.open({}, 0) == "not a replay: the file does not begin with its signature");
    CoreAnswers core;
    const auto cut = std::span{asked.game->sink.bytes}.first(asked.game->sink.bytes.size() - 30);
    CHECK(core.open(cut, 0).find("use --partial") != std::string::npos);
    CHECK(core.open(cut, CoreAnswers::kPartial) == "");
}

}  // namespace albireo::replays
