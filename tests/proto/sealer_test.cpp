// Goal: a sealed datagram is opened once and only as it was sealed, whatever is lost, late, repeated or forged on the way,
// also across many changes of keys.
#include "proto/sealer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "proto/sealed_datagram.hpp"
#include "sim/base/random.hpp"
#include "tests/support/contains_bytes.hpp"

namespace albireo::proto {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr ChainKey kSecret{1, 2, 3};

struct Line {
    Sealer seal{kSecret};
    Opener open{kSecret};
    std::array<std::uint8_t, kSealedPacketMax> packet{};

    Bytes make(std::span<const std::uint8_t> text, SealedHead head = {7, Channel::frames}) {
        Bytes out(kSealedDatagramMax);
        out.resize(write_sealed(head, seal, text, out));
        return out;
    }
    bool opens(std::span<const std::uint8_t> datagram) { return open.open(datagram, kSealedHeadBytes, packet).has_value(); }
};

TEST_CASE("packets of all sizes pass, and nothing of them can be read in the datagram") {
    Line line;
    for (std::size_t size = 1; size <= kLinkPacketBytesMax; size += size < 70 ? 1 : 113) {
        const Bytes text(size, 0x41);
        const Bytes datagram = line.make(text);
        CHECK(datagram.size() == size + kSealedHeadBytes + kSealBytes);
        CHECK(wire_bytes(size) == datagram.size() + 28);
        if (size >= 4) CHECK(!support::contains_bytes(datagram, Bytes(4, 0x41)));
        REQUIRE(line.open.open(datagram, kSealedHeadBytes, line.packet) == size);
        CHECK(std::ranges::equal(text, std::span{line.packet}.first(size)));
    }
}

TEST_CASE("heads round-trip. A datagram with an impossible head or size is refused") {
    for (const SealedHead head : {SealedHead{0, Channel::control}, {kPeerNumberMax, Channel::frames}, {300, Channel::frames}, {300, Channel::voice}}) {
        Line line;
        const Bytes datagram = line.make(Bytes(1), head);
        CHECK(read_sealed_head(datagram) == head);
        for (std::size_t cut = 0; cut < datagram.size(); ++cut) CHECK(!read_sealed_head(std::span{datagram}.first(cut)));
    }
    Bytes datagram(kSealedDatagramMax + 1);
    CHECK(!read_sealed_head(datagram));
    datagram.pop_back();
    CHECK(read_sealed_head(datagram));
    for (const int first : {0xc0, 0xff}) {  // a channel that nobody knows
        datagram[0] = static_cast<std::uint8_t>(first);
        CHECK(!read_sealed_head(datagram));
    }
}

TEST_CASE("any changed, missing or added byte, and any other key, make a forgery") {
    Line line;
    const Bytes text{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const Bytes datagram = line.make(text);
    for (std::size_t bit = 0; bit < datagram.size() * 8; ++bit) {
        Bytes broken = datagram;
        broken[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        CHECK(!line.opens(broken));
    }
    for (std::size_t cut = 0; cut < datagram.size(); ++cut) CHECK(!line.opens(std::span{datagram}.first(cut)));
    Bytes longer = datagram;
    longer.push_back(0);
    CHECK(!line.opens(longer));
    Opener other{ChainKey{1, 2, 4}};
    CHECK(!other.open(datagram, kSealedHeadBytes, line.packet));
    CHECK(!line.open.open(datagram, kSealedHeadBytes + 1, line.packet));
    CHECK(line.opens(datagram));  // none of the forgeries had an effect
    CHECK(!line.opens(datagram));
}

TEST_CASE("each datagram is opened once, in any order within the window, and none older than the window") {
    Line line;
    std::vector<Bytes> all;
    for (int i = 0; i < 3'000; ++i) all.push_back(line.make(Bytes{static_cast<std::uint8_t>(i), 2}));
    Random random = Random::seed(1, 2);
    std::set<std::size_t> opened;
    std::size_t highest = 0;
    for (int i = 0; i < 30'000; ++i) {
        const std::size_t until = std::min<std::size_t>(all.size(), static_cast<std::size_t>(i) / 8 + 1);
        const std::size_t which = until - 1 - random.below(static_cast<std::uint32_t>(std::min<std::size_t>(until, 1'400)));
        const bool is_late = highest >= kReplayWindow && which <= highest - kReplayWindow;
        CAPTURE(which);
        CAPTURE(highest);
        CHECK(line.opens(all[which]) == (!opened.contains(which) && !is_late));
        if (!is_late) opened.insert(which);
        if (opened.contains(which)) highest = std::max(highest, which);
    }
    CHECK(opened.size() > 2'500);
}

TEST_CASE("losses, late datagrams and copies are handled in the same way across every change of keys") {
    Line line;
    Random random = Random::seed(3, 4);
    std::vector<Bytes> late;
    std::set<Bytes> texts;
    const Bytes text{9, 9, 9, 9, 9, 9, 9, 9};
    std::uint64_t opened = 0, sent = 0;
    for (; sent < 30 * kPacketsPerKey; ++sent) {
        const Bytes datagram = line.make(text);
        if (sent % 16 == 0) CHECK(texts.insert(datagram).second);  // no two are equal
        if (random.below(10) < 3) continue;                        // lost
        if (random.below(10) == 0) {
            late.push_back(datagram);
        } else {
            CHECK(line.opens(datagram));
            ++opened;
        }
        if (late.size() < 20) continue;  // so that none is older than the window
        for (const Bytes& each : late) {
            CHECK(line.opens(each));
            CHECK(!line.opens(each));
        }
        opened += late.size();
        late.clear();
    }
    CHECK(opened > sent / 2);
    // As many datagrams as one key seals may be lost in a row, wherever the key changes.
    CHECK(line.opens(line.make(text)));
    for (std::uint64_t i = 1; i < kPacketsPerKey; ++i) line.make(text);
    CHECK(line.opens(line.make(text)));
}

TEST_CASE("a stranger's datagrams far ahead do not move the window") {
    Line line;
    const Bytes text{1, 2, 3};
    CHECK(line.opens(line.make(text)));
    Random random = Random::seed(5, 6);
    for (int i = 0; i < 100'000; ++i) {
        Bytes forged(kSealedHeadBytes + kSealBytes + 1 + random.below(60));
        for (auto& byte : forged) byte = static_cast<std::uint8_t>(random.next());
        CHECK(!line.opens(forged));
    }
    CHECK(line.opens(line.make(text)));
}

/// Whether an object's memory holds these bytes.
bool holds(const auto& object, std::span<const std::uint8_t> bytes) {
    return support::contains_bytes({reinterpret_cast<const std::uint8_t*>(&object), sizeof object}, bytes);
}

// They once stayed until the next epoch ended: a thief of the memory could read up to 16 383 datagrams of the past.
TEST_CASE("the keys of an epoch are wiped once no datagram under them is let in any more") {
    const ChainKey first{1, 2, 3};
    const SealKeys keys = KeyChain{first}.next();
    for (const std::uint64_t lost : {std::uint64_t{0}, std::uint64_t{1'500}}) {  // from 10 before the end of the epoch on
        CAPTURE(lost);
        Sealer sealer{first};
        Opener opener{first};
        std::array<std::uint8_t, kSealBytes> datagram;
        std::array<std::uint8_t, kSealedPacketMax> packet;
        const auto pass = [&](std::uint64_t count, bool arrives) {
            for (std::uint64_t i = 0; i < count; ++i) {
                sealer.seal(datagram, 0, {});
                if (arrives) REQUIRE(opener.open(datagram, 0, packet));
            }
        };
        pass(kPacketsPerKey - 10, true);
        CHECK(holds(opener, keys.cipher));
        pass(lost, false);
        if (lost == 0) {
            pass(10 + kReplayWindow - 1, true);
            CHECK(holds(opener, keys.cipher));
        }
        pass(1, true);
        CHECK_FALSE(holds(opener, keys.cipher));
        CHECK_FALSE(holds(opener, keys.tag));
    }
}

}  // namespace
}  // namespace albireo::proto
