#pragma once
/// Empty replay pages (replays/page.hpp) by the version of their core. A recording plays only on the core that it was made on, so
/// boards that outlive a change of the core keep the pages of all cores that their runs were made on.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace albireo::scores {

class ReplayPages {
  public:
    /// Adds the text of an empty page. Returns an empty string, or why it is not added: it is not an empty page, or its core has one already.
    std::string add(std::string page);
    /// Adds all files of a folder whose names end in ".html". Returns an empty string, or the first error.
    std::string add_folder(const std::string& folder);

    bool has(std::uint32_t core) const { return pages_.contains(core); }
    std::vector<std::uint32_t> cores() const;
    /// The page of this core with a recording in it; `cores`: as in replays::PageContents. Requires has(core).
    std::string with(std::uint32_t core, const std::vector<std::uint8_t>& recording, const std::string& name, std::string_view cores) const;
    /// The page of this core without a recording: one can be dropped on it. Requires has(core).
    std::string without(std::uint32_t core, std::string_view cores) const { return with(core, {}, "", cores); }

  private:
    std::map<std::uint32_t, std::string> pages_;  // their text, by core version
};

}  // namespace albireo::scores
