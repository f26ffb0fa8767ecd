// Goal: every message round-trips, both directions enforce every limit, and no bytes can harm the reader.
#include "proto/codec.hpp"

#include <doctest/doctest.h>

#include <set>

#include "proto/join_code.hpp"
#include "sim/base/random.hpp"

namespace albireo::proto {
namespace {

Carry some_carry() {
    Carry carry;
    carry.players[0] = {.score = ~0u, .charge = 1000, .gold = 999, .multiplier = 8, .lives = 5, .weapon = Weapon::ribbon};
    carry.extends = 7;
    carry.continues = 255;
    carry.ended_with = ~0ull;
    return carry;
}

std::vector<Message> samples() {
    Token token;
    for (std::size_t i = 0; i < token.size(); ++i) token[i] = static_cast<std::uint8_t>(250 - i);
    Chunk chunk{BlobKind::snapshot, 77, 5000, 960, std::vector<std::uint8_t>(kChunkBytesMax, 0xfe)};
    EvidenceWanted question{EvidenceOf::leaves, Tick{4512}, 8, 14, 1024, 64};
    const Evidence evidence{question, std::vector<std::uint64_t>(kEvidenceValuesMax, ~0ull)};
    question.own = evidence.values;
    Pass pass;
    for (std::size_t i = 0; i < pass.size(); ++i) pass[i] = static_cast<std::uint8_t>(i * 11);
    const Place place{std::string(kHostBytesMax, 'h'), 65535, {1, 2, 3}};
    return {Hello{1, 2, "Ada", true, true, true, true, true, true},
            Welcome{1, 2, "Albireo", true, true, true, true},
            Create{"level1", 3, 0x123456789abcdef0ull, 2, 99, 7, 4, 30'000, true},
            Join{"K7QF2M", true},
            Rejoin{"K7QF2M", Proof{token}},
            SeatTried{true},
            Signal{SignalKind::lightning},
            VoiceState{true},
            RematchWish{},
            RematchWish{true, std::string(kLevelNameBytesMax, 'x')},
            OperatorNotice{std::string(kTextBytesMax, 'x')},
            Watch{"K7QF2MXA", 3'000},
            Watching{3'000, 8, true, 70'000},
            Spectators{8},
            Spectators{2, {"Anna", "アルビレオ"}},
            Entered{"K7QF2M", token, Slot::blue, "level1", ~0ull, 2, 7, 2, "Grace", true, 255, {}, 0, 16, "K7QF2MXA"},
            Entered{"K7QF2M", token, Slot::gold, "level2", 7, 2, 7, 2, "Grace", false, 0, some_carry(), 2},
            LevelWanted{5},
            Ready{6, Tick{1000}},
            Start{Tick{0}, 500},
            Resume{Tick{1000}, Tick{1060}, ResumeReason::desync},
            chunk,
            PartnerState{Partner::absent, "Grace", 10'000},
            LobbyState{{{{Partner::here, true, "Ada", 12}, {Partner::absent, false, "Grace", 0}}}},
            PaceNotice{48, 20'000, 0},
            DesyncNotice{Tick{9}, 1, 2, std::string(kTextBytesMax, 'x')},
            question,
            evidence,
            Ended{Outcome::over, Tick{7200}, 3, 4},
            Ended{Outcome::cleared, Tick{7200}, 3, 4, true},
            Ended{Outcome::over, Tick{7200}, 3, 4, false, true},
            Ended{Outcome::cleared, Tick{7200}, 3, 4, false, true, std::string(kLevelNameBytesMax, 'x')},
            Refused{Refusal::unknown_code, "K7QF2M"},
            Refused{Refusal::other_server, std::string(kTextBytesMax, 'x'), Ticket{place, pass}},
            Join{"K7QF2M", false, pass},
            Join{"K7QF2M", false, {}, 30'000},
            Rejoin{"K7QF2M", Proof{token}, pass},
            Rejoin{"K7QF2M", Proof{token}, {}, true},
            Rejoin{"K7QF2M", Proof{token}, {}, true, std::string(kLevelNameBytesMax, 'x')},
            Watch{"K7QF2MXA", 3'000, pass},
            Fleet{},
            Fleet{std::vector<Place>(kFleetPlacesMax, place)},
            Bye{ByeReason::left}};
}

TEST_CASE("every message decodes to itself") {
    std::set<std::size_t> kinds;
    for (const Message& message : samples()) {
        const auto bytes = encode(message);
        REQUIRE(!bytes.empty());
        REQUIRE(bytes.size() <= kMessageBytesMax);
        Message back;
        CHECK(decode(bytes, back) == CodecError::none);
        CHECK(back == message);
        CHECK(!name_of(message).empty());
        kinds.insert(message.index());
    }
    CHECK(kinds.size() == std::variant_size_v<Message>);
}

TEST_CASE("a message that breaks a limit is not encoded") {
    CHECK(encode(Hello{1, 1, std::string(kNameBytesMax + 1, 'a')}).empty());
    for (const char* bad :
         {"two\nlines", "\x7f", "\xc2\x85", "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xe2\x82", "\xf4\x90\x80\x80"}) {
        CHECK(encode(Hello{1, 1, bad}).empty());
    }
    for (const char* good : {"", "Zoë", "アルビレオ", "😀", "a b"}) CHECK(!encode(Hello{1, 1, good}).empty());
    CHECK(encode(Create{"level1", 0, 0, 3, 0}).empty());
    for (const std::string& bad : {std::string(kLevelNameBytesMax + 1, 'x'), std::string("two\nlines"), std::string("\xff")}) {
        CHECK(encode(Rejoin{"K7QF2M", {}, {}, true, bad}).empty());
        CHECK(encode(RematchWish{true, bad}).empty());
    }
    CHECK(encode(Spectators{9, std::vector<std::string>(kSpectatorsMax + 1, "Anna")}).empty());
    CHECK(encode(Spectators{1, {"two\nlines"}}).empty());
    CHECK(encode(Refused{Refusal::other_server, {}}).empty());
    for (const char* bad : {"", "two words", "::1", "a/b", "a\nb"}) CHECK(encode(Fleet{{Place{bad, 7777}}}).empty());
    CHECK(encode(Fleet{{Place{"a.example.org", 0}}}).empty());
    CHECK(encode(Fleet{std::vector<Place>(kFleetPlacesMax + 1, Place{"a", 1})}).empty());
    Entered carrying;
    carrying.carry = some_carry();
    CHECK_FALSE(encode(carrying).empty());
    carrying.section = 1;
    CHECK(encode(carrying).empty());
    carrying.section = 0;
    carrying.carry->players[0].lives = 0;
    CHECK(encode(carrying).empty());
    carrying.carry = some_carry();
    carrying.carry->players[1].charge = -1;
    CHECK(encode(carrying).empty());
    CHECK(encode(Create{"level1", 0, 0, 0, 0}).empty());
    CHECK(encode(Chunk{BlobKind::level, 0, 10, 0, std::vector<std::uint8_t>(11)}).empty());
    CHECK(encode(Chunk{BlobKind::level, 0, 10, 0, {}}).empty());
    CHECK(encode(Chunk{BlobKind::level, 0, kBlobBytesMax + 1, 0, {1}}).empty());
    Evidence evidence;
    evidence.values.resize(kEvidenceValuesMax + 1);
    CHECK(encode(evidence).empty());
    evidence.values.clear();
    CHECK(!encode(evidence).empty());
    evidence.to.own.resize(1);
    CHECK(encode(evidence).empty());
    evidence.to.own.resize(kEvidenceValuesMax + 1);
    CHECK(encode(evidence.to).empty());
}

TEST_CASE("any bytes decode to a message within the limits, or to an error") {
    Random random = Random::seed(11, 12);
    const auto all = samples();
    int decoded = 0;
    for (int i = 0; i < 20'000; ++i) {
        auto bytes = encode(all[random.below(static_cast<std::uint32_t>(all.size()))]);
        const std::uint32_t changes = 1 + random.below(4);
        for (std::uint32_t c = 0; c < changes; ++c) {
            bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::uint8_t>(random.next());
        }
        if (random.below(3) == 0) bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size()) + 1));
        Message message;
        if (decode(bytes, message) != CodecError::none) continue;
        ++decoded;
        REQUIRE(!encode(message).empty());  // an accepted message could have been encoded
    }
    CHECK(decoded > 1000);
    Message message;
    CHECK(decode(std::vector<std::uint8_t>(kMessageBytesMax + 1), message) == CodecError::too_long);
    CHECK(decode({}, message) == CodecError::unknown_message);
}

TEST_CASE("every reason has a text of its own") {
    std::set<std::string_view> texts;
    for (int i = 0; i < kRefusalCount; ++i) texts.insert(text_of(static_cast<Refusal>(i)));
    CHECK(texts.size() == kRefusalCount);
    texts.clear();
    for (int i = 0; i < kByeReasonCount; ++i) texts.insert(text_of(static_cast<ByeReason>(i)));
    CHECK(texts.size() == kByeReasonCount);
}

TEST_CASE("join codes") {
    std::set<std::string> codes;
    std::uint64_t random = 1;
    for (int i = 0; i < 1000; ++i) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const std::string code = join_code(random);
        CHECK(code.size() == kJoinCodeLetters);
        CHECK(read_join_code(code) == code);
        codes.insert(code);
    }
    CHECK(codes.size() == 1000);
    CHECK(read_join_code(" k7q-f2m ") == "K7QF2M");
    for (const char* bad : {"", "K7QF2", "K7QF2MM", "K7QF2O", "K7QF2\xff", "K7_F2M"}) CHECK(!read_join_code(bad));
    // Keys are ordered and equal as the texts are.
    std::vector<std::string> texts = {"", "K", "K7QF2M", "K7QF2N", "K7QF2MXA", "\xff"};
    for (std::uint64_t i = 1; i < 60; ++i) texts.push_back(i % 2 != 0 ? join_code(i * 0x9e3779b97f4a7c15) : watch_code(i * 0x9e3779b97f4a7c15));
    for (const std::string& a : texts) {
        for (const std::string& b : texts) CHECK((CodeKey(a) <=> CodeKey(b)) == (a <=> b));
        CHECK(CodeKey(a) != CodeKey(a + "XXXXXXXXX"));
    }
}

}  // namespace
}  // namespace albireo::proto
