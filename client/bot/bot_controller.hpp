#pragma once
/// The PlayerController of a bot's client: an autopilot that also detects collisions.
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>

#include "client/bot/autopilot.hpp"
#include "client/net/player_controller.hpp"
#include "client/predict/reporter.hpp"

namespace albireo::bot {

/// The bodies of levels, built once for all bots of a process. Levels are identified by their digest.
class BodyStore {
  public:
    std::shared_ptr<const client::Bodies> of(const Level& level);
    /// While this lock is held, set_looks() waits. Every thread but the one that calls set_looks() holds it while it uses bodies.
    std::shared_lock<std::shared_mutex> reading() const { return std::shared_lock(guard_); }

    /// Gives all bodies these looks. Bodies in use are changed in place, so that the drawn meshes remain the meshes
    /// that are hit.
    void set_looks(std::shared_ptr<const models::LookBook> looks);

  private:
    mutable std::shared_mutex guard_;
    models::Catalog catalog_;
    struct Entry {
        Level level;  // copied for the bodies, so that it outlives them
        std::unique_ptr<client::Bodies> bodies;
    };
    std::map<std::uint64_t, std::shared_ptr<Entry>> entries_;
};

class BotController final : public client::PlayerController {
  public:
    struct Options {
        int skill = kSkillMax;
        std::uint32_t seed = 1;
        bool spares_bosses = false;  // tactics.hpp
    };
    /// The store must outlive the controller.
    BotController(BodyStore& bodies, Options options) : store_(bodies), options_(options) {}

    void begin(const Level& level, Slot own) override;
    client::Controls steer(const World& predicted) override;
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override;

  private:
    BodyStore& store_;
    Options options_;
    std::shared_ptr<const client::Bodies> bodies_;
    std::unique_ptr<client::Reporter> reporter_;
    std::unique_ptr<Autopilot> autopilot_;
};

}  // namespace albireo::bot
