// albireo_texts_below: prints the texts of lower rooms as C++, for xgettext (po/refresh).
#include <cstdio>

#include "tests/client/words/texts_below.hpp"

int main() {
    for (const std::string& text : albireo::words::texts_below()) {
        std::string quoted;
        for (const char c : text) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
        std::printf("mark(\"%s\");\n", quoted.c_str());
    }
}
