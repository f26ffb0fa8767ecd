#include "reach/query.hpp"

#include <algorithm>
#include <cassert>

#include "proto/join_code.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::reach {
namespace {

enum class Kind : std::uint8_t { query = 1, answer = 2, watch = 3 };
constexpr std::uint8_t kOpen = 1;
static_assert(kCodeLetters == proto::kJoinCodeLetters && kWatchLetters == proto::kWatchCodeLetters);

/// The length of the character that begins the text; 0 if it is not well-formed or a control character.
std::size_t character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x20 || first == 0x7f) return 0;
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length > text.size()) return 0;
    std::uint32_t code = first & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < kLeast[length] || code > 0x10ffff || is_surrogate || code < 0xa0 ? 0 : length;
}

void put_head(ByteWriter& writer, Kind kind, std::uint64_t nonce) {
    writer.put_bytes(kQueryMagic.data(), kQueryMagic.size());
    writer.put(kQueryVersion);
    writer.put(static_cast<std::uint8_t>(kind));
    writer.put(nonce);
}

void put_text(ByteWriter& writer, std::string_view text) {
    writer.put(static_cast<std::uint8_t>(text.size()));
    writer.put_bytes(text.data(), text.size());
}

bool get_head(ByteReader& reader, Kind kind, std::uint64_t& nonce) {
    std::array<std::uint8_t, 4> magic{};
    reader.get_bytes(magic.data(), magic.size());
    const bool version = reader.get<std::uint8_t>() == kQueryVersion;
    const bool right = reader.get<std::uint8_t>() == static_cast<std::uint8_t>(kind);
    nonce = reader.get<std::uint64_t>();
    return magic == kQueryMagic && version && right && !reader.bad();
}

/// The code as it stands in the datagram: upper case, no spaces.
bool is_code(const std::string& code) {
    return proto::read_join_code(code) == code;
}

bool is_watch_code(const std::string& code) {
    return proto::read_watch_code(code) == code;
}

/// Returns false if the text is longer than allowed or not plain.
bool get_text(ByteReader& reader, std::size_t most, std::string& text) {
    const std::size_t size = reader.get<std::uint8_t>();
    if (size > most || size > reader.left()) return false;
    text.resize(size);
    reader.get_bytes(text.data(), size);
    return plain(text, most).size() == size;
}

bool get_game(ByteReader& reader, Game& game) {
    game.code.resize(kCodeLetters);
    reader.get_bytes(game.code.data(), kCodeLetters);
    game.is_open = (reader.get<std::uint8_t>() & kOpen) != 0;
    return is_code(game.code) && get_text(reader, kNameBytes, game.name) && get_text(reader, kLevelBytes, game.level) &&
           !reader.bad();
}

}  // namespace

std::string_view plain(std::string_view text, std::size_t bytes) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = character(text.substr(at));
        if (length == 0) return {};
        at += length;
        if (at <= bytes) kept = at;
    }
    return text.substr(0, kept);
}

bool is_query(std::span<const std::uint8_t> datagram) {
    return datagram.size() >= kQueryMagic.size() && std::ranges::equal(datagram.first(kQueryMagic.size()), kQueryMagic);
}

std::optional<Query> read_query(std::span<const std::uint8_t> datagram) {
    if (datagram.size() != kQueryBytes) return std::nullopt;
    ByteReader reader{datagram};
    Query query;
    if (ByteReader watch{datagram}; get_head(watch, Kind::watch, query.nonce)) {
        query.watch_code.resize(kWatchLetters);
        watch.get_bytes(query.watch_code.data(), kWatchLetters);
        return is_watch_code(query.watch_code) ? std::optional(std::move(query)) : std::nullopt;
    }
    if (!get_head(reader, Kind::query, query.nonce)) return std::nullopt;
    std::string code(kCodeLetters, '\0');
    reader.get_bytes(code.data(), code.size());
    if (code == std::string(kCodeLetters, '\0')) return query;
    if (!is_code(code)) return std::nullopt;
    query.code = code;
    return query;
}

std::optional<Answer> read_answer(std::span<const std::uint8_t> datagram) {
    if (datagram.size() > kQueryBytes) return std::nullopt;
    ByteReader reader{datagram};
    Answer answer;
    if (!get_head(reader, Kind::answer, answer.nonce)) return std::nullopt;
    answer.server = reader.get<std::uint64_t>();
    answer.core = reader.get<std::uint16_t>();
    reader.get_bytes(&answer.host, sizeof answer.host);
    answer.port = reader.get<std::uint16_t>();
    const std::size_t count = reader.get<std::uint8_t>();
    if (reader.bad() || count > kGamesMax || answer.port == 0) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        if (Game game; get_game(reader, game)) {
            answer.games.push_back(std::move(game));
        } else {
            return std::nullopt;
        }
    }
    return reader.at_end() ? std::optional(std::move(answer)) : std::nullopt;
}

std::array<std::uint8_t, kQueryBytes> write_query(const Query& query) {
    assert((query.code.empty() || is_code(query.code)) && (query.watch_code.empty() || is_watch_code(query.watch_code)) && "the caller has read the code that the player typed");
    assert((query.code.empty() || query.watch_code.empty()) && "a query is for players or for a spectator");
    const std::string& code = query.watch_code.empty() ? query.code : query.watch_code;
    std::array<std::uint8_t, kQueryBytes> bytes{};
    ByteWriter writer{bytes};
    put_head(writer, query.watch_code.empty() ? Kind::query : Kind::watch, query.nonce);
    writer.put_bytes(code.data(), code.size());
    return bytes;
}

std::size_t write_answer(const Answer& answer, std::span<std::uint8_t> out) {
    assert(answer.games.size() <= kGamesMax && out.size() >= kQueryBytes);
    ByteWriter writer{out.first(kQueryBytes)};
    put_head(writer, Kind::answer, answer.nonce);
    writer.put(answer.server);
    writer.put(answer.core);
    writer.put_bytes(&answer.host, sizeof answer.host);
    writer.put(answer.port);
    writer.put(static_cast<std::uint8_t>(answer.games.size()));
    for (const Game& game : answer.games) {
        assert(is_code(game.code));
        writer.put_bytes(game.code.data(), game.code.size());
        writer.put(static_cast<std::uint8_t>(game.is_open ? kOpen : 0));
        put_text(writer, plain(game.name, kNameBytes));
        put_text(writer, plain(game.level, kLevelBytes));
    }
    assert(!writer.full() && "kGamesMax games fit");
    return writer.size();
}

}  // namespace albireo::reach
