#pragma once
/// An activity in the window: a game, or a replay. The frame loop passes it input and time, requests a view, and shows
/// its notices to the player.
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/app/controls/settings.hpp"
#include "client/app/activities/search_ways.hpp"
#include "client/app/activities/hit_replay.hpp"
#include "client/app/activities/locked.hpp"
#include "client/app/activities/qr.hpp"
#include "client/app/pictures/picture.hpp"
#include "client/audio/audio.hpp"
#include "client/audio/sound_director.hpp"
#include "client/net/game_client.hpp"
#include "client/platform/rumble.hpp"
#include "client/scene/stage.hpp"

namespace albireo::app {

using client::Micros;

/// The text over the picture: a large title, a smaller line, a hint below that, and choices that work as in a menu.
struct Notice {
    std::string title, line, more{}, hint;
    struct Row {
        int slot = -1;  // the slot whose colour it has; −1: none
        std::array<std::string, 4> cells{};
    };
    std::vector<Row> rows{};
    std::vector<SearchWay> ways{};  // of the search for the game, while it goes on or after it has failed
    std::string verdict{};  // of the boards on the game that has ended
    std::vector<std::string> choices{};
    std::size_t cursor = 0;
    std::string link{}, reach{};               // an invitation, and where it works
    std::shared_ptr<const QrCode> qr{};        // the link as a QR code
    std::string corner{};  // small text at the edge, while the game runs
    struct Caption {
        std::string text;
        float y = 0.5F;  // as a fraction of the picture's height, from the top
        bool is_large = false;
        int slot = -1;      // the slot whose colour it has; −1: none
        float strength = 1;  // 0 … 1
    };
    std::vector<Caption> captions{};  // of an interlude
    struct Call {
        std::string text;
        float x = 0.5F, y = 0.5F;  // as fractions of the picture
        int slot = 0;              // the slot whose colour it has
    };
    std::vector<Call> calls{};  // of players, near their ships
    struct VoiceRow {
        std::string text;
        int slot = -1;        // the slot whose colour it has; −1: none
        float level = -1;     // 0 … 1; negative: it has no meter
        bool is_live = true;  // somebody is heard by it
    };
    std::vector<VoiceRow> voice{};  // of voice chat, while the game runs
};

/// What a player sees while their program looks for the game of a code.
Notice notice_of_search(const std::string& code, std::vector<SearchWay> ways);

/// The result of a game: a row for each player, and one for both together.
std::vector<Notice::Row> score_rows(const World& world, const std::array<std::string, 2>& names);

class ReplayActivity;

class Activity {
  public:
    Activity() = default;
    virtual ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    /// Plays sound through `audio` from now on, which must outlive this activity; null: silent.
    void listen(audio::Audio* audio) { audio_ = audio; }
    /// Vibrates pads through `rumble_output` from now on, which must outlive this activity; null: no vibration.
    void set_rumble(platform::RumbleOutput* rumble_output) { rumble_output_ = rumble_output; }

    /// Advances the activity to this time.
    virtual void advance(const platform::Input& input, Micros now) = 0;
    /// Fills in the view for this frame. Returns false while there is nothing to draw.
    virtual bool look(scene::View& view, Micros now) = 0;
    virtual Notice notice() const = 0;
    /// Whether the player has finished: they left the game, dismissed its results, or it failed.
    virtual bool is_over() const = 0;
    /// The player leaves: ends the activity as soon as it can.
    virtual void leave(Micros) {}
    /// The work that remains when the activity is over, to be run on any thread. No other member may be called after this.
    virtual std::function<void()> parting() { return {}; }
    /// The mouse is over a choice of the notice.
    virtual void point_at(std::size_t, bool) {}
    /// Another activity that takes its place now; null: none.
    virtual std::unique_ptr<Activity> next() { return nullptr; }
    /// Whether the player has asked for the settings since the last call. They are shown while is_paused().
    virtual bool take_settings_request() { return false; }
    virtual bool is_paused() const { return false; }
    /// Uses these settings from now on.
    virtual void apply(const Settings&) {}
    /// The player's choice of what follows this activity: back to the menu, the same game again, the level after its level
    /// (level_after), or its recording.
    enum class After : std::uint8_t { nothing, again, next_level, watch };
    virtual After after() const { return After::nothing; }
    /// The level that was played last, if the players have gone on with another one than they began with; otherwise empty.
    virtual std::string moved_to() const { return {}; }
    /// The address at which a friend finds the game's server; empty if the server is not this machine's.
    virtual std::string address() const { return {}; }
    /// The link that invites a friend; empty if there is no seat to offer.
    virtual std::string invitation() const { return {}; }
    /// The text that the player has copied since the last call; empty: none.
    virtual std::string take_copied() { return {}; }
    /// Why it could not begin, or broke off; empty if neither happened.
    virtual std::string failure() const { return {}; }
    /// The file of the game's recording; empty if there is none.
    virtual std::string replay_path() const { return {}; }

    /// The hit to show in the corner.
    virtual ShownHit shown_hit() { return {}; }

    /// The song to play in place of the game's; empty: the game's own.
    struct Song {
        std::string_view name{};
        std::uint32_t tick = 0;  // since it began
    };
    virtual Song song() const { return {}; }

    /// The data for the tools, if there is any.
    virtual const World* world() const { return nullptr; }
    virtual const Level* level() const { return nullptr; }
    virtual scene::Stage* stage() { return nullptr; }
    virtual Locked<client::GameClient> game() { return {}; }
    virtual ReplayActivity* replay() { return nullptr; }

  protected:
    /// play_effects() plays a tick's events once. follow() plays continuous sounds and the place's, and is called every frame. be_still() stops
    /// them while the game is paused.
    void play_effects(std::span<const client::EffectLedger::Effect> effects, const Level& level);
    void follow(const World& world, const Level& level);
    void be_still();
    audio::SoundDirector& sound() { return sound_; }

  private:
    void shake(const Event& event);

    audio::Audio* audio_ = nullptr;
    platform::RumbleOutput* rumble_output_ = nullptr;
    audio::SoundDirector sound_;
    std::optional<Tick> heard_;  // the tick whose continuous sounds were sent last
};

}  // namespace albireo::app
