// Runs a command in a network of its own (own_network.cpp), with a loopback and nothing else. Usage: in_own_network COMMAND...
#include <unistd.h>

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--help" || first == "-h")
        return std::puts("Runs a command in a network of its own: in_own_network COMMAND..."), 0;
    if (argc < 2 || first.starts_with('-'))
        return std::fprintf(stderr, "in_own_network: expected a command, not '%s' (see --help)\n", argc < 2 ? "" : argv[1]), 2;
    execvp(argv[1], argv + 1);
    return std::perror(argv[1]), 127;
}
