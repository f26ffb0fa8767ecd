// Preloaded into a server (LD_PRELOAD): keeps, in the folder $ALBIREO_SYNCED, what a crash of the machine would leave at least of the files in
// the folder $ALBIREO_SYNCED_OF, a full path. A file is there as it was when its last fdatasync() that succeeded began, and is gone once its folder was synced without it.
// The file "slowest" in that folder has the longest fdatasync() so far, in microseconds.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Call = int(int);

Call* real(const char* name) {
    return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

/// The file's or folder's path; empty if it has none any more.
std::string path_of(int file) {
    std::string path(4096, '\0');
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
    path.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return path.ends_with(" (deleted)") ? std::string() : path;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string copies() { return variable("ALBIREO_SYNCED"); }

/// The name of a file in the folder that is copied; empty for any other.
std::string name_of(const std::string& path) {
    const std::string folder = variable("ALBIREO_SYNCED_OF") + "/";
    return path.starts_with(folder) && folder.size() > 1 ? path.substr(folder.size()) : std::string();
}

std::vector<char> read_all(int file) {
    struct stat status {};
    std::vector<char> bytes(::fstat(file, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0);
    // The server opens recordings for appending only.
    const int in = ::open(("/proc/self/fd/" + std::to_string(file)).c_str(), O_RDONLY | O_CLOEXEC);
    std::size_t have = 0;
    while (in >= 0 && have < bytes.size()) {
        const ssize_t got = ::pread(in, bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
        if (got <= 0) break;
        have += static_cast<std::size_t>(got);
    }
    if (in >= 0) ::close(in);
    bytes.resize(have);
    return bytes;
}

/// All of it or nothing, if this process is killed meanwhile.
void write_all(const std::string& path, const void* bytes, std::size_t size) {
    const std::string part = path + ".part";
    const int out = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0) return;
    const bool is_whole = ::write(out, bytes, size) == static_cast<ssize_t>(size);
    ::close(out);
    if (is_whole) ::rename(part.c_str(), path.c_str());
}

void note_time(std::int64_t micros) {
    static std::int64_t slowest = -1;  // only the thread that syncs calls
    if (micros <= slowest) return;
    slowest = micros;
    const std::string text = std::to_string(micros) + "\n";
    write_all(copies() + "/slowest", text.data(), text.size());
}

}  // namespace

extern "C" int fdatasync(int file) {
    static Call* const call = real("fdatasync");
    const std::string name = name_of(path_of(file));
    if (name.empty()) return call(file);
    const std::vector<char> bytes = read_all(file);
    const auto began = std::chrono::steady_clock::now();
    const int result = call(file);
    if (result != 0) return result;
    write_all(copies() + "/" + name, bytes.data(), bytes.size());
    note_time(std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began).count());
    return result;
}

extern "C" int fsync(int file) {
    static Call* const call = real("fsync");
    const int result = call(file);
    const std::string path = path_of(file);
    if (result != 0 || path.empty() || path != variable("ALBIREO_SYNCED_OF")) return result;
    DIR* const found = ::opendir(copies().c_str());
    if (found == nullptr) return result;
    while (const dirent* each = ::readdir(found)) {
        const std::string name = each->d_name;
        if (name[0] != '.' && name != "slowest" && ::access((path + "/" + name).c_str(), F_OK) != 0) ::unlink((copies() + "/" + name).c_str());
    }
    ::closedir(found);
    return result;
}
