#pragma once
/// The page that the web server serves: build/web/play.html, changed so that it may open a link to its own server.
#include <string>

namespace albireo::server {

/// Reads the page at `path`, or, if that is empty, the page that belongs to this program. Returns an empty text, with `error`
/// saying why, if there is none, or if its core is not this program's.
std::string load_page(const std::string& path, std::string& error);

/// The page as a server serves it. Empty if `page` is not a game page.
std::string served_page(std::string page);

}  // namespace albireo::server
