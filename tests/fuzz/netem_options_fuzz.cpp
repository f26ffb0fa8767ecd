// Goal: any words on albireo-netem's command line are options or a refusal with exit code 2 (0 for --help).
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "tests/netem/netem_options.hpp"

using namespace albireo::netem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::cerr.setstate(std::ios::failbit);
    std::cout.setstate(std::ios::failbit);
    std::vector<std::string> words{"albireo-netem", ""};
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 512); ++i) {
        if (data[i] == 0 || data[i] == '\n') {
            words.emplace_back();
        } else {
            words.back() += static_cast<char>(data[i]);
        }
    }
    std::vector<const char*> arguments;
    for (const std::string& word : words) arguments.push_back(word.c_str());
    int exit_code = -1;
    const auto options = parse_netem_options(static_cast<int>(arguments.size()), arguments.data(), exit_code);
    if (!options && exit_code != 2 && exit_code != 0) std::abort();
    if (options && (options->to_port == 0 || options->up.loss_ppm > 1'000'000)) std::abort();
    return 0;
}
