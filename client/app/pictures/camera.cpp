#include "client/app/pictures/camera.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <vector>

namespace albireo::app {

Camera::Camera(const std::string& path, int width, int height) : path_(path), width_(width), height_(height) {
    std::error_code error;
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) throw PictureError{folder.string() + ": cannot be made: " + error.message()};
    if (path_.ends_with(".mp4")) path_.resize(path_.size() - 4);
    if (start_ffmpeg()) {
        path_ += ".mp4";
    } else {
        folder_ = PictureSink::folder(path_);
    }
}

/// Returns false if there is no ffmpeg.
bool Camera::start_ffmpeg() {
    // Video players require an even number of pixels in both directions.
    std::vector<std::string> words = {"ffmpeg",
                                      "-loglevel",
                                      "error",
                                      "-y",
                                      "-f",
                                      "rawvideo",
                                      "-pix_fmt",
                                      "rgba",
                                      "-s",
                                      std::to_string(width_) + "x" + std::to_string(height_),
                                      "-r",
                                      "60",
                                      "-i",
                                      "-",
                                      "-vf",
                                      "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                                      "-pix_fmt",
                                      "yuv420p",
                                      "-crf",
                                      "18",
                                      "file:" + path_ + ".mp4"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw PictureError{"ffmpeg cannot be started"};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    ::posix_spawnattr_init(&how);
    ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&how, 0);
    const int fault = ::posix_spawnp(&ffmpeg_, arguments[0], &files, &how, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&how);
    ::close(ends[0]);
    if (fault == 0) pipe_ = ::fdopen(ends[1], "w");
    if (pipe_ == nullptr) ::close(ends[1]);
    if (fault != 0 && fault != ENOENT && fault != EACCES) throw PictureError{"ffmpeg cannot be started"};
    return fault == 0;
}

Camera::~Camera() {
    finish();
}

void Camera::write(const gpu::Image& image) {
    if (image.width != width_ || image.height != height_) {
        throw PictureError{"the window was resized: the film ends here"};
    }
    if (folder_) {
        folder_->write(image);
    } else if (std::fwrite(image.pixels.data(), 1, image.pixels.size(), pipe_) != image.pixels.size()) {
        throw PictureError{path_ + ": ffmpeg accepts no more pictures: is the disk full?"};
    }
    ++count_;
}

std::string Camera::finish() {
    if (pipe_ == nullptr) return {};
    bool is_whole = std::fclose(pipe_) == 0;
    pipe_ = nullptr;
    int status = 0;
    while (::waitpid(ffmpeg_, &status, 0) < 0 && errno == EINTR) {
    }
    is_whole = is_whole && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return is_whole ? "" : path_ + ": ffmpeg could not write it";
}

}  // namespace albireo::app
