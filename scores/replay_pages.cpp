#include "scores/replay_pages.hpp"

#include <algorithm>
#include <cassert>
#include <filesystem>

#include "replays/page.hpp"
#include "replays/sink.hpp"

namespace albireo::scores {

std::string ReplayPages::add(std::string page) {
    const auto core = replays::core_of_page(page);
    if (!core) return "not an empty replay page";
    const bool is_new = pages_.emplace(core->version, std::move(page)).second;
    return is_new ? "" : "there is another page of core " + std::to_string(core->version);
}

std::string ReplayPages::add_folder(const std::string& folder) {
    std::error_code error;
    std::vector<std::string> files;
    for (const auto& each : std::filesystem::directory_iterator(folder, error)) {
        if (each.path().extension() == ".html") files.push_back(each.path().string());
    }
    if (error) return folder + ": " + error.message();
    if (files.empty()) return folder + ": there is no .html file in it";
    std::ranges::sort(files);
    for (const std::string& file : files) {
        std::vector<std::uint8_t> bytes;
        if (std::string fault = replays::read_file(file, bytes); !fault.empty()) return fault;
        if (const std::string fault = add({bytes.begin(), bytes.end()}); !fault.empty()) return file + ": " + fault;
    }
    return {};
}

std::vector<std::uint32_t> ReplayPages::cores() const {
    std::vector<std::uint32_t> all;
    for (const auto& [core, page] : pages_) all.push_back(core);
    return all;
}

std::string ReplayPages::with(std::uint32_t core, const std::vector<std::uint8_t>& recording, const std::string& name,
                              std::string_view cores) const {
    assert(has(core) && "there is a page of this core");
    return replays::fill_page(pages_.at(core), {.recording = recording, .name = name, .cores = cores});
}

}  // namespace albireo::scores
