#pragma once
/// The commands of albireo-scores other than the service. Each returns the exit code of the program.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace albireo::scores {

struct CommandOptions {
    std::vector<std::string> files;
    std::string to;      // URL of the boards
    std::string key;     // file
    std::string queue;   // folder
    std::string database;
    std::string folder;  // of an export
    std::string page;    // an empty replay page
    std::uint64_t id = 0;
    std::optional<std::string> gold, blue;  // new names
    bool json = false;
};

/// The text of the empty replay page, or nothing if there is none that this program can fill; the log says why.
std::string empty_page(const std::string& asked);
/// Why the page that was asked for cannot be used; empty: it can, or none was asked for.
std::string page_fault(const std::string& asked);

int submit(const CommandOptions& options);
int rename_run(const CommandOptions& options);
int delete_run(const CommandOptions& options);
/// Plays files and stores those that count, without a service.
int import_files(const CommandOptions& options);
int export_files(const CommandOptions& options);

}  // namespace albireo::scores
