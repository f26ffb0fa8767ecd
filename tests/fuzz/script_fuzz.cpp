// Goal: any text given to the script compiler ends in a level that passes its check, or in one line that begins with the
// name of the script or of one that it uses.
#include <cstdlib>

#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;

namespace {

bool is_one_line_of_a_script(std::string_view error) {
    if (error.find('\n') != error.npos) return false;
    if (error.starts_with("fuzz.lua:")) return true;
    for (const script::BuiltinScript& builtin : script::builtin_scripts()) {
        if (error.starts_with(std::string(builtin.name) + ".lua:")) return true;
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto compiled = script::compile_level(text, "fuzz.lua", Difficulty::standard, script::builtin_source);
    if (!compiled.error.empty()) {
        if (!is_one_line_of_a_script(compiled.error)) std::abort();
        return 0;
    }
    if (!check_level(compiled.level).empty()) std::abort();
    return 0;
}
