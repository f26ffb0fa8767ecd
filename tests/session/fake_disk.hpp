#pragma once
/// A disk that hangs, is full or fails, for the one test file of a program that includes this: it takes the calls to the system.
#include <doctest/doctest.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <string>

namespace albireo::server {

/// What the disk does, and what was asked of it.
struct FakeDisk {
    pthread_t shard{};  // the thread that must not wait
    std::atomic<int> blocking{0};  // calls on it
    std::atomic<int> own_writes{0};  // … to files
    std::atomic<int> data_syncs{0}, folder_syncs{0}, reservations{0}, removals{0}, renames{0};
    std::atomic<int> sync_error{0}, reserve_error{0};
    std::atomic<int> sync_ms{0};
    std::atomic<int> write_error{0};
    std::atomic<bool> takes_nothing{false};  // writes wait
    std::atomic<bool> is_watched{false};
    void note(std::atomic<int>& counter) {
        if (!is_watched) return;
        ++counter;
        if (pthread_equal(pthread_self(), shard) != 0) ++blocking;
    }
};
inline FakeDisk disk;

inline int fail(int error) {
    errno = error;
    return -1;
}

inline bool is_folder(int file) {
    struct stat status {};
    return ::fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
}

// A program that includes this file has these in place of the system's.
extern "C" {
int fdatasync(int file) {
    disk.note(disk.data_syncs);
    if (disk.is_watched && disk.sync_ms > 0) ::usleep(static_cast<useconds_t>(disk.sync_ms) * 1000);
    if (disk.is_watched && disk.sync_error != 0) return fail(disk.sync_error);
    return static_cast<int>(::syscall(SYS_fdatasync, file));
}
ssize_t write(int file, const void* bytes, std::size_t size) {
    struct stat status {};
    if (disk.is_watched && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        if (pthread_equal(pthread_self(), disk.shard) != 0) ++disk.own_writes;
        while (disk.takes_nothing) ::usleep(1000);
        if (disk.write_error != 0) return fail(disk.write_error);
    }
    return ::syscall(SYS_write, file, bytes, size);
}
int fsync(int file) {
    if (is_folder(file)) disk.note(disk.folder_syncs);
    return static_cast<int>(::syscall(SYS_fsync, file));
}
int fallocate(int file, int mode, off_t from, off_t size) {
    disk.note(disk.reservations);
    if (disk.is_watched && disk.reserve_error != 0) return fail(disk.reserve_error);
    return static_cast<int>(::syscall(SYS_fallocate, file, mode, from, size));
}
int unlink(const char* path) noexcept {
    disk.note(disk.removals);
    return static_cast<int>(::syscall(SYS_unlink, path));
}
int rename(const char* from, const char* to) noexcept {
    disk.note(disk.renames);
    return static_cast<int>(::syscall(SYS_rename, from, to));
}
}

struct Folder {
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "albireo-disk-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
        disk.shard = pthread_self();
        for (auto* each : {&disk.blocking, &disk.own_writes, &disk.data_syncs, &disk.folder_syncs, &disk.reservations, &disk.removals, &disk.renames,
                           &disk.sync_error, &disk.reserve_error, &disk.sync_ms, &disk.write_error}) {
            *each = 0;
        }
        disk.takes_nothing = false;
        disk.is_watched = true;
    }
    ~Folder() {
        disk.is_watched = false;
        std::filesystem::remove_all(path);
    }
    std::string path;
};

/// Waits as a test may: until it is so, or for some seconds.
bool becomes(const auto& is_so, int seconds = 10) {
    for (int i = 0; i < 100 * seconds; ++i) {
        if (is_so()) return true;
        ::usleep(10'000);
    }
    return false;
}

}  // namespace albireo::server
