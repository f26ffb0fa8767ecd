#include "web/module/json.hpp"

#include <cstdio>

#include "replays/text.hpp"

namespace albireo::web {

std::string json_quoted(std::string_view given) {
    std::string out = "\"";
    for (const char letter : replays::valid_utf8(given)) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') out += '\\';
        if (byte >= 0x20) {
            out += letter;
        } else {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            out += escape;
        }
    }
    return out + '"';
}

std::string json_array(const std::vector<std::string>& values) {
    std::string text = "[";
    for (const std::string& each : values) text += (text.size() > 1 ? "," : "") + each;
    return text + "]";
}

JsonObject& JsonObject::raw(std::string_view name, std::string_view value) {
    if (text_.size() > 1) text_ += ',';
    text_ += json_quoted(name);
    text_ += ':';
    text_ += value;
    return *this;
}
JsonObject& JsonObject::text(std::string_view name, std::string_view value) { return raw(name, json_quoted(value)); }
JsonObject& JsonObject::number(std::string_view name, std::int64_t value) { return raw(name, std::to_string(value)); }
JsonObject& JsonObject::flag(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }

}  // namespace albireo::web
