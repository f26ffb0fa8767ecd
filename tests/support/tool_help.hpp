#pragma once
/// The help of a small tool of the tests, whose arguments have fixed places.
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace albireo::support {

/// With --help or -h, prints `text` and exits with 0. Any other argument that begins with '-' and a letter or a '-' is
/// unknown, unless it is `known`: names it and exits with 2. Numbers below zero and "-" alone are passed on.
inline void answer_help(int argc, char** argv, const char* name, const char* text, const char* known = nullptr) {
    for (int i = 1; i < argc; ++i) {
        const char* const word = argv[i];
        if (std::strcmp(word, "--help") == 0 || std::strcmp(word, "-h") == 0) {
            std::puts(text);
            std::exit(0);
        }
        const bool is_flag = word[0] == '-' && (word[1] == '-' || (word[1] >= 'A' && word[1] <= 'z'));
        if (!is_flag || (known != nullptr && std::strcmp(word, known) == 0)) continue;
        std::fprintf(stderr, "%s: unknown argument '%s' (see --help)\n", name, word);
        std::exit(2);
    }
}

}  // namespace albireo::support
