/// The game's own looks together with those of a folder. Its NAME.lua are look files, NAME.graph texture graphs (the skins
/// that looks name), and NAME.glsl snippets of graphs. Other files are ignored. A folder can be watched, so that the game
/// picks up changes while it runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/models/look_reader.hpp"
#include "console/folder_watch.hpp"

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

/// Watches the files of such a folder.
class LookWatch : public console::FolderWatch {
  public:
    explicit LookWatch(std::string folder);
};

}  // namespace albireo::models
