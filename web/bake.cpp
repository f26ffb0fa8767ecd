// albireo_bake FOLDER: what the replay page's module would need FreeType and Lua for, as C++ files: its letters and the
// game's looks.
#include <cstdio>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include "client/models/look_bytes.hpp"
#include "client/models/look_reader.hpp"
#include "client/text/font_bytes.hpp"

namespace {

using namespace albireo;

/// The letters of names and of the game's texts: Latin letters of Western Europe, and the marks of the HUD.
std::u32string page_letters() {
    std::u32string letters = U"…–—’•";
    for (char32_t code = U'À'; code <= U'ÿ'; ++code) letters += code;
    return letters;
}

/// `name`: "albireo::room::function".
bool write_code(const std::string& path, const std::string& room, const std::string& function, std::span<const std::uint8_t> bytes) {
    std::ofstream file(path);
    file << "#include <cstdint>\n#include <span>\n\nnamespace albireo::" << room << " {\n\nstd::span<const std::uint8_t> "
         << function << "();\nstd::span<const std::uint8_t> " << function
         << "() {\n    alignas(8) static constexpr std::uint8_t bytes[] = {";
    for (std::size_t i = 0; i < bytes.size(); ++i) file << (i % 32 == 0 ? "\n" : "") << int{bytes[i]} << ',';
    file << "};\n    return bytes;\n}\n\n}  // namespace albireo::" << room << "\n";
    return file.flush().good();
}

}  // namespace

int main(int argc, char** argv) {
    constexpr const char* kUsage = "Writes the replay page's letters and looks as C++ files: albireo_bake FOLDER";
    if (argc == 2 && (argv[1] == std::string_view("--help") || argv[1] == std::string_view("-h"))) return std::puts(kUsage), 0;
    if (argc != 2) return std::fprintf(stderr, "albireo_bake: one argument is needed, the folder for the files\n"), 2;
    if (argv[1][0] == '-') return std::fprintf(stderr, "albireo_bake: unknown argument '%s' (see --help)\n", argv[1]), 2;
    const std::string folder = argv[1];
    if (write_code(folder + "/baked_font.cpp", "text", "font_file", text::bytes_of(text::font(), page_letters())) &&
        write_code(folder + "/baked_looks.cpp", "models", "baked_looks", models::bytes_of(*models::builtin_looks()))) {
        return 0;
    }
    return std::fprintf(stderr, "albireo_bake: %s: the files cannot be written\n", folder.c_str()), 2;
}
