// albireo_bake FOLDER: what the pages' modules would need FreeType and Lua for: letters and the game's looks as C++ files,
// and the levels as they are played, with a list of them.
#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/models/look_bytes.hpp"
#include "client/models/look_reader.hpp"
#include "client/text/font_bytes.hpp"
#include "console/run_program.hpp"
#include "replays/sink.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "web/module/json.hpp"

namespace {

using namespace albireo;

/// The letters of names and of the game's texts: Latin letters of Western Europe, and the marks of the HUD.
std::u32string page_letters() {
    std::u32string letters = U"…–—’•";
    for (char32_t code = U'À'; code <= U'ÿ'; ++code) letters += code;
    return letters;
}

/// Leaves a file of the same bytes alone, so that nothing is compiled again.
bool write(const std::string& path, std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> before;
    if (replays::read_file(path, before).empty() && std::ranges::equal(before, bytes)) return true;
    return replays::write_whole(path, bytes).empty();
}
bool write(const std::string& path, std::string_view text) {
    return write(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// A C++ file with the function albireo::ROOM::FUNCTION(), which returns the bytes.
bool write_code(const std::string& path, const std::string& module, const std::string& function, std::span<const std::uint8_t> bytes) {
    std::string code = "#include <cstdint>\n#include <span>\n\nnamespace albireo::" + module + " {\n\nstd::span<const std::uint8_t> " + function +
                       "();\nstd::span<const std::uint8_t> " + function + "() {\n    alignas(8) static constexpr std::uint8_t bytes[] = {";
    for (std::size_t i = 0; i < bytes.size(); ++i) code += (i % 32 == 0 ? "\n" : "") + std::to_string(bytes[i]) + ',';
    return write(path, code + "};\n    return bytes;\n}\n\n}  // namespace albireo::" + module + "\n");
}

/// In the order of the game page's menu.
constexpr std::string_view kLevels[] = {"tutorial", "the_cut", "shelf_sea", "the_hive", "boss_rush", "endless"};

/// FOLDER/NAME.DIFFICULTY.level, and FOLDER/levels.json, which names them with their titles and sections.
bool write_levels(const std::string& folder) {
    std::string list = "[";
    for (const std::string_view name : kLevels) {
        std::string sections = "[", title;
        for (int i = 0; i < kDifficultyCount; ++i) {
            const auto difficulty = static_cast<Difficulty>(i);
            const script::Compiled compiled = script::compile_builtin_level(name, difficulty);
            if (!compiled.error.empty()) return std::fprintf(stderr, "albireo_bake: %s\n", compiled.error.c_str()), false;
            const std::string path = folder + "/" + std::string(name) + "." + std::string(name_of(difficulty)) + ".level";
            if (!write(path, level_bytes(compiled.level))) return false;
            if (i != 0) continue;
            title = compiled.level.title.view();
            for (std::uint32_t section = 1; section <= section_count(compiled.level); ++section) {
                const auto boss = boss_of_section(compiled.level, section);
                if (section > 1) sections += ",";
                sections += web::JsonObject{}
                                .text("name", section_name(compiled.level, section))
                                .number("phases", boss ? boss->phases : 0)
                                .text("boss", boss ? compiled.level.name(compiled.level.kinds[boss->kind].name) : "")
                                .done();
            }
        }
        if (list.size() > 1) list += ",";
        list += web::JsonObject{}.text("name", name).text("title", title).raw("sections", sections + "]").done();
    }
    return write(folder + "/levels.json", list + "]");
}

int run(int argc, char** argv) {
    constexpr const char* kUsage = "Writes the web pages' letters and looks as C++ files, and the levels: albireo_bake FOLDER";
    if (argc == 2 && (argv[1] == std::string_view("--help") || argv[1] == std::string_view("-h"))) return std::puts(kUsage), 0;
    if (argc != 2) return std::fprintf(stderr, "albireo_bake: one argument is needed, the folder for the files\n"), 2;
    if (argv[1][0] == '-') return std::fprintf(stderr, "albireo_bake: unknown argument '%s' (see --help)\n", argv[1]), 2;
    const std::string folder = argv[1];
    if (write_code(folder + "/baked_font.cpp", "text", "font_file", text::bytes_of(text::font(), page_letters())) &&
        write_code(folder + "/baked_looks.cpp", "models", "baked_looks", models::bytes_of(*models::builtin_looks())) &&
        write_levels(folder)) {
        return 0;
    }
    return std::fprintf(stderr, "albireo_bake: %s: the files cannot be written\n", folder.c_str()), 2;
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo_bake", [&] { return run(argc, argv); });
}
