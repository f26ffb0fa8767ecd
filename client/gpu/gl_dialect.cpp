#include "client/gpu/gl_dialect.hpp"

#include <algorithm>
#include <cctype>

namespace albireo::gpu {
namespace {

constexpr std::string_view kPrecision = R"(precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
)";

/// In the order of the real one: from the upper left corner, clockwise seen with y downward.
constexpr std::string_view kSubstitutes = R"(#define dFdxFine dFdx
#define dFdyFine dFdy
vec4 textureGather(sampler2D map, vec2 at) {
    ivec2 low = ivec2(floor(at * vec2(textureSize(map, 0)) - 0.5)), most = textureSize(map, 0) - 1;
    ivec2 a = clamp(low, ivec2(0), most), b = clamp(low + 1, ivec2(0), most);
    return vec4(texelFetch(map, ivec2(a.x, b.y), 0).r, texelFetch(map, b, 0).r, texelFetch(map, ivec2(b.x, a.y), 0).r,
                texelFetch(map, a, 0).r);
}
)";

std::string_view last_word(std::string_view text) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::size_t end = text.size();
    while (end > 0 && !is_part(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_part(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

/// The line without its binding, which becomes a slot. Other lines as they are.
std::string without_binding(std::string_view line, std::vector<ShaderSlot>& slots) {
    constexpr std::string_view kBinding = "binding = ";
    const std::size_t binding = line.find(kBinding), uniform = line.find("uniform ");
    if (!line.starts_with("layout(") || binding == std::string_view::npos || uniform == std::string_view::npos) {
        return std::string(line);
    }
    GLuint slot = 0;
    for (std::size_t i = binding + kBinding.size(); i < line.size() && line[i] >= '0' && line[i] <= '9'; ++i) {
        slot = slot * 10 + static_cast<GLuint>(line[i] - '0');
    }
    const bool is_block = line.find('{') != std::string_view::npos;
    slots.push_back({std::string(last_word(line.substr(0, line.find_first_of("{;")))), slot, is_block});
    return (is_block ? "layout(std140) " : "") + std::string(line.substr(uniform));
}

}  // namespace

std::string_view Dialect::version_line() const {
    return graphics == Graphics::full       ? "#version 450 core"
           : graphics == Graphics::portable ? "#version 330 core"
                                            : "#version 300 es";
}

std::string translate(const Dialect& dialect, std::string_view text, std::vector<ShaderSlot>& slots) {
    std::string out = std::string(dialect.version_line()) + "\n";
    if (dialect.is_es()) out += kPrecision;
    if (dialect.graphics != Graphics::full) out += kSubstitutes;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        out += without_binding(text.substr(0, end + 1), slots);
        text.remove_prefix(end + 1);
    }
    // Comments have letters that older compilers refuse.
    if (dialect.graphics != Graphics::full) {
        for (char& letter : out) letter = static_cast<unsigned char>(letter) < 0x80 ? letter : '?';
    }
    return out;
}

}  // namespace albireo::gpu
