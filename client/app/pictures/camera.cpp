#include "client/app/pictures/camera.hpp"

#include <cerrno>
#include <filesystem>
#include <vector>

#include "client/words/format.hpp"

namespace albireo::app {

Camera::Camera(const std::string& path, int width, int height) : path_(path), width_(width), height_(height) {
    std::error_code error;
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) throw PictureError{tr_f("{}: cannot be made: {}", folder.string(), translated_error(error))};
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
    const std::string size = std::to_string(width_) + "x" + std::to_string(height_);
    const std::vector<std::string> words = {"ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", size, "-r", "60", "-i", "-",
                                            "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p", "-crf", "18", "file:" + path_ + ".mp4"};
    ffmpeg_ = platform::ChildProcess(words, {.in = platform::ChildOptions::Stream::pipe, .has_own_group = true});
    using Failure = platform::ChildProcess::Failure;
    if (ffmpeg_.failure() == Failure::none) {
        pipe_ = ffmpeg_.take_input();
        return true;
    }
    const bool is_missing = ffmpeg_.failure() == Failure::program && (ffmpeg_.error() == ENOENT || ffmpeg_.error() == EACCES);
    if (!is_missing) throw PictureError{tr("ffmpeg cannot be started")};
    return false;
}

Camera::~Camera() {
    finish();
}

void Camera::write(const gpu::Image& image) {
    if (image.width != width_ || image.height != height_) {
        throw PictureError{tr("the window was resized: the film ends here")};
    }
    if (folder_) {
        folder_->write(image);
    } else if (std::fwrite(image.pixels.data(), 1, image.pixels.size(), pipe_) != image.pixels.size()) {
        throw PictureError{tr_f("{}: ffmpeg accepts no more pictures: is the disk full?", path_)};
    }
    ++count_;
}

std::string Camera::finish() {
    if (pipe_ == nullptr) return {};
    bool is_whole = std::fclose(pipe_) == 0;
    pipe_ = nullptr;
    is_whole = ffmpeg_.wait().exit_code == 0 && is_whole;
    return is_whole ? std::string() : tr_f("{}: ffmpeg could not write it", path_);
}

}  // namespace albireo::app
