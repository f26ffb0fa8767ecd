#pragma once
/// A whole player without a network: autopilot, frame maker, reporter, and the rule for when to trust remote shots.
#include <chrono>
#include <vector>

#include "client/bot/autopilot.hpp"
#include "client/predict/reporter.hpp"

namespace albireo {

/// A level and its bodies, as autopilots need them. Build one per level and share it.
struct Stage {
    explicit Stage(Level&& given) : level(std::move(given)), bodies(level, catalog) {}

    Level level;
    models::Catalog catalog;
    client::Bodies bodies;
};

class Pilot {
  public:
    /// Requests a pause every `pause_every` ticks, unless that is 0.
    Pilot(const Stage& stage, const bot::Autopilot::Options& options, std::uint32_t pause_every)
        : stage_(stage),
          autopilot_(stage.level, options),
          maker_(options.own),
          remote_(other(options.own)),
          reporter_(stage.level, stage.bodies, options.own),
          pause_every_(pause_every),
          command_delay_(options.command_delay) {}

    /// Updates the partner's shots from the confirmed world; call it after every reconcile.
    void see_confirmed(const World& confirmed, Tick now) { remote_.update(confirmed, now); }

    /// The frame for the tick predicted.tick.
    Frame frame(const World& predicted) {
        const auto begin = Clock::now();
        client::Controls controls = autopilot_.next(predicted);
        if (pause_every_ != 0 && predicted.tick.value % pause_every_ == pause_every_ - 1 && !is_paused(predicted)) {
            controls.command = Command::pause;
            controls.command_delay = command_delay_;
        }
        const auto thought = Clock::now();
        const std::span<const Report> reports = reporter_.look(predicted, remote_);
        const auto looked = Clock::now();
        think_us_.push_back(std::chrono::duration<float, std::micro>(thought - begin).count());
        look_us_.push_back(std::chrono::duration<float, std::micro>(looked - thought).count());
        const Frame frame = maker_.make(predicted, stage_.level, controls, reports);
        reports_ += frame.report_count;
        input_changes_ += (frame.buttons & kSteering) != (last_buttons_ & kSteering) ? 1 : 0;
        last_buttons_ = frame.buttons;
        return frame;
    }

    std::uint64_t reports() const { return reports_; }
    std::uint64_t input_changes() const { return input_changes_; }
    /// The cost of each tick for the autopilot and the reporter, in microseconds.
    const std::vector<float>& think_us() const { return think_us_; }
    const std::vector<float>& look_us() const { return look_us_; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint16_t kSteering = kUp | kDown | kLeft | kRight | kFocus;

    const Stage& stage_;
    bot::Autopilot autopilot_;
    client::FrameMaker maker_;
    client::RemoteShots remote_;
    client::Reporter reporter_;
    std::uint32_t pause_every_;
    std::uint8_t command_delay_;
    std::uint64_t reports_ = 0;
    std::uint64_t input_changes_ = 0;
    std::uint16_t last_buttons_ = 0;
    std::vector<float> think_us_, look_us_;
};

}  // namespace albireo
