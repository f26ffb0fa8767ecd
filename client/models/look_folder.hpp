/// The game's own looks together with those of a folder. Its NAME.lua are look files, NAME.graph texture graphs (the skins
/// that looks name), and NAME.glsl snippets of graphs. Other files are ignored. A folder can be watched, so that the game
/// picks up changes while it runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client/models/look_reader.hpp"

namespace albireo::models {

struct Looks {
    std::shared_ptr<const LookBook> book = builtin_looks();
    std::vector<LookFile> graphs, snippets;  // named without folder and extension
};

struct FolderRead {
    Looks looks;        // the game's own, if there is an error
    std::string error;  // one line
};

FolderRead read_look_folder(const std::string& folder);

/// The folder of a level's own looks: looks/ beside its script; empty if there is none.
std::string look_folder_of(const std::string& level_script);

class LookWatch {
  public:
    /// Treats the folder's current state as seen.
    explicit LookWatch(std::string folder);

    const std::string& folder() const { return folder_; }

    /// Whether the folder has changed since it was last seen but not since the previous call, so that writing is
    /// complete. Compares names, sizes and times, so it costs a few system calls; call it a few times a second.
    bool has_changed();

  private:
    std::string folder_;
    std::uint64_t seen_ = 0, before_ = 0;
};

}  // namespace albireo::models
