#include "client/gpu/shader_library.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace albireo::gpu {

ShaderLibrary::ShaderLibrary(std::span<const Asset> embedded, std::string folder)
    : embedded_(embedded), folder_(std::move(folder)) {}

std::string ShaderLibrary::text(std::string_view name) const {
    for (const auto& [added, text] : additions_) {
        if (added == name) return text;
    }
    if (!folder_.empty()) {
        const std::string path = folder_ + "/" + std::string(name);
        std::ifstream file(path, std::ios::binary);
        std::stringstream all;
        if (!file || !(all << file.rdbuf())) throw AssetError{path + ": cannot be read; is --assets the right folder?"};
        return all.str();
    }
    for (const Asset& asset : embedded_) {
        if (asset.name == name) return std::string(asset.text);
    }
    if (name.starts_with("textures/graphs/")) {
        throw AssetError{std::string(name) + ": there is no such skin; add its .graph file to the folder of looks"};
    }
    throw AssetError{std::string(name) + ": not among the shaders of this program; rebuild it"};
}

std::vector<std::string> ShaderLibrary::names(std::string_view prefix) const {
    std::vector<std::string> names;
    for (const Asset& asset : embedded_) {
        if (asset.name.starts_with(prefix)) names.emplace_back(asset.name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

ShaderText ShaderLibrary::assemble(std::string_view name, std::span<const std::string> defines,
                                   const ShaderText* extra) const {
    ShaderText out;
    for (const std::string& define : defines) out.text += "#define " + define + "\n";
    std::vector<std::string> seen;
    add(out, name, seen, extra);
    return out;
}

void ShaderLibrary::add(ShaderText& out, std::string_view name, std::vector<std::string>& seen,
                        const ShaderText* extra) const {
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) return;
    seen.emplace_back(name);
    const std::size_t file = out.files.size();
    out.files.emplace_back(name);
    const std::string whole = text(name);
    const auto mark = [&](int line) {
        out.text += "#line " + std::to_string(line) + " " + std::to_string(file) + "\n";
    };
    mark(1);
    int line = 0;
    std::istringstream lines(whole);
    for (std::string text_line; std::getline(lines, text_line);) {
        ++line;
        const std::string_view view = text_line;
        if (view.starts_with("#include \"") && view.ends_with('"')) {
            add(out, view.substr(10, view.size() - 11), seen, extra);
            mark(line + 1);
        } else if (view.starts_with("#extra")) {
            if (extra != nullptr) {
                // The extra text numbers its files from 0 in its own list; they follow ours.
                const std::size_t base = out.files.size();
                std::istringstream extra_lines(extra->text);
                for (std::string extra_line; std::getline(extra_lines, extra_line);) {
                    if (extra_line.starts_with("#line ")) {
                        std::istringstream numbers(extra_line.substr(6));
                        std::size_t at = 0, index = 0;
                        numbers >> at >> index;
                        extra_line = "#line " + std::to_string(at) + " " + std::to_string(base + index);
                    }
                    out.text += extra_line + "\n";
                }
                out.files.insert(out.files.end(), extra->files.begin(), extra->files.end());
            }
            mark(line + 1);
        } else {
            out.text += text_line + "\n";
        }
    }
}

std::string readable_log(std::string_view log, std::span<const std::string> files) {
    std::istringstream lines{std::string(log)};
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        if (first.empty()) first = line;
        if (line.find("error") == std::string::npos) continue;
        // Mesa: `0:12(3): error: …`; NVIDIA: `0(12) : error C…`.
        std::size_t at = 0;
        const auto number = [&] {
            std::size_t value = 0;
            while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0) {
                value = value * 10 + static_cast<std::size_t>(line[at++] - '0');
            }
            return value;
        };
        const std::size_t file = number();
        if (at == 0 || at >= line.size() || (line[at] != ':' && line[at] != '(') || file >= files.size()) return line;
        ++at;
        const std::size_t row = number();
        const std::size_t message = line.find("error", at);
        return files[file] + ":" + std::to_string(row) + ": " + line.substr(message);
    }
    return first.empty() ? "the driver gives no reason" : first;
}

}  // namespace albireo::gpu
