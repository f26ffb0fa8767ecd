// Goal: an inquiry ends with the exact field, or with the reason why there is none. It ends whatever the answers are.
#include "proto/desync_inquiry.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "tests/support/small_level.hpp"
#include "tests/support/two_replicas.hpp"

namespace albireo::proto {
namespace {

using Kind = DesyncFinding::Kind;
using Answers = std::vector<Evidence>;

/// A server and a client, either of which may have a fault.
struct Case {
    explicit Case(const std::string& plant = {}, Level of = support::small_level()) : level(std::move(of)) {
        if (!plant.empty()) REQUIRE(parse_fault(plant, client.fault.emplace()) == "");
    }
    void steps(std::uint32_t count) {
        server.steps(count);
        client.steps(count);
    }
    /// The finding, where tell(evidence, question) may change each of the client's answers.
    template <class Tell>
    DesyncFinding find(Tick noticed, Tell&& tell) {
        DesyncInquiry inquiry = server.inquiry(noticed);
        DesyncAnswers answers = client.answers();
        questions = support::talk(inquiry, [&](const EvidenceWanted& question) {
            Answers said = answers.answer(question);
            for (Evidence& evidence : said) tell(evidence);
            return said;
        });
        CHECK(questions <= DesyncInquiry::kQuestionsMax);
        CHECK(inquiry.is_done());
        traced = inquiry.trace() != nullptr;
        return inquiry.finding();
    }
    DesyncFinding find(Tick noticed) {
        return find(noticed, [](const Evidence&) {});
    }

