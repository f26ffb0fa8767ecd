#include "platform/mapped_file.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "platform/memory.hpp"

namespace albireo::platform {
namespace {

/// The memory to which this thread is copying; the handler runs on the same thread.
struct Copying {
    std::uint8_t* at = nullptr;
    std::size_t size = 0;
    bool has_failed = false;
};
thread_local constinit Copying copying;
struct sigaction action_before;

/// A page of a file cannot be had. If it is one to which this thread is copying, ordinary memory takes the place of all of them, and the copy
/// goes on there. Calls only what may be called from a signal handler.
void replace_pages(int, siginfo_t* signal, void*) {
    const int error = errno;
    const auto* const fault = static_cast<const std::uint8_t*>(signal->si_addr);
    const bool is_ours = copying.at != nullptr && fault >= copying.at && fault < copying.at + copying.size;
    const bool is_replaced = is_ours && ::mmap(copying.at, copying.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
    if (is_replaced) {
        copying.has_failed = true;
    } else {
        ::sigaction(SIGBUS, &action_before, nullptr);  // the fault comes again, and ends the process as it would have without this handler
    }
    errno = error;
}

void take_faults() {
    static const bool is_done = [] {
        struct sigaction action {};
        action.sa_sigaction = replace_pages;
        action.sa_flags = SA_SIGINFO;
        return ::sigaction(SIGBUS, &action, &action_before) == 0;
    }();
    static_cast<void>(is_done);
}

}  // namespace

MappedFile::~MappedFile() {
    if (at_ != nullptr) unmap(at_, size_);
}

int MappedFile::map(const File& file, std::size_t size) {
    assert(at_ == nullptr && size > 0 && "a file is mapped once");
    FileStatus status;
    if (const int error = file.status(status); error != 0) return error;
    if (status.bytes < size) {
        if (const int error = file.truncate(size); error != 0) return error;
    }
    take_faults();
    void* at = nullptr;
    if (const int error = map_shared(file, size, at); error != 0) return error;
    at_ = static_cast<std::uint8_t*>(at);
    size_ = size;
    return 0;
}

bool MappedFile::copy(std::size_t offset, std::span<const std::uint8_t> bytes) {
    assert(at_ != nullptr && offset + bytes.size() <= size_ && "bytes are copied into what is mapped");
    if (has_failed_) return false;
    copying = {.at = at_, .size = size_};
    std::atomic_signal_fence(std::memory_order_seq_cst);
    std::memcpy(at_ + offset, bytes.data(), bytes.size());
    std::atomic_signal_fence(std::memory_order_seq_cst);
    has_failed_ = copying.has_failed;
    copying = {};
    return !has_failed_;
}

}  // namespace albireo::platform
