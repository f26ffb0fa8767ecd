#include "server/web/page_file.hpp"

#include <fstream>
#include <iterator>
#include <string_view>

#include "replays/page.hpp"
#include "replays/text.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/core_digest.hpp"

namespace albireo::server {
namespace {

constexpr std::string_view kMark = "<meta name=\"albireo-play\" content=\"";

/// Replaces the first `from`. Returns false if there is none.
bool replace(std::string& text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return false;
    text.replace(at, from.size(), to);
    return true;
}

}  // namespace

std::string served_page(std::string page) {
    // From the disk the page may connect to nothing.
    const bool is_page = replace(page, "; worker-src blob:\">", "; worker-src blob:; connect-src 'self'\">") &&
                         replace(page, "<body data-mode=\"loading\">", "<body data-mode=\"loading\" data-server>");
    return is_page ? page : std::string();
}

std::string load_page(const std::string& path, std::string& error) {
    const std::string from = path.empty() ? replays::find_page("play.html") : path;
    if (from.empty()) {
        error = "the page is not installed and not built: run web/build, or give --web-page FILE";
        return {};
    }
    std::ifstream file(from, std::ios::binary);
    std::string page{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
        error = from + " cannot be read";
        return {};
    }
    const std::size_t at = page.find(kMark);
    if (at == std::string::npos) {
        error = from + " is not a game page of web/build";
        return {};
    }
    const std::size_t begin = at + kMark.size();
    const std::string content = page.substr(begin, std::min<std::size_t>(page.find('"', begin) - begin, 64));
    const std::string own = std::to_string(kCoreVersion) + " " + std::string(core_digest());
    if (content != own) {
        error = from + " has core " + replays::printable(content) + ", this server has core " + own + ": run web/build again";
        return {};
    }
    page = served_page(std::move(page));
    if (page.empty()) error = from + " is damaged, or from another release";
    return page;
}

}  // namespace albireo::server
