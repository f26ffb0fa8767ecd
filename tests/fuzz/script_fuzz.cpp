// Goal: any text given to the script compiler ends in a level that passes its check or in one line with its file.
#include <cstdlib>

#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto compiled = script::compile_level(text, "fuzz.lua", Difficulty::standard, script::builtin_source);
    if (!compiled.error.empty()) {
        if (compiled.error.find('\n') != std::string::npos) std::abort();
        return 0;
    }
    if (!check_level(compiled.level).empty()) std::abort();
    return 0;
}
