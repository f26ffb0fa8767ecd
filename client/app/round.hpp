#pragma once
/// Something that goes on in the window: a game, or a replay. The frame loop gives it input and time, asks for a view,
/// and says to the player what it has to say.
#include <span>
#include <string>
#include <vector>

#include "client/app/bindings.hpp"
#include "client/app/picture.hpp"
#include "client/audio/audio.hpp"
#include "client/audio/ear.hpp"
#include "client/net/game_client.hpp"
#include "client/scene/stage.hpp"

namespace albireo::app {

using client::Micros;

/// Lines over the picture. A title stands alone and large; a line below tells more.
struct Notice {
    std::string title, line, hint;
    bool is_empty() const { return title.empty() && line.empty() && hint.empty(); }
};

class Round {
  public:
    Round() = default;
    virtual ~Round();
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

    /// It is heard through this from now on, which must outlive it; null: by nobody.
    void listen(audio::Audio* audio) { audio_ = audio; }

    /// Everything that is due.
    virtual void advance(const platform::Input& input, Micros now) = 0;
    /// False as long as there is nothing to see.
    virtual bool look(scene::View& view, Micros now) = 0;
    virtual Notice notice() const = 0;
    /// The player is done with it: game left, finished and acknowledged, or failed.
    virtual bool is_over() const = 0;
    virtual void leave(Micros) {}

    /// What the tools show, if there is such a thing.
    virtual const World* world() const { return nullptr; }
    virtual client::GameClient* game() { return nullptr; }
    /// Of a replay: first, present and last tick, for the timeline.
    struct Timeline {
        std::uint32_t begin = 0, now = 0, end = 0;
        struct Mark {
            std::uint32_t tick = 0;
            std::uint8_t kind = 0;  // 0 gold died, 1 blue died, 2 an enemy's death, 3 storm, 4 healed
        };
        const std::vector<Mark>* marks = nullptr;
    };
    virtual bool timeline(Timeline&) const { return false; }
    virtual void seek_share(float) {}

  protected:
    /// What happened in a tick, once; what burns, every frame; and nothing burns while all stands still.
    void hear(std::span<const client::EffectLedger::Effect> effects, const Level& level);
    void follow(const World& world);
    void be_still();
    audio::Ear& ear() { return ear_; }

  private:
    audio::Audio* audio_ = nullptr;
    audio::Ear ear_;
};

}  // namespace albireo::app
