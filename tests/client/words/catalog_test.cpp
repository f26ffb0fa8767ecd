// Goal: a catalog is read as msgfmt writes it, in either byte order, with its plural rule; any damage is one line, and
// nothing is read beyond the file.
#include <doctest/doctest.h>

#include <cstdint>

#include "client/words/catalog.hpp"
#include "client/words/format.hpp"
#include "tests/client/words/catalogs.hpp"

using namespace albireo;
using namespace albireo::words;

namespace {

/// Uses a catalog until the end of a test.
struct Using {
    explicit Using(const Catalog& catalog) { use_catalog(&catalog); }
    ~Using() { use_catalog(nullptr); }
};

}  // namespace

TEST_CASE("texts are found in a file of either byte order. A text without a translation is not") {
    for (const bool swapped : {false, true}) {
        Catalog catalog;
        REQUIRE(catalog.read(made_catalog({{"", kHeader}, {"Back", "Zurück"}, {"Quit", ""}}, swapped)) == "");
        CHECK(catalog.find("Back") == std::string("Zurück"));
        CHECK(catalog.find("Quit") == nullptr);
        CHECK(catalog.find("Bac") == nullptr);
        CHECK(catalog.size() == 1);
        CHECK(catalog.header("Content-Type") == "text/plain; charset=UTF-8");
    }
}

TEST_CASE("without a catalog, and where it has nothing, texts are English") {
    CHECK(tr("Back") == std::string("Back"));
    Catalog catalog;
    REQUIRE(catalog.read(made_catalog({{"", kHeader}, {"Back", "Zurück"}, {"no game has this code", "kein Spiel"}})) == "");
    const Using use(catalog);
    CHECK(tr("Back") == std::string("Zurück"));
    CHECK(tr("Quit") == std::string("Quit"));
    CHECK(translated("Back") == "Zurück");
    CHECK(translated_reason("no game has this code (K7QF2M)") == "kein Spiel (K7QF2M)");
    CHECK(translated_reason("something else (K7QF2M)") == "something else (K7QF2M)");
}

TEST_CASE("a translation may reorder its values. One whose placeholders do not fit gives the English text") {
    Catalog catalog;
    REQUIRE(catalog.read(made_catalog({{"", kHeader},
                                       {"{} in {} s", "nach {1} s: {0}"},
                                       {"{} paused", "{} {} {}"},
                                       {"{} waits", "{"}})) == "");
    const Using use(catalog);
    CHECK(tr_f("{} in {} s", "Dawn", 3) == "nach 3 s: Dawn");
    CHECK(tr_f("{} paused", "Ada") == "Ada paused");
    CHECK(tr_f("{} waits", "Ada") == "Ada waits");
}

TEST_CASE("forms of numbers follow the catalog's rule, and English's without one") {
    const std::string two = std::string("{} bird\0{} birds", 15);
    for (const auto& [rule, forms, expected] :
         {std::tuple{"nplurals=2; plural=n > 1;", std::string("{} oiseau\0{} oiseaux", 20),
                     std::vector<std::string>{"0 oiseau", "1 oiseau", "2 oiseaux"}},
          std::tuple{"nplurals=1; plural=0;", std::string("{}羽"), std::vector<std::string>{"0羽", "1羽", "2羽"}},
          // A translator gave too few forms.
          std::tuple{"nplurals=2; plural=n != 1;", std::string("{} Vogel"), std::vector<std::string>{"0 birds", "1 Vogel", "2 birds"}}}) {
        Catalog catalog;
        REQUIRE(catalog.read(made_catalog({{"", kHeader + "Plural-Forms: " + rule + "\n"}, {two, forms}})) == "");
        const Using use(catalog);
        for (unsigned n = 0; n < expected.size(); ++n) CHECK(tr_nf("{} bird", "{} birds", n) == expected[n]);
    }
    CHECK(tr_nf("{} bird", "{} birds", 1) == "1 bird");
    CHECK(tr_nf("{} bird", "{} birds", 5) == "5 birds");
}

TEST_CASE("plural rules of real languages") {
    PluralRule polish;
    REQUIRE(polish.read("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"));
    CHECK(polish.forms() == 3);
    for (const auto& [n, form] : {std::pair{1U, 0U}, {2U, 1U}, {4U, 1U}, {5U, 2U}, {12U, 2U}, {22U, 1U}, {0U, 2U}, {112U, 2U}}) {
        CHECK(polish.form_of(n) == form);
    }
    PluralRule slovenian;
    REQUIRE(slovenian.read("nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);"));
    CHECK(slovenian.form_of(101) == 0);
    CHECK(slovenian.form_of(4) == 2);
    CHECK(slovenian.form_of(5) == 3);
}

TEST_CASE("a plural rule that makes no sense is refused, and never divides by zero or recurses without end") {
    PluralRule rule;
    for (const std::string& text :
         {std::string(""), std::string("nplurals=2;"), std::string("plural=n!=1;"), std::string("nplurals=0; plural=0;"),
          std::string("nplurals=99; plural=0;"), std::string("nplurals=2; plural=n=1;"), std::string("nplurals=2; plural=(n;"),
          std::string("nplurals=2; plural=n ? 1;"), std::string("nplurals=2; plural=system(1);"),
          "nplurals=2; plural=" + std::string(100'000, '(') + ";", "nplurals=2; plural=" + std::string(100'000, '!') + "n;"}) {
        CAPTURE(text.substr(0, 60));
        CHECK_FALSE(rule.read(text));
    }
    CHECK(rule.form_of(1) == 0);
    CHECK(rule.form_of(2) == 1);
    REQUIRE(rule.read("nplurals=2; plural=n % 0 + n / 0;"));
    CHECK(rule.form_of(7) == 0);
    REQUIRE(rule.read("nplurals=2; plural=n * 7;"));
    CHECK(rule.form_of(3) == 0);  // out of range
}

TEST_CASE("every truncation and every damaged byte of a real catalog is refused or harmless") {
    const std::vector<char> whole = file_bytes(catalog_path("ja"));
    REQUIRE(whole.size() > 10'000);
    for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 331) {
        Catalog catalog;
        const std::string fault = catalog.read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
        CAPTURE(size);
        CHECK_FALSE(fault.empty());
        CHECK(catalog.size() == 0);
    }
    for (std::size_t at = 0; at < whole.size(); at += at < 2048 ? 1 : 61) {
        std::vector<char> damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x80);
        Catalog catalog;
        if (!catalog.read(std::move(damaged)).empty()) CHECK(catalog.size() == 0);
        const char* found = catalog.find("Back");
        if (found != nullptr) CHECK(std::string(found).size() < 100);
    }
}
