#pragma once
/// Records the pictures on screen as a film: with ffmpeg if it is installed, otherwise as PNG files in a folder.
///
/// ffmpeg runs in a separate process group, so that Ctrl-C on the terminal ends this program and not ffmpeg, which is
/// still writing the film.
#include <cstdio>
#include <optional>
#include <string>

#include "client/app/pictures/offscreen.hpp"
#include "platform/child_process.hpp"

namespace albireo::app {

class Camera {
  public:
    /// `path` without an ending; the film is path.mp4, or the folder path/. Throws PictureError.
    Camera(const std::string& path, int width, int height);
    ~Camera();
    Camera(const Camera&) = delete;
    Camera& operator=(const Camera&) = delete;

    /// Throws PictureError: the disk is full, ffmpeg has ended, or the picture differs in size from the first.
    void write(const gpu::Image& image);
    /// Ends the film. Returns an empty text, or the error.
    std::string finish();

    const std::string& path() const { return path_; }
    std::size_t count() const { return count_; }

  private:
    bool start_ffmpeg();

    std::string path_;
    int width_, height_;
    std::FILE* pipe_ = nullptr;
    platform::ChildProcess ffmpeg_;
    std::optional<PictureSink> folder_;
    std::size_t count_ = 0;
};

}  // namespace albireo::app
