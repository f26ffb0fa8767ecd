#include "platform/reasons.hpp"

#include <array>
#include <cerrno>

namespace albireo::platform {
namespace {

/// What can happen to files and sockets.
constexpr auto kErrors = std::to_array<int>({
    ENOENT, EACCES, EPERM, EEXIST, ENOTDIR, EISDIR, ENOSPC, EROFS, EIO, EFBIG, ENAMETOOLONG, ELOOP, EMFILE, ENFILE, ENOMEM, EBUSY, ENXIO, ENODEV, EPIPE,
    EAGAIN, EINVAL, EXDEV, EADDRINUSE, EADDRNOTAVAIL, ENETUNREACH, EHOSTUNREACH, ECONNREFUSED, ECONNRESET, ETIMEDOUT, EAFNOSUPPORT,
#ifdef EDQUOT
    EDQUOT,
#endif
});
constexpr auto kTexts = std::to_array<const char*>({
    "No such file or directory", "Permission denied", "Operation not permitted", "File exists", "Not a directory", "Is a directory",
    "No space left on device", "Read-only file system", "Input/output error", "File too large", "File name too long",
    "Too many levels of symbolic links", "Too many open files", "Too many open files in system", "Cannot allocate memory",
    "Device or resource busy", "No such device or address", "No such device", "Broken pipe", "Resource temporarily unavailable",
    "Invalid argument", "Invalid cross-device link", "Address already in use", "Cannot assign requested address", "Network is unreachable",
    "No route to host", "Connection refused", "Connection reset by peer", "Connection timed out", "Address family not supported by protocol",
    "Disk quota exceeded",
});
static_assert(kErrors.size() <= kTexts.size(), "the last text is that of an error which not every system has");

}  // namespace

std::string reason_text(int error) {
    for (std::size_t i = 0; i < kErrors.size(); ++i) {
        if (kErrors[i] == error) return kTexts[i];
    }
    return "error " + std::to_string(error);
}

std::string reason_text(const std::error_code& error) {
    const std::error_condition portable = error.default_error_condition();
    return reason_text(portable.category() == std::generic_category() ? portable.value() : error.value());
}

std::span<const char* const> reason_texts() {
    return kTexts;
}

}  // namespace albireo::platform
