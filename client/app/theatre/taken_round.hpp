#pragma once
/// A game taken over from a replay: it goes on from the world that was shown, with new players, on this machine alone,
/// and is recorded as a new replay that says where it began.
#include <array>

#include "client/app/controls/settings.hpp"
#include "client/app/controls/steering.hpp"
#include "client/app/pictures/local_game.hpp"
#include "client/app/rounds/interrupts.hpp"
#include "client/app/rounds/person.hpp"
#include "client/app/rounds/round.hpp"
#include "client/app/theatre/theatre.hpp"
#include "replays/recorder.hpp"

namespace albireo::app {

class TakenRound final : public Round {
  public:
    enum class Who : std::uint8_t { gold, blue, both };  // whom people play; a bot flies the other
    struct Setup {
        Picture* picture = nullptr;  // none: nothing to see
        bot::BodyStore* bodies = nullptr;
        Settings settings{};
        scene::StageOptions stage{};
        std::string record_dir;  // empty: not recorded
        std::string program = "albireo";  // what recordings say made them
        int skill = 7;           // of the bot
    };

    /// From where the theatre stands, which must be a place that can be taken over.
    TakenRound(const Theatre& theatre, Who who, const Setup& setup);
    ~TakenRound() override;

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return over_; }
    void leave(Micros now) override;
    void point_at(std::size_t choice, bool moved) override;
    After after() const override { return after_; }
    std::string replay_path() const override { return recording_; }
    const World* world() const override { return &game_->now(); }
    const Level* level() const override { return &level_; }
    scene::Stage* stage() override { return stage_.get(); }

  private:
    enum class Panel : std::uint8_t { none, ready, paused, over, results };
    enum class Choice : std::uint8_t { go_on, carry_on, leave, watch, back };
    Panel panel() const;
    std::vector<Choice> choices() const;
    void choose(Choice choice);
    std::vector<Person*> people() const;
    Person* who_pauses(bool back);
    void await_ready(const platform::Input& input, const Held& held, bool back);
    void work_panel(const platform::Input& input, const Held& held, float seconds);
    void begin_recording();
    void step();
    void finish();

    Level level_;
    Setup setup_;
    std::string origin_;
    std::uint32_t seed_;
    std::array<std::string, 2> names_;
    std::vector<std::unique_ptr<Person>> people_;
    std::unique_ptr<Mate> mate_;
    std::unique_ptr<LocalGame> game_;
    std::unique_ptr<scene::Stage> stage_;
    std::unique_ptr<replays::ByteSink> sink_;
    std::unique_ptr<replays::Recorder> recorder_;
    std::string recording_, recording_fault_;
    std::uint16_t held_over_ = 0xffff;  // buttons that are still held from taking the game over
    bool begun_ = false;                // somebody touched his controls
    bool left_ = false, over_ = false;
    After after_ = After::nothing;
    Steering steering_;
    std::array<bool, platform::kPadsMax> pads_{};  // that are plugged in
    SlipGuard slips_;
    Interrupts interrupts_;
    std::size_t cursor_ = 0;
    Panel shown_ = Panel::ready;
    bool pointed_ = false;
    Micros last_ = -1;
    Micros due_ = 0;            // of real time not yet played
    std::uint32_t played_ = 0;  // ticks
};

}  // namespace albireo::app
