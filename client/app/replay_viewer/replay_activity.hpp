#pragma once
/// The replay viewer in the window: turns keys, mouse and pad into the viewer's actions, and draws its world with a
/// timeline.
///
/// 1. Everything can be done by keyboard alone, pad alone and mouse alone: by a dedicated key or button
///    (replay_viewer_actions.hpp), in the bar, or from the list of all actions.
/// 2. The bar is hidden when there is no input while the replay plays.
#include <memory>
#include <vector>

#include "client/app/controls/steering.hpp"
#include "client/app/pictures/camera.hpp"
#include "client/app/activities/notices.hpp"
#include "client/app/replay_viewer/takeover_activity.hpp"
#include "client/app/replay_viewer/replay_viewer.hpp"
#include "client/app/replay_viewer/replay_viewer_actions.hpp"
#include "replays/live_game.hpp"

namespace albireo::app {

class ReplayActivity final : public Activity {
  public:
    struct Setup {
        TakeoverActivity::Setup taken{};  // the viewer uses its picture and stage too
        std::string pictures_dir;   // for pictures and films; empty: none are made
        std::uint32_t from = 0;     // the tick at which to open, paused; 0: the beginning, playing
        std::shared_ptr<replays::LiveGame> live{};  // of a game that is being played, whose replay grows; null: it is a file
    };
    /// `path`: of the file, or the name of a game that is being played. Without a picture nothing is drawn, and everything else works.
    ReplayActivity(std::shared_ptr<const replays::Replay> replay, const std::string& path, Setup setup);

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return over_; }
    void leave(Micros now) override;
    std::unique_ptr<Activity> next() override { return std::move(next_); }
    ReplayActivity* replay() override { return this; }
    const World* world() const override { return &viewer_.now(); }
    const Level* level() const override { return &viewer_.level(); }
    scene::Stage* stage() override { return stage_.get(); }

    /// Where the timeline begins, as a share of the picture's height; the bar is above it.
    static constexpr float kTimelineTop = 0.885F;
    /// The bar, in shares of the picture's height. Large text needs higher buttons in two rows, where they are twice as wide.
    struct Bar {
        float top = 0, bottom = 0.875F;
        int rows = 1;
        float row() const { return (bottom - top) / static_cast<float>(rows); }
    };
    static Bar bar_for(int text_percent);
    Bar bar() const { return bar_for(setup_.taken.settings.text_scale); }

    ReplayViewer& show() { return viewer_; }
    const ReplayViewer& show() const { return viewer_; }
    /// The notices to show.
    const Notices& notices() const { return notices_; }
    bool inputs_shown() const { return inputs_shown_; }
    /// The mouse's position on the timeline, 0 … 1 from its beginning to its end.
    void point_at_line(bool over, float share) { on_line_ = over, line_share_ = share; }

    /// The mouse is over a part of the bar, or over a choice: a press in the next advance() selects it.
    void point_at_action(ViewerAction act) { pointed_action_ = act; }
    void point_at(std::size_t choice, bool moved) override;
    bool bar_shown() const;
    /// A pad was touched last: hints name its buttons, not the keys.
    bool by_pad() const { return by_pad_; }

    enum class Mode : std::uint8_t { watching, noting, taking, listing };
    Mode mode() const { return mode_; }
    const std::string& note() const { return note_; }
    /// The choices of the current mode with their keys; empty while watching.
    struct Choice {
        std::string text, keys;
    };
    std::vector<Choice> choices() const;
    std::size_t choice() const { return choice_; }

  private:
    void follow_live(Micros now);
    std::string state_text() const;
    void take_keys(const platform::Input& input);
    void take_pads(const platform::Input& input, float seconds);
    void take_mouse(const platform::Input& input);
    void perform(ViewerAction act);
    void open(Mode mode);
    void work_panel(Step step);
    void choose();
    void keep_note();
    std::vector<TakeoverActivity::PlayedSlots> takers() const;
    void take_over(TakeoverActivity::PlayedSlots played);
    void drag(const platform::Input& input);
    void save_picture();
    void begin_film();
    void shoot_film();
    void end_film(const std::string& why);
    std::string picture_path() const;
    void notify(std::string line, bool fault = true) { notices_.add(std::move(line), fault); }

    Setup setup_;
    ReplayViewer viewer_;
    std::unique_ptr<scene::Stage> stage_;
    std::unique_ptr<Activity> next_;
    std::unique_ptr<Camera> camera_;
    bool film_moved_ = false;  // since the film's last picture
    bool was_paused_ = false;  // when the film began
    gpu::Image image_;
    Mode mode_ = Mode::watching;
    std::string note_;
    std::size_t choice_ = 0;
    Steering steering_;
    ViewerAction pointed_action_ = ViewerAction::none;
    bool pointed_ = false;  // at the choice
    bool inputs_shown_ = true;
    bool jumped_ = false;
    bool over_ = false;
    std::string live_fault_;  // already shown
    bool by_pad_ = false;
    Micros touched_ = 0;
    bool on_line_ = false, drags_ = false;  // of the mouse
    float line_share_ = 0;                  // … its position on the timeline
    Notices notices_;
    Micros now_ = 0, last_ = -1;
};

}  // namespace albireo::app
