#pragma once
/// The limit of open files of this process, and how to reach it.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace albireo::support {

/// The soft limit of open files, restored at the end.
class FileLimit {
  public:
    explicit FileLimit(rlim_t soft) {
        getrlimit(RLIMIT_NOFILE, &before_);
        rlimit now = before_;
        now.rlim_cur = std::min(soft, before_.rlim_max);
        REQUIRE(setrlimit(RLIMIT_NOFILE, &now) == 0);
        is_enough_ = now.rlim_cur >= soft;
    }
    FileLimit(const FileLimit&) = delete;
    ~FileLimit() { setrlimit(RLIMIT_NOFILE, &before_); }
    /// Whether the system allows so many.
    bool is_enough() const { return is_enough_; }

  private:
    rlimit before_{};
    bool is_enough_ = false;
};

/// While it exists, this process has no free file descriptor, except those that it closes itself.
class NoFreeFiles {
  public:
    NoFreeFiles() {
        for (int file; (file = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) files_.push_back(file);
        REQUIRE(errno == EMFILE);
    }
    NoFreeFiles(const NoFreeFiles&) = delete;
    ~NoFreeFiles() {
        for (const int file : files_) ::close(file);
    }
    void free_one() {
        ::close(files_.back());
        files_.pop_back();
    }

  private:
    FileLimit limit_{256};
    std::vector<int> files_;
};

}  // namespace albireo::support
