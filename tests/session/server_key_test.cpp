// Goal: a server keeps its key in a file that only its owner can read, and a client remembers the key at first sight and
// never replaces it by itself.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "client/net/known_servers.hpp"
#include "server/key_file.hpp"

using namespace albireo;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path = fs::temp_directory_path() / ("albireo-key-" + std::to_string(getpid()));
    Folder() { fs::create_directory(path); }
    ~Folder() { fs::remove_all(path); }
    std::string file(const std::string& name) const { return (path / name).string(); }
};

void write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("the key is made at the first start, for its owner alone, and read at the next") {
    const Folder folder;
    const std::string path = folder.file("state/albireo/server.key");
    std::string error;
    const auto made = server::load_or_make_key(path, error);
    REQUIRE_MESSAGE(made, error);
    struct stat found {};
    REQUIRE(stat(path.c_str(), &found) == 0);
    CHECK((found.st_mode & 0777) == 0600);
    CHECK(std::distance(fs::directory_iterator(fs::path(path).parent_path()), fs::directory_iterator{}) == 1);
    const auto read = server::load_or_make_key(path, error);
    REQUIRE(read);
    CHECK(read->secret == made->secret);
    CHECK(read->public_key == made->public_key);
    const auto other = server::load_or_make_key(folder.file("other.key"), error);
    REQUIRE(other);
    CHECK(other->public_key != made->public_key);
}

TEST_CASE("a key file that is damaged, or that others can read, is reported and never replaced") {
    const Folder folder;
    const std::string path = folder.file("server.key");
    std::string error;
    REQUIRE(server::load_or_make_key(path, error));
    chmod(path.c_str(), 0640);
    CHECK_FALSE(server::load_or_make_key(path, error));
    CHECK(error.find("chmod 600 " + path) != std::string::npos);
    for (const char* const text : {"", "albireo server key 1\n", "albireo server key 1\nsecret = 00\n", "garbage"}) {
        write(path, text);
        chmod(path.c_str(), 0600);
        CHECK_FALSE(server::load_or_make_key(path, error));
        CHECK(error.find("damaged") != std::string::npos);
    }
    CHECK_FALSE(server::load_or_make_key(folder.path.string(), error));
    CHECK_FALSE(error.empty());
}

TEST_CASE("a fingerprint is short, and each key has its own") {
    const auto one = proto::KeyPair::random(), two = proto::KeyPair::random();
    CHECK(proto::fingerprint_of(one.public_key).size() == 39);
    CHECK(proto::fingerprint_of(one.public_key) == proto::fingerprint_of(one.public_key));
    CHECK(proto::fingerprint_of(one.public_key) != proto::fingerprint_of(two.public_key));
}

TEST_CASE("a server's key is remembered at first sight, and stays") {
    const Folder folder;
    const client::KnownServers known(folder.file("state/known_servers.txt"));
    const auto one = proto::KeyPair::random().public_key, two = proto::KeyPair::random().public_key;
    CHECK_FALSE(known.find("example.org:7777"));
    CHECK(known.remember("example.org:7777", one).empty());
    CHECK(known.remember("example.org:7778", two).empty());
    CHECK(known.remember("example.org:7777", two).empty());  // has no effect
    CHECK(known.find("example.org:7777") == one);
    CHECK(client::KnownServers(known.path()).find("example.org:7778") == two);
    CHECK_FALSE(known.find("example.org"));
    CHECK(proto::read_public_key(proto::text_of(one)) == one);
}

TEST_CASE("a key in a link is 43 letters, and anything else is no key") {
    const auto key = proto::KeyPair::random().public_key;
    const std::string text = proto::link_text_of(key);
    CHECK(text.size() == 43);
    CHECK(proto::read_link_text(text) == key);
    CHECK(proto::link_text_of(proto::PublicKey{}) == std::string(43, 'A'));
    for (const std::string& bad : {std::string(), text.substr(1), text + "A", text + "=", "+" + text.substr(1), text.substr(1) + "B"})
        CHECK_FALSE(proto::read_link_text(bad));
}

TEST_CASE("a damaged line is ignored, and a file that cannot be written is reported") {
    const Folder folder;
    const std::string path = folder.file("known_servers.txt");
    const auto key = proto::KeyPair::random().public_key;
    write(path, "example.org:7777 00ff\n\nnothing\nexample.org:7777 " + proto::text_of(key) + "\n");
    CHECK(client::KnownServers(path).find("example.org:7777") == key);
    CHECK(client::KnownServers(folder.path.string()).remember("a:1", key).find("could not be stored") != std::string::npos);
    CHECK(client::KnownServers().remember("a:1", key).empty());
    CHECK_FALSE(client::KnownServers().find("a:1"));
}
