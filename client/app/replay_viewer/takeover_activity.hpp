#pragma once
/// A game taken over from a replay: it continues from the world that was shown, with new players, without a server. It is
/// recorded as a new replay that names its origin.
#include <array>
#include <utility>

#include "client/app/boards/boards.hpp"
#include "client/app/controls/settings.hpp"
#include "client/bot/local_game.hpp"
#include "client/app/activities/hit_replay.hpp"
#include "client/app/activities/panels.hpp"
#include "client/app/controls/bindings.hpp"
#include "client/app/activities/activity.hpp"
#include "client/app/replay_viewer/replay_viewer.hpp"
#include "replays/recorder.hpp"
#include "replays/recording_fault.hpp"

namespace albireo::app {

class TakeoverActivity final : public Activity {
  public:
    enum class PlayedSlots : std::uint8_t { gold, blue, both };  // the slots that people play; a bot flies the other
    struct Setup {
        Picture* picture = nullptr;  // null: nothing is drawn
        bot::BodyStore* bodies = nullptr;
        Settings settings{};
        scene::StageOptions stage{};
        std::string record_dir;  // empty: not recorded
        std::string program = "albireo";  // stored in recordings as their creator
        int skill = 7;           // of the bot
        Boards* boards = nullptr;  // which say that such a game does not count; null: nobody does
    };

    /// Begins at the viewer's position, which must allow taking over.
    TakeoverActivity(const ReplayViewer& viewer, PlayedSlots played, const Setup& setup);
    ~TakeoverActivity() override;

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return over_; }
    void leave(Micros now) override;
    void point_at(std::size_t choice, bool moved) override { panels_.point_at(choice, moved); }
    After after() const override { return after_; }
    bool take_settings_request() override { return std::exchange(wants_settings_, false); }
    bool is_paused() const override { return panel() == Panel::paused; }
    void apply(const Settings& settings) override;
    ShownHit shown_hit() override;
    std::string replay_path() const override { return recording_; }
    const World* world() const override { return &game_->now(); }
    const Level* level() const override { return &level_; }
    scene::Stage* stage() override { return stage_.get(); }

  private:
    Panel panel() const;
    std::vector<Choice> choices() const;
    void choose(Choice choice);
    std::vector<LocalPlayer*> people() const;
    void await_ready(const platform::Input& input, const Held& held, bool back);
    void work_panel(const platform::Input& input, const Held& held, float seconds);
    void begin_recording();
    void note_recording_fault();
    void step();
    void finish();

    Level level_;
    Setup setup_;
    std::string origin_;
    std::uint32_t seed_;
    std::array<std::string, 2> names_;
    std::vector<std::unique_ptr<LocalPlayer>> people_;
    std::unique_ptr<BotPartner> partner_;
    std::unique_ptr<bot::LocalGame> game_;
    std::unique_ptr<scene::Stage> stage_;
    std::unique_ptr<replays::ByteSink> sink_;
    std::unique_ptr<replays::Recorder> recorder_;
    std::string recording_;
    replays::RecordingFault recording_fault_;
    std::uint16_t held_over_ = 0xffff;  // buttons that have been held since the game was taken over
    bool begun_ = false;                // a player has touched the controls
    bool left_ = false, over_ = false, wants_settings_ = false;
    After after_ = After::nothing;
    std::array<bool, platform::kPadsMax> pads_{};  // which are connected
    PanelControl panels_;
    HitReplay hit_replay_;
    ControlModes modes_;
    Micros last_ = -1;
    Micros due_ = 0;                      // real time not played yet
    std::uint32_t played_ = 0;            // ticks
    std::uint32_t fault_shown_until_ = 0;  // in ticks played
};

}  // namespace albireo::app
