// albireo_texts_below: prints the texts of lower modules as C++, for xgettext (po/refresh).
#include <cstdio>

#include "tests/client/words/texts_below.hpp"
#include "tests/support/tool_help.hpp"

int main(int argc, char** argv) {
    albireo::support::answer_help(argc, argv, "albireo_texts_below",
                                  "albireo_texts_below: prints the texts of modules that have no translations, as C++ for xgettext (po/refresh)");
    for (const std::string& text : albireo::words::texts_below()) {
        std::string quoted;
        for (const char c : text) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
        std::printf("mark(\"%s\");\n", quoted.c_str());
    }
}
