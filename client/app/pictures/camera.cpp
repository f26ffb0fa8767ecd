#include "client/app/pictures/camera.hpp"

#include <cstdlib>
#include <filesystem>

namespace albireo::app {
namespace {

/// For the shell, as one word whatever is in it.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + "'";
}

bool has_ffmpeg() {
    return std::system("command -v ffmpeg >/dev/null 2>&1") == 0;
}

}  // namespace

Camera::Camera(const std::string& path, int width, int height) : path_(path), width_(width), height_(height) {
    std::error_code error;
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) throw PictureError{folder.string() + ": cannot be made: " + error.message()};
    if (has_ffmpeg()) {
        if (!path_.ends_with(".mp4")) path_ += ".mp4";
        // An even number of pixels each way is what players of films want.
        const std::string command = "ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgba -s " + std::to_string(width) +
                                    "x" + std::to_string(height) +
                                    " -r 60 -i - -vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' -pix_fmt yuv420p -crf 18 " +
                                    quoted("file:" + path_);
        pipe_ = ::popen(command.c_str(), "w");
        if (pipe_ == nullptr) throw PictureError{"ffmpeg cannot be started"};
    } else {
        if (path_.ends_with(".mp4")) path_.resize(path_.size() - 4);
        folder_ = FrameSink::folder(path_);
    }
}

Camera::~Camera() {
    finish();
}

void Camera::write(const gpu::Image& image) {
    if (image.width != width_ || image.height != height_) {
        throw PictureError{"the window changed its size: the film ends"};
    }
    if (folder_) {
        folder_->write(image);
    } else if (std::fwrite(image.pixels.data(), 1, image.pixels.size(), pipe_) != image.pixels.size()) {
        throw PictureError{path_ + ": ffmpeg takes no more; is the disk full?"};
    }
    ++count_;
}

std::string Camera::finish() {
    if (pipe_ == nullptr) return {};
    const int status = ::pclose(pipe_);
    pipe_ = nullptr;
    return status == 0 ? "" : path_ + ": ffmpeg could not write it";
}

}  // namespace albireo::app
