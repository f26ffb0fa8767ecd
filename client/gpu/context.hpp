#pragma once
/// A current OpenGL context, made by a window, or by EGL without a display.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace albireo::gpu {

/// Which OpenGL draws: 4.5, or the portable tier on 3.3 or on ES 3.0. The pictures are the same.
enum class Graphics : std::uint8_t { automatic, full, portable, es };
inline constexpr std::array<std::string_view, 4> kGraphicsNames = {"auto", "full", "portable", "es"};

constexpr Graphics graphics_named(std::string_view name) {
    for (std::size_t i = 0; i < kGraphicsNames.size(); ++i) {
        if (kGraphicsNames[i] == name) return static_cast<Graphics>(i);
    }
    return Graphics::automatic;
}

class GlContext {
  public:
    virtual ~GlContext() = default;
    /// Presents the frame. Without a window it does nothing.
    virtual void swap() = 0;
    /// The size of the picture, in pixels.
    virtual void size(int& width, int& height) const = 0;
};

/// No context is available: one line that says why and what to do.
struct ContextError {
    std::string text;
};

}  // namespace albireo::gpu