    Level level;
    support::Replica server{level}, client{level};
    int questions = 0;
    bool traced = false;
};

}  // namespace

TEST_CASE("inquiry: finds the first tick, the system and the field, however long ago") {
    for (const auto* field : {"clock", "ships[1].at.y", "marks[1].unpaid.words[31]", "flow.flag_wait[31]"}) {
        for (const std::uint32_t noticed : {20u, 21u, 90u, 250u}) {
            CAPTURE(field);
            CAPTURE(noticed);
            Case it("20:" + std::string(field));
            it.steps(noticed);
            const DesyncFinding finding = it.find(Tick{noticed});
            CHECK(finding.kind == Kind::named);
            CHECK(finding.tick == Tick{20});
            CHECK(finding.first);
            CHECK(finding.path == field);
            CHECK(std::has_single_bit(static_cast<std::uint64_t>(finding.server ^ finding.client)));
            CHECK(finding.point == it.client.fault->system);
            CHECK(finding.server_repeats);
            CHECK(finding.client_repeats);
            CHECK(it.traced);
        }
    }
}

TEST_CASE("inquiry: a number among thousands in its column takes one question more") {
    Case it("5:enemies[13].parts[15].armour", support::overfull_level(14));
    it.steps(8);
    const DesyncFinding finding = it.find(Tick{8});
    CHECK(leaf_row(*it.server.world, {}, finding.column).size() > std::size_t{kPartsAsked} * kPartsAsked);
    CHECK(finding.kind == Kind::named);
    CHECK(finding.tick == Tick{5});
    CHECK(finding.path == "enemies[13].parts[15].armour");
}

TEST_CASE("inquiry: if one pool has an item more, its count is named") {
    Case more;
    more.steps(30);
    more.client.world->shots[1].add(Shot{})->damage = 10;
    more.steps(1);
    DesyncFinding finding = more.find(Tick{31});
    CHECK(finding.kind == Kind::named);
    CHECK(finding.path == "shots[1].count");
    CHECK(finding.server == 0);
    CHECK(finding.client == 1);

    Case less({}, support::overfull_level(14));
    less.steps(5);
    less.client.world->enemies.remove(3);
    less.steps(1);
    finding = less.find(Tick{6});
    CHECK(finding.kind == Kind::named);
    CHECK(finding.path == "enemies.count");
    CHECK(finding.server == 14);
    CHECK(finding.client == 13);
}

TEST_CASE("inquiry: different frames are named as the cause, and no system is blamed") {
    Case it("75:frames[1].buttons");
    it.steps(90);
    const DesyncFinding finding = it.find(Tick{90});
    CHECK(finding.kind == Kind::named);
    CHECK(finding.column == kFramesColumn);
    CHECK(finding.text() ==
          "desync at tick 75 before apply_reports: frames[1].buttons server 0 client 1 (the two were given different "
          "frames)");
}

TEST_CASE("inquiry: a bit flip in memory is distinguished from a wrong step, on either side") {
    for (const bool on_server : {false, true}) {
        Case it;
        (on_server ? it.server : it.client).fault = Fault{Tick{25}, "earnings[0].score"};
        it.steps(40);
        const DesyncFinding finding = it.find(Tick{40});
        CHECK(finding.kind == Kind::named);
        CHECK(finding.point == TickTrace::kStoredWorld);
        CHECK(finding.server_repeats != on_server);
        CHECK(finding.client_repeats == on_server);
    }
}

TEST_CASE("inquiry: a difference older than all evidence blames no system") {
    Case it("20:earnings[0].score");
    it.steps(100);
    it.client.witness->restart(*it.client.world);  // as after a snapshot that was already wrong
    it.steps(20);
    const DesyncFinding finding = it.find(Tick{120});
    CHECK(finding.kind == Kind::named);
    CHECK(finding.tick == Tick{101});
    CHECK_FALSE(finding.first);
    CHECK(finding.path == "earnings[0].score");
}

TEST_CASE("inquiry: one side or the other no longer has the tick") {
    Case it("20:earnings[0].score");
    it.steps(20 + WorldPast::kTicks + 1);
    DesyncFinding finding = it.find(it.server.world->tick);
    CHECK(finding.kind == Kind::too_long_ago);
    CHECK(finding.tick == Tick{20});  // the tick is known nevertheless
    CHECK_FALSE(it.traced);

    Case young("20:earnings[0].score");
    young.steps(30);
    finding = young.find(Tick{30}, [](Evidence& evidence) {
        if (evidence.to.of == EvidenceOf::marks) evidence.values.clear();
    });
    CHECK(finding.kind == Kind::too_long_ago);
    CHECK(young.traced);
}

TEST_CASE("inquiry: answers that show no difference, and none at all") {
    Case it;
    it.steps(300);
    CHECK(it.find(Tick{300}).kind == Kind::no_difference);
    CHECK(it.questions == 3);
    const DesyncFinding finding = it.find(Tick{300}, [](Evidence& evidence) {
        for (auto& value : evidence.values) value = 0;  // means "no longer held"
    });
    CHECK(finding.kind == Kind::no_difference);
}

TEST_CASE("inquiry: answers that contradict each other, at each level") {
    Case right;
    right.steps(300);
    // A span of ticks differs, but none of its ticks does.
    CHECK(right
              .find(Tick{300},
                    [](Evidence& evidence) {
                        if (evidence.to.count > kPartsAsked) evidence.values[10] ^= 1;
                    })
              .kind == Kind::contradiction);
    // A tick differs, but nothing in it does.
    CHECK(right
              .find(Tick{300},
                    [](Evidence& evidence) {
                        if (evidence.to.of == EvidenceOf::roots && evidence.to.count == kPartsAsked) {
                            evidence.values[5] ^= 1;
                        }
                    })
              .kind == Kind::contradiction);
    // A column differs, but none of its numbers does, or it ends before one that does.
    Case wrong("290:ships[1].at.y");
    wrong.steps(300);
    const auto server = wrong.server.witness;
    CHECK(wrong
              .find(Tick{300},
                    [&](Evidence& evidence) {
                        if (evidence.to.of != EvidenceOf::leaves) return;
                        evidence.values = DesyncAnswers(server, wrong.level, nullptr).answer(evidence.to).back().values;
                    })
              .kind == Kind::contradiction);
    CHECK(wrong
              .find(Tick{300},
                    [](Evidence& evidence) {
                        if (evidence.to.of == EvidenceOf::leaves) evidence.values.clear();
                    })
              .kind == Kind::contradiction);
}

TEST_CASE("inquiry: waits for a silent client until the timeout, and no longer") {
    Case it("20:earnings[0].score");
    it.steps(30);
    for (const int answered : {0, 1, 2}) {
        DesyncInquiry inquiry = it.server.inquiry(Tick{30});
        DesyncAnswers answers = it.client.answers();
        int said = 0;
        support::talk(inquiry, [&](const EvidenceWanted& question) {
            return said++ < answered ? answers.answer(question) : Answers{};
        });
        inquiry.advance(DesyncInquiry::kTimeMax);
        CHECK_FALSE(inquiry.is_done());
        inquiry.advance(DesyncInquiry::kTimeMax + 1);
        CHECK(inquiry.is_done());
        CHECK(inquiry.finding().kind == Kind::no_answer);
        CHECK_FALSE(inquiry.next_question());
        // A later answer changes nothing.
        inquiry.give_up();
        CHECK(inquiry.finding().kind == Kind::no_answer);
    }
}

TEST_CASE("inquiry: does not wait for a client that has left") {
    Case it("20:earnings[0].score");
    it.steps(30);
    DesyncInquiry inquiry = it.server.inquiry(Tick{30});
    const auto question = inquiry.next_question();
    REQUIRE(question);
    inquiry.give_up();
    CHECK(inquiry.is_done());
    CHECK(inquiry.finding().kind == Kind::game_over);
    CHECK(inquiry.finding().tick == Tick{30});
    for (const Evidence& evidence : it.client.answers().answer(*question)) inquiry.receive(evidence);
    CHECK(inquiry.finding().kind == Kind::game_over);
    CHECK_FALSE(inquiry.next_question());
}

TEST_CASE("inquiry: unrequested answers neither mislead nor use up the questions") {
    Case it("20:earnings[0].score");
    it.steps(30);
    DesyncInquiry inquiry = it.server.inquiry(Tick{30});
    Evidence junk{{.of = EvidenceOf::marks, .tick = Tick{20}, .count = kPartsAsked}, {}};
    junk.values.assign(kPartsAsked, 7);
    for (std::uint32_t i = 1; i < 100; ++i) {
        junk.to.column = i;
        inquiry.receive(junk);
    }
    DesyncAnswers answers = it.client.answers();
    CHECK(support::talk(inquiry, [&](const EvidenceWanted& question) { return answers.answer(question); }) <= 10);
    CHECK(inquiry.finding().kind == Kind::named);
    CHECK(inquiry.finding().path == "earnings[0].score");
}

TEST_CASE("inquiry: whatever the answers, it ends within its limit of questions and with one line") {
    Case it("280:ships[1].trail[5].x");
    it.steps(300);
    Random random = Random::seed(9, 9);
    std::array<int, DesyncFinding::kKinds> ends{};
    for (int i = 0; i < 300; ++i) {
        // Any number may be changed, and any answer shorter or longer.
        const std::uint32_t rare = 1 + random.below(60);
        DesyncInquiry inquiry = it.server.inquiry(Tick{300});
        DesyncAnswers answers = it.client.answers();
        const int questions = support::talk(inquiry, [&](const EvidenceWanted& question) {
            Answers said = answers.answer(question);
            for (Evidence& evidence : said) {
                for (auto& value : evidence.values) {
                    if (random.below(rare) == 0) value = random.next();
                }
                if (random.below(rare) == 0) evidence.values.resize(random.below(kPartsAsked + 1));
            }
            return said;
        });
        CHECK(questions <= DesyncInquiry::kQuestionsMax);
        CHECK(inquiry.is_done());
        CHECK(inquiry.finding().text().size() < 300);
        ++ends[static_cast<std::size_t>(inquiry.finding().kind)];
    }
    for (const Kind kind : {Kind::named, Kind::too_long_ago, Kind::contradiction}) {
        CHECK(ends[static_cast<std::size_t>(kind)] > 0);
    }
}

TEST_CASE("answers: no more than an honest inquiry asks for, and nothing that is no longer held") {
    Case it("20:earnings[0].score");
    it.steps(300);
    DesyncAnswers answers = it.client.answers();
    const EvidenceWanted roots{.of = EvidenceOf::roots, .tick = Tick{250}, .count = 20};
    const EvidenceWanted held{.of = EvidenceOf::testimony, .tick = Tick{290}};
    const EvidenceWanted gone{.of = EvidenceOf::testimony, .tick = Tick{20}};
    CHECK_FALSE(answers.testimony(held, "here").empty());
    CHECK(answers.testimony(gone, "here").empty());
    CHECK(answers.answer(held).empty());  // another question asks for that
    for (int i = 2; i < DesyncAnswers::kAnswersMax; ++i) CHECK(answers.answer(roots).size() == 1);
    CHECK(answers.answer(roots).empty());
    CHECK(answers.testimony(held, "here").empty());
    // A tick that is no longer held has no values, whatever the question is.
    DesyncAnswers others = it.client.answers();
    for (const EvidenceOf of : {EvidenceOf::marks, EvidenceOf::leaves}) {
        const auto said = others.answer({.of = of, .tick = Tick{20}, .count = kPartsAsked});
        REQUIRE(said.size() == 1);
        CHECK(said[0].values.empty());
    }
}

TEST_CASE("answers: include the answer to the next question, for one tick only") {
    Case it("290:earnings[0].score");
    it.steps(300);
    DesyncAnswers answers = it.client.answers();
    EvidenceWanted roots{.of = EvidenceOf::roots, .tick = Tick{280}, .count = 20};
    for (std::uint32_t i = 0; i < 20; ++i) roots.own.push_back(it.server.witness->history().find(Tick{280 + i})->root);
    const auto first = answers.answer(roots);
    CHECK(first.size() == 1 + (TickTrace::kMarks + kPartsAsked - 1) / kPartsAsked);
    CHECK(first.front().to.of == EvidenceOf::marks);
    CHECK(first.front().to.tick == Tick{290});
    CHECK(answers.answer(roots).size() == 1);
}

}  // namespace albireo::proto
