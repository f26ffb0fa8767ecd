#include "tests/attacks/shard_calls.hpp"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

namespace albireo::attacks {
namespace {

// In the sixth argument, which none of these calls has: the handler makes the call that was stopped.
constexpr std::uint32_t kGranted = 0xa1b1'4e05;

struct Call {
    int number;
    const char* name;
    bool has_file;  // its first argument is an open file; otherwise it has a path
};

constexpr auto kCalls = std::to_array<Call>({
#ifdef SYS_open  // other machines have only the newer calls
    {SYS_open, "open", false}, {SYS_stat, "stat", false}, {SYS_lstat, "lstat", false}, {SYS_access, "access", false}, {SYS_unlink, "unlink", false},
    {SYS_rename, "rename", false}, {SYS_mkdir, "mkdir", false}, {SYS_rmdir, "rmdir", false}, {SYS_readlink, "readlink", false}, {SYS_creat, "creat", false},
    {SYS_getdents, "getdents", true},
#endif
    {SYS_openat, "openat", false}, {SYS_newfstatat, "newfstatat", false}, {SYS_statx, "statx", false}, {SYS_faccessat, "faccessat", false},
    {SYS_unlinkat, "unlinkat", false}, {SYS_renameat2, "renameat2", false}, {SYS_mkdirat, "mkdirat", false}, {SYS_readlinkat, "readlinkat", false},
    {SYS_statfs, "statfs", false}, {SYS_truncate, "truncate", false}, {SYS_getdents64, "getdents64", true}, {SYS_flock, "flock", true},
    {SYS_pread64, "pread64", true}, {SYS_write, "write", true}, {SYS_writev, "writev", true}, {SYS_pwrite64, "pwrite64", true},
    {SYS_fsync, "fsync", true}, {SYS_fdatasync, "fdatasync", true}, {SYS_sync_file_range, "sync_file_range", true}, {SYS_msync, "msync", false},
    {SYS_fallocate, "fallocate", true}, {SYS_ftruncate, "ftruncate", true}, {SYS_fstatfs, "fstatfs", true},
});

struct Noted {
    std::atomic<const char*> call{nullptr};
    char file[256] = {};
};
std::array<Noted, 4096> all_noted;
std::atomic<std::size_t> noted{0};

/// A call that is not stopped.
template <class... Arguments>
long grant(long number, Arguments... arguments) {
    std::array<long, 6> all = {arguments...};
    all[5] = kGranted;
    return ::syscall(number, all[0], all[1], all[2], all[3], all[4], all[5]);
}

struct Registers {
    explicit Registers(void* context) : machine(static_cast<ucontext_t*>(context)->uc_mcontext) {}
#if defined(__x86_64__)
    long argument(std::size_t i) const {
        constexpr std::array kAt = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8};
        return machine.gregs[kAt[i]];
    }
    void set_result(long result) { machine.gregs[REG_RAX] = result; }
#elif defined(__aarch64__)
    long argument(std::size_t i) const { return static_cast<long>(machine.regs[i]); }
    void set_result(long result) { machine.regs[0] = static_cast<unsigned long>(result); }
#else
    long argument(std::size_t) const { return 0; }
    void set_result(long) {}
#endif
    mcontext_t& machine;
};

long address_of(const void* what) {
    return static_cast<long>(reinterpret_cast<std::uintptr_t>(what));
}

/// A socket or an event counter.
bool is_no_file(int file) {
    struct stat status {};
    const bool is_open = grant(SYS_newfstatat, file, address_of(""), address_of(&status), AT_EMPTY_PATH) == 0;
    const mode_t kind = is_open ? status.st_mode & S_IFMT : 0;
    return kind != S_IFREG && kind != S_IFDIR && kind != S_IFIFO && kind != S_IFCHR;
}

void note(const Call& call, int file) {
    const std::size_t at = noted++;
    if (at >= all_noted.size()) return;
    Noted& entry = all_noted[at];
    if (file >= 0) {
        char link[32] = "/proc/self/fd/";
        std::to_chars(link + std::strlen(link), std::end(link) - 1, file);
        grant(SYS_readlinkat, AT_FDCWD, address_of(link), address_of(entry.file), long{sizeof entry.file - 1});
    }
    entry.call = call.name;
}

/// Calls only what may be called from a signal handler.
void note_and_grant(int, siginfo_t* signal, void* context) {
    const int before = errno;
    Registers registers(context);
    const auto* const call = std::ranges::find(kCalls, signal->si_syscall, &Call::number);
    assert(call != kCalls.end() && "only these calls are stopped");
    const int file = call->has_file ? static_cast<int>(registers.argument(0)) : -1;
    if (file < 0 || !is_no_file(file)) note(*call, file);
    const long result = grant(signal->si_syscall, registers.argument(0), registers.argument(1), registers.argument(2), registers.argument(3), registers.argument(4));
    registers.set_result(result == -1 ? -errno : result);
    errno = before;
}

}  // namespace

std::string ShardCalls::watch_this_thread() {
#if !defined(__x86_64__) && !defined(__aarch64__)
    return "the registers of this machine are not known here";
#endif
    struct sigaction action {};
    action.sa_sigaction = note_and_grant;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    if (::sigaction(SIGSYS, &action, nullptr) != 0) return std::strerror(errno);
    std::vector<sock_filter> filter;
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[5])));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kGranted, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
    for (const Call& call : kCalls) {
        filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 1));
        filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
    }
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return std::strerror(errno);
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) return std::strerror(errno);
    return {};
}

std::map<std::string, int> ShardCalls::seen() {
    std::map<std::string, int> calls;
    for (std::size_t i = 0; i < std::min(noted.load(), all_noted.size()); ++i) {
        const char* const call = all_noted[i].call;
        if (call == nullptr) continue;
        ++calls[all_noted[i].file[0] != 0 ? std::string(call) + " of " + all_noted[i].file : call];
    }
    return calls;
}

}  // namespace albireo::attacks
