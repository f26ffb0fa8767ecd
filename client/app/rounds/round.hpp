#pragma once
/// Something that goes on in the window: a game, or a replay. The frame loop gives it input and time, asks for a view,
/// and says to the player what it has to say.
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "client/app/controls/bindings.hpp"
#include "client/app/pictures/picture.hpp"
#include "client/audio/audio.hpp"
#include "client/audio/ear.hpp"
#include "client/net/game_client.hpp"
#include "client/platform/rumble.hpp"
#include "client/scene/stage.hpp"

namespace albireo::app {

using client::Micros;

/// What is said over the picture. A title stands alone and large; a line below tells more, and another one yet more;
/// choices are worked like a menu's.
struct Notice {
    std::string title, line, more{}, hint;
    struct Row {
        int slot = -1;  // whose colour it has; −1: nobody's
        std::array<std::string, 4> cells{};
    };
    std::vector<Row> rows{};
    std::vector<std::string> choices{};
    std::size_t cursor = 0;
    std::string corner{};  // small, at the edge, while the game goes on
};

/// What came of a game: a row for each player, and one for both together.
std::vector<Notice::Row> score_rows(const World& world, const std::array<std::string, 2>& names);

class ReplayRound;

class Round {
  public:
    Round() = default;
    virtual ~Round();
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

    /// It is heard through this from now on, which must outlive it; null: by nobody.
    void listen(audio::Audio* audio) { audio_ = audio; }
    /// … and felt through this.
    void feel(platform::Shaker* shaker) { shaker_ = shaker; }

    /// Everything that is due.
    virtual void advance(const platform::Input& input, Micros now) = 0;
    /// False as long as there is nothing to see.
    virtual bool look(scene::View& view, Micros now) = 0;
    virtual Notice notice() const = 0;
    /// The player is done with it: game left, finished and acknowledged, or failed.
    virtual bool is_over() const = 0;
    virtual void leave(Micros) {}
    /// What is left to do when it is over, on whatever thread; nothing else may be asked of it then.
    virtual std::function<void()> parting() { return {}; }
    /// The mouse is over a choice of the notice.
    virtual void point_at(std::size_t, bool) {}
    /// What takes its place now; null: nothing does.
    virtual std::unique_ptr<Round> next() { return nullptr; }
    /// What the player wants after it.
    enum class After : std::uint8_t { nothing, again, watch };
    virtual After after() const { return After::nothing; }
    /// Where a friend finds the game's server; empty if it is not this machine's.
    virtual std::string address() const { return {}; }
    /// The file of the game's recording; empty if there is none.
    virtual std::string replay_path() const { return {}; }

    /// What the tools show, if there is such a thing.
    virtual const World* world() const { return nullptr; }
    virtual const Level* level() const { return nullptr; }
    virtual scene::Stage* stage() { return nullptr; }
    virtual client::GameClient* game() { return nullptr; }
    virtual ReplayRound* theatre() { return nullptr; }

  protected:
    /// What happened in a tick, once; what burns, every frame; and nothing burns while all stands still.
    void hear(std::span<const client::EffectLedger::Effect> effects, const Level& level);
    void follow(const World& world);
    void be_still();
    audio::Ear& ear() { return ear_; }

  private:
    void shake(const Event& event);

    audio::Audio* audio_ = nullptr;
    platform::Shaker* shaker_ = nullptr;
    audio::Ear ear_;
};

}  // namespace albireo::app
