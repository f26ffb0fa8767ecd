#pragma once
/// Runs a staged game frame by frame in virtual time, and returns the view and the notices of its person. Owned by the
/// code that makes pictures or tests of it; the picture must outlive it.
#include <functional>
#include <string>

#include "client/app/activities/net_activity.hpp"
#include "client/app/screens/staged_game_host.hpp"
#include "proto/impairment.hpp"

namespace albireo::app {

/// For StagedPlan::between: a network that impairs packets in this way, in either direction.
std::function<std::unique_ptr<proto::Link>(std::unique_ptr<proto::Link>)> impaired_link(const proto::ImpairmentOptions& each);

class Staging {
  public:
    Staging(Picture& picture, bot::BodyStore& bodies, const GameHostSetup& setup, StagedPlan plan = {});

    /// Runs this many seconds of virtual time, at sixty frames per second.
    void run(double seconds);
    /// Runs until `is_done` returns true. Returns the virtual seconds that passed; throws PictureError after a minute.
    double run_until(const std::string& what, const std::function<bool()>& is_done);
    void press(platform::Key key);
    /// The two halves of one frame.
    void advance();
    void look();

    StagedGameHost& host() { return *host_; }
    NetActivity& activity() { return *activity_; }
    Notice notice() const { return activity_->notice(); }
    /// The current view; null: none yet.
    const scene::View* view() const { return seen_ ? view_.get() : nullptr; }
    void set_visuals(const scene::VisualSettings& visuals) { view_->visuals = visuals; }
    Micros now() const { return now_; }

    platform::Input input;  // for the next frame

  private:
    Picture& picture_;
    StagedGameHost* host_ = nullptr;  // owned by the activity
    std::unique_ptr<NetActivity> activity_;
    std::unique_ptr<scene::View> view_ = std::make_unique<scene::View>();
    Micros now_ = proto::kMicrosPerSecond;
    bool seen_ = false;
};

}  // namespace albireo::app
