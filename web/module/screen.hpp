#pragma once
/// The page's canvas with the game's picture on it: WebGL, the device and the projector. Every fault is a text, because
/// nothing else in the page can catch an exception.
#include <cstdint>
#include <memory>
#include <string>

#include "client/gpu/context.hpp"
#include "client/gpu/device.hpp"
#include "client/render/scale_governor.hpp"
#include "web/module/projector.hpp"

namespace albireo::web {

class Screen {
  public:
    /// Draws the show, which must outlive it, on the canvas with this CSS selector. Returns an empty text,
    /// or the reason why it cannot; then the screen must be destroyed.
    std::string open(Show& show, const char* canvas, render::Tier tier, int width, int height);
    /// The driver's name for itself.
    std::string describe() const { return device_->describe(); }
    /// The number of programs that the browser still compiles: a picture would wait for them. −1: it cannot compile one of
    /// them, and fault() says why.
    int linking();
    /// Empty, or why nothing more can be drawn.
    std::string draw(float alpha);
    const std::string& fault() const { return fault_; }
    /// In pixels of the canvas; open() takes the same.
    void resize(int width, int height);
    /// Lowers or raises the scene's resolution to hold the frame rate. `interval_ms`: since the last picture, while playing.
    void pace(float interval_ms, float target_ms);
    /// The number of WebGL errors, which are mistakes of this program. There should be none.
    std::uint64_t faults() const { return device_->faults(); }

  private:
    template <class Act>
    bool try_to(Act&& act);

    std::unique_ptr<gpu::GlContext> context_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Projector> projector_;
    render::ScaleGovernor governor_;
    std::string fault_;
};

}  // namespace albireo::web
