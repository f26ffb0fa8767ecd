#pragma once
/// The developer tools: the netgraph (F3) and the inspector (F4) of the current activity.
#include "client/app/inspector/inspector.hpp"
#include "client/app/inspector/netgraph.hpp"

namespace albireo::app {

class Tools {
  public:
    /// The store must outlive the tools.
    explicit Tools(bot::BodyStore& bodies) : inspector_(bodies) {}
    /// Once per frame, between the overlay's begin() and end().
    void draw(ui::Overlay& overlay, const platform::Input& input, Activity& activity, float frame_ms);
    FrameTimes& times() { return inspector_.times(); }
    Inspector& inspector() { return inspector_; }

  private:
    Netgraph netgraph_;
    Inspector inspector_;
    bool net_ = false, inspector_shown_ = false;
};

}  // namespace albireo::app
