#include "sim/level/level_bytes.hpp"

#include <algorithm>
#include <array>

#include "sim/fields.hpp"

namespace albireo {
namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {'A', 'L', 'B', 'L', 'E', 'V', 'E', 'L'};

// The header in front of the lists.
struct Header {
    std::array<std::uint8_t, 8> magic = kMagic;
    std::uint32_t version = kLevelVersion;
    std::uint32_t ticks = 0;
    Difficulty difficulty = Difficulty::standard;
    std::uint8_t spare = 0;
    std::uint16_t breath = kBreathTicks;
    Name title, backdrop;

    ALBIREO_FIELDS(magic, version, ticks, difficulty, spare, breath, title, backdrop);
};
static_assert(kFlat<Header>);

template <class List>
using ItemOf = typename std::remove_cvref_t<List>::value_type;

std::string number(std::size_t value) {
    return std::to_string(value);
}

}  // namespace

std::vector<std::uint8_t> level_bytes(const Level& level) {
    std::size_t size = sizeof(Header);
    const auto count = [&](std::string_view, const auto& list) {
        size += sizeof(std::uint32_t) + list.size() * sizeof(ItemOf<decltype(list)>);
    };
    visit_fields(count, level);
    std::vector<std::uint8_t> bytes(size);
    ByteWriter out(bytes);
    put(out,
        Header{.ticks = level.ticks,
               .difficulty = level.difficulty,
               .breath = level.breath,
               .title = level.title,
               .backdrop = level.backdrop});
    const auto put_list = [&](std::string_view, const auto& list) {
        static_assert(kFlat<ItemOf<decltype(list)>>);
        out.put(static_cast<std::uint32_t>(list.size()));
        for (const auto& item : list) put(out, item);
    };
    visit_fields(put_list, level);
    return bytes;
}

std::string load_level(Level& level, std::span<const std::uint8_t> bytes) {
    level = Level{};
    if (bytes.size() > kLevelBytesMax) {
        return "level of " + number(bytes.size()) + " bytes; at most " + number(kLevelBytesMax) + " are read";
    }
    ByteReader in(bytes);
    Header header;
    get(in, header);
    if (in.bad() || header.magic != kMagic) return "not a level: it does not begin with ALBLEVEL and a header";
    if (header.version != kLevelVersion) {
        return "level of version " + number(header.version) + ", this program reads version " + number(kLevelVersion) +
               "; compile its script again";
    }
    if (header.spare != 0) return "header.spare: must be 0";
    level.ticks = header.ticks;
    level.difficulty = header.difficulty;
    level.breath = header.breath;
    level.title = header.title;
    level.backdrop = header.backdrop;

    std::string error;
    const auto get_list = [&](std::string_view name, auto& list) {
        if (!error.empty()) return;
        constexpr std::size_t kItemSize = sizeof(ItemOf<decltype(list)>);
        const auto count = in.get<std::uint32_t>();
        if (in.bad()) {
            error = std::string(name) + ": the bytes end before its count";
        } else if (count > in.left() / kItemSize) {
            error = std::string(name) + ": " + number(count) + " items of " + number(kItemSize) +
                    " bytes do not fit the " + number(in.left()) + " bytes that are left";
        } else {
            list.resize(count);
            for (auto& item : list) get(in, item);
        }
    };
    visit_fields(get_list, level);
    if (error.empty() && !in.at_end()) error = number(in.left()) + " bytes too many at the end of the level";
    if (error.empty()) error = check_level(level);
    if (error.empty()) derive(level);
    return error;
}

}  // namespace albireo
