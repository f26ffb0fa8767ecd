// Goal: every attack over real sockets runs in a network of its own, so that it harms nobody beside it and nobody disturbs it.
#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>

TEST_CASE("all test programs of attacks that open sockets leave the machine's network") {
    std::ifstream file(ALBIREO_SOURCE_DIR "/tests/attacks/CMakeLists.txt");
    std::ostringstream read;
    read << file.rdbuf();
    const std::string text = read.str();
    // Who opens sockets links a client with sockets.
    const std::regex program(R"(albireo_test(?:_tool)?\((\w+_test) [^#]*?LINKS ([^)]*)\))");
    int with_sockets = 0;
    for (std::sregex_iterator each(text.begin(), text.end(), program), end; each != end; ++each) {
        const std::string links = (*each)[2];
        if (links.find("albireo_udp_client") == std::string::npos) continue;
        ++with_sockets;
        CHECK_MESSAGE(links.find("albireo_own_network") != std::string::npos, (*each)[1].str());
    }
    CHECK(with_sockets >= 7);
}
