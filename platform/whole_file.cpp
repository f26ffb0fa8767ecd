#include "platform/whole_file.hpp"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <tuple>

#include "platform/file.hpp"
#include "platform/process.hpp"
#include "platform/reasons.hpp"

namespace albireo::platform {

namespace fs = std::filesystem;

namespace {

constexpr int kLinksMax = 40;  // as many as Linux follows

/// Resolves symbolic links, whether or not the target exists.
fs::path target_of(const std::string& path) {
    fs::path target(path);
    std::error_code error;
    for (int links = 0; links < kLinksMax; ++links) {
        const fs::path next = fs::read_symlink(target, error);
        if (error) break;  // not a symbolic link
        target = target.parent_path() / next;
    }
    return target;
}

/// Creates a file in that folder under a name that no other writer uses.
File open_part(const fs::path& folder, fs::path& part) {
    static std::atomic<unsigned> count = 0;
    for (;;) {
        part = folder / (".albireo-" + std::to_string(process_id()) + "-" + std::to_string(count++) + ".part");
        File file(part.string(), {.access = OpenOptions::Access::write, .create = OpenOptions::Create::new_only});
        if (file.is_open() || file.error() != EEXIST) return file;
    }
}

/// Returns 0, or the error.
int fill_part(const File& file, std::span<const std::uint8_t> bytes, const FileStatus* replaced, bool sync) {
    if (replaced != nullptr) {
        // Only root can change a file's owner; failing to do so is no reason to fail.
        std::ignore = file.set_owner(replaced->user, replaced->group);
        if (const int error = file.set_mode(replaced->mode); error != 0) return error;
    }
    if (const int error = file.write(bytes); error != 0) return error;
    return sync ? file.sync() : 0;
}

std::string write_directly(const std::string& path, std::span<const std::uint8_t> bytes) {
    const File file(path, {.access = OpenOptions::Access::write, .create = OpenOptions::Create::if_missing, .empties = true, .appends = true});
    if (!file.is_open()) return fault_text(path, "cannot be created", file.error());
    const int error = file.write(bytes);
    return error == 0 ? std::string() : fault_text(path, "cannot be written", error);
}

}  // namespace

std::string fault_text(const std::string& path, const char* what, int error) {
    return path + ": " + what + ": " + reason_text(error);
}

std::string fault_text(const std::string& path, const char* what, const std::error_code& error) {
    return path + ": " + what + ": " + reason_text(error);
}

std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes, const WriteOptions& options) {
    const fs::path target = target_of(path);
    FileStatus status;
    const bool exists = status_of_file(target.string(), status) == 0;
    if (exists && options.existing == Existing::keep) return fault_text(path, "cannot be created", EEXIST);
    if (exists && !status.is_regular) return write_directly(path, bytes);

    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    fs::path part;
    File file = open_part(folder, part);
    if (!file.is_open()) return fault_text(path, "cannot be created", file.error());
    std::string fault;
    if (const int error = fill_part(file, bytes, exists ? &status : nullptr, options.sync); error != 0) fault = fault_text(path, "cannot be written", error);
    file.close();
    if (fault.empty()) {
        const auto rename = options.existing == Existing::keep ? rename_to_free_name : rename_file;
        if (const int error = rename(part.string(), target.string()); error != 0) fault = fault_text(path, "cannot be created", error);
    }
    if (!fault.empty()) {
        remove_file(part.string());
    } else if (options.sync) {
        sync_folder(folder.string());
    }
    return fault;
}

std::string read_whole(const std::string& path, std::vector<std::uint8_t>& bytes, const ReadLimit& limit) {
    bytes.clear();
    const File file(path, {.waits = false});
    if (!file.is_open()) return fault_text(path, "cannot be opened", file.error());
    FileStatus status;
    if (const int error = file.status(status); error != 0) return fault_text(path, "cannot be read", error);
    if (!status.is_regular) return path + ": not a file";
    if (status.bytes > limit.bytes_max) return path + ": " + limit.too_large;
    bytes.resize(static_cast<std::size_t>(status.bytes));
    std::size_t got = 0;
    const int error = file.read(bytes, got);
    bytes.resize(got);
    return error == 0 ? std::string() : fault_text(path, "cannot be read", error);
}

NewFile write_new(const std::string& path, std::string_view text, unsigned mode) {
    File file(path, {.access = OpenOptions::Access::write, .create = OpenOptions::Create::new_only, .mode = mode});
    if (!file.is_open()) return {.not_made = file.error()};
    int error = file.write(text);
    if (error == 0) error = file.sync();
    file.close();
    if (error != 0) remove_file(path);
    return {.not_written = error};
}

}  // namespace albireo::platform
