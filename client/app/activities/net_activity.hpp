#pragma once
/// A game with its host (game_host.hpp), as this machine's first person sees it: the worlds before and after the last tick for
/// interpolation, each effect once, the partner's corrections smoothed, and all notices for the player.
///
/// Notices are panels (lobby, pause, results, …). The states of the game and its link alone decide which one is shown.
/// panels.hpp has their words and choices; net_panels.cpp adds what depends on the game, and performs each choice.
#include <array>
#include <set>
#include <string>
#include <utility>

#include "client/app/boards/boards.hpp"
#include "client/app/controls/settings.hpp"
#include "client/app/activities/notices.hpp"
#include "client/app/activities/panels.hpp"
#include "client/app/activities/activity.hpp"
#include "client/app/activities/calls.hpp"
#include "client/app/activities/game_runner.hpp"
#include "client/app/activities/hit_replay.hpp"
#include "client/app/ghosts/ghosts.hpp"
#include "client/scene/interlude.hpp"
#include "client/voice/voice_chat.hpp"

namespace albireo::app {

class NetActivity final : public Activity {
  public:
    /// The picture must outlive the activity.
    NetActivity(std::unique_ptr<GameHost> game_host, Picture& picture, const Settings& settings, scene::StageOptions options);
    ~NetActivity() override;

    void advance(const platform::Input& input, Micros now) override;
    bool look(scene::View& view, Micros now) override;
    Notice notice() const override;
    bool is_over() const override { return over_; }
    void leave(Micros now) override;
    void point_at(std::size_t choice, bool moved) override { panels_.point_at(choice, moved); }
    After after() const override { return after_; }
    std::string moved_to() const override;
    bool take_settings_request() override { return std::exchange(wants_settings_, false); }
    bool is_paused() const override { return panel() == Panel::paused; }
    void apply(const Settings& settings) override;
    std::string replay_path() const override { return replay_path_; }
    const World* world() const override { return stage_ ? shown_.now.get() : nullptr; }
    const Level* level() const override { return stage_ ? level_.get() : nullptr; }
    scene::Stage* stage() override { return stage_.get(); }
    Locked<GameClient> game() override { return runner_.game(); }

    std::function<void()> parting() override;
    std::string address() const override { return runner_.lock()->address(); }
    std::string invitation() const override { return link_; }
    std::string take_copied() override { return std::exchange(copied_, {}); }
    Song song() const override;
    ShownHit shown_hit() override;

    std::uint64_t ticks() const { return ticks_; }

    /// How the search for the game's server failed; the server was then guessed.
    void tell_search(std::vector<SearchWay> ways) { search_ = std::move(ways); }

    /// Sends games that have ended to these boards, which must outlive the activity; null: to none.
    void use_boards(Boards* boards) { boards_ = boards; }

    /// Earlier games to race against, as the player chose; they must outlive the activity. Null: none.
    void use_ghosts(Ghosts* ghosts) { ghosts_ = ghosts; }

    /// The players of a game over a network talk through this, which must outlive the activity; without it they are silent. Call it
    /// before the first advance().
    void use_voice(voice::VoiceChat* voice);
    /// Shows this in place of the voice chat's own status: for pictures, which have neither a microphone nor real time.
    void show_voice(const voice::Status& status) { staged_voice_ = status; }

    /// Who watches, as the players see it; empty: nobody does.
    static std::string spectators_text(const proto::Spectators& all);

  private:
    static constexpr Micros kFlash = 400 * proto::kMicrosPerMs;
    static constexpr Micros kTally = 12 * proto::kMicrosPerSecond;  // shorter than Session::kTally

    /// The result of a level, shown until the next one begins.
    struct Tally {
        std::vector<Notice::Row> rows;
        std::string recording;
        Micros until = 0;
        bool is_skipped = false;
    };

    /// A view shown instead of the game's, to this player only. It is shown either before they are ready or after the game has
    /// ended, so no tick waits for it.
    struct ShownInterlude {
        scene::Interlude::Kind kind;
        std::shared_ptr<const Level> level;
        std::unique_ptr<scene::Interlude> view;
        Micros began = 0;  // in the window's time
    };

