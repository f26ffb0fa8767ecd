#include "client/app/screens/staging.hpp"

#include "client/app/pictures/offscreen.hpp"
#include "proto/faulty_link.hpp"

namespace albireo::app {

std::function<std::unique_ptr<proto::Link>(std::unique_ptr<proto::Link>)> impaired_link(
    const proto::ImpairmentOptions& each) {
    return [each](std::unique_ptr<proto::Link> link) {
        return std::make_unique<proto::FaultyLink>(std::move(link), proto::FaultyLinkOptions{.out = each, .in = each});
    };
}

Staging::Staging(Picture& picture, bot::BodyStore& bodies, const GameHostSetup& setup, StagedPlan plan)
    : picture_(picture) {
    auto game_host = std::make_unique<StagedGameHost>(bodies, setup, std::move(plan));
    host_ = game_host.get();
    scene::StageOptions options;
    options.names = setup.names;
    activity_ = std::make_unique<NetActivity>(std::move(game_host), picture, Settings{}, options);
}

void Staging::advance() {
    activity_->advance(input, now_);
}

void Staging::look() {
    seen_ = activity_->look(*view_, now_);
    if (seen_ && !view_->bursts.empty()) picture_.renderer().advance(*view_);
    view_->bursts.clear();
    input.next_frame();
    now_ += proto::kMicrosPerTick;
}

void Staging::run(double seconds) {
    for (const Micros until = now_ + static_cast<Micros>(seconds * 1e6); now_ < until;) {
        advance();
        look();
    }
}

double Staging::run_until(const std::string& what, const std::function<bool()>& is_done) {
    const Micros began = now_;
    while (!is_done()) {
        if (now_ - began > 60 * proto::kMicrosPerSecond) throw PictureError{"never seen within a minute: " + what};
        run(1.0 / kTicksPerSecond);
    }
    return static_cast<double>(now_ - began) / 1e6;
}

void Staging::press(platform::Key key) {
    input.pressed.push_back(key);
    run(0.02);
}

}  // namespace albireo::app
