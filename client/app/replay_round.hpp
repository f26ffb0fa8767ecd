#pragma once
/// The theatre in the window: keys, mouse and pad into what the theatre does, its world into a picture with a timeline.
/// F1 lists the keys.
#include <memory>
#include <vector>

#include "client/app/camera.hpp"
#include "client/app/taken_round.hpp"
#include "client/app/theatre.hpp"

namespace albireo::app {

class ReplayRound final : public Round {
  public:
    struct Setup {
        TakenRound::Setup taken{};  // picture and stage serve the theatre too
        std::string pictures_dir;   // for pictures and films; empty: none are made
    };
    /// `path`: of the file. Without a picture there is nothing to see, and all else works.
    ReplayRound(std::unique_ptr<replays::Replay> replay, const std::string& path, Setup setup);

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return false; }
    bool takes_escape() const override { return mode_ != Mode::watching; }
    void leave(Micros) override { end_film(""); }
    std::unique_ptr<Round> next() override { return std::move(next_); }
    ReplayRound* theatre() override { return this; }
    const World* world() const override { return &theatre_.now(); }
    const Level* level() const override { return &theatre_.level(); }
    scene::Stage* stage() override { return stage_.get(); }

    Theatre& show() { return theatre_; }
    const Theatre& show() const { return theatre_; }
    /// What was said last, and whether it is a fault.
    const std::string& told() const { return told_; }
    bool told_fault() const { return told_fault_; }
    bool inputs_shown() const { return inputs_shown_; }
    bool keys_shown() const { return keys_shown_; }
    /// Where the mouse is on the timeline: the share of the way from its beginning to its end.
    void point_at_line(bool over, float share) { on_line_ = over, line_share_ = share; }

    enum class Mode : std::uint8_t { watching, noting, taking };
    Mode mode() const { return mode_; }
    const std::string& note() const { return note_; }
    /// Who may be played from here, a line each; and the one that Enter takes.
    struct Choice {
        TakenRound::Who who;
        std::string text;
    };
    std::vector<Choice> choices() const;
    std::size_t choice() const { return choice_; }

  private:
    void take_keys(const platform::Input& input);
    void take_pads(const platform::Input& input);
    void press(platform::Key key, bool shift);
    void press_noting(platform::Key key);
    void press_taking(platform::Key key);
    void take_over(TakenRound::Who who);
    void drag(const platform::Input& input);
    void save_picture();
    void begin_film();
    void shoot_film();
    void end_film(const std::string& why);
    std::string picture_path() const;
    void tell(std::string line, bool fault = true);

    Setup setup_;
    Theatre theatre_;
    std::unique_ptr<scene::Stage> stage_;
    std::unique_ptr<Round> next_;
    std::unique_ptr<Camera> camera_;
    gpu::Image image_;
    Mode mode_ = Mode::watching;
    std::string note_;
    std::size_t choice_ = 0;
    bool inputs_shown_ = true, keys_shown_ = false;
    bool jumped_ = false;
    bool on_line_ = false, drags_ = false;  // the mouse
    float line_share_ = 0;                  // … where on the timeline
    std::string told_;
    bool told_fault_ = false;
    Micros told_until_ = 0, now_ = 0, last_ = -1;
};

}  // namespace albireo::app
