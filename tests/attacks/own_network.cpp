// Takes the program into a network of its own before main(), so that a test's sockets meet no other program's. Linking this file
// is all it takes. Where the system permits no namespaces, the program stays on the machine's loopback and says so on stderr.
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace {

/// Root needs no namespace of users, and in a container may not have one. Everybody else needs one, and keeps their number in it.
bool leave_network() {
    if (unshare(CLONE_NEWNET) == 0) return true;
    const std::string user = std::to_string(geteuid()), group = std::to_string(getegid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << user << ' ' << user << " 1";
    std::ofstream("/proc/self/gid_map") << group << ' ' << group << " 1";
    return true;
}

bool raise_loopback() {
    const int any = socket(AF_INET, SOCK_DGRAM, 0);
    ifreq loopback{.ifr_ifrn = {"lo"}, .ifr_ifru = {}};
    bool is_up = ioctl(any, SIOCGIFFLAGS, &loopback) == 0;
    loopback.ifr_flags |= IFF_UP;
    is_up = is_up && ioctl(any, SIOCSIFFLAGS, &loopback) == 0;
    close(any);
    return is_up;
}

/// While no other thread exists: a thread belongs to the network of the thread that creates it.
[[maybe_unused]] const bool has_own_network = [] {
    const int machine = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    const bool has_left = leave_network();
    // A container may permit a network of its own, but not that its loopback is raised.
    const bool is_own = has_left && raise_loopback();
    if (has_left && !is_own && setns(machine, CLONE_NEWNET) != 0) std::perror("the loopback of this test's network"), _exit(1);
    close(machine);
    if (!is_own) std::fputs("no namespaces here: the sockets are on the machine's own loopback\n", stderr);
    return is_own;
}();

}  // namespace
