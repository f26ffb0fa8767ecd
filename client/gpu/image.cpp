#include "client/gpu/image.hpp"

#include <stb_image_write.h>

#include <cerrno>
#include <cstdio>

namespace albireo::gpu {

bool write_png(const Image& image, const std::string& path) {
    const std::string part = path + ".part";
    struct File {
        std::FILE* file;
        bool good = true;
    };
    File to{std::fopen(part.c_str(), "wb")};
    if (to.file == nullptr) return false;
    const auto write = [](void* context, void* data, int size) {
        auto* file = static_cast<File*>(context);
        const auto bytes = static_cast<std::size_t>(size);
        file->good = file->good && std::fwrite(data, 1, bytes, file->file) == bytes;
    };
    bool done =
        stbi_write_png_to_func(write, &to, image.width, image.height, 4, image.pixels.data(), image.width * 4) != 0;
    done = std::fclose(to.file) == 0 && to.good && done && std::rename(part.c_str(), path.c_str()) == 0;
    if (!done) {
        const int reason = errno;
        std::remove(part.c_str());
        errno = reason;
    }
    return done;
}

}  // namespace albireo::gpu
