#pragma once
/// An autopilot with eyes: the Hands of a bot's client.
#include <memory>

#include "client/bot/autopilot.hpp"
#include "client/net/hands.hpp"
#include "client/predict/reporter.hpp"

namespace albireo::bot {

class BotHands final : public client::Hands {
  public:
    struct Options {
        int skill = kSkillMax;
        std::uint32_t seed = 1;
    };
    explicit BotHands(Options options) : options_(options) {}

    void begin(const Level& level, Slot own) override;
    client::Controls steer(const World& predicted) override;
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override;

  private:
    Options options_;
    const Level* level_ = nullptr;
    std::unique_ptr<client::Bodies> bodies_;
    std::unique_ptr<client::Reporter> reporter_;
    std::unique_ptr<Autopilot> autopilot_;
};

}  // namespace albireo::bot