    Panel panel() const;
    std::vector<Choice> choices(Panel panel) const;
    void choose(Choice choice, Micros now);
    void work_panel(const platform::Input& input, float seconds, Micros now);
    std::array<std::string, 2> names() const;
    bool is_ready(Slot slot) const;
    bool offers_seat() const;
    bool go_on(const std::string& level = {});
    bool has_rematch() const;
    void begin_rematch(const std::string& level);
    void offer_next(std::vector<Choice>& choices) const;
    void offer_restart(std::vector<Choice>& choices) const;
    std::string wish_text() const;
    void follow_restart();
    std::string invitation_reach() const;
    void follow_invitation(const platform::Input& input);
    void describe_invitation(Notice& notice) const;
    std::string watch_text() const;
    void describe_lobby(Notice& notice) const;
    void describe_results(Notice& notice) const;
    std::string title_of_end() const;
    std::string standing() const;
    std::string partner() const;

    /// Tells the server that the player is ready: at once, or when the player says so. Before a campaign's first level the
    /// intro comes first.
    void follow_start();
    /// Ends an interlude that is over, and begins the ending of a campaign that is won.
    void follow_interlude();
    void begin_interlude(scene::Interlude::Kind kind);
    float interlude_seconds() const { return static_cast<float>(advanced_at_ - interlude_->began) / 1e6F; }

    /// Between two levels of a campaign: shows the result, and takes the game to the next level.
    void follow_campaign(Micros now);
    void describe_tally(Notice& notice) const;
    void submit(const std::string& recording);
    std::string verdict_on(const std::string& recording) const;

    void begin(const TickReel::Start& start);
    void look_for_ghost();
    /// Shows the ticks that were played since the last picture: their effects, sounds and vibrations.
    void take_ticks();
    bool burns() const;
    /// Loads shaders and meshes before the first tick.
    void prepare_picture();
    /// The worlds for the stage to draw. `alpha`: interpolation from the previous tick (0) to this one (1).
    scene::StageInput stage_input(float alpha) const;
    void watch_partner();
    void follow_calls(const Held& held, Micros now);
    void describe_calls(Notice& notice) const;
    void follow_voice(const Held& held);
    void describe_voice(Notice& notice) const;

    GameRunner runner_;
    Picture& picture_;
    Bindings bindings_;
    float dead_zone_ = 0;
    ControlModes modes_;
    std::array<bool, platform::kPadsMax> pads_{};  // which are connected
    scene::StageOptions options_;
    std::unique_ptr<scene::Stage> stage_;
    std::shared_ptr<const Level> level_;  // of the stage
    std::shared_ptr<const client::Bodies> bodies_;
    Slot own_ = Slot::gold;
    TickReel reel_;
    PlayedTick shown_;  // the last tick taken from the reel
    std::array<std::optional<bool>, kSlotCount> focused_{};
    Micros tick_due_ = 0;  // the tick after the shown one, in the host's time
    std::uint64_t ticks_ = 0;
    std::uint64_t resyncs_seen_ = 0;
    proto::PaceNotice pace_shown_;
    proto::Partner partner_ = proto::Partner::expected;
    bool has_looked_ = false;  // at the partner
    std::string partner_name_;
    Notices notices_;
    HitReplay hit_replay_;
    Calls calls_;
    voice::VoiceChat* voice_ = nullptr;
    std::optional<voice::Status> staged_voice_;
    bool is_voice_told_ = false;  // that the partner has voice chat, and this player has not
    std::optional<Tally> tally_;
    std::optional<ShownInterlude> interlude_;
    std::array<bool, 2> interludes_seen_{};  // by kind
    bool wants_ready_ = false;               // the player has chosen Ready
    Micros began_ = -1, seen_at_ = 0;  // in the host's time
    Micros advanced_at_ = 0;           // in the window's time
    PanelControl panels_;
    std::string link_, watch_link_;     // the invitation to play, and that to watch
    std::string copied_;                // the link that the player has copied
    std::shared_ptr<const QrCode> qr_;  // of link_
    std::string replay_path_, seat_fault_;
    std::set<std::string> warnings_seen_;
    std::vector<SearchWay> search_;  // empty: the server was given, or the game was found
    replays::RecordingFault recording_fault_;
    bool left_ = false;
    bool wants_settings_ = false;
    bool over_ = false;
    Boards* boards_ = nullptr;
    Ghosts* ghosts_ = nullptr;
    GhostChoice ghost_choice_ = GhostChoice::none;
    bool is_whole_game_ = true;  // other games have none to race against
    After after_ = After::nothing;
};

}  // namespace albireo::app
