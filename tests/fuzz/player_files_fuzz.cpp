// Goal: whatever stands in the files of a player's machine (settings, a kept seat, bookmarks, a translation), reading it ends; what
// was understood is written in a form that reads as the same; and a translation never leads outside its bytes.
// The first byte of the input chooses the reader.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "client/app/controls/settings.hpp"
#include "client/app/replay_viewer/bookmarks.hpp"
#include "client/net/seat_keeper.hpp"
#include "client/words/catalog.hpp"
#include "client/words/plural.hpp"

using namespace albireo;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void read_settings(const std::string& text) {
    app::Settings settings;
    app::parse_settings(text, settings);
    const std::string written = app::text_of(settings);
    app::Settings again;
    require(app::parse_settings(written, again).empty());
    require(app::text_of(again) == written);
}

/// Reads the text as the file of a seat of the older version. Then changes a sealed one by it: the reader must notice every change.
void read_seat(const std::string& text) {
    static const auto key = proto::TokenKey::random();
    const auto seat = client::read_kept_seat(text, &key);
    require(!seat || client::is_unsealed(text));
    const std::string sealed = client::text_of(seat.value_or(client::KeptSeat{"127.0.0.1:7777", "K7QF2M", {1}, "play.example.org:7777"}), key);
    require(client::read_kept_seat(sealed, &key).has_value());
    if (seat) require(client::read_kept_seat(sealed, &key) == seat);
    require(!client::read_kept_seat(sealed, nullptr));
    std::string changed = sealed;
    for (std::size_t i = 0; i < std::min(text.size(), sealed.size()); ++i) changed[i] = static_cast<char>(changed[i] ^ text[i]);
    require(changed == sealed || client::is_unsealed(changed) || !client::read_kept_seat(changed, &key));
}

void read_bookmarks(const std::string& text) {
    static const std::string path = "/tmp/albireo-fuzz-marks-" + std::to_string(getpid());
    std::ofstream(path, std::ios::binary) << text;
    app::Bookmarks marks;
    marks.load(path);
    const bool is_saved = marks.save().empty();
    app::Bookmarks again;
    again.load(path);
    // A file that cannot be read is never overwritten.
    if (is_saved) {
        require(again.all().size() == marks.all().size());
        for (std::size_t i = 0; i < marks.all().size(); ++i) {
            require(again.all()[i].tick == marks.all()[i].tick && again.all()[i].note == marks.all()[i].note);
        }
    }
    std::remove(path.c_str());
}

void read_plural_rule(std::string_view text) {
    words::PluralRule rule;
    if (!rule.read(text)) require(rule.forms() == words::PluralRule{}.forms());
    for (const unsigned number : {0u, 1u, 2u, 5u, 11u, 21u, 100u, 4'294'967'295u}) require(rule.form_of(number) < rule.forms());
}

void read_catalog(const std::string& text) {
    words::Catalog catalog;
    if (!catalog.read(std::vector<char>(text.begin(), text.end())).empty()) return;
    // Every byte of an answer belongs to the catalog: the sanitizer watches.
    std::size_t bytes = 0;
    const auto use = [&](const char* found) {
        if (found != nullptr) bytes += std::strlen(found);
    };
    use(catalog.find(""));
    use(catalog.find("Resume"));
    for (const unsigned number : {0u, 1u, 2u, 4'294'967'295u}) use(catalog.find_form("%u tick", number));
    bytes += catalog.header("Plural-Forms").size() + catalog.header("Language").size();
    require(bytes < 64 * text.size() + 1'024);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 5) {
        case 0: read_settings(text); break;
        case 1: read_seat(text); break;
        case 2: read_bookmarks(text); break;
        case 3: read_plural_rule(text); break;
        default: read_catalog(text);
    }
    return 0;
}
