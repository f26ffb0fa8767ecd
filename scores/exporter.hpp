#pragma once
/// The boards as files that any static web host can serve, or a browser opens from the disk.
#include <cstddef>
#include <string>

#include "scores/pages.hpp"
#include "scores/replay_pages.hpp"

namespace albireo::scores {

struct Exported {
    std::size_t runs = 0, files = 0;
};

/// Writes the boards' first pages, the pages and recordings of the runs on them, the empty replay pages, and a page that plays each
/// recording whose core has one. Other files of an earlier export are left in place. Returns an empty string, or the error.
std::string export_boards(const Catalogue& catalogue, Store& store, const ReplayPages& replay_pages, const std::string& folder,
                          Exported& exported);

}  // namespace albireo::scores
