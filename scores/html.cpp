#include "scores/html.hpp"

#include <algorithm>

#include "replays/text.hpp"

namespace albireo::scores {

std::string escaped(std::string_view given) {
    std::string text;
    for (const char letter : replays::printable(replays::valid_utf8(given))) {
        switch (letter) {
            case '&': text += "&amp;"; break;
            case '<': text += "&lt;"; break;
            case '>': text += "&gt;"; break;
            case '"': text += "&quot;"; break;
            case '\'': text += "&#39;"; break;
            default: text += letter;
        }
    }
    return text;
}

Links links_from(std::string_view path, bool is_static) {
    Links links{.is_static = is_static};
    const auto depth = std::ranges::count(path, '/');
    if (depth > 0) links.root.clear();
    for (auto i = depth; i > 0; --i) links.root += "../";
    return links;
}

std::string html_page(std::string_view title, const Links& links, std::string_view body) {
    std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
    page += escaped(title);
    page += " · Albireo</title>\n<link rel=\"stylesheet\" href=\"" + links.file("style.css") + "\">\n</head>\n<body>\n<nav><a href=\"" +
            links.page("") + "\">Boards</a> <a href=\"" + links.page("challenge") + "\">This week</a> <a href=\"" + links.page("seasons") + "\">Seasons</a> <a href=\"" + links.page("achievements") +
            "\">Achievements</a></nav>\n<main>\n<h1>" + escaped(title) + "</h1>\n";
    page += body;
    page += "</main>\n</body>\n</html>\n";
    return page;
}

std::string spaced(std::uint64_t number) {
    std::string digits = std::to_string(number), text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += "\u202f";
        text += digits[i];
    }
    return text;
}

const std::string_view kStyle = R"(:root { color-scheme: dark; }
body { margin: 0 auto; max-width: 52rem; padding: 0 1rem 3rem; background: #0b1020; color: #dfe6f3; font: 1rem/1.5 system-ui, sans-serif; }
nav { padding: 1rem 0; border-bottom: 1px solid #2a3550; }
nav a { margin-right: 1rem; }
a { color: #ffd27a; }
h1 { font-size: 1.6rem; margin: 1rem 0; }
h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; text-align: left; border-bottom: 1px solid #202a44; }
th { color: #93a1bf; font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.name { overflow-wrap: anywhere; }
img.small { display: block; width: 96px; height: auto; border-radius: 3px; }
img.large { display: block; width: 100%; max-width: 480px; height: auto; border-radius: 6px; }
.gold { color: #ffc857; }
.blue { color: #7db4ff; }
.quiet { color: #93a1bf; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { color: #93a1bf; }
dd { margin: 0; overflow-wrap: anywhere; }
)";

}  // namespace albireo::scores
