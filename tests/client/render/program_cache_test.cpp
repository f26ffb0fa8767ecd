// Goal: a program is compiled once for a driver. A damaged, foreign or refused file counts as missing, and the folder
// stays small.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "client/gpu/program_cache.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;
using gpu::ProgramCache;
namespace fs = std::filesystem;

namespace {

struct Folder {
    std::string path = (fs::temp_directory_path() / ("albireo-programs-" + std::to_string(getpid()))).string();
    Folder() { fs::remove_all(path); }
    ~Folder() { fs::remove_all(path); }
    std::vector<fs::path> files() const {
        std::vector<fs::path> files;
        if (!fs::exists(path)) return files;
        for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
        return files;
    }
    /// Replaces a byte of each file, or cuts the files off.
    void damage(std::size_t at, bool cut) const {
        for (const fs::path& file : files()) {
            if (cut) {
                fs::resize_file(file, at);
                continue;
            }
            std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
            bytes.seekg(static_cast<std::streamoff>(at));
            const auto old = static_cast<char>(bytes.get());
            bytes.seekp(static_cast<std::streamoff>(at));
            bytes.put(static_cast<char>(old ^ 0x55));
        }
    }
};

const std::vector<char> kBytes(1000, 'x');

}  // namespace

TEST_CASE("a stored program is found again by its key alone") {
    const Folder folder;
    ProgramCache cache(folder.path);
    CHECK_FALSE(cache.find(7));
    cache.keep(7, {3, kBytes});
    REQUIRE(cache.find(7));
    CHECK(cache.find(7)->format == 3);
    CHECK(cache.find(7)->bytes == kBytes);
    CHECK_FALSE(cache.find(8));
    CHECK(ProgramCache(folder.path).find(7));  // by the next start, too
    fs::rename(folder.files()[0], fs::path(folder.path) / "0000000000000008.program");
    CHECK_FALSE(cache.find(8));
}

TEST_CASE("a damaged file counts as missing, wherever the damage is, and is replaced") {
    const Folder folder;
    ProgramCache cache(folder.path);
    for (const std::size_t at : {0U, 9U, 17U, 29U, 30U, 32U, 500U, 1031U}) {
        CAPTURE(at);
        cache.keep(7, {3, kBytes});
        folder.damage(at, false);
        CHECK_FALSE(cache.find(7));
        cache.keep(7, {3, kBytes});
        CHECK(cache.find(7));
        folder.damage(at, true);
        CHECK_FALSE(cache.find(7));
    }
}

TEST_CASE("nothing is fatal, and nothing is kept without a folder") {
    ProgramCache none("");
    none.keep(7, {3, kBytes});
    CHECK_FALSE(none.find(7));
    ProgramCache barred("/proc/nowhere");
    barred.keep(7, {3, kBytes});
    CHECK_FALSE(barred.find(7));
}

TEST_CASE("the folder is pruned to half of its room, and files of others stay") {
    const Folder folder;
    fs::create_directories(folder.path);
    std::ofstream(folder.path + "/notes.txt") << "mine";
    for (std::size_t i = 0; i < ProgramCache::kFilesMax; ++i) {
        std::ofstream(folder.path + "/" + std::to_string(i) + ".program") << i;
    }
    ProgramCache cache(folder.path);
    cache.keep(7, {3, kBytes});
    CHECK(folder.files().size() == ProgramCache::kFilesMax / 2 + 2);
    CHECK(fs::exists(folder.path + "/notes.txt"));
    CHECK(cache.find(7));
}

TEST_CASE("a device restores its programs, draws the same with them, and compiles the damaged ones") {
    const Folder folder;
    const auto picture = [&](std::size_t& restored, std::size_t& programs) {
        const auto context = gpu::make_egl_context(64, 36);
        const auto device = gpu::make_gl_device(4 << 20, folder.path);
        render::Renderer renderer(*device, test_library(), {}, {.width = 64, .height = 36, .particles_max = 64});
        scene::View view;
        view.hud.shown = false;
        view.enemy_shots.add({{0, 0}, {1, 0}, 3});
        renderer.render(view);
        gpu::Image image;
        renderer.read(image);
        restored = device->programs_restored();
        programs = folder.files().size();
        CHECK(device->faults() == 0);
        return image.pixels;
    };
    std::size_t restored = 0, programs = 0;
    const auto first = picture(restored, programs);
    CHECK(restored == 0);
    if (programs == 0) {
        MESSAGE("this driver gives no binaries: nothing to restore");
        return;
    }
    const std::size_t all = programs;
    CHECK(picture(restored, programs) == first);
    CHECK(restored == all);
    folder.damage(40, false);
    CHECK(picture(restored, programs) == first);
    CHECK(restored == 0);
    CHECK(programs == all);
    CHECK(picture(restored, programs) == first);
    CHECK(restored == all);
}
