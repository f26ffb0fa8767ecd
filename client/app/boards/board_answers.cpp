#include "client/app/boards/board_answers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "proto/names.hpp"

namespace albireo::app {
namespace {

using nlohmann::json;

constexpr std::uint64_t kNumberMax = 1'000'000'000'000'000;  // of a score or a place: more has no room on a screen

const json* member(const json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> number(const json& object, const char* key) {
    const json* const found = member(object, key);
    if (found == nullptr || !found->is_number_unsigned()) return std::nullopt;
    const auto value = found->get<std::uint64_t>();
    return value <= kNumberMax ? std::optional(value) : std::nullopt;
}

std::string text(const json& object, const char* key) {
    const json* const found = member(object, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

std::string names_of(const json& run) {
    std::string names;
    for (const char* slot : {"gold", "blue"}) {
        const json* const player = member(run, slot);
        if (player == nullptr) continue;
        const std::string name = proto::tidy_name(text(*player, "name"));
        names += (names.empty() ? "" : ", ") + (name.empty() ? "?" : name);
    }
    return names.empty() ? "?" : names;
}

std::optional<BoardRow> row_of(const json& run, std::optional<std::uint64_t> place) {
    const auto score = number(run, "score"), id = number(run, "id");
    if (!place || *place == 0 || !score || !id) return std::nullopt;
    return BoardRow{.place = *place, .names = names_of(run), .score = *score, .run = static_cast<std::int64_t>(*id)};
}

}  // namespace

std::optional<BoardRows> read_board_rows(std::string_view body) {
    if (body.size() > kBoardBytesMax) return std::nullopt;
    const json board = json::parse(body, nullptr, false);
    const json* const runs = member(board, "runs");
    if (runs == nullptr || !runs->is_array()) return std::nullopt;
    BoardRows all;
    for (std::size_t i = 0; i < std::min(runs->size(), BoardRows::kRowsMax); ++i) {
        const auto row = row_of((*runs)[i], i + 1);
        if (!row) return std::nullopt;
        all.rows.push_back(*row);
    }
    if (const json* const own = member(board, "own")) {
        all.own = row_of(*own, number(*own, "place"));
        if (!all.own) return std::nullopt;
    }
    return all;
}

Verdict read_verdict(unsigned status, std::string_view body) {
    const json said = body.size() <= kVerdictBytesMax ? json::parse(body, nullptr, false) : json();
    if (status == 429 || status >= 500) return {.kind = Verdict::Kind::later, .is_too_often = status == 429};
    if (status == 413) return {.kind = Verdict::Kind::refused, .refusal = scores::Refusal::too_large};
    if (status == 201 || status == 409) {
        const auto place = number(said, "place");
        if (!place || *place == 0) return {};
        const std::uint64_t of = number(said, "of").value_or(0);
        Verdict verdict{.kind = Verdict::Kind::counts, .place = *place, .of = of >= *place ? of : 0};
        const json* const earned = member(said, "achievements");
        for (std::size_t i = 0; earned != nullptr && earned->is_array() && i < std::min(earned->size(), kEarnedMax); ++i) {
            if ((*earned)[i].is_string()) verdict.earned.push_back((*earned)[i].get<std::string>());
        }
        return verdict;
    }
    const std::string reason = text(said, "reason");
    if (reason.empty() || status < 400) return {};
    return {.kind = Verdict::Kind::refused, .refusal = scores::refusal_named(reason).value_or(scores::Refusal::none)};
}

}  // namespace albireo::app
