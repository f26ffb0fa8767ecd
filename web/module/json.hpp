#pragma once
/// One JSON object, written member by member, for the page's script. Any text is accepted: invalid UTF-8 becomes
/// U+FFFD, and control characters are escaped.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::web {

class JsonObject {
  public:
    JsonObject& text(std::string_view name, std::string_view value);
    /// Exact up to 2^53 in both directions: JavaScript reads it as a double.
    JsonObject& number(std::string_view name, std::int64_t value);
    JsonObject& flag(std::string_view name, bool value);
    /// `value` is JSON already.
    JsonObject& raw(std::string_view name, std::string_view value);
    std::string done() const { return text_ + "}"; }

  private:
    std::string text_ = "{";
};

/// The text with quotes, as a JSON string.
std::string json_quoted(std::string_view text);
/// JSON values as an array.
std::string json_array(const std::vector<std::string>& values);

}  // namespace albireo::web
