#pragma once
/// The commands of albireo-scores other than the service. Each returns the exit code of the program.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scores/replay_pages.hpp"

namespace albireo::scores {

struct CommandOptions {
    std::vector<std::string> files;
    std::string to;      // URL of the boards
    std::string key;     // file
    std::string queue;   // folder
    std::string database;
    std::string folder;  // of an export
    std::string painter = "albireo-shot";  // the program that draws pictures
    std::optional<std::uint64_t> storage_bytes_max{};  // of recordings and pictures, if the command line has one
    ReplayPages pages;   // of an export
    std::uint64_t id = 0;
    std::optional<std::string> gold, blue;  // new names
    std::string season;  // name of the next
    bool is_challenge = false;
    bool json = false;
};

/// Fills `pages` with the page `page` (empty: the one built or installed with this program; without one, the log says why) and with those
/// in the folder `cores` (empty: none). Returns an empty string, or which option is wrong and why.
std::string read_pages(const std::string& page, const std::string& cores, ReplayPages& pages);

int submit(const CommandOptions& options);
int rename_run(const CommandOptions& options);
int delete_run(const CommandOptions& options);
/// Plays files and stores those that count, without a service.
int import_files(const CommandOptions& options);
int export_files(const CommandOptions& options);
/// Closes the open season and opens the next.
int next_season(const CommandOptions& options);
/// Draws the pictures that boards lack.
int draw_pictures(const CommandOptions& options);

}  // namespace albireo::scores
